"""`polhode verify`, its cases, and `polhode sniff`: what they say of right files, wrong files, and what is no file."""

import json
import math
import os
import shutil
import subprocess
import sys
import time
import unittest
import zipfile

from program import DRAG, FREE, SLOWER, TOP, ProgramTest

HEAD = "# quaternion: wxyz body->space\n# omega: body\nt,q0,q1,q2,q3,w0,w1,w2\n"


def product(a: list[float], b: list[float]) -> list[float]:
    return [a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
            a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
            a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
            a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]]


def euler_rows(case: dict, step: float) -> list[list[float]]:
    """Explicit Euler steps of the angular velocity."""
    I, q, w = case["moments"], case["attitude"], case["angular_velocity"]
    rows = [[0.0, *q, *w]]
    for i in range(1, round(case["duration"] / step) + 1):
        L = [m * x for m, x in zip(I, w)]
        g = [L[1] * w[2] - L[2] * w[1], L[2] * w[0] - L[0] * w[2], L[0] * w[1] - L[1] * w[0]]
        w = [x + step * y / m for x, y, m in zip(w, g, I)]
        angle = math.hypot(*w) * step
        s = math.sin(angle / 2) / math.hypot(*w)
        q = product(q, [math.cos(angle / 2), *(s * x for x in w)])
        rows.append([i * step, *q, *w])
    return rows


def table(rows: list[list[float]], head: str = HEAD) -> str:
    return head + "".join(",".join(repr(x) for x in row) + "\n" for row in rows)


class Trajectories(ProgramTest):
    def cases(self) -> dict[str, dict]:
        return {case["name"]: case for case in json.loads(self.good("verify", "--list-cases", "--json").stdout)}

    def own(self, name: str, ending: str = "csv", **changed) -> str:
        """The case as polhode solves it."""
        scenario = self.cases()[name]["scenario"]
        for key, value in changed.items():
            scenario = "".join(f"{key} = {value}\n" if line.startswith(key + " ") else line
                               for line in scenario.splitlines(keepends=True))
        self.write(name + ".toml", scenario)
        self.good("run", name + ".toml", "-q", "-o", f"{name}.{ending}")
        return f"{name}.{ending}"

    def rows(self, file: str) -> list[list[float]]:
        lines = self.read(file).decode().splitlines()
        return [[float(x) for x in line.split(",")[:8]] for line in lines if line[0] not in "#t"]

    def judged(self, *arguments) -> dict:
        return json.loads(self.good("verify", *arguments, "--json").stdout)


