"""`polhode ensemble`: rows, summaries, one body as a scenario, what is refused, threads, interruption."""

import csv
import hashlib
import json
import math
import os
import pty
import resource
import signal
import struct
import subprocess
import time
import unittest
import zipfile

from program import PROGRAM, TOP, ProgramTest

COLUMNS = ("i,t,qw,qx,qy,qz,wx,wy,wz,Lx,Ly,Lz,energy,energy_error,momentum_error,error_estimate,outcome")
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
STATE = ["qw", "qx", "qy", "qz", "wx", "wy", "wz", "Lx", "Ly", "Lz", "energy"]
FREE = """title = "Pieces"
[body]
moments = [0.6, 0.8, 1.0]
[initial]
angular_velocity = [3.0, 0.5, -0.9]
[run]
steps = 10
end = 10
[ensemble]
bodies = 50
seed = 7
[[vary]]
key = "initial.angular_velocity"
normal = { mean = [1, 2, 3], deviation = 0.1 }
[[vary]]
key = "body.moments"
uniform = [0.9, 1.0]
"""
TOPS = TOP + """
[ensemble]
bodies = 20
[[vary]]
key = "torque[1].weight"
normal = { deviation = 0.1 }
[[vary]]
key = "initial.attitude"
sphere = 1
"""


# The first digits of the SHA-256 of all rows. The same for every compiler, instruction set and number of threads (for ranks:
# test_ranks.py); a change that is meant is put down here.
STORED = {
    "free exact": "f4fcd5c918d97999",
    "free sr2": "2bd27406ac9afee8",
    "free dmv8": "bcc4a0172d142546",
    "free lie3": "2a8273706a73b822",
    "free rkmk4": "bde14c482529ee99",
    "tops rk8": "67970eb844dd8574",
    "tops rk9": "ffa62d58e18a2dc3",
    "tops strang": "ddfd2341cd535a9e",
    "tops gauss8": "4527041b9acccb67",
    "tops 1e-9": "1ad69ef278038b20",
}


def instruction_sets():
    """Those that the machine can run; POLHODE_LANES chooses one."""
    with open("/proc/cpuinfo", encoding="ascii") as file:
        flags = file.read().split()
    return ["plain"] + (["v3"] if "avx2" in flags else []) + (["v4"] if "avx512dq" in flags else [])


def rows_of(text):
    lines = [line for line in text.decode().splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines))


