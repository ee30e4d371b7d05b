"""The motion between the steps, and what is looked for in it."""

import threading

import numpy as np
import pytest
from conftest import heavy_top

import polhode
from polhode.events import cone, flip, plane, speed


@pytest.mark.parametrize("how", [{"accuracy": 1e-10}, {"method": "rkn6", "step": 0.01}, {"method": "hulbert", "step": 0.001}])
def test_any_time_can_be_asked_for(nut, start, top, how):
    run = polhode.solve(nut, (0, 5), start, top, dense_output=True, **how)
    q, w = run.sol(run.t)
    assert np.array_equal(q, run.q) and np.array_equal(w, run.w)
    t = np.random.default_rng(1).uniform(0, 5, 50)
    right = polhode.solve(nut, (0, 5), start, top, accuracy=1e-12, t_eval=np.sort(t))
    order = np.argsort(t)
    tolerance = 1e-5 if how.get("method") == "hulbert" else 1e-9  # measured 1.2e-6 and 3e-11
    assert np.abs(run.sol(t).q[order] - right.q).max() < tolerance
    assert run.sol(2.5).q.shape == (4,)


def test_a_torque_that_switches(nut, start):
    jerk = polhode.torques.constant(vector=[0, 0.2, 0], frame="body", from_=1, until=2)
    run = polhode.solve(nut, (0, 5), start, jerk, method="cf4", step=0.05, dense_output=True)
    fine = polhode.solve(nut, (0, 5), start, jerk, accuracy=1e-12, t_eval=[0.7, 1.0, 1.31, 2.0, 2.2])
    assert np.abs(run.sol(fine.t).q - fine.q).max() < 1e-6  # measured 6e-8


def test_times_outside_are_refused(nut, start, top):
    run = polhode.solve(nut, (0, 5), start, top, dense_output=True)
    for t in (-0.1, 5.1, np.nan):
        with pytest.raises(ValueError, match="times\\[0\\] = "):
            run.sol(t)
    assert run.sol([]).q.shape == (0, 4)
    assert polhode.solve(nut, (0, 5), start, top).sol is None


def test_a_function_is_asked_again_and_may_raise(nut, start):
    angry = []

    def f(t, q, w):
        if angry:
            raise KeyError("no more")
        return heavy_top(t, q, w)

    run = polhode.solve(nut, (0, 5), start, f, accuracy=1e-9, dense_output=True)
    before = run.sol(2.345).q
    angry.append(1)
    with pytest.raises(KeyError, match="no more"):
        run.sol(2.345)
    angry.clear()
    assert np.array_equal(run.sol(2.345).q, before)


def test_many_threads_may_ask_one_solution(nut, start):
    run = polhode.solve(nut, (0, 5), start, heavy_top, accuracy=1e-9, dense_output=True)
    t = np.linspace(0, 5, 200)
    right, wrong = run.sol(t).q, []

    def ask():
        for _ in range(5):
            if not np.array_equal(run.sol(t).q, right):
                wrong.append(1)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert not wrong


def test_flips_of_a_free_body(nut):
    state = polhode.State(angular_velocity=[0.01, 5, 0.02])
    run = polhode.solve(nut, (0, 60), state, events=[flip(), flip(direction="rising")])
    all_of_them, rising = run.t_events
    assert len(all_of_them) > 4 and set(rising) < set(all_of_them)
    assert len(all_of_them) == len(run.y_events[0]) and run.y_events[0].shape[1] == 7
    assert np.abs(run.y_events[0][:, 5]).max() < 1e-12  # w2 there; measured 2e-15


def test_a_terminal_event_ends_the_run(nut, start, top):
    run = polhode.solve(nut, (0, 50), start, top, events=plane([0, 0, 1], [0, 0, 1], terminal=True), dense_output=True)
    assert run.status == 1 and run.success and run.message == "A terminal event ended the run."
    assert run.t[-1] == run.t_events[0][-1] < 50
    assert np.array_equal(run.y_events[0][0], [*run.q[-1], *run.w[-1]])
    assert abs(run.rotation[-1].as_matrix()[2, 2]) < 1e-12
    with pytest.raises(ValueError, match="lies outside of the run"):
        run.sol(run.t[-1] + 0.1)
    second = polhode.solve(nut, (0, 50), start, top, events=plane([0, 0, 1], [0, 0, 1], terminal=True, count=2))
    assert len(second.t_events[0]) == 2 and second.t_events[0][0] == run.t[-1]


def test_cones_and_speeds(nut, start, top):
    run = polhode.solve(nut, (0, 20), start, top, events=[cone([0, 0, 1], [0, 0, 1], 0.5), speed(2.0)])
    for q, w in np.split(run.y_events[1], [4], axis=1), :
        assert np.allclose(np.linalg.norm(w, axis=1), 2.0, atol=1e-12)
    axis = polhode.State(run.y_events[0][:, :4], angular_velocity=run.y_events[0][:, 4:]).rotation.as_matrix()[:, 2, 2]
    assert len(axis) and np.allclose(axis, np.cos(0.5), atol=1e-12)


def test_wrong_events():
    for error, words, make in [
        (ValueError, "direction: 'up' is none of", lambda: flip(direction="up")),
        (TypeError, "terminal: expected True or False", lambda: flip(terminal="yes")),
        (ValueError, "body_axis: expected 3 numbers", lambda: plane([1, 2], [0, 0, 1])),
        (TypeError, "count: expected a whole number", lambda: flip(count=1.5)),
        (TypeError, "value: expected a number, real, got str", lambda: speed("fast")),
    ]:
        with pytest.raises(error, match=words):
            make()
    nut, start = polhode.Body(moments=[0.6, 0.8, 1]), polhode.State(angular_velocity=[0, 1, 0])
    with pytest.raises(ValueError, match="angle"):
        polhode.solve(nut, (0, 1), start, events=cone([0, 0, 1], [0, 0, 1], 9))
    with pytest.raises(TypeError, match="events: expected those of polhode.events, got str"):
        polhode.solve(nut, (0, 1), start, events=["flip"])
