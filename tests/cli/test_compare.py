"""`polhode compare` and `polhode reproduce`: tables, files, faults."""

import csv
import io
import json
import os
import re
import time
import unittest

from program import FREE, SLOWER, TOP, WITHOUT_REPRODUCE, ProgramTest


class Compare(ProgramTest):
    def test_table_csv_json_html(self):
        self.write("top.toml", TOP)
        arguments = ("compare", "top.toml", "--methods", "rattle,rkn6:dmv16", "--steps", "1000,100")
        text = self.good(*arguments, "-o", "c.csv").stdout
        self.assertIn("rkn6 on dmv16", text)
        self.assertIn("For an error of 1e-09 rad: take rkn6 on dmv16", text)
        rows = list(csv.DictReader(line for line in io.StringIO(self.read("c.csv").decode()) if line[0] != "#"))
        self.assertEqual([(row["method"], row["steps"]) for row in rows],
                         [("rattle", "100"), ("rattle", "1000"), ("rkn6 on dmv16", "100"), ("rkn6 on dmv16", "1000")])
        slope = float(rows[0]["attitude_error"]) / float(rows[1]["attitude_error"])
        self.assertTrue(90 < slope < 110, slope)  # order 2
        result = json.loads(self.good(*arguments, "--json", "-o", "c.html").stdout)
        self.assertEqual(len(result["points"]), 4)
        self.assertIn(b"rkn6 on dmv16", self.read("c.html"))
        self.good(*arguments, "-q", "-o", "c.json")
        self.assertEqual(json.loads(self.read("c.json"))["points"][0]["steps"], 100)

    def test_free_body_without_its_own_method(self):
        text = self.good("compare", self.write("free.toml", FREE), "--methods", "lie3,exact", "--steps", "100").stdout
        self.assertIn("the exact motion", text)

    def test_methods_and_steps_may_be_left_out(self):
        result = json.loads(self.good("compare", self.write("top.toml", TOP), "--json", "--accuracy", "1 arcsec").stdout)
        methods = {point["method"] for point in result["points"]}
        self.assertGreaterEqual(len(methods), 5)
        self.assertEqual(len(result["points"]), 8 * len(methods))
        (advice,) = result["advice"]
        self.assertAlmostEqual(advice["target"], 4.84813681109536e-06)
        times = [need["cpu_seconds"] for need in advice["needs"]]
        self.assertGreaterEqual(len(times), 3)
        self.assertEqual(times, sorted(times))

    def test_energy_correction_by_method(self):
        text = self.good("compare", self.write("free.toml", FREE), "--methods", "lie3,lie3+energy,exact", "--steps",
                         "200,400").stdout
        self.assertRegex(text, r"lie3\+energy +200")
        self.assertRegex(text, r"exact +200 .*reference")
        text = self.good("compare", self.write("top.toml", TOP), "--methods", "cf4,cf4+energy,lie3+energy:10", "--steps",
                         "200,400").stdout
        self.assertRegex(text, r"cf4\+energy +200")
        self.assertRegex(text, r"lie3\+energy:10 +200")

    def test_a_method_may_be_named_as_it_is_printed(self):
        text = self.good("compare", self.write("top.toml", TOP), "--methods", "composition4 on imr2", "--steps", "50,100").stdout
        self.assertRegex(text, r"composition4 on imr2 +100 +0\.\d+ +\S+ +(3\.[89]|4\.[01])")  # its order

    def test_standard_input_and_output(self):
        piped = self.good("compare", "-", "--methods", "lie3", "--steps", "100", "-o", "-", "-q", input=FREE)
        rows = list(csv.DictReader(line for line in io.StringIO(piped.stdout) if line[0] != "#"))
        self.assertEqual([(row["method"], row["steps"]) for row in rows], [("lie3", "100")])

    def test_faults(self):
        self.write("top.toml", TOP)
        self.refused("compare", "top.toml", "--methods", "rkn7", "--steps", "10", says="did you mean")
        self.refused("compare", "top.toml", "--methods", "dmv8", "--steps", "10", says="methods that can")
        self.refused("compare", "top.toml", "--methods", "rkn6", "--steps", "0", says="1 or more")
        self.refused("compare", "top.toml", "--methods", "rkn6", "--steps", "10,99999999999999999", says="at most 1000000000")
        self.refused("compare", "top.toml", "--accuracy", "-1e-6", says="must be positive")
        self.refused("compare", "top.toml", "--accuracy", "1 s", says="this must be an angle (rad)")
        self.refused("compare", "top.toml", "--methods", "cf4+energy:0", "--steps", "10", says="lie3+energy:10")
        self.refused("compare", "top.toml", "--methods", "rkn6", "--steps", "10", "-o", "c.npz", says=".csv, .json, .html")
        self.refused("compare", "absent.toml", "--methods", "rkn6", "--steps", "10", says="absent.toml")

    def test_a_run_that_fails_is_said(self):
        done = self.good("compare", self.write("free.toml", FREE), "--methods", "dmv8", "--steps", "2,400")
        self.assertIn("smaller step", done.stderr)

    def test_a_reference_has_a_budget(self):
        arguments = ("--methods", "cf4", "--steps", "10,20")
        huge = self.write("huge.toml", TOP.replace("weight = 1.0", "weight = 1e150"))
        begin = time.perf_counter()
        done = self.run_program("compare", huge, *arguments)
        self.assertLess(time.perf_counter() - begin, 5 * SLOWER)  # 0.01 s measured
        self.assertEqual(done.returncode, 1)
        self.assertIn("the reference fails", done.stderr)
        self.assertIn("which failed", done.stdout)
        large = self.write("large.toml", TOP.replace("weight = 1.0", "weight = 1e5"))
        done = self.run_program("compare", large, *arguments, "--json")  # 4 s measured
        self.assertIn("the reference is known to", done.stderr)
        self.assertIn("--end", done.stderr)
        self.assertGreater(json.loads(done.stdout)["reference_error"], 1e-3)

    def test_no_run_reaches_its_end(self):
        done = self.run_program("compare", self.write("free.toml", FREE), "--methods", "dmv8", "--steps", "2,3", "--json")
        self.assertEqual(done.returncode, 1)
        self.assertFalse(any(point["done"] for point in json.loads(done.stdout)["points"]))


