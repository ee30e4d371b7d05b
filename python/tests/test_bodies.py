"""Bodies and states: what they take, and what they say."""

import pickle

import numpy as np
import pytest

import polhode


def test_moments_and_tensor_describe_the_same_body():
    turn = polhode.State([0.5, 0.5, 0.5, 0.5], angular_velocity=[0, 0, 0]).rotation.as_matrix()
    body = polhode.Body(tensor=turn @ np.diag([0.6, 0.8, 1.0]) @ turn.T)
    assert np.allclose(np.sort(body.moments), [0.6, 0.8, 1.0], rtol=1e-15)
    w = np.array([0.1, 0.2, 0.3])
    assert np.allclose(body.momentum(w), turn @ np.diag([0.6, 0.8, 1.0]) @ turn.T @ w, rtol=1e-14)
    assert np.allclose(body.angular_velocity(body.momentum(w)), w, rtol=1e-14)


def test_wrong_bodies_are_refused_with_the_words_of_the_library():
    with pytest.raises(ValueError, match="I3 <= I1 \\+ I2 is violated by 2"):
        polhode.Body(moments=[1, 2, 5])
    with pytest.raises(ValueError, match="body 1: .*I2 = nan must be positive"):
        polhode.Body(moments=[[1, 1, 1], [1, np.nan, 1]])
    with pytest.raises(ValueError, match="symmetric"):
        polhode.Body(tensor=[[1, 0, 0], [0.5, 1, 0], [0, 0, 1]])
    assert polhode.Body(moments=[1, 2, 5], effective=True).moments[2] == 5


@pytest.mark.parametrize(
    ("bad", "error", "words"),
    [
        ([1, 2], ValueError, "moments: expected 3 numbers, or an array of shape \\(n, 3\\), got an array of shape \\(2,\\)"),
        ("abc", TypeError, "moments: expected 3 numbers.*real, got str 'abc'"),
        ([1, 2j, 3], TypeError, "real, got list"),
        ([[1, 2], [3]], TypeError, "real, got list"),
        (np.ma.masked_array([1, 2, 2], [0, 1, 0]), ValueError, "masked"),
        ([True, True, True], TypeError, "real"),
    ],
)
def test_wrong_shapes_and_types_say_what_was_expected(bad, error, words):
    with pytest.raises(error, match=words):
        polhode.Body(moments=bad)


def test_a_state_has_one_vector_and_a_unit_quaternion():
    with pytest.raises(ValueError, match="give one of the two"):
        polhode.State(angular_velocity=[1, 0, 0], angular_momentum=[1, 0, 0])
    with pytest.raises(ValueError, match="give one of the two"):
        polhode.State([1, 0, 0, 0])
    with pytest.raises(ValueError, match="has length 1.4142135623730951, not 1 within 1e-6"):
        polhode.State([1, 1, 0, 0], angular_velocity=[1, 0, 0])
    with pytest.raises(ValueError, match="2 of them, but 3 vectors"):
        polhode.State(np.eye(4)[:2], angular_velocity=np.ones((3, 3)))


def test_a_state_is_not_changed_from_outside():
    w = np.array([1.0, 2.0, 3.0])
    state = polhode.State(angular_velocity=w)
    w[0] = 7
    assert state.angular_velocity[0] == 1
    with pytest.raises(ValueError, match="read-only"):
        state.angular_velocity[0] = 7


def test_rotations_of_scipy_go_in_and_out():
    scipy = pytest.importorskip("scipy.spatial.transform")
    turn = scipy.Rotation.from_euler("xyz", [0.1, 0.2, 0.3])
    state = polhode.State(turn, angular_velocity=[0, 0, 1])
    assert np.allclose(state.rotation.as_matrix(), turn.as_matrix(), atol=1e-15)
    assert np.array_equal(state.quaternion(scalar_first=False), np.roll(state.attitude, -1))
    back = polhode.State(state.quaternion(scalar_first=False), angular_velocity=[0, 0, 1], scalar_first=False)
    assert back == state


def test_bodies_states_and_torques_can_be_pickled(nut, start, top):
    for one in (nut, start, polhode.Body(tensor=np.diag([1.0, 1, 1.5])), polhode.State(angular_momentum=[1, 0, 0])):
        assert pickle.loads(pickle.dumps(one)) == one
    assert repr(pickle.loads(pickle.dumps(top))) == repr(top) == "heavy_top(weight=1, arm=[0, 0, 1])"


def test_parts_of_many():
    bodies = polhode.Body(moments=[[1, 1, 1], [1, 2, 2.5], [0.6, 0.8, 1]])
    assert len(bodies) == 3 and bodies[1] == polhode.Body(moments=[1, 2, 2.5])
    assert len(bodies[1:]) == 2 and [b.is_many for b in bodies] == [False] * 3
    states = polhode.State(angular_velocity=np.eye(3))
    assert states[2] == polhode.State(angular_velocity=[0, 0, 1])
    with pytest.raises(TypeError, match="one body has no length"):
        len(bodies[0])


def test_the_older_name_of_is_many_still_works():
    one, three = polhode.Body(moments=[1, 2, 2.5]), polhode.Body(moments=[[1, 2, 2.5]] * 3)
    spins = polhode.State(angular_velocity=np.eye(3))
    assert [x.many for x in (one, three, spins, spins[0])] == [x.is_many for x in (one, three, spins, spins[0])]
    assert [one.is_many, three.is_many, spins.is_many, spins[0].is_many] == [False, True, True, False]