class Verify(Trajectories):
    def test_cases_are_listed(self):
        text = self.good("verify", "--list-cases").stdout
        for name in ("F10", "F100", "D", "S", "N", "B", "sphere", "spin1", "spin3", "scale", "speed", "top", "gyroscope", "orbit"):
            self.assertRegex(text, rf"(?m)^{name} ")

    def test_our_own_files_get_an_A_in_every_case(self):
        for name, case in self.cases().items():
            for ending in ("csv", "npz"):
                result = self.judged(self.own(name, ending), "--case", name)
                self.assertEqual(result["grade"], "A", result)
                self.assertLess(result["attitude_error_max"], 1e-8, name)  # measured 3e-9 (damped, by steps)
                self.assertEqual(result["flips"], case["flips"])
                self.assertEqual(result["reference_error"] > 0, case["reference"].startswith("our own"))

    def test_scenarios(self):
        for name, text, conserved in (("free", FREE, True), ("top", TOP, True), ("drag", DRAG, False)):
            self.write(name + ".toml", text)
            self.good("run", name + ".toml", "-q", "--accuracy", "1e-8", "-o", name + ".csv")
            result = self.judged(name + ".csv", "--scenario", name + ".toml")
            self.assertEqual((result["grade"], result["energy_conserved"]), ("A", conserved), result)

    def test_euler_is_named_and_its_order_measured(self):
        case = self.cases()["F10"]
        for hz in (60, 120, 240):
            self.write(f"{hz}.csv", table(euler_rows(case, 1 / hz)))
        result = self.judged("60.csv", "--case", "F10")
        self.assertEqual(result["grade"], "D")
        self.assertEqual([f["name"] for f in result["findings"]], ["explicit-euler"])
        self.assertAlmostEqual(result["energy_error_end"], 0.032, 3)  # as MuJoCo's and Bullet's explicit steps
        result = self.judged("240.csv", "60.csv", "120.csv", "--case", "F10")
        self.assertEqual(result["grade"], "D")
        self.assertEqual(len(result["files"]), 3)
        self.assertAlmostEqual(result["order"]["attitude"], 1, delta=0.1)
        self.assertEqual(len(result["order"]["attitude_pairwise"]), 2)
        text = self.good("verify", "60.csv", "120.csv", "--case", "F10").stdout
        self.assertIn("order in the step: attitude 1.0", text)

    def test_a_required_grade(self):
        self.write("euler.csv", table(euler_rows(self.cases()["F10"], 1 / 60)))
        self.good("verify", "euler.csv", "--case", "F10", "--require", "D")
        done = self.run_program("verify", "euler.csv", "--case", "F10", "--require", "C", "--json")
        self.assertEqual(done.returncode, 1)
        self.assertIn("grade D, but at least C is required", done.stderr)
        self.assertEqual(json.loads(done.stdout)["grade"], "D")

    def test_conventions_that_are_mixed_up_are_named(self):
        rows = self.rows(self.own("F10"))
        right = {"file.csv": table(rows),
                 "xyzw.csv": table([[t, x, y, z, w, *v] for t, w, x, y, z, *v in rows], HEAD.replace("wxyz", "xyzw"))}
        for name, text in right.items():
            self.assertEqual(self.judged(self.write(name, text), "--case", "F10")["grade"], "A")
        swapped = [[t, x, y, z, w, *v] for t, w, x, y, z, *v in rows]
        self.refused("verify", self.write("a.csv", table(swapped)), "--case", "F10", "--json",
                     says="your quaternion looks like xyzw, but is declared as wxyz")
        negative = [[t, *q, -x, -y, -z] for t, *q, x, y, z in rows]
        self.refused("verify", self.write("a.csv", table(negative)), "--case", "F10",
                     says="your angular velocity has the wrong sign")
        degrees = [[*r[:5], *(math.degrees(x) for x in r[5:])] for r in rows]
        self.refused("verify", self.write("a.csv", table(degrees)), "--case", "F10",
                     says="looks like deg/s, but is declared in rad/s")
        # From the identity the direction shows only on the way.
        back = [[t, w, -x, -y, -z, *v] for t, w, x, y, z, *v in rows]
        result = self.judged(self.write("a.csv", table(back)), "--case", "F10")
        self.assertEqual(result["grade"], "E")
        self.assertEqual([f["name"] for f in result["findings"]], ["direction"])

    def test_files_of_other_systems_are_read(self):
        text = table(self.rows(self.own("F10")))
        lines = text.splitlines()
        variants = {"crlf": text.replace("\n", "\r\n"), "no end": text.rstrip("\n"), "bom": "\ufeff" + text,
                    "blanks": text.replace(",", " , "), "no names": "\n".join(lines[:2] + lines[3:]) + "\n",
                    "plus": text.replace(",0.", ",+0."), "empty lines": text.replace("\n", "\n\n"),
                    "names": text.replace("q0,q1,q2,q3", "qw,qx,qy,qz"),
                    "more columns": "\n".join([*lines[:2], "n," + lines[2], *("7," + x for x in lines[3:])])}
        for name, variant in variants.items():
            with open(self.path("a.csv"), "w", encoding="utf-8", newline="") as file:
                file.write(variant)
            self.assertEqual(self.judged("a.csv", "--case", "F10")["grade"], "A", name)

    def test_archives_that_are_compressed_are_read(self):
        with zipfile.ZipFile(self.path(self.own("F10", "npz"))) as own:
            with zipfile.ZipFile(self.path("packed.npz"), "w", zipfile.ZIP_DEFLATED) as packed:
                for name in own.namelist():
                    packed.writestr(name, own.read(name))
        self.assertEqual(self.judged("packed.npz", "--case", "F10")["grade"], "A")

    def test_another_locale_changes_nothing(self):
        file = self.own("F10")
        plain = self.good("verify", file, "--case", "F10").stdout
        for locale in ("de_DE.UTF-8", "C.UTF-8"):
            done = self.good("verify", file, "--case", "F10", env={**os.environ, "LC_ALL": locale})
            self.assertEqual(done.stdout, plain)

    def test_what_is_wrong_with_a_file_is_said(self):
        lines = table(self.rows(self.own("F10"))).splitlines()

        def refused(text: str | None, says: str, *arguments: str):
            if text is not None:
                self.write("bad.csv", text)
            self.refused("verify", "bad.csv", *(arguments or ("--case", "F10")), says=says)

        def changed(number: int, line: str) -> str:
            return "\n".join([*lines[:number - 1], line, *lines[number:]]) + "\n"

        good = "\n".join(lines) + "\n"
        cut = lines[99].split(",")
        refused("", "bad.csv: is empty")
        refused("\n\n", "has no rows of numbers")
        refused("# quaternion: wxyz body->space\n", "has no rows of numbers")
        refused(good.replace("# omega: body\n", ""), 'there must be a line "# omega: body"')
        refused(good.replace("# quaternion: wxyz body->space\n", ""), "polhode sniff finds out which")
        refused(good.replace("wxyz body", "wzyx body"), "bad.csv:1: \"quaternion: wzyx body->space\" is not known")
        refused(good.replace("omega: body", "omega: inertial"), "the axes are body or space")
        refused(good.replace("omega: body", "omega: body rpm"), "the unit is rad/s or deg/s")
        refused(good.replace("# omega", "# quaternion: xyzw body->space\n# omega"), "says something else before")
        refused(good.replace("w0,w1,w2", "w0,w1"), "bad.csv:3: there is no column w2")
        refused(good.replace(",", ";"), "columns separated by semicolons?")
        refused(good.replace(",", "\t"), "columns separated by tabs?")
        refused("\n".join(lines[:2] + lines[3:]).replace(",", "\t"), "separated by blanks or tabs?")
        refused("\n".join(lines[:2] + [x.replace(".", ",") for x in lines[4:]]), "(decimal commas")
        refused(changed(100, ",".join(cut[:6])), "bad.csv:100: 6 columns where there must be 8: w1 is missing")
        refused(changed(100, ",".join([*cut[:4], "", *cut[5:]])), "bad.csv:100: q3 is empty")
        refused(changed(100, ",".join([*cut[:4], "0.1x", *cut[5:]])), 'bad.csv:100: q3 is "0.1x", which is no number')
        refused(changed(100, ",".join([*cut[:5], "nan", *cut[6:]])), "bad.csv:100: w0 is nan at t = ")
        refused(changed(100, ",".join([*cut[:5], "1e999", *cut[6:]])), "bad.csv:100: w0 is inf at t = ")
        refused(changed(100, lines[98]), "times must increase (a row written twice")
        refused(changed(100, lines[9]), "times must increase (two runs in one file?)")
        refused(changed(100, ",".join([cut[0], "2", *cut[2:]])), "bad.csv:100: the quaternion (2, ")
        refused(changed(100, ",".join([cut[0], "0", "0", "0", "0", *cut[5:]])), "has length 0, not 1")
        refused("\n".join(lines[:300]) + "\n", "it ends at t = ")
        refused("\n".join(lines[:4]) + "\n", "has the simulation stopped early?")
        refused(good, "does not begin as case D does: at t = 0", "--case", "D")
        refused(good, "it begins as case F10 or F100", "--case", "D")
        refused(good, "there is no case \"F1\"; did you mean \"F10\"?", "--case", "F1")
        refused(good, "say what the file claims to be", "--json")
        refused(good, "must be a grade, A to E", "--case", "F10", "--require", "Z")
        refused(good, "nothing.toml", "--scenario", "nothing.toml")
        refused(good, "must be one of .html", "--case", "F10", "-o", "page.pdf")
        refused("\0" * 100000, "longer than 65536 characters")
        refused("t,q0,q1,q2,q3,w0,w1,w2\n" + "x" * 70000 + "\n", "which is no number")
        late = table([[t + 1e300, *rest] for t, *rest in [[0.0, 1.0, 0, 0, 0, 3, 0.5, -0.9]]])
        self.write("scenario.toml", FREE)
        refused(late, "bad.csv: its last time: 1e+300 is too late", "--scenario", "scenario.toml")

    def test_what_is_no_file_is_said(self):
        os.mkdir(self.path("folder"))
        os.symlink("loop.csv", self.path("folder/loop.csv"))
        with open(self.path("short.npz"), "wb") as file:
            file.write(b"PK\x05\x06")
        shutil.copy(self.path(self.own("F10", "npz")), self.path("cut.npz"))
        with open(self.path("cut.npz"), "r+b") as file:
            file.truncate(30000)
        self.write("text.npz", "hello")
        for name, says in (("none.csv", "none.csv: cannot be read"), ("folder/loop.csv", "loop.csv: cannot be read"),
                           ("folder", "is a folder"), ("/dev/zero", "longer than 65536 characters"),
                           ("short.npz", "cut off"), ("cut.npz", "no archive of numpy"),
                           ("text.npz", "no archive of numpy"), ("none.npz", "cannot be read")):
            self.refused("verify", name, "--case", "F10", says=says)

    def test_the_adapter_of_the_documentation(self):
        page = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/how-to/verify.md")
        with open(page, encoding="utf-8") as file:
            program = file.read().split("```python\n")[1].split("```")[0]
        self.assertLessEqual(program.count("\n"), 15)
        self.write("adapter.py", program)

        def adapter(*arguments: str, given: str = "") -> str:
            return subprocess.run([sys.executable, self.path("adapter.py"), *arguments], input=given, capture_output=True,
                                  text=True, check=True).stdout

        self.assertIn("default", json.loads(adapter("--describe"))["settings"])
        case = self.cases()["F10"]
        for step in case["step_list"]:
            given = {**case, "step": step, "steps": round(case["duration"] / step), "setting": "default"}
            self.write(f"{given['steps']}.csv", adapter(given=json.dumps(given)))
        result = self.judged("600.csv", "1200.csv", "2400.csv", "4800.csv", "--case", "F10")
        self.assertEqual([file["grade"] for file in result["files"]], ["B", "A", "A", "A"])
        self.assertAlmostEqual(result["order"]["attitude"], 2, delta=0.1)

    def test_a_page(self):
        self.write("euler.csv", table(euler_rows(self.cases()["F10"], 1 / 60)))
        self.good("verify", "euler.csv", self.own("F10"), "--case", "F10", "-q", "-o", "page.html")
        text = self.read("page.html").decode()
        data = json.loads(text.split('id="report-data">')[1].split("</script>")[0])
        self.assertEqual((data["kind"], data["grade"]), ("verification", "D"))
        self.assertEqual([file["grade"] for file in data["files"]], ["D", "A"])
        self.refused("verify", "euler.csv", "--case", "F10", "-o", "euler.csv", says="must be one of .html")
        os.symlink("euler.csv", self.path("link.html"))
        self.refused("verify", "euler.csv", "--case", "F10", "-o", "link.html", says="is a trajectory itself")
        self.refused("verify", "euler.csv", "--case", "F10", "-o", "no/page.html", says="does not exist")

    def test_a_million_rows(self):
        file = self.own("F100", steps=1000000)
        begin = time.monotonic()
        result = self.judged(file, "--case", "F100")
        took = time.monotonic() - begin
        self.assertEqual((result["grade"], result["rows"]), ("A", 1000001))
        self.assertLess(took, 10 * SLOWER)  # 0.5 s of CPU time; 1.5 s are promised on a machine that is not shared