@unittest.skipIf(WITHOUT_REPRODUCE, "polhode-reproduce is not built")
class Reproduce(ProgramTest):
    def test_list_and_one_key(self):
        keys = [line.split()[0] for line in self.good("reproduce", "--list").stdout.splitlines()]
        wanted = ([f"buss-fig{n}" for n in range(3, 8)] + [f"celledoni-fig{n}" for n in range(1, 9)] +
                  [f"krysl-fig{n}" for n in range(1, 14)] +
                  ["krysl-claims", "hairer-fig1", "hairer-table2", "vilmart-fig1", "vilmart-table2", "nasa-brick"])
        for key in wanted:
            self.assertIn(key, keys)
        entries = json.loads(self.good("reproduce", "nasa-brick", "--json", "-o", "made").stdout)
        self.assertGreater(len(entries), 0)
        self.assertEqual(set(entries[0]), {"key", "row", "column", "printed", "ours", "verdict", "class",
                                           "criterion", "shown_by"})
        self.assertLessEqual({entry["class"] for entry in entries},
                             {"same digits", "within", "number in words", "differs: shown cause", "differs: cause unknown",
                              "statement without number", "implied", "cause excluded", "as another program",
                              "not counted"})
        self.assertIn(b"nasa-brick", self.read("made/index.html"))
        # An index without pictures, and a page for each paper with its pictures beside it; every link leads somewhere.
        self.assertLess(len(self.read("made/index.html")), 100_000)
        for page in ("index", "beyond"):
            text = self.read(f"made/{page}.html").decode()
            for link in re.findall(r"(?:href|src)='([^'#]+)", text):
                self.assertTrue(os.path.exists(self.path("made/" + link)), link)
        self.assertIn("id='nasa-brick'", text)
        self.assertIn("src='nasa-brick.svg'", text)
        size = len(text) + sum(os.path.getsize(self.path(f"made/{name}")) for name in os.listdir(self.path("made"))
                               if name.endswith(".svg"))
        self.assertLess(size, 3_000_000)
        self.assertIn(b"prefers-color-scheme", self.read("made/nasa-brick.svg"))

    def test_against_a_page(self):
        self.good("reproduce", "buss-fig5", "-q", "-o", "made")
        page = self.read("made/reproduction.md").decode()
        against = ["reproduce", "buss-fig5", "-q", "--against"]
        self.good(*against, self.write("same.md", page))
        self.assertIn("| same digits |", page)
        entry = next(line for line in page.splitlines() if line.endswith("| same digits |"))
        worse = self.write("worse.md", page.replace(entry, entry.replace("same digits", "within 1 %")))
        done = self.run_program(*against, worse)
        self.assertEqual(done.returncode, 1)
        self.assertIn("within on the page, now same digits", done.stderr)
        gone = self.run_program(*against, self.write("gone.md", page.replace(entry + "\n", "")))
        self.assertEqual(gone.returncode, 1)
        self.assertIn("no such entry on the page", gone.stderr)
        self.refused(*against, self.write("no.md", "# nothing\n"), says="no entry is in it")
        self.refused(*against, "not_there.md", says="cannot be read")
        self.refused(*against, "made/reproduction.md", "-o", "./made", says="would be replaced")
        self.assertEqual(self.read("made/reproduction.md").decode(), page)

    def test_unknown_key(self):
        self.refused("reproduce", "bus-fig4", says="did you mean \"buss-fig4\"")
        self.refused("reproduce", "bus-fig4", "--json", says="did you mean \"buss-fig4\"")
        self.refused("reproduce", "--jsn", "--json", says="--jsn")


if __name__ == "__main__":
    unittest.main()
