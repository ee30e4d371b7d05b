"""Small parts of the attacks in tools/: no file is lost in silence, and what the program says of its runs is true."""

import os
import subprocess
import sys
import unittest

from program import PROGRAM, SLOWER

TOOLS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools")


def attack(name, *words):
    return subprocess.run([sys.executable, os.path.join(TOOLS, name), PROGRAM, *words], capture_output=True, text=True, check=False,
                          timeout=600)


class Attack(unittest.TestCase):
    def test_names_of_files(self):  # `tools/check files` runs it as a whole
        done = attack("attack-files", "--every", "12")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertGreater(int(done.stdout.split()[0]), 70)

    def test_truth(self):
        done = attack("attack-truth", "--runs", str(max(5, int(60 / SLOWER))))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn(" 0 found", done.stdout)


if __name__ == "__main__":
    unittest.main()
