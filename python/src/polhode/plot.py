"""Pictures of a motion, with matplotlib: each function draws one, on axes of yours or new ones, and returns the axes.

    solution = polhode.solve(body, (0, 30), state)
    polhode.plot.angular_velocity(solution)
    polhode.plot.polhode(solution)

Colours are those of Okabe and Ito, which can be told apart by colour-blind eyes; lines differ in their dashes too.
"""

from __future__ import annotations

from typing import Any, Mapping, Sequence

import numpy as np

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
DASHES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 1)), (0, (8, 2)))

__all__ = ["angular_velocity", "animate", "attitude", "energy_error", "herpolhode", "polhode", "work_precision"]


def _pyplot() -> Any:
    try:
        import matplotlib.pyplot as plt
    except ImportError as missing:
        raise ImportError("polhode.plot draws with matplotlib, which is not installed (Debian: python3-matplotlib)") from missing
    return plt


def _axes(ax: Any, **figure: Any) -> Any:
    return _pyplot().subplots(**{"figsize": (7, 3.6), "layout": "constrained", **figure})[1] if ax is None else ax


def _space(ax: Any) -> Any:
    return _axes(ax, figsize=(5.5, 5.5), subplot_kw={"projection": "3d"})


def _line(i: int) -> dict[str, Any]:
    return {"color": COLOURS[i % len(COLOURS)], "linestyle": DASHES[i % len(DASHES)], "linewidth": 1.4}


def _matrices(q: np.ndarray) -> np.ndarray:
    """Rotations from body to space of quaternions w x y z, one matrix each."""
    w, x, y, z = np.moveaxis(np.asarray(q, float), -1, 0)
    rows = [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))


def angular_velocity(solution: Any, ax: Any = None) -> Any:
    """The angular velocity along body axes over time."""
    ax = _axes(ax)
    for i, name in enumerate("xyz"):
        ax.plot(solution.t, solution.w[:, i], label=f"$\\omega_{name}$", **_line(i))
    ax.set(xlabel="t, s", ylabel="angular velocity, rad/s")
    ax.margins(x=0)
    ax.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=3, frameon=False, borderaxespad=0.2)
    return ax


def attitude(solution: Any, axis: Sequence[float] = (0, 0, 1), ax: Any = None) -> Any:
    """The path of an axis of the body on the unit sphere of space."""
    ax = _space(ax)
    path = _matrices(solution.q) @ (np.asarray(axis, float) / np.linalg.norm(axis))
    _sphere(ax, np.ones(3))
    ax.plot(*path.T, color=COLOURS[1], linewidth=1.2)
    ax.scatter(*path[0], color=COLOURS[0], s=25, label="start")
    ax.set(xlabel="x", ylabel="y", zlabel="z")
    ax.legend(loc="upper left")
    return ax


def _sphere(ax: Any, semi_axes: np.ndarray) -> None:
    u, v = np.linspace(0, 2 * np.pi, 49), np.linspace(0, np.pi, 25)
    x, y, z = np.outer(np.cos(u), np.sin(v)), np.outer(np.sin(u), np.sin(v)), np.outer(np.ones_like(u), np.cos(v))
    ax.plot_surface(*(s * c for s, c in zip(semi_axes, (x, y, z))), color="#9db7cc", alpha=0.22, linewidth=0)
    ax.plot_wireframe(*(s * c for s, c in zip(semi_axes, (x, y, z))), color="#7a93a8", alpha=0.25, linewidth=0.4, rstride=4, cstride=4)
    ax.set_box_aspect(semi_axes, zoom=0.8)  # else labels are cut off


def polhode(solution: Any, ax: Any = None) -> Any:
    """Poinsot's picture in the body: the path of the angular velocity on the ellipsoid of the kinetic energy at the start.

    In principal axes. Of a free body the path, the polhode, lies on the ellipsoid and is closed; under torques it leaves it."""
    ax = _space(ax)
    moments = np.asarray(solution.body.moments, float)
    frame = _matrices(solution.body.frame)  # principal -> body
    w = solution.w @ frame
    _sphere(ax, np.sqrt(np.sum(moments * w[0] ** 2) / moments))
    ax.plot(*w.T, color=COLOURS[1], linewidth=1.6)
    ax.set(xlabel="$\\omega_1$, rad/s", ylabel="$\\omega_2$, rad/s", zlabel="$\\omega_3$, rad/s")
    return ax


