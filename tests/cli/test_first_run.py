"""docs/start/first-run.md: every command that it gives runs, in this order, and says what the page shows."""

import os
import re
import shutil
import unittest

from program import ProgramTest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FAILS = {"--require"}  # a command with this flag ends with exit code 1


def steps():
    """What is on the page, from top to bottom: ("toml", text), ("command", words) and ("text", lines)."""
    with open(os.path.join(ROOT, "docs", "start", "first-run.md"), encoding="utf-8") as page:
        text = page.read()
    for match in re.finditer(r"^```(\w+)\n(.*?)^```$|^    (build/polhode [^\n]*)$", text, re.M | re.S):
        if match[3] is None:
            yield match[1], match[2]
        else:
            yield "command", match[3].split("#")[0].split()


class FirstRun(ProgramTest):
    def test_every_command_runs_and_says_what_the_page_shows(self):
        shutil.copytree(os.path.join(ROOT, "scenarios"), self.path("scenarios"))
        commands = shown = 0
        printed = ""
        for kind, what in steps():
            if kind == "toml":
                self.write("my_top.toml", what)
            elif kind == "command":
                done = self.run_program(*what[1:])
                self.assertEqual(done.returncode, 1 if FAILS & set(what) else 0, f"{what}: {done.stderr}")
                printed = done.stdout
                commands += 1
            else:
                for line in what.splitlines():
                    self.assertIn(line, printed)
                    shown += 1
        self.assertEqual((commands, shown), (11, 8))
        self.assertEqual([name for name in self.files() if not name.endswith(".toml")],
                         ["many.csv", "my_top.html", "wing_nut.html"])


if __name__ == "__main__":
    unittest.main()
