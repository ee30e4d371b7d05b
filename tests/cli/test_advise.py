"""`polhode advise`: the advice, its files, its faults."""

import json
import os
import signal
import subprocess
import unittest

from program import DRAG, FREE, PROGRAM, SLOWER, TOP, ProgramTest


class Advise(ProgramTest):
    def advice(self, *arguments):
        return json.loads(self.good("advise", *arguments, "--json").stdout)

    def test_what_is_advised_does_it(self):
        for name, text in (("top.toml", TOP), ("drag.toml", DRAG)):
            self.write(name, text)
            a = self.advice(name, "--accuracy", "1e-7")
            self.assertLessEqual(a["verified_error"], 1e-7)
            self.assertGreater(a["cpu_seconds"], 0)
            self.assertGreater(a["torque_evaluations"], 0)
            self.assertLess(a["reference_error"], 1e-8)
            flow = ("--flow", a["flow"]) if a["flow"] else ()
            run = json.loads(self.good("run", name, "--method", a["method"], *flow, "--step", repr(a["step"]), "--json").stdout)
            self.assertEqual(run["steps"], a["steps"])
            method = a["method"] + (":" + a["flow"] if a["flow"] else "")  # against another reference
            point = json.loads(self.good("compare", name, "--methods", method, "--steps", str(a["steps"]), "--json").stdout)["points"][0]
            self.assertLessEqual(point["attitude_error"], 1e-7)
            self.assertEqual(a["keeps_energy"] is None, name == "drag.toml")
            self.assertGreaterEqual(len({p["method"] for p in a["points"]}), 5)

    def test_text_says_all(self):
        text = self.good("advise", self.write("top.toml", TOP)).stdout
        for word in ("take ", "predicted", "verified", "CPU", "torque evaluations", "keeps", "runner-up", "energy", "[run]",
                     "method = ", "step = "):
            self.assertIn(word, text)
        self.assertIn("to an error of 1e-06", text)

    def test_free_body(self):
        a = self.advice(self.write("free.toml", FREE))
        self.assertEqual((a["method"], a["flow"]), ("exact", None))
        self.assertLess(a["verified_error"], 1e-12)
        self.assertIn("exact, at any time", self.good("advise", "free.toml").stdout)

    def test_budget_and_horizon(self):
        self.write("top.toml", TOP)
        found = [self.advice("top.toml", "--budget", "1ms") for _ in range(3)]
        a = min(found, key=lambda one: one["cpu_seconds"])
        self.assertLess(a["cpu_seconds"], 1.3e-3)  # one of three: times vary on a busy machine
        self.assertIsNone(a["accuracy"])
        far = self.advice("top.toml", "--horizon", "2 min", "--fewest-torques")
        self.assertEqual(far["horizon"], 120)
        self.assertEqual(far["verified_until"], 120)
        self.assertEqual(far["cost"], "torque_evaluations")

    def test_budget_below_what_the_accuracy_takes(self):
        self.write("top.toml", TOP)
        # 1e-9 takes some tens of microseconds, a step a tenth of one: true of a machine that is much faster or slower, too.
        both = self.advice("top.toml", "--budget", f"{2 * SLOWER} us", "--accuracy", "1e-9")
        self.assertFalse(both["accuracy_reached"])
        self.assertGreater(both["verified_error"], 1e-9)
        self.refused("advise", "top.toml", "--budget", "1e-12", says="it is less than one step")

    def test_counted_advice_is_the_same_twice(self):
        self.write("top.toml", TOP)
        a, b = (self.advice("top.toml", "--fewest-torques") for _ in range(2))
        for key in ("method", "flow", "step", "predicted_error", "verified_error", "torque_evaluations"):
            self.assertEqual(a[key], b[key])

    def test_pictures(self):
        self.write("top.toml", TOP)
        self.good("advise", "top.toml", "-q", "-o", "a.svg", "--fewest-torques")
        self.assertIn(b"</svg>", self.read("a.svg"))
        self.good("advise", "top.toml", "-q", "-o", "a.html", "--fewest-torques")
        self.assertIn(b"Largest errors of the attitude", self.read("a.html"))
        done = self.good("advise", "top.toml", "-q", "-o", "a.json", "--fewest-torques")
        self.assertEqual(done.stdout, "")
        self.assertEqual(json.loads(self.read("a.json"))["outcome"], "done")

    def test_faults(self):
        self.write("top.toml", TOP)
        for json_too in ((), ("--json",)):
            self.refused("advise", "top.toml", "--accuracy", "-1", *json_too, says="--accuracy: -1 must be from 1e-14 to 1")
            self.refused("advise", "top.toml", "--accuracy", "1e-14", "--horizon", "1e4", *json_too, says="cannot be had")
            self.refused("advise", "top.toml", "--accuracy", "1 s", *json_too, says="this must be an angle (rad)")
            self.refused("advise", "top.toml", "--budget", "0", *json_too, says="must be positive")
            self.refused("advise", "top.toml", "--budget", "1 m", *json_too, says="this must be a time (s)")
            self.refused("advise", "top.toml", "--horizon", "-3", *json_too, says="must be positive")
            self.refused("advise", "top.toml", "--budget", "1ms", "--fewest-torques", *json_too, says="give one of them")
            self.refused("advise", "top.toml", "-o", "a.csv", *json_too, says=".svg, .html, .json")
            self.refused("advise", "top.toml", "-o", "", *json_too, says="is empty")
            self.refused("advise", "absent.toml", *json_too, says="there is no such file")
            self.refused("advise", "top.toml", "-o", "nowhere/a.svg", *json_too, says="nowhere")
        os.symlink("top.toml", self.path("a.json"))
        self.refused("advise", "top.toml", "-o", "a.json", says="is the scenario itself")

    def test_interrupted(self):
        self.write("top.toml", TOP)
        process = subprocess.Popen([PROGRAM, "advise", "top.toml", "--horizon", "1e5", "-o", "a.svg"], cwd=self.folder,
                                   stderr=subprocess.PIPE, text=True)
        try:
            process.wait(0.5)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, errors)
        self.assertIn("interrupted", errors)
        self.assertEqual(self.files(), ["top.toml"])


if __name__ == "__main__":
    unittest.main()
