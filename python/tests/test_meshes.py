"""Bodies from meshes: files, arrays, what is said of them, and what is refused."""

import pickle

import numpy as np
import pytest

import polhode

POINTS = np.array([[x, y, z] for z in (0, 3) for y in (0, 2) for x in (0, 1)], dtype=float)
QUADS = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
TRIANGLES = np.array([t for a, b, c, d in QUADS for t in ([a, b, c], [a, c, d])])


def test_arrays_and_files_give_the_same_body(tmp_path):
    path = tmp_path / "box.obj"
    path.write_text("".join(f"v {x} {y} {z}\n" for x, y, z in POINTS) + "".join(f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in TRIANGLES))
    by_arrays = polhode.Body.from_mesh((POINTS, TRIANGLES), mass=12, unit="mm")
    by_file = polhode.Body.from_mesh(path, mass=12, unit="mm")
    assert by_arrays == by_file == polhode.Body.from_mesh(str(path), mass=12, unit="mm")
    np.testing.assert_allclose(by_file.moments, np.array([13, 10, 5]) * 1e-6, rtol=1e-14)
    assert by_file.mesh["triangles"] == 12 and by_file.mesh["shells"] == 1
    np.testing.assert_allclose(by_file.mesh["bounds"], [[0, 0, 0], [1e-3, 2e-3, 3e-3]])
    again = pickle.loads(pickle.dumps(by_file))
    assert again == by_file and (again.moments == by_file.moments).all()
    solution = polhode.solve(by_file, (0, 1), polhode.State(angular_velocity=[1, 20, 1]))
    assert solution.success


def test_what_is_turned_or_unlikely_is_a_warning():
    with pytest.warns(UserWarning, match="inside out"):
        polhode.Body.from_mesh((POINTS, TRIANGLES[:, ::-1]), density=1, unit="m")
    with pytest.warns(UserWarning, match="millimetres"):
        polhode.Body.from_mesh((100 * POINTS, TRIANGLES), density=1)


@pytest.mark.parametrize(
    ("mesh", "keys", "says"),
    [
        ((POINTS, TRIANGLES[1:]), {"mass": 1}, "is not closed: 3 edges"),
        ((POINTS, TRIANGLES), {}, "give density or mass"),
        ((POINTS, TRIANGLES), {"mass": 1, "density": 1}, "give density or mass"),
        ((POINTS, TRIANGLES), {"mass": 0}, "must be positive"),
        ((POINTS, TRIANGLES), {"density": -1}, "must be positive"),
        ((POINTS, TRIANGLES), {"mass": 1, "unit": "inch"}, "none of m, cm, mm"),
        ((POINTS, TRIANGLES + 1), {"mass": 1}, "has point 8, but points count from 0 to 7"),
        ((POINTS, TRIANGLES * 1.0), {"mass": 1}, "whole numbers"),
        ((POINTS, [[0, 1]]), {"mass": 1}, "whole numbers of shape"),
        ((POINTS[:, :2], TRIANGLES), {"mass": 1}, "points"),
        ((np.where(POINTS == 3, np.nan, POINTS), TRIANGLES), {"mass": 1}, "4 points that are no numbers"),
        ("none.stl", {"mass": 1}, "there is no such file"),
        ("part.step", {"mass": 1}, "none of .stl"),
    ],
)
def test_what_encloses_no_body_is_refused(mesh, keys, says):
    with pytest.raises(ValueError, match=says):
        polhode.Body.from_mesh(mesh, **keys)


def test_what_is_no_mesh():
    for mesh in (None, 3, POINTS, (POINTS,)):
        with pytest.raises(TypeError):
            polhode.Body.from_mesh(mesh, mass=1)
