"""`polhode run`: output, certificate, requirements, failures, interruption."""

import csv
import json
import os
import pty
import resource
import select
import signal
import subprocess
import time
import unittest
import unittest.mock

from program import DRAG, FREE, PROGRAM, SLOWER, TOP, ProgramTest

AUTO_TOP = TOP.replace('method = "rkn6"\nstep = 0.05\n', "")
COLUMNS = "t,qw,qx,qy,qz,wx,wy,wz,Lx,Ly,Lz,energy"


def rows_of(text):
    lines = [line for line in text.decode().splitlines() if not line.startswith("#")]
    return [{key: float(value) for key, value in row.items()} for row in csv.DictReader(lines)]


class Run(ProgramTest):
    def test_csv(self):
        self.good("run", self.write("free.toml", FREE), "-o", "out.csv")
        text = self.read("out.csv")
        self.assertIn(COLUMNS.encode() + b"\n", text)
        rows = rows_of(text)
        self.assertEqual(len(rows), 21)
        self.assertEqual((rows[0]["t"], rows[-1]["t"]), (0.0, 2.0))
        for row in rows:
            self.assertAlmostEqual(sum(row[q] ** 2 for q in ("qw", "qx", "qy", "qz")), 1, delta=1e-14)
            for axis in ("Lx", "Ly", "Lz"):
                self.assertAlmostEqual(row[axis], rows[0][axis], delta=1e-12)
        self.assertEqual(self.files(), ["free.toml", "out.csv"])

    def test_times_are_the_numbers_one_expects(self):
        self.write("free.toml", FREE.replace("output_every = 10", ""))
        self.good("run", "free.toml", "--step", "0.1", "--end", "2 min", "-q", "-o", "out.csv")
        times = [line.split(b",")[0].decode() for line in self.read("out.csv").splitlines() if line[:1].isdigit()]
        self.assertEqual(times, [f"{i / 10:g}" for i in range(1201)])

    def test_units_on_the_command_line(self):
        self.write("free.toml", FREE)
        result = json.loads(self.good("run", "free.toml", "--json", "--step", "20 ms", "--end", "0.1 min").stdout)
        self.assertEqual((result["steps"], result["end"]["t"]), (300, 6))
        self.refused("run", "free.toml", "--step", "1 m", says='--step: "1 m" is a length (m); this must be a time (s)')

    def test_accuracy(self):
        top = self.write("top.toml", AUTO_TOP)
        result = json.loads(self.good("run", top, "--json", "--accuracy", "1e-9").stdout)
        fine = json.loads(self.good("run", top, "--json", "--method", "gauss16", "--steps", "400").stdout)
        chord = sum((a - b) ** 2 for a, b in zip(result["end"]["q"], fine["end"]["q"])) ** 0.5
        estimate = result["certificate"]["attitude_error_estimate"]
        self.assertEqual((result["method"], result["accuracy"]), ("gauss16", 1e-9))
        self.assertLess(2 * chord, 3 * estimate + 1e-13)
        self.assertLessEqual(estimate, 1e-9)
        self.assertEqual(result["certificate"]["verdict"], "good")
        # The default of auto is 1e-9, and the file has the last word on nothing that a flag says.
        self.assertEqual(json.loads(self.good("run", top, "--json").stdout), {**result, "cpu_seconds": unittest.mock.ANY})
        text = self.good("run", top, "--accuracy", "1e-6").stdout
        self.assertIn("1e-06 rad was asked for, the estimated error is", text)
        self.assertLess(result["steps"], 200)

    def test_accuracy_with_a_method_of_ones_own(self):
        top = self.write("top.toml", AUTO_TOP)
        for method in ("rkn6", "cf4"):
            result = json.loads(self.good("run", top, "--json", "--accuracy", "1e-7", "--method", method).stdout)
            self.assertEqual(result["method"], method)
            self.assertLessEqual(result["certificate"]["attitude_error_estimate"], 1e-7)
        free = self.write("free.toml", FREE)
        result = json.loads(self.good("run", free, "--json", "--accuracy", "1e-6", "--method", "sr4").stdout)
        self.assertLessEqual(result["certificate"]["attitude_error_max"], 1e-6)
        self.refused("run", top, "--accuracy", "1e-12", "--method", "semi-implicit-euler", says="cannot be had")

    def test_accuracy_that_cannot_be_had(self):
        top = self.write("top.toml", AUTO_TOP)
        self.refused("run", top, "--accuracy", "2e-15", "--end", "500", "-o", "out.csv",
                     says="run.accuracy: 2e-15 cannot be had: ")
        self.refused("run", top, "--accuracy", "1e-20", says="1e-20 is below 1e-15")
        self.refused("run", top, "--accuracy", "0", says="--accuracy: 0 must be positive")
        self.assertEqual(self.files(), ["top.toml"])
        wall = ("[body]\nmoments = [2, 3, 4.5]\n[initial]\nangular_momentum = [2, 2, 2]\n"
                "[[torque]]\nkind = \"coulomb-wall\"\n[run]\naccuracy = 1e-9\nend = 640\n")  # the estimate is 50 rad
        self.write("wall.toml", wall)
        done = self.run_program("run", "wall.toml", "-o", "lost.csv", "--json")
        self.assertEqual(done.returncode, 1, done.stderr)
        lost = json.loads(done.stdout)
        end = lost["end"]["t"]
        self.assertEqual(lost["outcome"], "accuracy lost")
        self.assertIn(f"the accuracy 1e-09 holds until t = {end:g}"[:40], done.stderr)
        self.assertIn("grows to more than a radian", done.stderr)
        self.assertLessEqual(lost["certificate"]["attitude_error_estimate"], 1e-9)
        self.assertTrue(50 < end < 640, end)
        rows = [[float(x) for x in line.split(",")] for line in self.read("lost.csv").decode().splitlines()
                if line and line[0] not in "#t"]
        self.assertEqual(rows[-1][0], end)
        self.assertLess(lost["step"], 1)
        # They are as good as they say: to t = 40 a hundred times more can be had.
        better = json.loads(self.good("run", "wall.toml", "--end", "40", "--accuracy", "1e-11", "--json").stdout)["end"]
        self.write("wall.toml", wall + "output_step = 0.5\n")
        done = self.run_program("run", "wall.toml", "-o", "lost.csv", "-q")
        self.assertEqual(done.returncode, 1, done.stderr)
        at_40 = [row for row in self.read("lost.csv").decode().splitlines() if row.startswith("40,")]
        self.assertEqual(len(at_40), 1)
        q = [float(x) for x in at_40[0].split(",")[1:5]]
        self.assertLess(min(sum((a - s * b) ** 2 for a, b in zip(q, better["q"])) for s in (1, -1)) ** 0.5, 5e-10)

    def test_accuracy_is_resumed_to_the_same_bytes(self):
        top = self.write("top.toml", AUTO_TOP)
        self.good("run", top, "-q", "-o", "whole.csv", "--end", "200")
        self.good("run", top, "-q", "-o", "parts.csv", "--end", "200", "--checkpoint", "c", "--checkpoint-every", "100")
        self.assertEqual(self.read("whole.csv"), self.read("parts.csv"))

    def test_standard_input_and_output(self):
        self.write("free.toml", FREE)
        self.good("run", "free.toml", "-q", "-o", "out.csv")
        rows = self.read("out.csv").decode()
        piped = self.good("run", "-", "-o", "-", input=FREE)
        self.assertEqual(piped.stdout, rows.replace("free.toml", "stdin"))
        self.assertIn("energy", piped.stderr)  # the certificate
        quiet = self.good("run", "free.toml", "-q", "-o", "-", "--format", "json")
        self.assertEqual(quiet.stderr, "")
        self.assertEqual(len(json.loads(quiet.stdout)["columns"]["t"]), 21)
        self.assertEqual(self.files(), ["free.toml", "out.csv"])
        self.refused("run", "-", input="title = 1", says="stdin:1: title")
        self.refused("run", "free.toml", "-o", "-", "--format", "xls", says="unknown ending .xls")
        self.refused("run", "free.toml", "-o", "out.csv", "--format", "npz", says="--format is for -o -")
        self.refused("run", "free.toml", "-o", "-", "--checkpoint", "c", "--checkpoint-every", "9", says="cannot be written again")
        both = self.run_program("run", "free.toml", "-o", "-", "--json")
        self.assertEqual(both.returncode, 2)
        self.assertIn("both write to standard output", both.stderr)

    def test_a_failed_run_leaves_its_rows_on_standard_output(self):
        failing = FREE.replace("lie3", "dmv8").replace("step = 0.01", "step = 0.5")
        done = self.run_program("run", "-", "-o", "-", input=failing)
        self.assertEqual(done.returncode, 1)
        self.assertIn("# outcome: not_converged", done.stdout)
        self.assertIn("standard output", done.stderr)

    def test_json_summary(self):
        done = self.good("run", self.write("free.toml", FREE), "--json")
        result = json.loads(done.stdout)
        self.assertEqual(done.stdout.count("\n"), 1)
        self.assertEqual((result["outcome"], result["method"], result["steps"]), ("done", "lie3", 200))
        self.assertEqual(result["end"]["t"], 2.0)
        for key, size in (("q", 4), ("w", 3), ("L", 3)):
            self.assertEqual(len(result["end"][key]), size)
        for key in ("energy_error_max", "momentum_error_max", "casimir_error_max", "attitude_norm_error_max",
                    "vertical_momentum_error_max", "momentum_direction_error_max", "attitude_error_max"):
            self.assertIsInstance(result["certificate"][key], float, key)
        self.assertGreater(result["certificate"]["attitude_error_max"], 1e-8)
        self.assertEqual(self.files(), ["free.toml"])

    def test_certificate_of_a_top(self):
        result = json.loads(self.good("run", self.write("top.toml", TOP), "--json").stdout)
        self.assertEqual((result["method"], result["flow"]), ("rkn6", "weierstrass"))
        self.assertEqual(result["torque_evaluations"], 200 * 11 + 1)
        self.assertLess(result["certificate"]["energy_error_max"], 1e-11)
        self.assertIsNone(result["certificate"]["momentum_error_max"])
        self.assertIsNone(result["certificate"]["attitude_error_max"])

    def test_momentum_about_the_axis_of_a_symmetric_top(self):
        symmetric = self.write("symmetric.toml", TOP.replace("[0.6, 0.8, 1.0]", "[0.8, 0.8, 1.0]"))
        name = "axial_momentum_error_max"
        certificate = json.loads(self.good("run", symmetric, "--json").stdout)["certificate"]
        self.assertLess(certificate[name], 1e-13)
        self.assertIn("  axial momentum ", self.good("run", symmetric).stdout)
        self.good("run", symmetric, "-q", "--require", "axial_momentum=1e-13")
        done = self.run_program("run", symmetric, "-q", "--method", "simo-wong", "--require", "axial_momentum=1e-13")
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"required {name} <= 1e-13, but it is", done.stderr)
        top = self.write("top.toml", TOP)
        self.assertIsNone(json.loads(self.good("run", top, "--json").stdout)["certificate"][name])
        self.refused("run", top, "--require", "axial_momentum=1", says="not conserved in this scenario")

    def test_flags_go_before_the_file(self):
        self.write("free.toml", FREE)
        result = json.loads(self.good("run", "free.toml", "--json", "--method", "dmv8", "--steps", "50", "--end", "1").stdout)
        self.assertEqual((result["method"], result["steps"], result["end"]["t"]), ("dmv8", 50, 1.0))
        self.write("top.toml", TOP)
        result = json.loads(self.good("run", "top.toml", "--json", "--method", "strang", "--flow", "sr2", "--step", "0.3").stdout)
        self.assertEqual((result["flow"], result["steps"]), ("sr2", 34))

    def test_quiet_prints_nothing(self):
        done = self.good("run", self.write("free.toml", FREE), "-q")
        self.assertEqual(done.stdout + done.stderr, "")

    def test_a_worthless_result_is_warned_of(self):
        self.write("free.toml", FREE)
        self.assertIn("warning: the attitude is off", self.good("run", "free.toml", "--method", "lie1").stderr)
        self.assertIn("warning: the energy is off", self.good("run", "free.toml", "--end", "60", "--steps", "100").stderr)
        self.assertEqual(self.good("run", "free.toml").stderr, "")

    def test_a_step_too_large_under_a_torque_is_warned_of(self):
        self.write("drag.toml", DRAG)
        done = self.good("run", "drag.toml", "--json")
        certificate = json.loads(done.stdout)["certificate"]
        self.assertEqual(certificate["verdict"], "bad")
        self.assertGreater(certificate["attitude_error_estimate"], 1)
        self.assertEqual(done.stderr, "".join(f"polhode: warning: {text}\n" for text in certificate["warnings"]))
        self.assertIn("the step of 0.3 s is too large for cf4, the body turns by up to 2.8 rad in it; try ", done.stderr)
        self.assertIn("verdict  bad: attitude_error_estimate is ", self.good("run", "drag.toml").stdout)
        fine = self.good("run", "drag.toml", "--step", "0.001")
        self.assertIn("verdict  good", fine.stdout)
        self.assertEqual(fine.stderr, "")

    def test_the_estimate_can_be_required_and_switched_off(self):
        self.write("top.toml", TOP)
        self.good("run", "top.toml", "-q", "--require", "attitude_error_estimate=1e-6,momentum_error_estimate=1e-6")
        done = self.run_program("run", "top.toml", "-q", "--require", "attitude_error_estimate=1e-15")
        self.assertEqual(done.returncode, 1)
        self.assertIn("required attitude_error_estimate <= 1e-15, but it is", done.stderr)
        off = json.loads(self.good("run", "top.toml", "--json", "--no-estimate").stdout)
        self.assertIsNone(off["certificate"]["attitude_error_estimate"])
        self.assertEqual(off["certificate"]["verdict"], "doubtful")
        on = json.loads(self.good("run", "top.toml", "--json").stdout)
        self.assertEqual((on["end"], on["torque_evaluations"]), (off["end"], off["torque_evaluations"]))
        required = ("--require", "attitude_error_estimate=1")
        self.refused("run", "top.toml", "--no-estimate", *required, says="--no-estimate switches it off")
        self.refused("run", "top.toml", "--steps", "1", *required, says="take a smaller step")
        self.refused("run", self.write("free.toml", FREE), *required, says="the error of a free body is known")

    def test_the_same_bytes_again(self):
        self.write("top.toml", TOP)
        for ending in ("csv", "npz", "json"):
            self.good("run", "top.toml", "-q", "-o", "a." + ending)
            self.good("run", "top.toml", "-q", "-o", "b." + ending)
            self.assertEqual(self.read("a." + ending), self.read("b." + ending), ending)

    def test_require(self):
        self.write("free.toml", FREE)
        self.good("run", "free.toml", "-q", "--require", "momentum=1e-12,casimir_error_max=1e-12")
        done = self.run_program("run", "free.toml", "-q", "--require", "energy=1e-15")
        self.assertEqual(done.returncode, 1)
        self.assertIn("required energy_error_max <= 1e-15, but it is", done.stderr)
        self.refused("run", "free.toml", "--require", "enrgy=1", says="there is no property \"enrgy\"")
        self.refused("run", "free.toml", "--require", "energy", says="energy=1e-10")
        self.refused("run", "free.toml", "--require", "energy=-1", says="not negative")
        self.refused("run", self.write("top.toml", TOP), "--require", "momentum=1", says="not conserved")

    def test_an_input_is_never_lost_whatever_links_lead_to_it(self):
        self.write("free.toml", FREE)
        os.mkdir(self.path("folder"))
        os.symlink(self.path("folder"), self.path("link"))
        self.write("folder/inside.toml", FREE)
        os.symlink("free.toml", self.path("free.csv"))
        os.link(self.path("free.toml"), self.path("hard.csv"))
        before = self.read("free.toml")
        for output in ("free.csv", "hard.csv"):
            done = self.run_program("run", "free.toml", "-o", output)
            self.assertEqual(done.returncode, 2, output)
            self.assertIn("is the scenario itself", done.stderr)
        done = self.run_program("run", "folder/inside.toml", "--checkpoint", "link/inside.toml", "--checkpoint-every", "5")
        self.assertEqual(done.returncode, 2)
        self.assertIn("is the scenario itself", done.stderr)
        done = self.run_program("run", "free.toml", "-o", "link/new.csv", "--checkpoint", "folder/new.csv",
                                "--checkpoint-every", "5")
        self.assertEqual(done.returncode, 2)
        self.assertIn("name the same file", done.stderr)
        done = self.run_program("compare", "free.toml", "--methods", "lie3", "--steps", "10", "-o", "free.csv")
        self.assertEqual(done.returncode, 2)
        self.assertIn("is the scenario itself", done.stderr)
        self.assertEqual(self.read("free.toml"), before)
        self.assertEqual(self.read("folder/inside.toml"), before)

    def test_partial_files_are_numbered(self):
        self.write("fail.toml", FREE.replace("lie3", "dmv8"))
        self.write("out.partial.csv", "of an earlier run\n")
        done = self.run_program("run", "fail.toml", "--step", "0.9", "-o", "out.csv")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(self.read("out.partial.csv"), b"of an earlier run\n")
        self.assertIn(b"not_converged", self.read("out.partial-2.csv"))
        self.assertIn("out.partial-2.csv", done.stderr)

    def test_output_that_cannot_be_written_is_a_failure(self):
        self.write("free.toml", FREE)
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([PROGRAM, "run", self.path("free.toml"), "--json"], stdout=full,
                                  stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("the output cannot be written", done.stderr)
        self.refused("run", "free.toml", "-o", "", says="-o: the name is empty")

    def test_an_existing_file_survives_a_failed_run(self):
        self.write("fail.toml", FREE.replace("lie3", "dmv8"))
        self.write("out.csv", "precious\n")
        done = self.run_program("run", "fail.toml", "--step", "0.9", "-o", "out.csv")
        self.assertEqual(done.returncode, 1)
        self.assertIn("not_converged", done.stderr)
        self.assertIn("step 1", done.stderr)
        self.assertIn("smaller step", done.stderr)
        self.assertEqual(self.read("out.csv"), b"precious\n")
        partial = self.read("out.partial.csv")
        self.assertIn(b"not_converged", partial)
        self.assertEqual(len(rows_of(partial)), 1)
        self.assertEqual(self.files(), ["fail.toml", "out.csv", "out.partial.csv"])
        result = json.loads(self.run_program("run", "fail.toml", "--step", "0.9", "--json").stdout)
        self.assertEqual(result["outcome"], "not_converged")

    def test_outputs_that_cannot_be(self):
        self.write("free.toml", FREE)
        self.refused("run", "free.toml", "-o", "out.xls", says=".csv, .npz, .json, .html")
        self.refused("run", "free.toml", "-o", "missing/out.csv", says="missing")
        self.refused("run", "free.toml", "-o", ".", says="folder")
        self.refused("run", "free.toml", "--checkpoint", "c.bin", says="--checkpoint-every")
        self.refused("run", "free.toml", "--checkpoint-every", "5", says="--checkpoint FILE")
        self.refused("run", "free.toml", "--checkpoint", "free.toml", "--checkpoint-every", "5", says="scenario itself")
        self.refused("run", "absent.toml", says="absent.toml")
        self.refused("run", "free.toml", "--step", "ten", says="--step")
        self.refused("run", "free.toml", "--step", "0.1", "--steps", "5", says="--step")
        self.refused("run", "free.toml", "--method", "lie33", says="did you mean")

    def test_all_faults_at_once(self):
        bad = FREE.replace("moments", "momnts").replace("step = 0.01", "step = -1").replace("lie3", "lie9")
        done = self.refused("run", self.write("bad.toml", bad), "-o", "out.xls", says="bad.toml:3: body.momnts")
        for part in ("bad.toml:8: run.step", "bad.toml:7: run.method", "out.xls"):
            self.assertIn(part, done.stderr.replace("run.step", "run.step"))

    def test_a_full_disk(self):
        self.write("free.toml", FREE)
        self.write("out.csv", "precious\n")

        def small_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))

        run = ("run", "free.toml", "--steps", "100000", "-o", "out.csv", "-q")
        done = self.run_program(*run, preexec_fn=small_files)
        self.assertEqual(done.returncode, 1)
        self.assertIn("out.csv", done.stderr)
        self.assertIn("--checkpoint FILE", done.stderr)
        self.assertEqual(self.read("out.csv"), b"precious\n")
        self.assertEqual(self.files(), ["free.toml", "out.csv"])
        # With a checkpoint nothing is lost.
        done = self.run_program(*run, "--json", "--checkpoint", "saved", "--checkpoint-every", "1000", preexec_fn=small_files)
        self.assertEqual(done.returncode, 1)
        self.assertIn("go on with polhode resume " + os.path.realpath(self.path("saved")), done.stderr)
        self.assertEqual(json.loads(done.stdout)["outcome"], "not_written")
        self.assertEqual(self.run_program("resume", "saved", preexec_fn=small_files).returncode, 1)
        self.assertEqual(self.read("out.csv"), b"precious\n")
        self.good("resume", "saved", "-q")
        self.good(*run[:4], "-o", "whole.csv", "-q")
        self.assertEqual(self.read("out.csv"), self.read("whole.csv"))
        self.assertEqual(self.files(), ["free.toml", "out.csv", "saved", "whole.csv"])

    def test_faults_as_json(self):
        bad = FREE.replace("moments", "momnts").replace("lie3", "lie9")
        done = self.run_program("run", self.write("bad.toml", bad), "-o", "out.xls", "--json")
        self.assertEqual(done.returncode, 2)
        refusal = json.loads(done.stdout)
        self.assertEqual(refusal["outcome"], "refused")
        self.assertEqual([(fault["file"], fault["line"], fault["key"]) for fault in refusal["faults"]],
                         [("bad.toml", 2, "body"), ("bad.toml", 3, "body.momnts"), ("bad.toml", 7, "run.method"),
                          (None, None, "-o")])
        self.assertIn("out.xls", refusal["faults"][-1]["message"])
        for fault in refusal["faults"]:
            self.assertIn(fault["message"], done.stderr)
        self.write("free.toml", FREE)
        self.refused("run", "free.toml", "--json", "--step", "ten", says="--step")
        self.refused("run", "free.toml", "--json", "--require", "enrgy=1", says="enrgy")
        self.refused("run", self.write("top.toml", TOP), "--json", "--require", "momentum=1", says="not conserved")
        self.refused("rn", "--json", says="there is no command")

    def test_a_checkpoint_replaces_nothing_but_checkpoints(self):
        self.write("free.toml", FREE)
        flags = ("--checkpoint", "notes.txt", "--checkpoint-every", "5")
        self.write("notes.txt", "precious\n")
        self.refused("run", "free.toml", *flags, says="notes.txt is there and is no checkpoint")
        self.write("notes.txt", "")
        self.good("run", "free.toml", "-q", *flags)
        self.good("run", "free.toml", "-q", *flags)

    def test_interrupted(self):
        self.write("free.toml", FREE)
        run = subprocess.Popen([PROGRAM, "run", "free.toml", "--steps", "2000000000", "-o", "out.csv", "--end", "1000"],
                               cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(0.7)
        run.send_signal(signal.SIGINT)
        _, err = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 130)
        self.assertIn("interrupted after step", err)
        self.assertEqual(self.files(), ["free.toml", "out.partial.csv"])
        rows = rows_of(self.read("out.partial.csv"))
        self.assertGreater(len(rows), 1000)
        self.assertIn(b"interrupted", self.read("out.partial.csv"))

    def test_progress_on_a_terminal(self):
        self.write("free.toml", FREE)
        master, slave = pty.openpty()
        run = subprocess.Popen([PROGRAM, "run", "free.toml", "--steps", "2000000000"], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=slave)
        os.close(slave)
        self.addCleanup(os.close, master)
        self.addCleanup(run.wait)
        self.addCleanup(run.kill)
        text, until = "", time.monotonic() + 60
        while " left" not in text and time.monotonic() < until:
            if select.select([master], [], [], 1)[0]:
                text += os.read(master, 100000).decode()
        self.assertRegex(text, r"[0-9]+ ?%")
        self.assertRegex(text, r"[0-9] s left")

    def test_start_up_and_memory(self):
        self.write("free.toml", FREE)
        self.good("run", "free.toml", "-q")  # into the cache
        best = min(self.cpu_seconds_of("run", "free.toml", "-q") for _ in range(10))
        self.assertLess(best, 0.02 * SLOWER)  # 0.010 s measured on a busy machine
        if SLOWER > 1:
            return  # a sanitizer has a memory of its own

        def peak(steps):
            script = f"ulimit -v 4000000; /usr/bin/env python3 -c \"import resource,subprocess; " \
                     f"subprocess.run(['{PROGRAM}','run','free.toml','-q','--steps','{steps}']," \
                     f"check=True); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\""
            return int(subprocess.run(["bash", "-c", script], cwd=self.folder, capture_output=True, text=True,
                                      check=True).stdout)
        self.assertLess(peak(5000000), peak(100) + 2000)  # kB; the same to a few hundred

    def cpu_seconds_of(self, *arguments):
        """What it takes of a processor: on a busy machine it waits for one as long."""
        def used():
            children = resource.getrusage(resource.RUSAGE_CHILDREN)
            return children.ru_utime + children.ru_stime
        start = used()
        self.good(*arguments)
        return used() - start

    def test_svg_pictures(self):
        self.good("run", self.write("free.toml", FREE), "-q", "--svg", "pictures")
        names = os.listdir(self.path("pictures"))
        self.assertIn("angular_velocity.svg", names)
        self.assertTrue(all(name.endswith(".svg") for name in names), names)
        os.environ["PATH"], path = "/nowhere", os.environ["PATH"]
        try:
            done = self.run_program("run", "free.toml", "-q", "--svg", "other")
        finally:
            os.environ["PATH"] = path
        self.assertEqual(done.returncode, 2)
        self.assertIn("gnuplot", done.stderr)
        self.assertFalse(os.path.exists(self.path("other")))


if __name__ == "__main__":
    unittest.main()
