"""Checkpoints: killed at any moment, a run goes on to the same bytes."""

import fcntl
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
                if out in self.files():  # killed when its output was whole
                    break
                run = subprocess.Popen([PROGRAM, "resume", saved, "-q"], cwd=self.folder)
                if chance.random() < 0.5:
                    time.sleep(chance.uniform(0, 0.3))
                else:
                    run.wait()
            self.assertIn(run.returncode, (0, -signal.SIGKILL))
            self.assertEqual(self.read(out), self.read("whole" + output))
            self.good("resume", saved, "-q")
        self.assertGreaterEqual(kills, 4)
        self.assertFalse([name for name in self.files() if name.endswith(".rows")])

    def test_free_body(self):
        self.kill_and_resume(self.write("free.toml", FREE), ".csv", "--steps", "1000000", "--method", "buss-abam")

    def test_top_with_memory(self):
        text = TOP.replace("rkn6", "hulbert").replace("step = 0.05", "steps = 400000\noutput_every = 7")
        self.kill_and_resume(self.write("top.toml", text), ".npz")

    def test_rows_whose_times_the_program_chooses(self):  # the keys of an animation
        self.kill_and_resume(self.write("free.toml", FREE.replace("output_every = 10\n", "")), ".glb", "--steps", "1000000", "--method", "buss-abam")

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
        self.write("top.toml", TOP.replace("[0.6, 0.8, 1.0]", "[0.8, 0.8, 1.0]"))  # symmetric: all entries that there are
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
            self.assertIsNotNone(again["certificate"]["axial_momentum_error_max"])

    def test_damaged_files(self):
        self.write("free.toml", FREE)
        self.good("run", "free.toml", "-q", "--checkpoint", "saved", "--checkpoint-every", "50")
        good = self.read("saved")
        self.refused("resume", "absent", says="absent")
        self.refused("resume", ".", says="folder")
        self.refused("resume", "free.toml", says="not a checkpoint")
        cases = {"empty": b"", "short": good[:100], "long": good + b"x", "head": good[:6],
                 "flipped": good[:200] + bytes([good[200] ^ 1]) + good[201:],
                 "format": good[:8] + bytes([9]) + good[9:], "earlier": good[:8] + bytes([2]) + good[9:]}
        for name, content in cases.items():
            with open(self.path(name), "wb") as file:
                file.write(content)
            says = {"empty": "empty", "format": "format 9", "earlier": "format 2; this program reads format", "head": "not a checkpoint"}.get(name, "damaged")
            self.refused("resume", name, says=says)
            self.refused("resume", name, "--json", says=says)

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

    def begin(self, *flags, steps=1000000000, every=1000):
        """A run with rows and a checkpoint, which is there when this returns."""
        self.write("free.toml", FREE)
        run = subprocess.Popen([PROGRAM, "run", "free.toml", "--steps", str(steps), "-q", "-o", "out.csv", "--checkpoint",
                                "saved", "--checkpoint-every", str(every), *flags], cwd=self.folder, stderr=subprocess.PIPE,
                               text=True)
        self.addCleanup(self.end, run)  # a test that fails leaves no run behind
        self.wait_for(lambda names: "saved" in names)
        return run

    def end(self, run):
        run.kill()
        run.wait()
        run.stderr.close()

    def rows_file(self):
        names = [name for name in self.files() if name.endswith(".rows")]
        self.assertEqual(len(names), 1)
        return names[0]

    def flip_a_byte(self, name, at):
        with open(self.path(name), "r+b") as file:
            file.seek(at)
            byte = file.read(1)[0]
            file.seek(at)
            file.write(bytes([byte ^ 4]))

    def test_one_at_a_time(self):
        run = self.begin()
        saved, again = self.read("saved"), ("run", "free.toml", "--checkpoint", "saved", "--checkpoint-every", "5")
        for command in (("resume", "saved"), again):
            done = self.run_program(*command)
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"saved: another polhode is at work on this checkpoint (process {run.pid})", done.stderr)
            self.assertIn("end it", done.stderr)
        self.assertIsNone(run.poll())
        # A copy of the checkpoint has the same rows.
        with open(self.path("copy"), "wb") as file:
            file.write(saved)
        done = self.run_program("resume", "copy")
        self.assertEqual(done.returncode, 2)
        self.assertIn("another polhode is at work on this file of rows", done.stderr)
        # What a killed process leaves binds nobody.
        self.end(run)
        self.assertIn(".saved.lock", self.files())
        self.good(*again, "-q")
        self.assertNotIn(".saved.lock", self.files())

    def test_of_two_resumes_one_is_refused(self):
        self.good("run", self.write("free.toml", FREE), "-q", "--steps", "300000", "-o", "whole.csv")
        for _ in range(3):
            run = self.begin(steps=300000, every=3000)
            self.end(run)
            both = [subprocess.Popen([PROGRAM, "resume", "saved", "-q"], cwd=self.folder, stderr=subprocess.DEVNULL)
                    for _ in range(2)]
            codes = sorted(process.wait() for process in both)
            self.assertIn(codes, ([0, 2], [0, 0]))  # both, where the second comes when all is done
            self.assertEqual(self.read("out.csv"), self.read("whole.csv"))
            self.assertEqual(self.files(), ["free.toml", "out.csv", "saved", "whole.csv"])
            os.remove(self.path("saved"))
            os.remove(self.path("out.csv"))

    def test_a_flipped_byte_in_the_rows_is_found_when_resumed(self):
        self.end(self.begin())
        rows = self.rows_file()
        self.flip_a_byte(rows, 50)
        self.refused("resume", "saved", says="the file of rows is damaged")
        self.flip_a_byte(rows, 50)
        run = subprocess.Popen([PROGRAM, "resume", "saved", "-q"], cwd=self.folder)
        time.sleep(0.1)
        self.assertIsNone(run.poll())
        run.kill()
        run.wait()

    def test_a_flipped_byte_in_the_rows_is_found_at_the_end(self):
        run = self.begin("--method", "imr8", steps=2000000, every=100000)  # slow: stopped long before its end
        run.send_signal(signal.SIGSTOP)
        self.flip_a_byte(self.rows_file(), 5000)
        run.send_signal(signal.SIGCONT)
        _, said = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 1)
        self.assertIn("the file of rows is damaged", said)
        self.assertNotIn("out.csv", self.files())
        self.assertFalse([name for name in self.files() if name.endswith(".part")])

    def test_a_moved_folder(self):
        os.makedirs(self.path("old/results"))
        os.makedirs(self.path("old/saves"))
        self.write("old/free.toml", FREE)
        flags = ("--steps", "2000000", "-q", "-o", "results/out.csv")
        run = subprocess.Popen([PROGRAM, "run", "free.toml", *flags, "--checkpoint", "saves/saved", "--checkpoint-every", "9999"],
                               cwd=self.path("old"))
        while not os.path.exists(self.path("old/saves/saved")):
            time.sleep(0.002)
        run.kill()
        run.wait()
        os.rename(self.path("old"), self.path("new"))
        self.good("resume", "new/saves/saved", "-q")
        self.good("run", "new/free.toml", "--steps", "2000000", "-q", "-o", "whole.csv")
        self.assertEqual(self.read("new/results/out.csv"), self.read("whole.csv"))
        self.assertEqual(os.listdir(self.path("new/saves")), ["saved"])
        self.assertFalse(os.path.exists(self.path("old")))

    def test_an_output_folder_that_is_gone(self):
        os.mkdir(self.path("results"))
        self.write("free.toml", FREE)
        run = subprocess.Popen([PROGRAM, "run", "free.toml", "--steps", "1000000000", "-q", "-o", "results/out.csv",
                                "--checkpoint", "saved", "--checkpoint-every", "1000"], cwd=self.folder)
        self.wait_for(lambda names: "saved" in names)
        run.kill()
        run.wait()
        os.rmdir(self.path("results"))
        self.refused("resume", "saved", says="results does not exist")

    def stopped_with_parts(self, wanted):
        """A run that rests with `wanted` hidden files in its folder. The moment is short: a run that was faster is begun again."""
        for _ in range(100):
            run = subprocess.Popen([PROGRAM, "run", "free.toml", "-q", "--steps", "3000000", "-o", "out.csv"], cwd=self.folder)
            self.addCleanup(run.wait)
            self.addCleanup(run.kill)
            while run.poll() is None and len(self.parts()) != wanted:
                time.sleep(0.0002)
            run.send_signal(signal.SIGSTOP)
            if run.returncode is None:
                os.waitid(os.P_PID, run.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
            if run.poll() is None and len(self.parts()) == wanted and "out.csv" not in self.files() and self.locked():
                return run
            run.kill()
            run.wait()
            for name in self.parts() + ["out.csv"]:
                if os.path.exists(self.path(name)):
                    os.remove(self.path(name))
        self.fail(f"never seen with {wanted} hidden files")

    def locked(self):
        """Whether all hidden files are marked as somebody's: one that was stopped between making and locking them is too early."""
        for name in self.parts():
            with open(self.path(name)) as file:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    return False
                except BlockingIOError:
                    pass
        return True

    def parts(self):
        return [name for name in self.files() if name.endswith(".part")]

    def test_what_killed_runs_leave_is_removed_by_the_next(self):
        self.write("free.toml", FREE)
        # While it counts steps, and while it writes its output: rows and output wait under names of their own.
        for wanted in (1, 2):
            run = self.stopped_with_parts(wanted)
            run.kill()
            run.wait()
            self.assertEqual(len(self.parts()), wanted)
            self.good("run", "free.toml", "-q", "-o", "other.csv")
            self.assertEqual(self.files(), ["free.toml", "other.csv"])
        # Those of a living process stay, even if it rests.
        run = self.stopped_with_parts(2)
        self.good("run", "free.toml", "-q", "-o", "other.csv")
        self.assertEqual(len(self.parts()), 2)
        run.send_signal(signal.SIGCONT)
        self.assertEqual(run.wait(timeout=60), 0)
        self.assertEqual(self.files(), ["free.toml", "other.csv", "out.csv"])

    def test_rows_of_a_checkpoint_that_is_replaced_are_removed(self):
        self.end(self.begin())
        rows = self.rows_file()
        self.end(self.begin_again())
        self.assertNotEqual(self.rows_file(), rows)

    def begin_again(self):
        before = self.read("saved")
        run = self.begin()
        while self.read("saved") == before:
            time.sleep(0.002)
        time.sleep(0.05)
        return run

    def test_a_table_of_torques_is_in_the_checkpoint(self):
        text = TOP.split("[[torque]]")[0] + '[[torque]]\nkind = "table"\nfile = "a.csv"\nframe = "space"\n'
        self.write("table.toml", text + "[run]\nsteps = 1000\nend = 2\n")
        self.write("a.csv", "t,x,y,z\n0,1,0,0\n1,0,2,0\n1.5,0,2,1\n3,0,0,0\n")
        self.refused("run", "table.toml", "-o", "a.csv", says="a.csv is a table of the scenario")
        self.refused("compare", "table.toml", "-o", "a.csv", says="a.csv is a table of the scenario")
        first = json.loads(self.good("run", "table.toml", "--json", "--checkpoint", "saved", "--checkpoint-every", "300").stdout)
        self.write("a.csv", "nothing of use")
        again = json.loads(self.good("resume", "saved", "--json").stdout)
        self.assertEqual(again["end"], first["end"])
        self.refused("run", "table.toml", says='"a.csv": line 1: must have four columns')
        os.remove(self.path("a.csv"))
        self.refused("run", "table.toml", says="there is no such file (a path begins in the folder of the scenario)")

    def test_what_is_no_checkpoint_is_refused_at_once(self):
        self.refused("resume", "/dev/zero", says="is not a regular file")
        with open(self.path("large"), "wb") as file:
            file.truncate(120_000_000)
        done = self.run_program("resume", "large")
        self.assertEqual(done.returncode, 2)
        self.assertIn("larger than 100 MB", done.stderr)
        refusal = json.loads(self.run_program("resume", "nothing", "--json").stdout)
        self.assertEqual(refusal["faults"], [{"file": "nothing", "line": None, "key": None,
                                              "message": "cannot be read: No such file or directory"}])


if __name__ == "__main__":
    unittest.main()
