"""A torque of your own, compiled

A damper and a thruster that follows the clock. As a function of Python it is called for each state; compiled by Numba it costs
no more than one that is built in. Both give the same motion.
"""

import time

import matplotlib.pyplot as plt
import numba
import numpy as np

import polhode

body, start = polhode.Body(moments=[1.0, 2.0, 2.5]), polhode.State(angular_velocity=[0.5, 1, 1.5])


def torque(t, q, w):
    return -0.05 * np.asarray(w) + np.array([0.0, 0.0, 0.2 * np.sin(0.5 * t)])


@numba.cfunc(polhode.torques.signature())
def compiled(context, t, q, w, out):
    for i in range(3):
        out[i] = -0.05 * w[i]
    out[2] += 0.2 * np.sin(0.5 * t)
    return 0


solutions = {}
for name, function in {"Python": torque, "Numba": compiled}.items():
    begin = time.perf_counter()
    solutions[name] = polhode.solve(body, (0, 60), start, function, accuracy=1e-9, t_eval=np.linspace(0, 60, 1200))
    print(f"{name:7} {1e3 * (time.perf_counter() - begin):7.2f} ms, {solutions[name].nfev} torques, error {solutions[name].error_estimate:.0e} rad")

ax = polhode.plot.angular_velocity(solutions["Numba"])
ax.figure.savefig("own_torque.png", dpi=110)
