"""What to look for while a body moves: times to rounding, and perhaps the end of the run (docs/how-to/events.md).

All of them take
    terminal:   the run ends there; with a count, at the last of them
    direction:  "both", "rising" or "falling", or as in SciPy 0, 1, -1
    count:      at most so many; 0: all, of a terminal one the first
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ._arrays import flag, number, real, whole

_DIRECTIONS = {"both": "both", "rising": "rising", "falling": "falling", 0: "both", 1: "rising", -1: "falling"}
_NONE = np.zeros(3)


class Event:
    """Something to look for; made by `cone`, `plane`, `flip` or `speed`."""

    __slots__ = ("kind", "body_axis", "space_axis", "angle", "value", "terminal", "direction", "count")

    def __init__(
        self,
        kind: str,
        *,
        body_axis: Any = None,
        space_axis: Any = None,
        angle: Any = 0.0,
        value: Any = 0.0,
        terminal: bool = False,
        direction: Any = "both",
        count: int = 0,
    ) -> None:
        self.kind = kind
        self.body_axis = _NONE if body_axis is None else real(body_axis, f"{kind}: body_axis", 3)
        self.space_axis = _NONE if space_axis is None else real(space_axis, f"{kind}: space_axis", 3)
        self.angle, self.value = number(angle, f"{kind}: angle"), number(value, f"{kind}: value")
        self.terminal, self.count = flag(terminal, f"{kind}: terminal"), whole(count, f"{kind}: count")
        try:
            self.direction = _DIRECTIONS[direction]
        except (KeyError, TypeError):
            raise ValueError(
                f'{kind}: direction: {direction!r} is none of "both", "rising", "falling", 0, 1, -1'
            ) from None

    def _add_to(self, problem: Any) -> None:
        problem.add_event(
            self.kind, self.direction, self.body_axis, self.space_axis,
            self.angle, self.value, self.count, self.terminal,
        )  # fmt: skip

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.kind, {k: getattr(self, k) for k in self.__slots__[1:]})

    def __repr__(self) -> str:
        given = []
        if self.kind in ("cone", "plane"):
            given += [f"body_axis={self.body_axis.tolist()}", f"space_axis={self.space_axis.tolist()}"]
        if self.kind == "cone":
            given.append(f"angle={self.angle!r}")
        if self.kind == "speed":
            given.append(f"value={self.value!r}")
        given += [f"terminal={self.terminal}"] * self.terminal
        given += [f"direction={self.direction!r}"] * (self.direction != "both")
        given += [f"count={self.count}"] * (self.count != 0)
        return f"{self.kind}({', '.join(given)})"


def _restored(kind: str, values: dict[str, Any]) -> Event:
    return Event(kind, **values)


def cone(body_axis: Any, space_axis: Any, angle: float, **how: Any) -> Event:
    """The axis of the body crosses the cone of this angle (rad) about an axis in space."""
    return Event("cone", body_axis=body_axis, space_axis=space_axis, angle=angle, **how)


def plane(body_axis: Any, space_axis: Any, **how: Any) -> Event:
    """The axis of the body crosses the plane that is normal to an axis in space."""
    return Event("plane", body_axis=body_axis, space_axis=space_axis, **how)


def flip(**how: Any) -> Event:
    """The momentum changes its side of the axis of the middle moment."""
    return Event("flip", **how)


def speed(value: float, **how: Any) -> Event:
    """The angular velocity reaches this size, rad/s."""
    return Event("speed", value=value, **how)


__all__ = ["Event", "cone", "flip", "plane", "speed"]
