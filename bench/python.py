#!/usr/bin/env python3
"""python.py [BUILD] -- cost of the Python package, as a table: what, what is asked, what was measured

Run by the Python of BUILD/venv (`make python`; the C++ beside it: target bench_python). Ratios are of times in one process,
taken in turns, the best of several each.
"""

import ctypes
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
from scipy.integrate import solve_ivp

import polhode

build = Path(sys.argv[1] if len(sys.argv) > 1 else "build")
cpp = ctypes.CDLL(str((build / "bench" / "from_python.so").resolve()))
MOMENTS, SPIN = np.array([1.0, 2.0, 3.0]), np.array([0.5, 1.0, 1.5])  # problem T
BODY, START = polhode.Body(moments=MOMENTS), polhode.State(angular_velocity=SPIN)
TOP = polhode.torques.heavy_top(weight=1, arm=[0, 0, 1])


def best(*works, turns=7):
    """The least time of each, s, taken in turns."""
    least = [np.inf] * len(works)
    for _ in range(turns):
        for k, work in enumerate(works):
            begin = time.perf_counter()
            work()
            least[k] = min(least[k], time.perf_counter() - begin)
    return least


def pointer(a):
    return a.ctypes.data_as(ctypes.POINTER(ctypes.c_double))


def row(what, asked, measured):
    print(f"| {what} | {asked} | {measured} |", flush=True)


def free_motion():
    t = np.linspace(0, 1000, 1_000_000)
    def there():
        # New arrays, as Python makes them: their pages cost as much as the motion.
        q, w = np.empty((len(t), 4)), np.empty((len(t), 3))
        cpp.cpp_free(pointer(MOMENTS), pointer(SPIN), pointer(t), ctypes.c_long(len(t)), pointer(q), pointer(w))

    one, many, cxx = best(
        lambda: polhode.free(BODY, START, t, threads=1), lambda: polhode.free(BODY, START, t), there, turns=25
    )
    row("`free`, 10^6 times, against C++", "at most 1.3 x", f"{one / cxx:.2f} x ({one * 1e3:.0f} ms; on all cores {many * 1e3:.0f} ms)")


def built_in_torque():
    for name, how, step, accuracy in [
        ("rkn6, 100 steps", {"method": "rkn6", "step": 0.01}, 0.01, 0.0),
        ("rkn6, 10^5 steps", {"method": "rkn6", "step": 0.001}, 0.001, 0.0),
        ("accuracy 1e-9", {"accuracy": 1e-9}, 0.0, 1e-9),
    ]:
        end = 1.0 if "100 steps" in name else 100.0
        arguments = (ctypes.c_double(end), b"auto" if accuracy else b"rkn6", ctypes.c_double(step), ctypes.c_double(accuracy))

        def there(arguments=arguments):
            cpp.cpp_solve(pointer(MOMENTS), pointer(SPIN), *arguments)

        def here(how=how, end=end):
            polhode.solve(BODY, (0, end), START, TOP, **how)

        python, cxx = best(here, there, turns=40 if end == 1 or accuracy else 7)
        row(
            f"`solve` with a built-in torque, {name}, less 1.1 x C++",
            "at most 20 us",
            f"{(python - 1.1 * cxx) * 1e6:.0f} us (Python {python * 1e6:.0f} us, C++ {cxx * 1e6:.0f} us)",
        )


def functions():
    given = np.array([0.0, 0.0, 0.1])
    eight = np.zeros((8, 3)) + given
    constant = polhode.torques.constant(vector=given, frame="body")
    q, w = np.zeros(4), np.zeros(3)

    def f(t, q, w):
        return given

    def many(t, q, w):
        return eight[: len(t)]

    how = {"method": "cf4", "step": 0.001}
    calls = polhode.solve(BODY, (0, 10), START, f, **how).nfev

    def direct():
        for _ in range(calls):
            f(0.5, q, w)

    python, compiled, alone = best(
        lambda: polhode.solve(BODY, (0, 10), START, f, **how),
        lambda: polhode.solve(BODY, (0, 10), START, constant, **how),
        direct,
        turns=30,
    )
    row(
        "a Python function f(t, q, w), per call, beyond the call itself",
        "below 1 us",
        f"{(python - compiled - alone) / calls * 1e6:.2f} us",
    )

    bodies = polhode.State(angular_velocity=np.tile(SPIN, (64, 1)))

    def ensemble(torque, vectorized):
        return polhode.Ensemble(BODY, (0, 2), bodies, torque, method="rk8", step=0.01, vectorized=vectorized).run(threads=1)

    seen = []

    def counts(t, q, w):
        seen.append(len(t))
        return eight[: len(t)]

    ensemble(counts, True)
    states, calls, together = sum(seen), len(seen), max(seen)
    t, q, w = np.zeros(together), np.zeros((together, 4)), np.zeros((together, 3))

    def direct_many():
        for _ in range(calls):
            many(t, q, w)

    python, compiled, alone = best(lambda: ensemble(many, True), lambda: ensemble(constant, False), direct_many, turns=30)
    row(
        f"the same for many states at once ({together} in a call), per state",
        "below 0.1 us",
        f"{(python - compiled - alone) / states * 1e6:.3f} us",
    )


def against_scipy():
    end = 100.0
    I1, I2, I3 = MOMENTS

    def f(t, y):
        # Plain numbers: for seven of them faster than arrays.
        w, x, y_, z, a, b, c = y.tolist()
        return (
            -0.5 * (x * a + y_ * b + z * c),
            0.5 * (w * a + y_ * c - z * b),
            0.5 * (w * b + z * a - x * c),
            0.5 * (w * c + x * b - y_ * a),
            ((I2 - I3) * b * c + 2 * (y_ * z + w * x)) / I1,
            ((I3 - I1) * c * a - 2 * (x * z - w * y_)) / I2,
            (I1 - I2) * a * b / I3,
        )

    right = polhode.solve(BODY, (0, end), START, TOP, accuracy=1e-12).q[-1]

    def error(q):
        q = q / np.linalg.norm(q)
        return 2 * min(np.linalg.norm(q - right), np.linalg.norm(q + right))

    def scipy_run(tolerance):
        return solve_ivp(f, (0, end), [1, 0, 0, 0, *SPIN], method="DOP853", rtol=tolerance, atol=tolerance)

    tolerance = 1e-6
    while error(scipy_run(tolerance).y[:4, -1]) > 1e-9:  # the loosest that will do
        tolerance /= 2
    off = error(polhode.solve(BODY, (0, end), START, TOP, accuracy=1e-9).q[-1])

    def ours():
        polhode.solve(BODY, (0, end), START, TOP, accuracy=1e-9)

    scipy_, *several = best(lambda: scipy_run(tolerance), *[ours] * 10, turns=5)
    here = min(several)
    row(
        "problem T (heavy top, 100 s) at an error of 1e-9, against `solve_ivp(DOP853)`",
        "at least 100 x faster",
        f"{scipy_ / here:.0f} x ({scipy_ * 1e3:.0f} ms at the loosest tolerance that will do, {here * 1e6:.0f} us, off by {off:.0e} rad)",
    )


def import_time():
    def run(code):
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - begin

    run("import numpy, polhode")
    pairs = [(run("import numpy"), run("import numpy, polhode")) for _ in range(15)]
    measured = min(b for _, b in pairs) - min(a for a, _ in pairs)
    row("`import polhode` beyond NumPy", "below 0.15 s", f"{measured:.3f} s")


print("| what | asked | measured |\n|---|---|---|")
free_motion()
built_in_torque()
functions()
against_scipy()
import_time()
