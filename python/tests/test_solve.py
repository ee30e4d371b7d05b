"""One body under torques."""

import numpy as np
import pytest
from conftest import heavy_top

import polhode


def test_a_built_in_torque_and_the_same_by_hand(nut, start, top):
    built_in = polhode.solve(nut, (0, 5), start, top, method="rkn6", step=0.01)
    by_hand = polhode.solve(nut, (0, 5), start, heavy_top, method="cf4", step=0.001)
    assert built_in.success and by_hand.success
    assert np.allclose(built_in.q[-1], by_hand.q[-1], atol=1e-9)  # measured 1e-11
    assert built_in.method.startswith("rkn6") and built_in.steps == 500 and len(built_in) == 501
    assert built_in.certificate["energy_error_max"] < 1e-9


def test_scipy_agrees(nut, start, top):
    scipy = pytest.importorskip("scipy.integrate")
    I = nut.moments

    def f(t, y):
        q, w = y[:4], y[4:]
        dq = 0.5 * np.array([-q[1:] @ w, *(q[0] * w + np.cross(q[1:], w))])
        return np.concatenate([dq, (np.cross(I * w, w) + heavy_top(t, q, w)) / I])

    there = scipy.solve_ivp(f, (0, 5), [1, 0, 0, 0, 0.3, 2.0, -0.4], method="DOP853", rtol=1e-12, atol=1e-12)
    here = polhode.solve(nut, (0, 5), start, top, accuracy=1e-11)
    assert here.error_estimate < 1e-11
    assert np.allclose(here.q[-1], there.y[:4, -1], atol=1e-9) and np.allclose(here.w[-1], there.y[4:, -1], atol=1e-9)


def test_wanted_times(nut, start, top):
    t = np.array([0.1, 0.5, 3.3])
    run = polhode.solve(nut, (0, 5), start, top, accuracy=1e-10, t_eval=t)
    assert np.array_equal(run.t, t) and run.q.shape == (3, 4) and run.L.shape == (3, 3) and run.energy.shape == (3,)
    assert np.allclose(run.q[2], polhode.solve(nut, (0, 3.3), start, top, accuracy=1e-10).q[-1], atol=1e-10)
    with pytest.raises(ValueError, match="output_times: 7 lies after end = 5"):
        polhode.solve(nut, (0, 5), start, top, t_eval=[1, 7])


def test_a_body_has_one_orbit(nut, start):
    def gradient(eccentricity):
        return polhode.torques.gravity_gradient(mu=3.986e14, orbit={"periapsis_radius": 7e6, "eccentricity": eccentricity})

    assert polhode.solve(nut, (0, 5), start, gradient(0.1) + gradient(0.1)).success
    words = r"torque\[2\].orbit.eccentricity: 0.2, but torque\[1\].orbit.eccentricity is 0.1: a body has one orbit"
    with pytest.raises(ValueError, match=words):
        polhode.solve(nut, (0, 5), start, gradient(0.1) + gradient(0.2))
    with pytest.raises(ValueError, match="a body has one orbit"):
        polhode.Ensemble(nut, (0, 5), start, gradient(0.1) + gradient([0.2, 0.3]), steps=10).run()


def test_what_a_function_raises_passes_through(nut, start):
    class Mine(Exception):
        pass

    def breaks(t, q, w):
        if t > 1:
            raise Mine("at", t)
        return 0.0, 0.0, 0.1

    for how in ({"method": "cf4", "step": 0.01}, {"accuracy": 1e-8}):
        with pytest.raises(Mine):
            polhode.solve(nut, (0, 5), start, breaks, **how)
    assert start == polhode.State(angular_velocity=[0.3, 2.0, -0.4])
    assert polhode.solve(nut, (0, 0.5), start, breaks, method="cf4", step=0.01).success


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        (None, TypeError, "returned None; 3 numbers were expected \\(is a return missing\\?\\)"),
        ([1, 2], ValueError, "returned an array of shape \\(2,\\); 3 numbers were expected"),
        ("abc", TypeError, "returned 'abc'; 3 numbers were expected"),
        ([1j, 0, 0], TypeError, "3 numbers were expected"),
    ],
)
def test_what_a_function_returns_is_looked_at(nut, start, given, error, words):
    with pytest.raises(error, match=words):
        polhode.solve(nut, (0, 1), start, lambda t, q, w: given, method="cf4", step=0.1)


