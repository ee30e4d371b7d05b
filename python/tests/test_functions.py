"""Torques that are functions: many states at once, compiled ones, with an energy."""

import ctypes

import numpy as np
import pytest
from conftest import heavy_top

import polhode


def heavy_tops(t, q, w):
    """For many states."""
    assert t.ndim == 1 and q.shape == (len(t), 4) and w.shape == (len(t), 3)
    down_x, down_y = 2 * (q[:, 1] * q[:, 3] - q[:, 0] * q[:, 2]), 2 * (q[:, 2] * q[:, 3] + q[:, 0] * q[:, 1])
    return np.stack([down_y, -down_x, 0 * t], axis=1)


def energy(t, q):
    return 1 - 2 * (q[1] * q[1] + q[2] * q[2])


def test_many_states_at_once_give_the_same_bits(nut, start):
    sizes = []

    def many(t, q, w):
        sizes.append(len(t))
        return heavy_tops(t, q, w)

    one = polhode.solve(nut, (0, 5), start, heavy_top, accuracy=1e-10)
    together = polhode.solve(nut, (0, 5), start, many, accuracy=1e-10, vectorized=True)
    assert np.array_equal(one.q, together.q) and one.nfev == together.nfev
    assert max(sizes) >= 4  # the stages of gauss16 go together
    by_steps = polhode.solve(nut, (0, 5), start, many, method="cf4", step=0.01, vectorized=True)
    assert np.array_equal(by_steps.q, polhode.solve(nut, (0, 5), start, heavy_top, method="cf4", step=0.01).q)


def test_a_vectorized_function_must_return_all_of_them(nut, start):
    with pytest.raises(ValueError, match="returned an array of shape \\(3,\\); an array of shape \\(\\d, 3\\) were expected"):
        polhode.solve(nut, (0, 5), start, lambda t, q, w: np.zeros(3), accuracy=1e-9, vectorized=True)


def test_an_energy_makes_it_a_potential(nut, start, top):
    own = polhode.torques.Function(heavy_top, energy=energy, uses_time=False)
    run = polhode.solve(nut, (0, 5), start, own, method="rkn6", step=0.01)
    right = polhode.solve(nut, (0, 5), start, top, method="rkn6", step=0.01)
    assert np.allclose(run.q, right.q, atol=1e-12) and np.allclose(run.energy, right.energy, atol=1e-12)
    with pytest.raises(ValueError, match="rkn6"):
        polhode.solve(nut, (0, 5), start, heavy_top, method="rkn6", step=0.01)
    with pytest.raises(ZeroDivisionError):
        broken = polhode.torques.Function(heavy_top, energy=lambda t, q: 1 / 0)
        polhode.solve(nut, (0, 5), start, broken, method="rkn6", step=0.01)


def test_a_function_of_ctypes(nut, start):
    numbers = ctypes.POINTER(ctypes.c_double)

    @ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_double, numbers, numbers, numbers)
    def pull(context, t, q, w, torque):
        for i, x in enumerate(heavy_top(t, [q[k] for k in range(4)], None)):
            torque[i] = x
        return 0

    run = polhode.solve(nut, (0, 2), start, pull, method="cf4", step=0.01)
    assert np.array_equal(run.q, polhode.solve(nut, (0, 2), start, heavy_top, method="cf4", step=0.01).q)


def test_a_function_of_numba(nut, start, top):
    numba = pytest.importorskip("numba")

    @numba.cfunc(polhode.torques.signature())
    def pull(context, t, q, w, torque):
        x, y = 2 * (q[1] * q[3] - q[0] * q[2]), 2 * (q[2] * q[3] + q[0] * q[1])
        torque[0], torque[1], torque[2] = y, -x, 0.0
        return 0

    run = polhode.solve(nut, (0, 5), start, pull, accuracy=1e-10)
    right = polhode.solve(nut, (0, 5), start, top, accuracy=1e-10)
    assert np.allclose(run.q[-1], right.q[-1], atol=1e-10)
    many = polhode.Ensemble(nut, (0, 5), polhode.State(angular_velocity=np.eye(3)), pull, method="cf4", step=0.01).run()
    alone = polhode.solve(nut, (0, 5), polhode.State(angular_velocity=[0, 1, 0]), pull, method="cf4", step=0.01)
    assert np.array_equal(many.q[1], alone.q[-1])


def test_a_compiled_function_can_end_the_run(nut, start):
    kind = ctypes.CFUNCTYPE(ctypes.c_int, *([ctypes.c_void_p] + [ctypes.c_double] + [ctypes.c_void_p] * 3))
    run = polhode.solve(nut, (0, 2), start, kind(lambda *_: 42), method="cf4", step=0.01)
    assert not run.success and "returned 42" in run.message


def test_what_is_no_function():
    with pytest.raises(TypeError, match="expected something that can be called, got int"):
        polhode.torques.Function(3)
    with pytest.raises(TypeError, match="expected a function of numba.cfunc or ctypes"):
        polhode.torques.Compiled("f")
    with pytest.raises(ValueError, match="-1 is the address of no function"):
        polhode.torques.Compiled(-1)
    with pytest.raises(ValueError, match="vectorized goes with a function"):
        polhode.torques.as_torque(polhode.torques.drag(coefficient=1), vectorized=True)
    with pytest.raises(TypeError, match="context: expected an address or an array"):
        polhode.torques.Compiled(1, context="x")