class Ensemble(ProgramTest):
    def rows(self, *arguments):
        self.good("ensemble", *arguments, "-q", "-o", "rows.csv")
        return rows_of(self.read("rows.csv"))

    def test_csv_has_a_row_for_each_body(self):
        done = self.good("ensemble", self.write("free.toml", FREE), "-o", "out.csv")
        self.assertIn("50, seed 7: 50 done", done.stdout)
        text = self.read("out.csv")
        self.assertIn(b"\n" + COLUMNS.encode() + b"\n", text)
        self.assertIn(b"# scenario: free.toml\n", text)
        self.assertIn(b"# seed: 7\n", text)
        rows = rows_of(text)
        self.assertEqual([row["i"] for row in rows], [str(i) for i in range(50)])
        for row in rows:
            self.assertEqual((row["t"], row["outcome"], row["error_estimate"]), ("10", "done", "nan"))
            self.assertAlmostEqual(sum(float(row[q]) ** 2 for q in STATE[:4]), 1, delta=1e-14)
            self.assertLess(float(row["energy_error"]), 1e-14)
            self.assertEqual(repr(float(row["wx"])).rstrip("0").rstrip("."), row["wx"].rstrip("0").rstrip("."))
        self.assertEqual(len({row["wx"] for row in rows}), 50)
        self.assertEqual(self.files(), ["free.toml", "out.csv"])

    def test_a_body_is_the_same_among_any_number_and_on_any_number_of_threads(self):
        self.write("free.toml", FREE)
        rows = self.rows("free.toml")
        self.assertEqual(self.rows("free.toml", "--bodies", "7", "--threads", "1"), rows[:7])
        self.assertEqual(self.rows("free.toml", "--bodies", "300", "--threads", "2")[:50], rows)
        self.assertNotEqual(self.rows("free.toml", "--seed", "8"), rows)
        self.good("ensemble", "free.toml", "-q", "-o", "a.csv", "--threads", "1")
        self.good("ensemble", "free.toml", "-q", "-o", "b.csv", "--threads", "3")
        self.assertEqual(self.read("a.csv"), self.read("b.csv"))

    def test_the_bits_are_those_of_every_compiler_and_instruction_set(self):
        self.write("free.toml", FREE), self.write("tops.toml", TOPS)
        self.addCleanup(os.environ.pop, "POLHODE_LANES", None)
        for case, stored in STORED.items():
            name, how = case.split()
            flags = {"exact": [], "1e-9": ["--accuracy", how]}.get(how, ["--method", how, "--steps", "40"])
            for lanes in instruction_sets():
                os.environ["POLHODE_LANES"] = lanes
                for threads in "1", "2":
                    self.good("ensemble", name + ".toml", "-q", "-o", "out.csv", "--bodies", "301", "--threads", threads, *flags)
                    rows = [line for line in self.read("out.csv").splitlines() if not line.startswith(b"#")]
                    self.assertEqual(hashlib.sha256(b"\n".join(rows)).hexdigest()[:16], stored, f"{case}, {lanes}, {threads} threads")

    def check_one_body(self, scenario, flags=(), bodies=(0, 13)):
        """`polhode run` of a body gives the bits that the ensemble gave it."""
        name = self.write("many.toml", scenario)
        rows = self.rows(name, *flags)
        for body in bodies:
            self.good("ensemble", name, *flags, "--body", str(body), "--as-scenario", "-o", "body.toml")
            end = json.loads(self.good("run", "body.toml", "--json").stdout)["end"]
            numbers = [*end["q"], *end["w"], *end["L"], end["energy"]]
            self.assertEqual(numbers, [float(rows[body][key]) for key in STATE], flags)

    def test_one_body_as_a_scenario_runs_to_the_same_bits(self):
        self.check_one_body(FREE)
        self.check_one_body(FREE, ["--method", "lie3", "--steps", "200"])
        self.check_one_body(FREE, ["--method", "dmv8", "--step", "0.05", "--end", "3"])
        self.check_one_body(TOPS, bodies=range(20))  # attitudes of unit length, to rounding
        self.check_one_body(FREE + '[[vary]]\nkey = "initial.attitude"\nsphere = 1\n', bodies=range(20))
        self.check_one_body(TOPS, ["--method", "cf4", "--steps", "100"])

    def test_an_integer_of_a_flag_is_that_number_or_refused(self):
        self.write("free.toml", FREE)
        largest = 2**63 - 1
        self.assertEqual(json.loads(self.good("ensemble", "free.toml", "--json", "--seed", str(largest)).stdout)["seed"], largest)
        for flag in "--seed", "--bodies", "--steps", "--body", "--checkpoint-every":
            for number in 2**63, 2**64 + 7, -2**63 - 1, 10**30:
                self.refused("ensemble", "free.toml", flag, str(number), says=f'{flag}: "{number}" must be an integer from -2^63 to 2^63 - 1')
        self.refused("ensemble", "free.toml", "--threads", str(2**32 + 1), says="from -2^31 to 2^31 - 1")
        self.refused("ensemble", "free.toml", "--seed", "-1", says="must be an integer from 0 to 2^63 - 1")
        self.refused("ensemble", "free.toml", "--seed", "1e5", says="must be an integer, in digits alone")
        self.refused("compare", "free.toml", "--steps", f"10,{2**63}", says="--steps: ")
        self.refused("run", "free.toml", "--steps", str(2**63), says="--steps: ")
        self.refused("run", "free.toml", "--checkpoint", "", "--checkpoint-every", "5", says="--checkpoint: the name is empty")
        self.refused("run", "free.toml", "--svg", "", says="--svg: the name is empty")

    def test_one_body_goes_to_standard_output(self):
        self.write("free.toml", FREE)
        text = self.good("ensemble", "free.toml", "--body", "3", "--as-scenario").stdout
        self.assertNotIn("[ensemble]", text)
        self.assertNotIn("vary", text)
        self.assertEqual(self.files(), ["free.toml"])
        self.refused("ensemble", "free.toml", "--body", "50", "--as-scenario", says="there is no body 50; the first is 0, the last 49")
        self.refused("ensemble", "free.toml", "--body", "3", says="--body I and --as-scenario go together")
        self.refused("ensemble", "free.toml", "--body", "3", "--as-scenario", "-o", "free.toml",
                     says="free.toml is the scenario itself")

    def test_tables_of_torques_are_found_from_the_new_folder(self):
        os.mkdir(self.path("sub"))
        self.write("thrust.csv", "0,0,0,1\n100,0,0,1\n")
        self.write("t.toml", TOPS.replace('kind = "heavy-top"\nweight = 1.0\narm = [0, 0, 1]',
                                          'kind = "table"\nfile = "thrust.csv"\nframe = "body"')
                   .replace("rkn6", "cf4").replace('key = "torque[1].weight"\nnormal', 'key = "body.moments"\nnormal')
                   .replace("deviation = 0.1", "deviation = 0.001"))
        self.good("ensemble", "t.toml", "--body", "3", "--as-scenario", "-o", "sub/body.toml")
        self.good("run", "sub/body.toml")

    def test_json(self):
        self.write("free.toml", FREE)
        done = json.loads(self.good("ensemble", "free.toml", "--json", "-o", "out.csv").stdout)
        self.assertEqual((done["outcome"], done["bodies"], done["seed"], done["method"], done["steps"], done["t"]),
                         ("done", 50, 7, "exact", 10, 10))
        self.assertEqual(done["outcomes"]["done"], 50)
        rows = rows_of(self.read("out.csv"))
        speeds = sorted(math.hypot(*(float(row[w]) for w in ("wx", "wy", "wz"))) for row in rows)
        quantiles = done["quantiles"]
        self.assertEqual(quantiles["levels"], [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1])
        for level, value in zip(quantiles["levels"], quantiles["speed"]):
            place = level * 49
            k = min(int(place), 48)
            self.assertAlmostEqual(value, speeds[k] + (place - k) * (speeds[k + 1] - speeds[k]), delta=1e-14)
        tilts = [math.acos(1 - 2 * (float(r["qx"]) ** 2 + float(r["qy"]) ** 2)) for r in rows]
        self.assertAlmostEqual(quantiles["tilt"][-1], max(tilts), delta=1e-12)
        worst = done["largest"]["tilt"]["body"]
        self.assertAlmostEqual(tilts[worst], max(tilts), delta=1e-12)
        self.assertIsNone(quantiles["error_estimate"])

    def test_to_an_accuracy_each_body_takes_its_own_steps(self):
        name = self.write("tops.toml", TOPS.replace('method = "rkn6"\nstep = 0.05\n', ""))
        rows = self.rows(name, "--accuracy", "1e-8")
        fine = self.rows(name, "--method", "gauss16", "--steps", "400")
        for row, true in zip(rows, fine):
            estimate = float(row["error_estimate"])
            self.assertLessEqual(estimate, 1e-8)
            chord = min(sum((float(row[q]) - sign * float(true[q])) ** 2 for q in STATE[:4]) ** 0.5 for sign in (1, -1))
            self.assertLess(2 * chord, 2 * estimate + 1e-13)
        result = json.loads(self.good("ensemble", name, "--json").stdout)  # what auto means without a step
        self.assertEqual((result["method"], result["accuracy"], result["steps"]), ("rk8", 1e-9, None))
        self.assertLessEqual(result["quantiles"]["error_estimate"][-1], 1e-9)

    def test_progress_is_shown_on_a_terminal(self):
        self.write("tops.toml", TOPS)
        master, slave = pty.openpty()
        with subprocess.Popen([PROGRAM, "ensemble", "tops.toml", "--bodies", "200000", "--steps", "1000"], cwd=self.folder,
                              stdout=subprocess.PIPE, stderr=slave) as process:
            os.close(slave)
            said = b""
            while b"left" not in said:
                said += os.read(master, 1000)
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=100)
        os.close(master)
        self.assertRegex(said.decode(), r"\[#* *\] +[0-9.]+ %, [0-9]+ s left")
        self.assertEqual(process.returncode, 130)

    def test_npz_has_the_numbers_of_the_csv(self):
        self.write("free.toml", FREE)
        rows = self.rows("free.toml")
        self.good("ensemble", "free.toml", "-q", "-o", "out.npz")
        arrays = {}
        with zipfile.ZipFile(self.path("out.npz")) as file:
            self.assertIsNone(file.testzip())
            for name in file.namelist():
                data = file.read(name)
                length = struct.unpack("<H", data[8:10])[0]
                arrays[name] = data[10:10 + length].decode(), data[10 + length:]
        self.assertIn("(50, 4)", arrays["q.npy"][0])
        for name, keys in [("q", STATE[:4]), ("w", STATE[4:7]), ("L", STATE[7:10]), ("energy", ["energy"]), ("t", ["t"])]:
            numbers = struct.unpack(f"<{50 * len(keys)}d", arrays[name + ".npy"][1])
            self.assertEqual(list(numbers), [float(row[key]) for row in rows for key in keys])
        self.assertEqual(arrays["outcome.npy"][1], bytes(50))
        self.assertEqual(struct.unpack("<50q", arrays["i.npy"][1]), tuple(range(50)))
        metadata = json.loads(arrays["metadata.npy"][1].decode("utf-32-le"))
        self.assertEqual(metadata["varies"], ["initial.angular_velocity", "body.moments"])
        self.assertEqual(metadata["outcomes"][0], "done")

    def test_page(self):
        self.write("free.toml", FREE.replace("Pieces", "Pieces <&>"))
        self.good("ensemble", "free.toml", "-q", "-o", "a.html", "--threads", "1")
        self.good("ensemble", "free.toml", "-q", "-o", "b.html", "--threads", "2")
        page = self.read("a.html").decode()
        self.assertEqual(page, self.read("b.html").decode())
        self.assertIn("<h1>Pieces &lt;&amp;&gt;</h1>", page)
        self.assertEqual(page.count("<figure>"), 7)  # five histograms, the sphere, speed against tilt
        self.assertEqual(page.count("r=\"1.3\""), 100)  # 50 points on the sphere, 50 in the plane
        self.assertIn("--body", page)
        self.assertNotIn("<script", page)
        self.assertNotRegex(page.replace("http://www.w3.org", ""), "https?:")

    def test_no_unit_of_mass_stands_beside_moments_that_are_ratios(self):
        # Free bodies whose largest moment is 1, and the same with a moment in kg m2.
        for moments, joule in (("[0.6, 0.8, 1.0]", False), ("[0.6, 0.8, 1.1]", True)):
            self.write("free.toml", FREE.replace("[0.6, 0.8, 1.0]", moments))
            said = self.good("ensemble", "free.toml", "-o", "a.html").stdout
            self.assertEqual("energy, J" in said, joule, said)
            self.assertEqual("energy (J)" in self.read("a.html").decode(), joule)
            self.good("run", "free.toml", "-q", "-o", "plots.csv", "--svg", "plots")
            svg = "".join(self.read(os.path.join("plots", name)).decode() for name in os.listdir(self.path("plots")))
            self.assertEqual("kg m" in svg, joule)

    def test_run_and_compare_take_the_one_body_of_the_scenario(self):
        self.write("free.toml", FREE)
        self.assertIn("polhode ensemble runs all 50 that vary", self.good("run", "free.toml").stdout)
        self.good("compare", "free.toml", "--methods", "lie3", "--steps", "100")
        self.refused("run", self.write("bad.toml", FREE + "deviation = 3\n"), says="bad.toml:18: vary[2].deviation")

    def test_table(self):
        lines = "".join(f"{i},{2 * i},3\n" for i in range(1, 51))
        self.write("w.csv", "wx,wy,wz\n" + lines)
        self.write("t.toml", FREE.replace("normal = { mean = [1, 2, 3], deviation = 0.1 }", 'table = "w.csv"'))
        self.good("ensemble", "t.toml", "-q", "-o", "out.csv")
        self.refused("ensemble", "t.toml", "--bodies", "51",
                     says='t.toml:13: vary[1].table: "w.csv": has 50 rows; for 51 bodies it must have 51')
        self.refused("ensemble", "t.toml", "-o", "w.csv", says="w.csv is a table of the scenario")
        text = self.good("ensemble", "t.toml", "--body", "4", "--as-scenario").stdout
        self.assertIn("[ 5.0, 10.0, 3.0 ]", text)

    def test_bad_input_is_refused(self):
        self.write("free.toml", FREE)
        for old, new, says in [
                ("bodies = 50", "bodies = 0", "free.toml:10: ensemble.bodies: 0 must be at least 1"),
                ('"initial.angular_velocity"', '"initial.angular_velocty"',
                 'free.toml:13: vary[1].key: this scenario has no key "initial.angular_velocty"; did you mean '
                 '"initial.angular_velocity"?'),
                ('"body.moments"', '"title"', 'free.toml:16: vary[2].key: "title" is not a number'),
                ("deviation = 0.1", "deviation = -0.1", "free.toml:14: vary[1].normal.deviation: -0.1 must not be negative"),
                ("[0.9, 1.0]", "[1.0, 0.9]",
                 "free.toml:17: vary[2].uniform: the lower bound 1 must not be above the upper one, 0.9"),
                ("uniform =", "sphere = 1\nuniform =", "free.toml:18: vary[2].uniform: given beside vary[2].sphere"),
                ("steps = 10", "energy_correction = true\nmethod = \"lie3\"\nsteps = 10", "run.energy_correction: is not for ensembles")]:
            self.assertIn(old, FREE)
            self.write("free.toml", FREE.replace(old, new))
            self.refused("ensemble", "free.toml", "-o", "out.csv", says=says)
        self.write("free.toml", FREE)
        self.refused("ensemble", "free.toml", "--json", "--bodies", "0", says="0 must be at least 1")
        self.refused("ensemble", "free.toml", "--threads", "-1", says="--threads: -1 must be from 1 to 4096")
        self.refused("ensemble", "free.toml", "-o", "out.h6", says="unknown ending .h6")
        self.refused("ensemble", "free.toml", "-o", "out.csv", "--bodies", str(10 ** 15), says="left on the disk")
        self.refused("ensemble", "free.toml", "--bodies", str(10 ** 15), says="free.toml:9: ensemble.bodies: 1000000000000000 bodies need 169 PB of memory")
        self.refused("ensemble", self.write("top.toml", TOP), says="top.toml: ensemble: missing: a table [ensemble]")
        self.good("ensemble", "top.toml", "--bodies", "3", "-q")

    def test_impossible_bodies_are_counted_or_drawn_again(self):
        for scenario in (FREE, TOPS.replace("torque[1].weight", "body.moments")):
            wide = scenario.replace("uniform = [0.9, 1.0]", "normal = { deviation = [0, 0, 0.5] }")
            wide = wide.replace("deviation = 0.1 }\n[[vary]]\nkey = \"initial.att", "deviation = [0, 0, 0.5] }\n[[vary]]\nkey = \"initial.att")
            self.write("wide.toml", wide)
            said = self.refused("ensemble", "wide.toml", "-o", "out.csv", says="cannot be (ensemble.reject = true").stderr
            self.assertRegex(said, r"^wide.toml:\d+: body.moments: body \d+: moments \(0.6, 0.8, .*; \d+ of \d+ bodies cannot be")
            self.write("again.toml", wide.replace("[ensemble]", "[ensemble]\nreject = true"))
            rows = self.rows("again.toml")
            self.assertEqual({row["outcome"] for row in rows}, {"done"})
        self.write("never.toml", FREE.replace("[0.9, 1.0]", "[-2, -1]").replace("seed", "reject = true\nseed"))
        self.refused("ensemble", "never.toml", says="and so in 1000 draws; 50 of 50 bodies cannot be")

    def test_bodies_that_fail_are_rows_and_exit_1(self):
        # A step of half a second is too much for those that turn fast.
        self.write("tops.toml", TOPS.replace("sphere = 1", "sphere = 1\n[[vary]]\nkey = \"initial.angular_momentum\"\nuniform = [0, 8]"))
        done = self.run_program("ensemble", "tops.toml", "--method", "lgvi", "--steps", "60", "-o", "out.csv")
        rows = rows_of(self.read("out.csv"))
        outcomes = [row["outcome"] for row in rows]
        self.assertEqual(len(rows), 20)
        self.assertEqual(set(outcomes), {"done", "not_converged"})
        self.assertEqual(done.returncode, 1, done.stderr)
        first = outcomes.index("not_converged")
        self.assertEqual(rows[first]["t"], "nan")
        self.assertIn(f"{outcomes.count('not_converged')} of 20 bodies: not_converged, the first of them body {first}", done.stderr)

    def test_standard_output(self):
        self.write("free.toml", FREE)
        out = self.good("ensemble", "free.toml", "-o", "-", "-q").stdout
        self.assertEqual(rows_of(out.encode()), self.rows("free.toml"))
        self.refused("ensemble", "free.toml", "-o", "-", "--json", says="both write to standard output")

    def test_an_old_file_stays_until_the_new_one_is_whole(self):
        self.write("out.csv", "old")
        self.write("free.toml", FREE.replace("[0.9, 1.0]", "[-2, -1]"))
        self.refused("ensemble", "free.toml", "-o", "out.csv", says="cannot be")
        self.assertEqual(self.read("out.csv"), b"old")

    def test_interrupted_it_keeps_what_is_done(self):
        self.write("tops.toml", TOPS)
        process = subprocess.Popen([PROGRAM, "ensemble", "tops.toml", "--bodies", "200000", "--steps", "2000", "-o", "out.csv"],
                                   cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=100)
        self.assertEqual(process.returncode, 130, said)
        self.assertRegex(said, r"what there is has been written to .*out\.partial\.csv")
        rows = rows_of(self.read("out.partial.csv"))
        self.assertEqual(len(rows), 200000)
        self.assertEqual(rows[-1]["outcome"], "not_run")
        missing = sum(row["outcome"] == "not_run" for row in rows)
        for row in rows:
            self.assertEqual(row["qw"] == row["Lz"] == row["energy"] == "nan", row["outcome"] == "not_run", row)
        self.assertIn(f"# outcome: interrupted: {missing} bodies were not run\n".encode(), self.read("out.partial.csv"))
        self.assertNotIn("out.csv", self.files())

    def test_checkpoint_and_resume_give_the_same_bytes(self):
        """Killed again and again, at any moment."""
        self.write("tops.toml", TOPS)
        flags = ["--bodies", "2000", "--steps", "400"]
        self.good("ensemble", "tops.toml", *flags, "-q", "-o", "whole.csv")
        command = ["ensemble", "tops.toml", *flags, "-q", "-o", "out.csv", "--checkpoint", "cp", "--checkpoint-every", "200"]
        kills = 0
        for attempt in range(40):
            process = subprocess.Popen([PROGRAM, *command], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            try:
                process.communicate(timeout=0.03 * 1.15**attempt)  # at last 7 s
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                kills += 1
            if "cp" in self.files():
                command = ["resume", "cp", "-q"]
            if process.returncode == 0:
                break
        self.assertEqual(process.returncode, 0)
        self.assertGreater(kills, 1)
        self.assertEqual(self.read("out.csv"), self.read("whole.csv"))
        self.assertEqual([name for name in self.files() if not name.endswith(".lock")], ["cp", "out.csv", "tops.toml", "whole.csv"])
        # Of one that has all, the output is written again; another number of threads, or a moved folder, changes nothing.
        os.remove(self.path("out.csv"))
        os.remove(self.path("tops.toml"))
        self.good("resume", "cp", "-q")
        self.assertEqual(self.read("out.csv"), self.read("whole.csv"))

    def test_a_full_disk_costs_no_body_of_the_checkpoint(self):
        self.write("free.toml", FREE)
        def small():
            resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
        done = self.run_program("ensemble", "free.toml", "-q", "-o", "out.csv", "--bodies", "5000", "--checkpoint", "saved",
                                "--checkpoint-every", "500", preexec_fn=small)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "cannot be written: File too large; the bodies that are done are saved: make room, "
                                      "then go on with polhode resume .*saved")
        self.good("resume", "saved", "-q")
        self.good("ensemble", "free.toml", "-q", "-o", "whole.csv", "--bodies", "5000")
        self.assertEqual(self.read("out.csv"), self.read("whole.csv"))

    def test_interrupted_with_a_checkpoint_it_can_go_on(self):
        rows = "".join(f"0,0,{i}\n" for i in range(50000))
        self.write("w.csv", rows)
        self.write("tops.toml", TOPS + '[[vary]]\nkey = "initial.angular_momentum"\ntable = "w.csv"\n')
        flags = ["--bodies", "50000", "--steps", "1000", "-o", "out.csv", "--checkpoint", "cp", "--checkpoint-every", "512"]
        process = subprocess.Popen([PROGRAM, "ensemble", "tops.toml", *flags], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        time.sleep(1)
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=100)
        self.assertEqual(process.returncode, 130, said)
        self.assertIn("to go on: polhode resume", said)
        os.remove(self.path("w.csv"))  # the checkpoint has it
        saved = os.path.getsize(self.path("cp"))
        process = subprocess.Popen([PROGRAM, "resume", "cp"], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while process.poll() is None and os.path.getsize(self.path("cp")) == saved:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=100)
        self.assertEqual(process.returncode, 130)

    def test_checkpoints_that_are_none_are_refused(self):
        self.write("free.toml", FREE)
        self.good("ensemble", "free.toml", "-q", "-o", "out.csv", "--checkpoint", "cp")
        good = self.read("cp")
        with open(self.path("cp"), "wb") as file:
            file.write(good[:40] + bytes([good[40] ^ 1]) + good[41:])
        self.refused("resume", "cp", says="the checkpoint is damaged: its checksum does not fit its content")
        with open(self.path("cp"), "wb") as file:
            file.write(good[:100])
        self.refused("resume", "cp", says="the checkpoint is damaged")
        # A body that was damaged is computed again.
        with open(self.path("cp"), "wb") as file:
            file.write(good[:-300] + bytes([good[-300] ^ 1]) + good[-299:])
        whole = self.read("out.csv")
        self.good("resume", "cp", "-q")
        self.assertEqual(self.read("out.csv"), whole)
        self.assertEqual(self.read("cp"), good)
        self.refused("ensemble", "free.toml", "--checkpoint", "free.toml", says="free.toml is the scenario itself")
        self.refused("ensemble", "free.toml", "--checkpoint", "out.csv", says="is there and is no checkpoint of polhode")
        self.refused("ensemble", "free.toml", "--checkpoint-every", "3", says="--checkpoint-every needs --checkpoint FILE")
        self.refused("ensemble", "free.toml", "-o", "-", "--checkpoint", "cp", says="standard output cannot be written again")

    def test_quantities_of_a_body_are_those_of_its_run(self):
        event = '[[event]]\nname = "over, again"\nkind = "flip"\n[[event]]\nname = "down"\nkind = "plane"\nbody_axis = [0, 0, 1]\nspace_axis = [0, 0, 1]\n'
        names = ["flips", "tilt_max", "over, again_count", "over, again_first", "down_count", "down_first"]
        for scenario, flags in ((FREE, []), (TOPS, ["--method", "cf4"]), (TOPS, ["--accuracy", "1e-8"])):
            name = self.write("many.toml", scenario.replace("[ensemble]", event + "[ensemble]"))
            rows = self.rows(name, *flags, "--bodies", "12", "--quantities", "flips,tilt_max,events,certificate")
            self.assertEqual(list(rows[0])[16:22], names)
            self.good("ensemble", name, *flags, "--body", "7", "--as-scenario", "-o", "body.toml")
            run = json.loads(self.good("run", "body.toml", *flags, "--json").stdout)
            row = {key: value if key == "outcome" else float(value) for key, value in rows[7].items()}
            end = run["end"]
            self.assertEqual([end["t"], *end["q"], *end["w"], *end["L"], end["energy"]],
                             [row[key] for key in ["t", *STATE]], flags)
            first = {}
            for one in run["events"]:
                first.setdefault(one["name"], one["t"])
            for event_name in ("over, again", "down"):
                self.assertEqual(row[event_name + "_count"], run["event_counts"][event_name])
                if event_name in first:
                    self.assertEqual(row[event_name + "_first"], first[event_name])
                else:
                    self.assertTrue(math.isnan(row[event_name + "_first"]))
            self.assertEqual(row["flips"], run["event_counts"]["over, again"])
            for entry in list(rows[0])[22:-1]:
                if run["certificate"][entry] is None:
                    self.assertTrue(math.isnan(row[entry]), entry)
                else:
                    self.assertEqual(run["certificate"][entry], row[entry], entry)
            # Fewer questions, the same answers; the events of the file are watched unless they are left out.
            if not flags:
                some = self.rows(name, "--bodies", "12", "--quantities", "flips,tilt_max")
                self.assertEqual([[row[key] for key in ["flips", "tilt_max"]] for row in some],
                                 [[row[key] for key in ["flips", "tilt_max"]] for row in rows])
                self.assertEqual(list(self.rows(name, "--bodies", "12")[0])[16:-1], names[2:])

    def test_quantities_are_in_summaries_and_in_all_files(self):
        name = self.write("many.toml", FREE.replace("seed = 7", 'seed = 7\nquantities = ["flips", "tilt_max"]'))
        said = json.loads(self.good("ensemble", name, "-o", "out.npz", "--json").stdout)
        rows = self.rows(name)
        tilts = [float(row["tilt_max"]) for row in rows]
        self.assertEqual(said["largest"]["tilt_max"], {"body": tilts.index(max(tilts)), "value": max(tilts)})
        self.assertEqual(said["smallest"]["tilt_max"], {"body": tilts.index(min(tilts)), "value": min(tilts)})
        self.assertEqual(sum(said["histograms"]["flips"]["counts"]), 50)
        self.assertEqual(said["known"]["flips"], 50)
        self.assertIn(" --as-scenario ", said["repeat"])
        self.good(*said["repeat"].split()[1:])
        self.assertIn("body.toml", self.files())
        with zipfile.ZipFile(self.path("out.npz")) as archive:
            data = archive.read("tilt_max.npy")
            self.assertEqual(list(struct.unpack("<50d", data[-400:])), tilts)
        text = self.good("ensemble", name).stdout
        self.assertIn("over the run", text)
        self.assertIn("tilt_max, rad", text)
        self.assertIn("one body polhode ensemble many.toml --body", text)
        self.good("ensemble", name, "-q", "-o", "page.html")
        page = self.read("page.html").decode()
        for part in ("Over the run", "largest tilt of the third axis (rad)", "What varies against what comes out",
                     "length of initial.angular_velocity", "sphere of their energy"):
            self.assertIn(part, page)

    def test_quantities_come_through_a_checkpoint(self):
        name = self.write("many.toml", FREE)
        flags = ["--bodies", "30", "--quantities", "tilt_max,flips"]
        self.good("ensemble", name, *flags, "-q", "-o", "whole.csv")
        self.good("ensemble", name, *flags, "-q", "-o", "out.csv", "--checkpoint", "cp", "--checkpoint-every", "10")
        part = self.read("cp")
        with open(self.path("cp"), "wb") as file:
            file.write(part[:-1000])
        os.remove(self.path("out.csv"))
        self.good("resume", "cp", "-q")
        self.assertEqual(self.read("out.csv"), self.read("whole.csv"))

    def test_an_event_may_end_the_run_of_a_body(self):
        event = '[[event]]\nname = "down"\nkind = "plane"\nbody_axis = [0, 0, 1]\nspace_axis = [0, 0, 1]\nterminal = true\n'
        name = self.write("many.toml", FREE.replace("[ensemble]", event + "[ensemble]"))
        done = self.good("ensemble", name, "-o", "out.csv")
        self.assertIn("32 done, 18 ended", done.stdout)
        for row in rows_of(self.read("out.csv")):
            ended = row["down_count"] == "1"
            self.assertEqual((row["t"], row["outcome"]), (row["down_first"], "ended") if ended else ("10", "done"))

    def test_wrong_quantities_are_refused(self):
        for given, says in (('["flip"]', 'free.toml:13: ensemble.quantities: entry 1: "flip" is none of flips, tilt_max, events, '
                                         'certificate; did you mean "flips"?'),
                            ('"flips"', "ensemble.quantities: must be a list of names in [ ], not the string"),
                            ('[3]', "ensemble.quantities: entry 1: must be a string in quotes, not the integer 3"),
                            ('["events"]', "ensemble.quantities: there are no events")):
            self.write("free.toml", FREE.replace("seed = 7", "seed = 7\n\nquantities = " + given))
            self.refused("ensemble", "free.toml", "-o", "out.csv", says=says)
        self.write("free.toml", FREE)
        self.refused("ensemble", "free.toml", "--quantities", "tilt", says='--quantities: entry 1: "tilt" is none of')

    def test_every_command_of_the_documentation_runs(self):
        with open(os.path.join(ROOT, "docs", "how-to", "ensembles.md"), encoding="utf-8") as page:
            commands = [line.split() for line in page if line.startswith("    polhode ") and "FILE" not in line]
        self.assertEqual(len(commands), 4)
        for _, verb, *arguments in commands:
            arguments = [os.path.join(ROOT, a) if a.startswith("scenarios/") else a for a in arguments]
            self.good(verb, *arguments)
        self.assertEqual(self.files(), ["debris.csv", "piece.html", "piece.toml"])
        self.assertEqual(len(rows_of(self.read("debris.csv"))), 100000)


if __name__ == "__main__":
    unittest.main()
