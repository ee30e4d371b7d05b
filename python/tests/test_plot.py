"""Pictures show the numbers of the solution."""

import matplotlib
import numpy as np
import pytest

import polhode

matplotlib.use("Agg")
plt = pytest.importorskip("matplotlib.pyplot")


@pytest.fixture(autouse=True)
def close():
    yield
    plt.close("all")


TILTED = np.array([[2.0, 0.3, 0.1], [0.3, 1.5, 0.2], [0.1, 0.2, 2.5]])


@pytest.fixture
def motion():
    return polhode.free(polhode.Body(tensor=TILTED), polhode.State(angular_velocity=[1, 2, -0.5]), np.linspace(0, 20, 300))


def drawn(ax, number=0):
    """The numbers of a line, as rows."""
    line = ax.lines[number]
    return np.array(line.get_data_3d() if hasattr(line, "get_data_3d") else line.get_data()).T


def test_angular_velocity_is_drawn_over_time(motion):
    ax = polhode.plot.angular_velocity(motion)
    for i in range(3):
        assert np.array_equal(drawn(ax, i), np.column_stack([motion.t, motion.w[:, i]]))


def test_polhode_lies_on_the_ellipsoid_in_principal_axes(motion):
    w = drawn(polhode.plot.polhode(motion))
    moments = motion.body.moments
    assert np.allclose(w**2 @ moments, 2 * motion.energy[0], rtol=1e-12)
    assert np.allclose(w**2 @ moments**2, np.sum(motion.L[0] ** 2), rtol=1e-12)


def test_herpolhode_lies_in_a_plane_at_a_constant_distance(motion):
    # |w|^2 is the square in the plane and that of the distance, 2 T / |L|.
    w = drawn(polhode.plot.herpolhode(motion))
    distance = 2 * motion.energy[0] / np.linalg.norm(motion.L[0])
    assert np.allclose(np.sum(w**2, axis=1) + distance**2, np.sum(motion.w**2, axis=1), rtol=1e-12)


def test_attitude_is_the_path_of_an_axis(motion):
    path = drawn(polhode.plot.attitude(motion, axis=[0, 2, 0]))
    assert np.allclose(path, motion.rotation.apply([0, 1, 0]), atol=1e-14)


def test_energy_errors_of_several_have_names():
    top, start = polhode.Body(moments=[0.6, 0.8, 1.0]), polhode.State(angular_velocity=[3, 0.5, -0.9])
    weight = polhode.torques.heavy_top(weight=1, arm=[0, 0, 1])
    solutions = {m: polhode.solve(top, (0, 5), start, weight, method=m, step=0.05) for m in ("cf4", "quaternion-rk4")}
    ax = polhode.plot.energy_error(solutions, largest=True)
    assert [t.get_text() for t in ax.get_legend().get_texts()] == ["cf4", "quaternion-rk4"]
    error = np.abs(solutions["cf4"].energy / solutions["cf4"].energy[0] - 1)
    assert drawn(ax)[-1, 1] == pytest.approx(error.max(), rel=1e-6)


def test_work_precision_is_drawn_from_left_to_right():
    ax = polhode.plot.work_precision({"a": [(2, 1e-6), (1, 1e-3)]})
    assert np.array_equal(drawn(ax), [[1, 1e-3], [2, 1e-6]])


def test_animation_turns_the_body(motion, tmp_path):
    animation = polhode.plot.animate(motion, fps=1)
    ax, seen = animation._fig.axes[0], []
    draw = animation._func
    animation._func = lambda k: (draw(k), seen.append(ax.collections[0]._vec[:3].copy()))[0]
    animation.save(tmp_path / "body.gif", writer="pillow", dpi=20)
    assert (tmp_path / "body.gif").stat().st_size > 0
    assert len(seen) >= 20  # one for each second
    assert not np.allclose(seen[1], seen[-1])
    # A rotation: corners stay as far from the middle.
    assert np.allclose(np.linalg.norm(seen[1], axis=0), np.linalg.norm(seen[-1], axis=0))
