"""The energy of five methods over a million steps

One heavy top, a million steps of 0.02 s, with five methods that one might take. What is symplectic keeps the energy within
bounds for ever; Runge-Kutta methods, also those of high order, let it drift.
"""

import matplotlib.pyplot as plt

import polhode

top = polhode.Body(moments=[0.6, 0.8, 1.0])
weight = polhode.torques.heavy_top(weight=1, arm=[0, 0, 1])
start = polhode.State(angular_velocity=[3.0, 0.5, -0.9])
STEPS, STEP = 1_000_000, 0.02

solutions = {}
for method, flow in [("quaternion-rk4", None), ("cf4", None), ("strang", "sr2"), ("rkn6", "dmv16"), ("gauss16", None)]:
    name = f"{method} on {flow}" if flow else method
    solutions[name] = polhode.solve(top, (0, STEPS * STEP), start, weight, method=method, flow=flow, steps=STEPS, output_every=500)
    print(f"{name:16} energy off by {solutions[name].certificate['energy_error_max']:.1e} at most")

ax = polhode.plot.energy_error(solutions, largest=True)
ax.set(xscale="log")
ax.figure.set_size_inches(9.5, 4)
ax.figure.savefig("energy.png", dpi=110)
