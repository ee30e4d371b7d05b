"""What the Earth will do to the spin of Apophis

On 13 April 2029 the asteroid (99942) Apophis passes the Earth at 38 000 km from its centre, and the gravity gradient changes its
tumbling for good. How, depends on the attitude in which it arrives, which is not known: a thousand of them, all equally
likely. Spin state and moments from Pravec et al. (2014), Icarus 233, 48: precession in 27.38 h, rotation in 263 h; the Sun
and the Moon are left out.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.spatial.transform import Rotation

import polhode

HOUR, N = 3600.0, 1000
apophis = polhode.Body(moments=[0.61, 0.965, 1.0])  # only ratios matter
momentum = [1.08353844e-5, 0, 5.53012546e-5]  # gives both periods
earth = polhode.torques.gravity_gradient(mu=3.986004418e14, orbit={"periapsis_radius": 3.8e7, "eccentricity": 4.26})

arriving = polhode.State(attitude=Rotation.random(N, random_state=2029), angular_momentum=np.tile(momentum, (N, 1)))
leaving = polhode.Ensemble(apophis, (-24 * HOUR, 24 * HOUR), arriving, earth, accuracy=1e-7).run()
before, after = np.linalg.norm(momentum), np.linalg.norm(leaving.L, axis=1)
print(leaving, f"largest error {leaving.error_estimate.max():.0e} rad")
print(f"momentum after / before: from {after.min() / before:.2f} to {after.max() / before:.2f}, median {np.median(after) / before:.2f}")

figure, (left, right) = plt.subplots(1, 2, figsize=(10.5, 3.9), layout="constrained")
left.hist(after / before, 30, color=polhode.plot.COLOURS[0])
left.set(xlabel="angular momentum after the flyby / before", ylabel="attitudes of arrival")
hours = np.linspace(-24, 24, 800)
for i in range(5):
    solution = polhode.solve(apophis, (-24 * HOUR, 24 * HOUR), arriving[i], earth, accuracy=1e-7, t_eval=hours * HOUR)
    right.plot(hours, np.linalg.norm(solution.L, axis=1) / before, color=polhode.plot.COLOURS[i], linestyle=polhode.plot.DASHES[i])
right.set(xlabel="hours from the nearest approach", ylabel="angular momentum / before", xlim=(-24, 24))
right.set_title("five of them")
figure.savefig("apophis.png", dpi=110)
