"""Checkpoints: killed at any moment, a run goes on to the same bytes."""

import json
import os
import random
import signal
import subprocess
import time
import unittest

from program import FREE, PROGRAM, TOP, ProgramTest


class Resume(ProgramTest):
    def kill_and_resume(self, scenario, output, *flags):
        self.good("run", scenario, "-q", "-o", "whole" + output, *flags)
        chance = random.Random(1)
        kills = 0
        for attempt in range(20):
            if kills >= 4 and attempt >= 3:
                break
            # New names each time: nothing of an earlier attempt is there.
            out, saved = f"out{attempt}{output}", f"saved{attempt}"
            run = subprocess.Popen([PROGRAM, "run", scenario, "-q", "-o", out, "--checkpoint", saved,
                                    "--checkpoint-every", "9973", *flags], cwd=self.folder)
            while run.poll() is None and saved not in self.files():
                time.sleep(0.002)
            time.sleep(chance.uniform(0, 0.1))
            while run.poll() is None:
                kills += 1
                run.send_signal(signal.SIGKILL)
                run.wait()
                self.assertNotIn(out, self.files())
                run = subprocess.Popen([PROGRAM, "resume", saved, "-q"], cwd=self.folder)
                if chance.random() < 0.5:
                    time.sleep(chance.uniform(0, 0.3))
                else:
                    run.wait()
            self.assertEqual(run.returncode, 0)
            self.assertEqual(self.read(out), self.read("whole" + output))
        self.assertGreaterEqual(kills, 4)
        self.assertFalse([name for name in self.files() if name.endswith(".rows")])

    def test_free_body(self):
        self.kill_and_resume(self.write("free.toml", FREE), ".csv", "--steps", "1000000", "--method", "buss-abam")

    def test_top_with_memory(self):
        text = TOP.replace("rkn6", "hulbert").replace("step = 0.05", "steps = 400000\noutput_every = 7")
        self.kill_and_resume(self.write("top.toml", text), ".npz")

    def test_the_certificate_goes_on_too(self):
        self.write("free.toml", FREE)
        whole = json.loads(self.good("run", "free.toml", "--json", "--steps", "1000").stdout)
        run = subprocess.Popen([PROGRAM, "run", "free.toml", "--steps", "1000000000", "-q", "--checkpoint", "saved",
                                "--checkpoint-every", "100"], cwd=self.folder, stderr=subprocess.PIPE, text=True)
        while "saved" not in self.files():
            time.sleep(0.01)
        run.send_signal(signal.SIGINT)
        _, err = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 130)
        self.assertIn("polhode resume", err)
        self.good("run", "free.toml", "-q", "--steps", "1000", "--checkpoint", "saved", "--checkpoint-every", "300")
        again = json.loads(self.good("resume", "saved", "--json").stdout)
        self.assertEqual(again["certificate"], whole["certificate"])
        self.assertEqual(again["end"], whole["end"])

    def test_the_estimate_goes_on_too(self):
        self.write("top.toml", TOP)
        for method, flags in (("rkn6", ()), ("hulbert", ()), ("rkn6", ("--no-estimate",))):  # hulbert carries a memory
            arguments = ("--method", method, "--steps", "100003", *flags)
            whole = json.loads(self.good("run", "top.toml", "--json", *arguments).stdout)
            saved = f"saved-{method}{len(flags)}"
            run = subprocess.Popen([PROGRAM, "run", "top.toml", "-q", *arguments, "--checkpoint", saved,
                                    "--checkpoint-every", "9973"], cwd=self.folder)
            while saved not in self.files():
                time.sleep(0.002)
            run.kill()
            run.wait()
            again = json.loads(self.good("resume", saved, "--json").stdout)
            self.assertEqual(again["certificate"], whole["certificate"])
            self.assertEqual(again["certificate"]["attitude_error_estimate"] is None, bool(flags))

    def test_damaged_files(self):
        self.write("free.toml", FREE)
        self.good("run", "free.toml", "-q", "--checkpoint", "saved", "--checkpoint-every", "50")
        good = self.read("saved")
        self.refused("resume", "absent", says="absent")
        self.refused("resume", ".", says="folder")
        self.refused("resume", "free.toml", says="not a checkpoint")
        cases = {"empty": b"", "short": good[:100], "long": good + b"x", "head": good[:6],
                 "flipped": good[:200] + bytes([good[200] ^ 1]) + good[201:],
                 "format": good[:8] + bytes([9]) + good[9:]}
        for name, content in cases.items():
            with open(self.path(name), "wb") as file:
                file.write(content)
            says = {"empty": "empty", "format": "format 9", "head": "not a checkpoint"}.get(name, "damaged")
            self.refused("resume", name, says=says)

    def test_rows_that_are_gone(self):
        self.write("free.toml", FREE)
        run = subprocess.Popen([PROGRAM, "run", "free.toml", "--steps", "1000000000", "-q", "-o", "out.csv", "--checkpoint",
                                "saved", "--checkpoint-every", "1000"], cwd=self.folder)
        while "saved" not in self.files():
            time.sleep(0.01)
        run.kill()
        run.wait()
        rows = [name for name in self.files() if name.endswith(".rows")]
        self.assertEqual(len(rows), 1)
        os.remove(self.path(rows[0]))
        self.refused("resume", "saved", says=rows[0])


    def test_what_is_no_checkpoint_is_refused_at_once(self):
        self.refused("resume", "/dev/zero", says="is not a regular file")
        with open(self.path("large"), "wb") as file:
            file.truncate(20_000_000)
        done = self.run_program("resume", "large")
        self.assertEqual(done.returncode, 2)
        self.assertIn("larger than 16 MB", done.stderr)


if __name__ == "__main__":
    unittest.main()
