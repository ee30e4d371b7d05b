"""docs/why/papers.md: every name that it gives exists, and every command that it gives runs."""

import json
import os
import re
import unittest

from program import WITHOUT_REPRODUCE, ProgramTest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def rows():
    with open(os.path.join(ROOT, "docs", "why", "papers.md"), encoding="utf-8") as page:
        for line in page:
            if line.startswith("| ") and not line.startswith("| paper |"):
                yield [cell.strip() for cell in line.strip().strip("|").split(" | ")]


class Papers(ProgramTest):
    def test_every_paper_has_its_rows(self):
        papers = [row[0] for row in rows()]
        for paper in ["Buss (2001)", "Celledoni & Säfström (2006)", "Krysl & Endres (2004)", "Hairer & Vilmart (2006)",
                      "Vilmart (2013)"]:
            self.assertGreater(papers.count(paper), 10, paper)
        self.assertTrue(all(len(row) == 5 for row in rows()))

    @unittest.skipIf(WITHOUT_REPRODUCE, "polhode-reproduce is not built")
    def test_every_name_exists(self):
        known = {method["name"] for method in json.loads(self.good("methods", "--json").stdout)}
        known |= {"sej", "sej4", "mr", "energy_correction", "+energy"}  # aliases, a key, an ending
        known |= set(re.findall(r"^([a-z-]+)", self.good("torques").stdout, re.M))
        known |= {line.split()[0] for line in self.good("reproduce", "--list").stdout.splitlines()}
        for row in rows():
            names = re.findall(r"`([^`]+)`", row[3])
            self.assertTrue(names, row)
            for name in names:
                inside = re.search(r"`%s`(?:, `[a-z_]+`)* in `([a-z/_0-9.]+)`" % re.escape(name), row[3])
                if inside:  # a function of the library
                    with open(os.path.join(ROOT, "include/polhode", inside[1]), encoding="utf-8") as header:
                        self.assertRegex(header.read(), r"\b%s\(" % name)
                    continue
                there = (name in known or os.path.exists(os.path.join(ROOT, name)) or
                         os.path.exists(os.path.join(ROOT, "include/polhode", name)) or
                         re.fullmatch(r"mclachlan-reich4?(-\d\d\d)?(-cayley)?", name))
                self.assertTrue(there, f"{name}: {row}")

    @unittest.skipIf(WITHOUT_REPRODUCE, "polhode-reproduce is not built")
    def test_every_command_runs(self):
        keys = {line.split()[0] for line in self.good("reproduce", "--list").stdout.splitlines()}
        for command in sorted({row[4].strip("`") for row in rows()}):
            program, verb, *arguments = command.split()
            self.assertEqual(program, "polhode")
            if verb == "reproduce":
                self.assertTrue(set(arguments) <= keys, command)
                continue
            arguments = [os.path.join(ROOT, a) if a.startswith("scenarios/") else a for a in arguments]
            done = self.run_program(verb, *arguments, *([] if verb == "torques" else ["--quiet"]))
            self.assertEqual(done.returncode, 0, f"{command}: {done.stderr}")


if __name__ == "__main__":
    unittest.main()
