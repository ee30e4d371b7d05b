"""A small attack on what the program says of its runs (tools/attack-truth): nothing is found."""

import os
import subprocess
import sys
import unittest

from program import PROGRAM, SLOWER

ATTACK = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools", "attack-truth")


class Attack(unittest.TestCase):
    def test_finds_nothing(self):
        runs = str(max(5, int(60 / SLOWER)))
        done = subprocess.run([sys.executable, ATTACK, PROGRAM, "--runs", runs], capture_output=True, text=True, check=False,
                              timeout=600)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn(" 0 found", done.stdout)


if __name__ == "__main__":
    unittest.main()