class Sniff(Trajectories):
    def sniffed(self, text: str, *arguments: str) -> dict:
        self.write("a.csv", text)
        before = os.stat(self.path("a.csv"))
        found = json.loads(self.good("sniff", "a.csv", "--json", *arguments).stdout)
        self.assertEqual(os.stat(self.path("a.csv")).st_mtime_ns, before.st_mtime_ns)
        self.assertEqual(len(found["readings"]), 32)
        self.assertAlmostEqual(sum(r["likelihood"] for r in found["readings"]), 1)
        return found

    def test_the_sixteen_readings_with_no_header_and_a_wrong_one(self):
        rows = self.rows(self.own("turned"))
        for i in range(16):
            xyzw, back, space, degrees = (bool(i >> k & 1) for k in range(4))
            written = []
            for t, *q, x, y, z in rows:
                w = [x, y, z]
                if space:
                    w = product(product(q, [0, *w]), [q[0], -q[1], -q[2], -q[3]])[1:]
                if back:
                    q = [q[0], -q[1], -q[2], -q[3]]
                if xyzw:
                    q = q[1:] + q[:1]
                written.append([t, *q, *(math.degrees(a) if degrees else a for a in w)])
            expected = {"quaternion": "xyzw" if xyzw else "wxyz", "direction": "space->body" if back else "body->space",
                        "omega": "space" if space else "body", "unit": "deg/s" if degrees else "rad/s"}
            for head in ("t,q0,q1,q2,q3,w0,w1,w2\n", HEAD):
                found = self.sniffed(table(written, head))
                self.assertTrue(found["decided"], found["reason"])
                self.assertEqual({key: found[key] for key in expected}, expected)
                self.assertEqual(found["handedness"], "right")
                self.assertEqual(found["header_agrees"], None if head != HEAD else i == 0)

    def test_what_physics_cannot_tell(self):
        for name in ("spin1", "sphere"):
            found = self.sniffed(table(self.rows(self.own(name))))
            self.assertFalse(found["decided"])
            self.assertIn("about one axis", found["reason"])
            self.assertGreater(len(found["remaining"]), 1)
        found = self.sniffed(HEAD + "0,1,0,0,0,3,0.5,-0.9\n")
        self.assertFalse(found["decided"])
        self.assertIn("too short", found["reason"])

    def test_moments_tell_what_a_long_symmetric_body_cannot(self):
        rows = [[t, *q, -x, -y, -z] for t, *q, x, y, z in self.rows(self.own("N"))]
        found = self.sniffed(table(rows))
        self.assertEqual(found["handedness"], "right")  # and that is said to be assumed
        self.assertIn("if w has its usual sign", found["reason"])
        for known in (("--moments", "1,1,0.001"), ("--case", "N")):
            found = self.sniffed(table(rows), *known)
            self.assertEqual((found["decided"], found["handedness"], found["direction"]), (True, "left", "body->space"))

    def test_text_says_what_to_write_into_the_file(self):
        text = self.good("sniff", self.own("F10")).stdout
        self.assertIn("# quaternion: wxyz body->space\n  # omega: body\n", text)
        self.assertIn("The header of the file agrees.", text)

    def test_faults(self):
        self.refused("sniff", "none.csv", "--json", says="cannot be read")
        self.write("a.csv", HEAD + "0,1,0,0,0,3,0.5,nan\n")
        self.refused("sniff", "a.csv", says="a.csv:4: w2 is nan")
        self.write("a.csv", HEAD + "0,1,0,0,0,3,0.5,-0.9\n")
        self.refused("sniff", "a.csv", "--moments", "1,2", says="2 numbers where there must be three")
        self.refused("sniff", "a.csv", "--moments", "1,2,-3", says="--moments: ")
        self.refused("sniff", "a.csv", "--case", "Z", says="there is no case")


if __name__ == "__main__":
    unittest.main()
