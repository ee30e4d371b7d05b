"""The wing nut that turns over

A free body that spins about the axis of its middle moment turns over, again and again, at equal intervals. The motion is
exact, for any time: 2000 states of the first minute, and one eleven days later.
"""

import matplotlib.pyplot as plt
import numpy as np

import polhode

nut = polhode.Body(moments=[0.30, 0.35, 0.62])  # kg m^2; our choice, nobody weighed it
start = polhode.State(angular_velocity=4 * np.pi * np.array([0.001, 1, 0.001]))
motion = polhode.free(nut, start, np.linspace(0, 60, 2000))

flips = polhode.solve(nut, (0, 60), start, events=polhode.events.flip()).t_events[0]
print(f"it turns over {len(flips)} times in a minute, every {np.diff(flips).mean():.3f} s")
print("angular velocity after a million seconds:", polhode.free(nut, start, 1e6).w.round(6), "rad/s")

figure = plt.figure(figsize=(11, 4), layout="constrained")
over_time, ellipsoid = figure.add_gridspec(1, 2, width_ratios=[2, 1])
ax = polhode.plot.angular_velocity(motion, figure.add_subplot(over_time))
ax.plot(flips, np.zeros_like(flips), "k|", markersize=14)
ax.set_title("marks: it turns over", loc="left")
polhode.plot.polhode(motion, figure.add_subplot(ellipsoid, projection="3d")).set_title("the polhode")
figure.savefig("dzhanibekov.png", dpi=110)
