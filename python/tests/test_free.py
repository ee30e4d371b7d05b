"""Exact free motion."""

import numpy as np
import pytest

import polhode


def test_energy_and_momentum_stay(nut, start):
    motion = polhode.free(nut, start, np.linspace(-1e4, 1e4, 1001))
    first = polhode.free(nut, start, 0.0)
    assert np.allclose(motion.energy, first.energy, rtol=1e-14)  # measured 2e-15
    assert np.allclose(motion.L, first.L, atol=1e-13)  # measured 2e-14


def test_the_motion_solves_the_equations(nut, start):
    h = 1e-5
    q, w = polhode.free(nut, start, [3 - h, 3, 3 + h])
    slope = (w[2] - w[0]) / (2 * h)
    assert np.allclose(slope * nut.moments, np.cross(nut.moments * w[1], w[1]), atol=1e-8)


def test_shapes(nut, start):
    bodies = polhode.Body(moments=np.array([[0.6, 0.8, 1.0]] * 5))
    states = polhode.State(angular_velocity=np.arange(15.0).reshape(5, 3))
    t = np.linspace(0, 1, 7)
    assert polhode.free(nut, start, 1).q.shape == (4,)
    assert polhode.free(nut, start, t).q.shape == (7, 4)
    assert polhode.free(bodies, start, 1).q.shape == (5, 4)
    assert polhode.free(nut, states, t).w.shape == (5, 7, 3)
    both = polhode.free(bodies, states, t)
    assert both.q.shape == (5, 7, 4) and both.L.shape == (5, 7, 3) and both.energy.shape == (5, 7)
    assert polhode.free(nut, start, []).q.shape == (0, 4)


def test_the_same_bits_alone_and_together_on_any_number_of_threads():
    random = np.random.default_rng(1)
    moments = random.uniform(1, 1.9, (50, 3))
    states = polhode.State(angular_velocity=random.normal(size=(50, 3)))
    t = random.uniform(-100, 100, 3001)
    one = polhode.free(polhode.Body(moments=moments), states, t, threads=1)
    four = polhode.free(polhode.Body(moments=moments), states, t, threads=4)
    assert np.array_equal(one.q, four.q) and np.array_equal(one.w, four.w)
    for i in (0, 17, 49):
        alone = polhode.free(polhode.Body(moments=moments[i]), states[i], t)
        assert np.array_equal(alone.q, one.q[i]) and np.array_equal(alone.w, one.w[i])
    few = polhode.free(polhode.Body(moments=moments[0]), states[0], t[5])
    assert np.array_equal(few.q, one.q[0, 5])


def test_momentum_as_well_as_velocity(nut, start):
    by_momentum = polhode.State(angular_momentum=start.momentum(nut))
    assert np.allclose(polhode.free(nut, by_momentum, 5).q, polhode.free(nut, start, 5).q, atol=1e-14)


def test_wrong_input(nut, start):
    with pytest.raises(ValueError, match="times\\[1\\] = nan must be finite"):
        polhode.free(nut, start, [0, np.nan])
    with pytest.raises(ValueError, match="is too late"):
        polhode.free(nut, start, 1e30)
    with pytest.raises(ValueError, match="body 1: times\\[0\\] = 1e\\+20 is too late"):
        polhode.free(nut, polhode.State(angular_velocity=[[0, 0, 0], [0, 1, 0]]), 1e20)
    with pytest.raises(TypeError, match="body: expected a Body, got list"):
        polhode.free([1, 2, 3], start, 1)
    with pytest.raises(TypeError, match="t: expected a number, or an array of shape \\(n,\\), real"):
        polhode.free(nut, start, "soon")
    with pytest.raises(ValueError, match="t: expected a number.*got an array of shape \\(2, 2\\)"):
        polhode.free(nut, start, np.ones((2, 2)))
    with pytest.raises(ValueError, match="threads = -1 must not be negative"):
        polhode.free(nut, start, 1, threads=-1)


def test_the_momentum_that_is_given_is_the_one_that_is_used():
    sphere = polhode.Body(moments=[0.3, 0.3, 0.3])
    m = next(m for m in 30 + 0.1 * np.arange(100) if sphere.momentum(sphere.angular_velocity([m, 0, 0]))[0] != m)
    # The last bit of it is 0.01 rad after 1e14 rad.
    q, _ = polhode.free(sphere, polhode.State(angular_momentum=[m, 0, 0]), 1e12)
    angle = 0.5 * np.longdouble(m) / np.longdouble(0.3) * np.longdouble(1e12)
    assert abs(q[0] - float(np.cos(angle))) < 1e-4  # longdouble has 5e-6 of a radian


def test_a_rotor_turns_with_the_body(nut, start):
    wheel = np.array([0.3, -0.2, 0.5])
    t = np.linspace(-1e4, 1e4, 501)
    motion, first = polhode.free(nut, start, t, rotor=wheel), polhode.free(nut, start, 0.0, rotor=wheel)
    assert np.allclose(first.w, start.velocity(nut), atol=1e-14) and np.allclose(first.q, start.attitude, atol=1e-14)
    assert np.allclose(motion.energy, first.energy, rtol=1e-13)
    assert np.allclose(motion.L, first.L, atol=1e-12)
    h = 1e-5
    q, w = polhode.free(nut, start, [3 - h, 3, 3 + h], rotor=wheel)
    slope = (w[2] - w[0]) / (2 * h)
    assert np.allclose(slope * nut.moments, np.cross(nut.moments * w[1] + wheel, w[1]), atol=1e-8)
    none = polhode.free(nut, start, t, rotor=[0, 0, 0])
    assert np.array_equal(none.q, polhode.free(nut, start, t).q)
    whole = polhode.State(angular_momentum=np.asarray(start.momentum(nut)) + wheel)
    assert np.allclose(polhode.free(nut, whole, 5, rotor=wheel).q, polhode.free(nut, start, 5, rotor=wheel).q, atol=1e-13)
    with pytest.raises(ValueError, match="rotor momentum \\(0, nan, 0\\) must be finite|rotor"):
        polhode.free(nut, start, 1, rotor=[0, np.nan, 0])
    with pytest.raises(ValueError, match="three numbers"):
        polhode.free(nut, start, 1, rotor=[1, 2])
