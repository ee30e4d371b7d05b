"""What the tests have in common."""

import numpy as np
import pytest

import polhode


@pytest.fixture
def nut():
    return polhode.Body(moments=[0.6, 0.8, 1.0])


@pytest.fixture
def start():
    return polhode.State(angular_velocity=[0.3, 2.0, -0.4])


@pytest.fixture
def top():
    return polhode.torques.heavy_top(weight=1, arm=[0, 0, 1])


def heavy_top(t, q, w):
    """The same torque by hand: arm x (weight, seen from the body), weight 1, arm (0, 0, 1)."""
    down = np.array([2 * (q[1] * q[3] - q[0] * q[2]), 2 * (q[2] * q[3] + q[0] * q[1])])
    return np.array([down[1], -down[0], 0.0])
