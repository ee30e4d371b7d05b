"""A hundred thousand pieces of debris

Boxes of any proportion, each with a spin and an attitude of its own, free. Where does each of them point ten minutes later?
Exactly, and with the same bits on any number of threads.
"""

import time

import matplotlib.pyplot as plt
import numpy as np
from scipy.spatial.transform import Rotation

import polhode

N = 100_000
random = np.random.default_rng(7)
sides = random.uniform(0.02, 0.5, (N, 3))
squares = sides**2 * random.uniform(0.02, 2, (N, 1)) / 12
pieces = polhode.Body(moments=squares.sum(axis=1, keepdims=True) - squares)
start = polhode.State(attitude=Rotation.random(N, random_state=7), angular_velocity=random.normal(0, np.radians(30), (N, 3)))

begin = time.perf_counter()
motion = polhode.free(pieces, start, [0.0, 600.0])
print(f"{N} pieces in {time.perf_counter() - begin:.2f} s")

speed = np.degrees(np.linalg.norm(motion.w, axis=-1))
before, after = motion.L[:, 0], motion.L[:, 1]
changed = np.linalg.norm(after - before, axis=-1) / np.linalg.norm(before, axis=-1)
print(f"median angular speed: {np.median(speed[:, 0]):.2f} degrees/s at the start, {np.median(speed[:, 1]):.2f} at the end")
print(f"the momentum of none of them has changed by more than {changed.max():.0e} of itself")

figure, (left, right) = plt.subplots(1, 2, figsize=(10, 3.8), layout="constrained")
bins = np.linspace(0, 150, 76)
for i, when in enumerate(("at the start", "ten minutes later")):
    left.hist(speed[:, i], bins, histtype="step", label=when, linewidth=1.5, color=polhode.plot.COLOURS[i], linestyle=polhode.plot.DASHES[i])
left.set(xlabel="angular speed, degrees/s", ylabel="pieces")
left.legend()
ratio = np.divide(*np.sort(pieces.moments, axis=1)[:, [0, 2]].T)
right.hexbin(ratio, speed[:, 1] / speed[:, 0], gridsize=60, bins="log", cmap="cividis", extent=(0, 1, 0.6, 1.5))
right.set(xlabel="least moment / largest", ylabel="angular speed, end / start")
figure.savefig("debris.png", dpi=110)
