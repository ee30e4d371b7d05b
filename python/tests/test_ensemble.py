"""Many bodies at once."""

import pickle

import numpy as np
import pytest

import polhode

RANDOM = np.random.default_rng(3)
N = 37
BODIES = polhode.Body(moments=RANDOM.uniform(1, 1.9, (N, 3)))
STATES = polhode.State(angular_velocity=RANDOM.normal(size=(N, 3)))
TOP = polhode.torques.heavy_top(weight=1, arm=[0, 0, 1])
WEIGHTS = RANDOM.uniform(0.5, 2, N)


def same(a, b):
    return all(np.array_equal(getattr(a, k), getattr(b, k), equal_nan=k != "outcome") for k in a.__slots__)


def test_each_body_as_if_alone_on_any_number_of_threads_and_in_parts():
    tops = polhode.Ensemble(
        BODIES, (0, 3), STATES, polhode.torques.heavy_top(weight=WEIGHTS, arm=[0, 0, 1]), method="rk8", step=0.02
    )
    together = tops.run()
    assert len(tops) == len(together) == N and together.success.all()
    assert same(together, tops.run(threads=1)) and same(together, tops.run(threads=3))
    parts = [pickle.loads(pickle.dumps(tops[a : a + 10])).run(threads=1) for a in range(0, N, 10)]
    assert same(together, polhode.EnsembleResult.concatenate(parts))
    for i in (0, 17, 36):
        torque = polhode.torques.heavy_top(weight=WEIGHTS[i], arm=[0, 0, 1])
        alone = polhode.solve(BODIES[i], (0, 3), STATES[i], torque, method="rk8", step=0.02)
        assert np.array_equal(alone.q[-1], together.q[i]) and np.array_equal(alone.w[-1], together.w[i])
        assert alone.energy[-1] == together.energy[i]


def test_free_bodies_are_exact():
    end = polhode.Ensemble(BODIES, (0, 100), STATES).run()
    assert np.array_equal(end.q, polhode.free(BODIES, STATES, 100).q) or np.allclose(
        end.q, polhode.free(BODIES, STATES, 100).q, atol=1e-13
    )
    assert end.energy_error.max() < 1e-13 and (end.t == 100).all()


def test_an_accuracy():
    end = polhode.Ensemble(BODIES, (0, 3), STATES, polhode.torques.heavy_top(weight=1, arm=[0, 0, 1]), accuracy=1e-8).run()
    assert end.success.all() and (end.error_estimate < 1e-8).all()


def test_functions_of_python_work_in_ensembles():
    def many(t, q, w):
        return -0.1 * w

    by_function = polhode.Ensemble(BODIES, (0, 3), STATES, many, method="rk8", step=0.02, vectorized=True).run(threads=2)
    one_by_one = polhode.Ensemble(BODIES, (0, 3), STATES, lambda t, q, w: -0.1 * w, method="rk8", step=0.02).run()
    drag = polhode.torques.drag(coefficient=0.1)
    built_in = polhode.Ensemble(BODIES, (0, 3), STATES, drag, method="rk8", step=0.02).run()
    assert np.array_equal(by_function.q, one_by_one.q) and np.allclose(by_function.q, built_in.q, atol=1e-13)
    with pytest.raises(ZeroDivisionError):
        polhode.Ensemble(BODIES, (0, 3), STATES, lambda t, q, w: 1 / 0, method="rk8", step=0.02).run()


def test_sums_and_vectors_that_vary():
    arms = RANDOM.normal(size=(N, 3))
    both = polhode.torques.heavy_top(weight=1, arm=arms) + polhode.torques.drag(coefficient=0.1)
    many = polhode.Ensemble(BODIES, (0, 2), STATES, both, method="rk8", steps=100)
    alone = polhode.torques.heavy_top(weight=1, arm=arms[5]) + polhode.torques.drag(coefficient=0.1)
    one = polhode.solve(BODIES[5], (0, 2), STATES[5], alone, method="rk8", steps=100)
    assert np.array_equal(many.run().q[5], one.q[-1]) and np.array_equal(many[5:6].run().q[0], one.q[-1])


def test_a_callback_may_stop_it():
    told = []
    many = polhode.State(angular_velocity=np.tile(STATES.angular_velocity, (500, 1)))
    tops = polhode.Ensemble(polhode.Body.box(1, [1, 2, 3]), (0, 3), many, TOP, method="rk8", step=0.1)
    end = tops.run(threads=1, callback=lambda done: told.append(done) or True)
    assert told and (end.outcome == "not_run").any()
    with pytest.raises(KeyError):
        tops.run(callback=lambda done: {}["x"])


def test_wrong_ensembles(nut, start):
    with pytest.raises(ValueError, match="an ensemble has many bodies"):
        polhode.Ensemble(nut, (0, 1), start)
    with pytest.raises(ValueError, match="how many bodies are there\\? 37 of body, 2 of state"):
        polhode.Ensemble(BODIES, (0, 1), STATES[:2])
    with pytest.raises(ValueError, match="2 of heavy-top.weight"):
        polhode.Ensemble(BODIES, (0, 1), STATES, polhode.torques.heavy_top(weight=[1, 2], arm=[0, 0, 1]))
    with pytest.raises(ValueError, match="there are no bodies"):
        polhode.Ensemble(BODIES, (0, 1), STATES)[5:5].run()
    with pytest.raises(ValueError, match="threads = -1"):
        polhode.Ensemble(BODIES, (0, 1), STATES).run(threads=-1)
    with pytest.raises(ValueError, match="there is no method"):
        polhode.Ensemble(BODIES, (0, 1), STATES, method="rkm", step=0.1).run()
    with pytest.raises(ValueError, match="is too late"):
        polhode.Ensemble(nut, (0, 1e300), polhode.State(angular_velocity=np.eye(3))).run()
    late = polhode.Ensemble(nut, (0, 1e16), polhode.State(angular_velocity=[[0, 0, 1e-3], [0, 0, 1]])).run()
    assert late.outcome.tolist() == ["done", "refused"] and np.isnan(late.q[1]).all()