def test_a_function_may_keep_its_arguments(nut, start):
    kept = []

    def keeps(t, q, w):
        kept.append((t, q, w[:2]))
        return np.zeros(3)

    polhode.solve(nut, (0, 1), start, keeps, method="cf4", step=0.1)
    assert len({id(q) for _, q, _ in kept}) == len(kept)
    assert all(abs(np.linalg.norm(q) - 1) < 1e-9 for _, q, _ in kept)


def test_torques_add_up(nut, start, top):
    drag = polhode.torques.drag(coefficient=0.1)
    both = polhode.solve(nut, (0, 3), start, top + drag, accuracy=1e-9)
    by_hand = polhode.solve(nut, (0, 3), start, drag + heavy_top, accuracy=1e-9)
    assert np.allclose(both.q[-1], by_hand.q[-1], atol=4e-9)
    assert repr(sum([top, drag])) == "heavy_top(weight=1, arm=[0, 0, 1]) + drag(coefficient=0.1)"


def test_a_run_that_fails_has_the_states_before(nut, start):
    run = polhode.solve(nut, (0, 5), start, lambda t, q, w: [0, 0, np.nan if t > 1 else 0], method="cf4", step=0.01)
    assert not run.success and run.status == -1 and "at step 101, time 1" in run.message
    assert 0.9 < run.t[-1] <= 1.0 and np.isfinite(run.q).all()


def test_wrong_input_has_the_words_of_the_library(nut, start, top):
    for words, how in {
        'there is no method "rkm6"': {"method": "rkm6", "step": 0.1},
        "give one of accuracy, step and steps": {"step": 0.1, "accuracy": 1e-9},
        "accuracy: -1 must be positive": {"accuracy": -1},
        "accuracy: 0 must be positive: the largest error of the attitude, in rad": {"accuracy": 0},
        "step: 0 must be positive and finite": {"step": 0},
        "steps: 0 must be between 1 and 2": {"steps": 0},
        "output_every: 0 must be positive": {"output_every": 0},
        "step: 9 is longer than the whole run": {"step": 9, "method": "cf4"},
        "missing: give accuracy": {"method": "cf4"},
    }.items():
        with pytest.raises(ValueError, match=words):
            polhode.solve(nut, (0, 5), start, top, **how)
    with pytest.raises(ValueError, match="must be later than start"):
        polhode.solve(nut, (5, 0), start, top)
    with pytest.raises(ValueError, match="t_span: expected 2 numbers, got a number"):
        polhode.solve(nut, 5, start, top)
    with pytest.raises(TypeError, match="torque: expected one of polhode.torques"):
        polhode.solve(nut, (0, 5), start, 3.0)
    with pytest.raises(ValueError, match="weight has 2 values; many bodies are a polhode.Ensemble"):
        polhode.solve(nut, (0, 5), start, polhode.torques.heavy_top(weight=[1, 2], arm=[0, 0, 1]))
    with pytest.raises(ValueError, match="many of them are a polhode.Ensemble"):
        polhode.solve(nut, (0, 5), polhode.State(angular_velocity=np.eye(3)), top)


def test_torques_are_checked_when_they_are_made():
    with pytest.raises(TypeError, match="no argument 'wieght' \\(did you mean 'weight'\\?\\)"):
        polhode.torques.heavy_top(wieght=1, arm=[0, 0, 1])
    with pytest.raises(TypeError, match="heavy_top\\(\\) needs arm"):
        polhode.torques.heavy_top(weight=1)
    with pytest.raises(ValueError, match="weight: inf must be finite"):
        polhode.torques.heavy_top(weight=np.inf, arm=[0, 0, 1])
    with pytest.raises(ValueError, match="arm: expected 3 numbers"):
        polhode.torques.heavy_top(weight=1, arm=[0, 1])
    with pytest.raises(ValueError, match="frame: \"sapce\" is none of space, body"):
        polhode.torques.constant(vector=[0, 0, 1], frame="sapce")
    on_orbit = polhode.torques.gravity_gradient(mu=4e14, orbit={"periapsis_radius": 7e6, "eccentricity": 0.1})
    assert on_orbit.values["orbit.eccentricity"] == 0.1
    switched = polhode.torques.constant(vector=[0, 0, 1], frame="body", from_=0, until=2)
    assert switched.values["from"] == 0
