"""How much faster than solve_ivp?

An asymmetric heavy top for 100 s, by `polhode.solve` and by SciPy's `solve_ivp` with tolerances from 1e-3 to 1e-13, against a
solution to 1e-12. SciPy calls a function of Python for every stage, which is what most programs do; the last curve is polhode
with the same function in Python.
"""

import time

import numpy as np
from matplotlib import pyplot as plt
from scipy.integrate import solve_ivp

import polhode

I, END = np.array([1.0, 2.0, 3.0]), 100.0
body, start = polhode.Body(moments=I), polhode.State(angular_velocity=[0.5, 1, 1.5])
weight = polhode.torques.heavy_top(weight=1, arm=[0, 0, 1])


def pull(t, q, w):
    """The torque of the weight along body axes: arm x (weight along body axes)."""
    qw, qx, qy, qz = q
    return [2 * (qy * qz + qw * qx), -2 * (qx * qz - qw * qy), 0.0]


def rates(t, y):
    qw, qx, qy, qz, wx, wy, wz = y
    tx, ty, _ = pull(t, y[:4], y[4:])
    return [0.5 * (-qx * wx - qy * wy - qz * wz), 0.5 * (qw * wx + qy * wz - qz * wy), 0.5 * (qw * wy + qz * wx - qx * wz),
            0.5 * (qw * wz + qx * wy - qy * wx), ((2.0 - 3.0) * wy * wz + tx) / 1.0, ((3.0 - 1.0) * wz * wx + ty) / 2.0,
            (1.0 - 2.0) * wx * wy / 3.0]


reference = polhode.solve(body, (0, END), start, weight, accuracy=1e-12).q[-1]


def error(q):
    q = q / np.linalg.norm(q)
    return 2 * np.arctan2(min(np.linalg.norm(q - reference), np.linalg.norm(q + reference)), np.linalg.norm(q + reference)) * 2


def measured(run):
    """(seconds, error) of a run: the fastest of three."""
    best = np.inf
    for _ in range(3):
        begin = time.perf_counter()
        q = run()
        best = min(best, time.perf_counter() - begin)
    return best, max(error(q), 1e-16)


curves = {}
for name in ("RK45", "DOP853", "LSODA"):
    y0 = [1, 0, 0, 0, 0.5, 1, 1.5]
    curves[f"solve_ivp {name}"] = [
        measured(lambda: solve_ivp(rates, (0, END), y0, method=name, rtol=r, atol=r).y[:4, -1]) for r in 10.0 ** -np.arange(3, 13, 1.5)
    ]
accuracies = 10.0 ** -np.arange(3, 12)
curves["polhode, own torque"] = [
    measured(lambda: polhode.solve(body, (0, END), start, pull, accuracy=a, t_eval=[0, END]).q[-1]) for a in accuracies[::2]
]
curves["polhode"] = [measured(lambda: polhode.solve(body, (0, END), start, weight, accuracy=a, t_eval=[0, END]).q[-1]) for a in accuracies]

for name, pairs in curves.items():
    reached = [seconds for seconds, e in pairs if e < 1e-9]
    print(f"{name:20} " + (f"{1e3 * min(reached):9.3f} ms for an error below 1e-9 rad" if reached else "does not come below 1e-9 rad"))
ax = polhode.plot.work_precision(curves, cost="time on the clock, s")
ax.figure.set_size_inches(9, 4.6)
ax.figure.savefig("work_precision.png", dpi=110)
