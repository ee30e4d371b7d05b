"""program.py -- what the whole-program tests share: run the program, look at what it says and leaves behind

The program is named by the environment variable POLHODE. Each test has a folder of its own.
"""

import json
import os
import subprocess
import tempfile
import time
import unittest

PROGRAM = os.environ["POLHODE"]
# How many times slower than the release a program may be (sanitizers, coverage: tools/check).
SLOWER = float(os.environ.get("POLHODE_SLOWER", "1"))
# The program that makes the papers again is a long build; where it is left out, that is said.
WITHOUT_REPRODUCE = os.environ.get("POLHODE_WITHOUT") == "reproduce"

FREE = """title = "Wing nut"
[body]
moments = [0.30, 0.35, 0.62]
[initial]
angular_velocity = [0.0125, 12.566, 0.0125]
[run]
method = "lie3"
step = 0.01
end = 2
output_every = 10
"""
TOP = """title = "Top"
[body]
moments = [0.6, 0.8, 1.0]
[initial]
angular_momentum = [1.8, 0.4, -0.9]
[[torque]]
kind = "heavy-top"
weight = 1.0
arm = [0, 0, 1]
[run]
method = "rkn6"
step = 0.05
end = 10
"""
DRAG = """title = "Stirred"
[body]
moments = [1, 2, 3]
[initial]
angular_velocity = [2, 8, 3]
[[torque]]
kind = "drag"
coefficient = 0.01
[run]
step = 0.3
end = 20
"""


class ProgramTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return name

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def files(self):
        """All but folders, the hidden ones too."""
        return sorted(name for name in os.listdir(self.folder) if not os.path.isdir(self.path(name)))

    def wait_for(self, found):
        """Until `found`, a function of the names of all files, is true."""
        for _ in range(5000):
            if found(self.files()):
                return
            time.sleep(0.002)
        self.fail(f"waited in vain, there are {self.files()}")

    def run_program(self, *arguments, **options):
        return subprocess.run([PROGRAM, *arguments], cwd=self.folder, capture_output=True, text=True, check=False,
                              timeout=100, **options)

    def good(self, *arguments, **options):
        done = self.run_program(*arguments, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def refused(self, *arguments, says, **options):
        """Exit 2, the message, nothing on stdout (with --json: the message there, too), no file made or changed."""
        def content():  # a lock that a killed process has left may go
            return {name: os.readlink(self.path(name)) if os.path.islink(self.path(name)) else self.read(name)
                    for name in self.files() if not name.endswith(".lock")}

        before = content()
        done = self.run_program(*arguments, **options)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertIn(says, done.stderr)
        if "--json" in arguments:
            refusal = json.loads(done.stdout)
            self.assertEqual(refusal["outcome"], "refused")
            self.assertTrue(any(says in f"{fault['key']}: {fault['message']}" for fault in refusal["faults"]), done.stdout)
        else:
            self.assertEqual(done.stdout, "")
        self.assertEqual(content(), before)
        return done
