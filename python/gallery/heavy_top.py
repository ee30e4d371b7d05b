"""A heavy top, to a wanted accuracy

An asymmetric top under its weight: an accuracy goes in, the motion and its error come out. The path of its axis never
closes. The certificate says what was kept, and how well.
"""

import matplotlib.pyplot as plt
import numpy as np

import polhode

top = polhode.Body(moments=[0.6, 0.8, 1.0])
weight = polhode.torques.heavy_top(weight=1, arm=[0, 0, 1])
start = polhode.State(attitude=[np.cos(0.15), np.sin(0.15), 0, 0], angular_velocity=[1.0, 0.5, -2.9])
solution = polhode.solve(top, (0, 60), start, weight, accuracy=1e-10, t_eval=np.linspace(0, 60, 4000))
print(solution)
print(solution.certificate)

figure = plt.figure(figsize=(10, 4.4), layout="constrained")
left, right = figure.add_gridspec(1, 2)
polhode.plot.attitude(solution, ax=figure.add_subplot(left, projection="3d")).set_title("the axis of the top in space")
ax = figure.add_subplot(right)
ax.plot(solution.t, np.degrees(np.arccos(solution.rotation.apply([0, 0, 1])[:, 2])), color=polhode.plot.COLOURS[0])
ax.set(xlabel="t, s", ylabel="angle between axis and vertical, degrees", xlim=(0, 60))
figure.savefig("heavy_top.png", dpi=110)
