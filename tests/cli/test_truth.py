"""What runs say of themselves: errors that cannot be stated, steps that blow up, times too late, and that every wait can be ended."""

import json
import signal
import subprocess
import time
import unittest

from program import DRAG, PROGRAM, SLOWER, ProgramTest

# With steps of 0.2 the drag about the thin axis is stiff: explicit methods blow up within a few of them.
STIFF = """[body]
moments = [0.0016, 1, 1]
[initial]
angular_velocity = [0.4, 1.1, -0.7]
[[torque]]
kind = "drag"
coefficient = 0.05
[run]
method = "cf4"
step = 0.2
end = 14
"""
PLANE = """[[event]]
name = "level"
kind = "plane"
body_axis = [1, 0, 0]
space_axis = [1, 0, 0]
"""


class WhatRunsSay(ProgramTest):
    def test_a_method_without_order_has_no_estimate(self):
        scenario = DRAG.replace("step = 0.3", 'method = "semi-implicit-euler"\nstep = 1e-3')
        self.write("s.toml", scenario)
        done = self.run_program("run", "s.toml", "--json")
        self.assertEqual(done.returncode, 0)
        certificate = json.loads(done.stdout)["certificate"]
        self.assertIsNone(certificate["attitude_error_estimate"])
        self.assertIsNone(certificate["estimate_order"])
        self.assertEqual(certificate["verdict"], "doubtful")
        self.assertIn("does not converge", done.stdout)
        # It is off by more than a radian.
        right = json.loads(self.run_program("run", "s.toml", "--json", "--method", "rk8", "--step", "0.01").stdout)
        self.assertEqual(right["certificate"]["verdict"], "good")
        for name in ("attitude", "attitude_error_estimate", "momentum_error_estimate"):
            refused = self.run_program("run", "s.toml", "--require", f"{name}=10")
            self.assertNotEqual(refused.returncode, 0)
        self.assertIn("does not converge", refused.stderr)

    def test_an_explicit_step_solves_no_equation(self):
        self.write("s.toml", STIFF)
        for method in ("rk8", "rk9", "cf4", "quaternion-rk4", "taylor8", "lie4", "crouch-grossman4"):
            done = self.run_program("run", "s.toml", "--method", method)
            self.assertEqual(done.returncode, 1, method)
            self.assertNotIn("equation", done.stderr, method)
            self.assertIn("step", done.stderr, method)

    def test_a_step_without_a_solution_is_called_so(self):
        self.write("s.toml", STIFF)
        done = self.run_program("run", "s.toml", "--method", "lgvi", "--step", "2")
        self.assertEqual(done.returncode, 1)
        self.assertIn("the equation of the step has no solution", done.stderr)

    def test_times_that_are_too_late_are_no_jumps(self):
        self.write("s.toml", DRAG.replace("step = 0.3\nend = 20", "start = 1e300\nend = 1e301\naccuracy = 1e-6"))
        done = self.run_program("run", "s.toml")
        self.assertEqual(done.returncode, 1)
        self.assertNotIn("jump", done.stderr)
        self.assertIn("apart", done.stderr)


class WaitsThatEnd(ProgramTest):
    def test_a_step_that_blows_up_is_not_searched_for_events_for_ever(self):
        for event in (PLANE, PLANE.replace("plane", "cone") + "angle = 1\n"):
            self.write("s.toml", STIFF + event)
            begin = time.monotonic()
            done = self.run_program("run", "s.toml", "--json")
            self.assertLess(time.monotonic() - begin, 30 * SLOWER)  # measured: a second and a half; for ever without a bound
            self.assertEqual(done.returncode, 1)
            self.assertIn("step", done.stderr)
            self.assertEqual(json.loads(done.stdout)["outcome"], "not_converged")

    def ends_when_told(self, *arguments, after=1.0):
        process = subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   cwd=self.path("."))
        time.sleep(after * SLOWER)
        self.assertIsNone(process.poll(), "it ended by itself")
        begin = time.monotonic()
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=60 * SLOWER)
        self.assertLess(time.monotonic() - begin, 2 * SLOWER)
        self.assertIn("interrupted", errors)
        self.assertEqual(process.returncode, 130)

    def test_the_search_for_events_hears(self):
        # The exact motion in steps of a million turns each.
        self.write("s.toml", """[body]
moments = [1, 2, 3]
[initial]
angular_velocity = [1, 2, 3]
[run]
steps = 10
end = 1e9
""" + PLANE)
        self.ends_when_told("run", "s.toml")

    def test_the_choice_of_steps_hears(self):
        self.write("s.toml", DRAG.replace("step = 0.3\nend = 20", 'method = "lie1"\nend = 2000\naccuracy = 1e-9'))
        self.ends_when_told("run", "s.toml")
        self.write("s.toml", DRAG.replace("coefficient = 0.01", "coefficient = 1e-9").replace("step = 0.3\nend = 20", "end = 1e8\naccuracy = 1e-2"))
        self.ends_when_told("run", "s.toml")

    def test_events_of_a_body_in_units_of_its_own_end(self):
        # Bounds of the rates overflow, and the search comes down to the smallest number there is: it was a crash.
        text = ("[body]\nmoments = [1.99e-116, 1.03e-115, 8.47e-116]\n[initial]\nangular_velocity = [-4.2e84, -4.9e84, 3.5e84]\n"
                "[run]\nend = 4.5e-73\naccuracy = 1e-6\n"
                '[[event]]\nname = "a"\nkind = "plane"\nbody_axis = [1, 0, 0]\nspace_axis = [1, 0, 0]\n')
        done = self.run_program("run", self.write("small.toml", text), "--json")
        self.assertIn(done.returncode, (0, 1), done.stderr)


if __name__ == "__main__":
    unittest.main()
