"""README.md, docs/start/first-run.md, docs/how-to/events.md: every command that they give runs, in this order, and says what they show."""

import os
import re
import shutil
import unittest

from program import ProgramTest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def steps(page):
    """What is on the page, from top to bottom: ("toml", text), ("command", words) and ("text", lines)."""
    with open(os.path.join(ROOT, "docs", page), encoding="utf-8") as file:
        text = file.read()
    for match in re.finditer(r"^```(\w+)\n(.*?)^```$|^    (build/polhode [^\n]*)$", text, re.M | re.S):
        if match[3] is None:
            yield match[1], match[2]
        else:
            yield "command", match[3].split("#")[0].split()


class Pages(ProgramTest):
    def follow(self, page):
        """Does what the page says. How many commands it has, how many lines it shows, what files there are then."""
        shutil.copytree(os.path.join(ROOT, "scenarios"), self.path("scenarios"))
        commands = shown = 0
        printed = ""
        for kind, what in steps(page):
            if kind == "toml":
                self.write("my_top.toml", what)
            elif kind == "command":
                done = self.run_program(*what[1:])
                # What the pages require is not kept.
                self.assertEqual(done.returncode, 1 if "--require" in what else 0, f"{what}: {done.stderr}")
                printed = re.sub(" +", " ", done.stdout)
                commands += 1
            elif kind == "text":
                for line in what.splitlines():
                    self.assertIn(re.sub(" +", " ", line), printed)
                    shown += 1
        return commands, shown, [name for name in self.files() if not name.endswith(".toml")]

    def test_readme(self):
        self.assertEqual(self.follow("../README.md"), (1, 0, ["top.html"]))

    def test_first_run(self):
        self.assertEqual(self.follow("start/first-run.md"), (11, 8, ["many.csv", "my_top.html", "wing_nut.html"]))

    def test_events(self):
        self.assertEqual(self.follow("how-to/events.md"), (1, 2, ["antenna.csv", "antenna.events.csv"]))


if __name__ == "__main__":
    unittest.main()