def herpolhode(solution: Any, ax: Any = None) -> Any:
    """Poinsot's picture in space: the path of the angular velocity in the plane across the momentum at the start."""
    ax = _axes(ax, figsize=(4.8, 4.8))
    across = np.linalg.svd(np.asarray(solution.L[:1], float))[2][1:]  # two unit vectors across L
    w = np.einsum("nij,nj->ni", _matrices(solution.q), solution.w) @ across.T
    ax.plot(*w.T, color=COLOURS[1], linewidth=1.0)
    ax.plot(0, 0, "+", color=COLOURS[0], label="momentum")
    ax.set(xlabel="rad/s", ylabel="rad/s", aspect="equal")
    ax.legend(loc="upper right")
    return ax


def energy_error(solutions: Any, ax: Any = None, largest: bool = False) -> Any:
    """The relative error of the energy against the start, of one solution or of several by name ({"rkn6": solution, ...}).

    largest: the largest one until then, which shows drifts, instead of the one then"""
    ax = _axes(ax)
    several = solutions if isinstance(solutions, Mapping) else {"": solutions}
    for i, (name, s) in enumerate(several.items()):
        error = np.abs(s.energy - s.energy[0]) / np.abs(s.energy[0])
        error = np.maximum.accumulate(error) if largest else error
        ax.plot(s.t, np.where(error > 0, error, np.nan), label=name, **_line(i))
    ax.set(xlabel="t, s", ylabel=("largest " if largest else "") + "relative error of the energy", yscale="log")
    ax.margins(x=0)
    if isinstance(solutions, Mapping):
        ax.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return ax


def work_precision(curves: Mapping[str, Sequence[tuple[float, float]]], ax: Any = None, cost: str = "CPU time, s") -> Any:
    """Error against cost: for each name pairs (cost, error). Lower and further left is better."""
    ax = _axes(ax, figsize=(7, 4.4))
    for i, (name, pairs) in enumerate(curves.items()):
        x, y = np.array(sorted(pairs), float).T
        ax.plot(x, y, label=name, marker="osD^vPX"[i % 7], markersize=4, **_line(i))
    ax.set(xscale="log", yscale="log", xlabel=cost, ylabel="error of the attitude, rad")
    ax.grid(alpha=0.3)
    ax.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return ax


def _box(moments: np.ndarray) -> np.ndarray:
    """Half edges of the box of mass 3 with these principal moments; flat where there is none."""
    squares = np.maximum(np.sum(moments) / 2 - moments, 0)
    return np.sqrt(squares) + 0.02 * np.sqrt(np.max(moments))


def animate(solution: Any, fps: float = 25, speed: float = 1, body: Any = None) -> Any:
    """The body as a box that turns: a matplotlib animation (to_jshtml() for a notebook, save("x.gif") for a file).

    Every frame is a state of the solution, so give `t_eval` close enough; `speed` is how many seconds of motion pass in one."""
    plt = _pyplot()
    from matplotlib.animation import FuncAnimation
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    body = body or solution.body
    half = _box(np.asarray(body.moments, float))
    corners = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)], float) * half
    corners = corners @ _matrices(body.frame).T
    faces = [(0, 1, 3, 2), (4, 5, 7, 6), (0, 1, 5, 4), (2, 3, 7, 6), (0, 2, 6, 4), (1, 3, 7, 5)]
    frames = np.searchsorted(solution.t, np.arange(solution.t[0], solution.t[-1], speed / fps))
    turns = _matrices(solution.q)

    figure, ax = plt.subplots(figsize=(4.5, 4.5), subplot_kw={"projection": "3d"})
    reach = np.linalg.norm(half)
    ax.set(xlim=(-reach, reach), ylim=(-reach, reach), zlim=(-reach, reach), xlabel="x", ylabel="y", zlabel="z")
    ax.set_box_aspect((1, 1, 1))
    colours = [COLOURS[i // 2] for i in range(6)]
    shape = Poly3DCollection([], facecolors=colours, edgecolors="white", linewidths=0.6, alpha=0.95)
    ax.add_collection3d(shape)
    label = ax.text2D(0.02, 0.95, "", transform=ax.transAxes)

    def draw(k: int) -> tuple[Any, ...]:
        points = corners @ turns[k].T
        shape.set_verts([points[list(face)] for face in faces])
        label.set_text(f"t = {solution.t[k]:.2f} s")
        return shape, label

    return FuncAnimation(figure, draw, frames=frames, interval=1000 / fps, blit=False)
