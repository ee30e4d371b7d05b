"""A satellite that gravity holds upright

A long boom keeps a satellite along the vertical, without any control: gravity is a little stronger at its lower end. The
orbit is slightly elliptic, and faster when low than when high; so the boom swings about the vertical, for ever.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import newton

import polhode

MU, RADIUS, ECCENTRICITY = 3.986004418e14, 6.778e6, 0.02  # of the Earth (WGS 84); of the perigee, 400 km up
satellite = polhode.Body(moments=[112, 114, 3.5])  # the boom is axis 3
torque = polhode.torques.gravity_gradient(mu=MU, orbit={"periapsis_radius": RADIUS, "eccentricity": ECCENTRICITY})

# At the perigee, on the x axis of space: the boom points away from the Earth, axis 1 in the direction of flight, and the
# satellite turns about its axis 2, across the orbit, as fast as the orbit does there.
mean_motion = np.sqrt(MU / (RADIUS / (1 - ECCENTRICITY)) ** 3)
rate = np.sqrt(MU * (1 + ECCENTRICITY) / RADIUS**3)
start = polhode.State(attitude=[0.5, 0.5, 0.5, 0.5], angular_velocity=[0, rate, 0])
revolution = 2 * np.pi / mean_motion
solution = polhode.solve(satellite, (0, 5 * revolution), start, torque, accuracy=1e-9, t_eval=np.linspace(0, 5 * revolution, 2000))
print(solution)

# The direction of the satellite from the Earth, by Kepler's equation, and the boom ahead of it.
anomaly = newton(lambda E: E - ECCENTRICITY * np.sin(E) - mean_motion * solution.t, mean_motion * solution.t)
along = np.arctan2(np.sqrt(1 - ECCENTRICITY**2) * np.sin(anomaly), np.cos(anomaly) - ECCENTRICITY)
boom = solution.rotation.apply([0, 0, 1])
swing = np.degrees(np.angle(np.exp(1j * (np.arctan2(boom[:, 1], boom[:, 0]) - along))))
print(f"the boom swings between {swing.min():.2f} and {swing.max():.2f} degrees")

figure, ax = plt.subplots(figsize=(9, 3.6), layout="constrained")
ax.plot(solution.t / revolution, swing, color=polhode.plot.COLOURS[0])
ax.axhline(0, color="0.6", linewidth=0.8)
ax.set(xlabel="revolutions", ylabel="boom ahead of the vertical, degrees", xlim=(0, 5))
figure.savefig("satellite.png", dpi=110)
