"""Toutatis, which has no day

The asteroid (4179) Toutatis rolls about its long axis in 5.41 days while that axis goes around the momentum in 7.35 days
(Hudson and Ostro 1995, Science 270, 84; moments 3.22, 3.09 and 1). The two have no common period, so it is never seen in the
same attitude again. Torques of the Sun and the Earth are left out.
"""

import matplotlib.pyplot as plt
import numpy as np

import polhode

DAY = 86400.0
toutatis = polhode.Body(moments=[3.22, 3.09, 1.0])
tilt, momentum = 0.88209, 3.11974e-5  # rad; of the momentum, in units of the least moment: they give both periods
start = polhode.State(attitude=[np.cos(tilt / 2), 0, -np.sin(tilt / 2), 0],
                      angular_momentum=[momentum * np.sin(tilt), 0, momentum * np.cos(tilt)])
motion = polhode.free(toutatis, start, np.linspace(0, 60 * DAY, 3000))

long_axis = motion.rotation.apply([0, 0, 1])
precession = np.unwrap(np.arctan2(long_axis[:, 1], long_axis[:, 0]))
print(f"the long axis goes around in {2 * np.pi * 60 / abs(precession[-1] - precession[0]):.2f} days")
roll = np.unwrap(np.arctan2(motion.w[:, 1], motion.w[:, 0]))
print(f"and the body rolls about it in {2 * np.pi * 60 / abs(roll[-1] - roll[0]):.2f} days")

figure = plt.figure(figsize=(10.5, 4.2), layout="constrained")
left, right = figure.add_gridspec(1, 2, width_ratios=[3, 2])
motion.t /= DAY
ax = polhode.plot.angular_velocity(motion, figure.add_subplot(left))
ax.set(xlabel="t, days")
polhode.plot.attitude(motion, ax=figure.add_subplot(right, projection="3d")).set_title("the long axis in space")
figure.savefig("toutatis.png", dpi=110)
