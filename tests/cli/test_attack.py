"""A part of tools/attack-files, which `tools/check files` runs as a whole: no file is lost in silence."""

import os
import subprocess
import sys
import unittest

from program import PROGRAM

ATTACK = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools", "attack-files")


class Attack(unittest.TestCase):
    def test_every_twelfth_case(self):
        done = subprocess.run([sys.executable, ATTACK, PROGRAM, "--every", "12"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertGreater(int(done.stdout.split()[0]), 70)


if __name__ == "__main__":
    unittest.main()
