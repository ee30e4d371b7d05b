"""Bodies: what resists a torque."""

from __future__ import annotations

from typing import Any, Iterator

import numpy as np

from . import _core
from ._arrays import real


class Body:
    """A rigid body, or many of them along the first axis of their arrays.

    moments:   principal moments of inertia along the body axes (kg m^2), in any order; or
    tensor:    the inertia tensor along the body axes, symmetric, about the fixed point or the centre of mass
    effective: moments that belong to no distribution of mass (fitted models) are taken as well

    >>> Body(moments=[0.6, 0.8, 1.0])
    Body(moments=[0.6, 0.8, 1.0])
    >>> Body(moments=[1, 2, 5])
    Traceback (most recent call last):
      ...
    ValueError: inertia: moments (1, 2, 5) are impossible: I3 <= I1 + I2 is violated by 2 (were these principal moments? ...)
    >>> Body(tensor=[[2, 0.3, 0], [0.3, 2, 0], [0, 0, 3]]).moments.round(3)
    array([1.7, 2.3, 3. ])
    >>> len(Body(moments=[[1, 2, 2.5], [1, 1, 1]]))
    2
    """

    __slots__ = ("_handles", "_given", "_many")

    def __init__(self, moments: Any = None, *, tensor: Any = None, effective: bool = False) -> None:
        if (moments is None) == (tensor is None):
            raise ValueError("a body has moments or a tensor: give one of the two")
        if moments is not None:
            given = real(moments, "moments", 3, many=True)
            self._handles = _core.Bodies.moments(given.reshape(-1, 3), bool(effective))
        else:
            if effective:
                raise ValueError("effective goes with moments")
            given = real(tensor, "tensor", 3, 3, many=True)
            self._handles = _core.Bodies.tensor(given.reshape(-1, 3, 3))
        self._many = given.ndim == (2 if tensor is None else 3)
        self._given = {"moments" if tensor is None else "tensor": given.copy(), "effective": bool(effective)}

    @property
    def moments(self) -> np.ndarray:
        """Principal moments, in the order of the principal axes."""
        I = self._handles.principal_moments
        return I if self._many else I[0]

    @property
    def frame(self) -> np.ndarray:
        """The rotation from principal axes to body axes, w x y z; 1 0 0 0 if body axes are principal."""
        q = self._handles.frame
        return q if self._many else q[0]

    def momentum(self, angular_velocity: Any) -> np.ndarray:
        """Angular momentum of an angular velocity, both along body axes."""
        return self._converted(self._handles.momentum, angular_velocity, "angular_velocity")

    def angular_velocity(self, momentum: Any) -> np.ndarray:
        """Angular velocity of an angular momentum, both along body axes."""
        return self._converted(self._handles.angular_velocity, momentum, "momentum")

    def _converted(self, convert: Any, vectors: Any, name: str) -> np.ndarray:
        v = real(vectors, name, 3, many=True)
        if self._many and v.ndim == 2 and len(v) != len(self):
            raise ValueError(f"{name}: there are {len(self)} bodies, but {len(v)} vectors")
        rows = np.broadcast_to(v, (len(self), 3)) if self._many else v.reshape(-1, 3)
        made = convert(np.ascontiguousarray(rows))
        return made if self._many or v.ndim == 2 else made[0]

    @property
    def many(self) -> bool:
        """Whether these are many bodies (perhaps 0 or 1 of them) rather than one."""
        return self._many

    def __len__(self) -> int:
        if not self._many:
            raise TypeError("one body has no length")
        return len(self._handles)

    def __getitem__(self, key: Any) -> Body:
        if not self._many:
            raise TypeError("one body has no parts")
        return Body(**{k: v[key] if isinstance(v, np.ndarray) else v for k, v in self._given.items()})

    def __iter__(self) -> Iterator[Body]:
        return (self[i] for i in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Body):
            return NotImplemented
        return all(np.array_equal(v, other._given.get(k)) for k, v in self._given.items())

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._given,)

    def __repr__(self) -> str:
        if self._many:
            return f"<{len(self)} bodies>"
        name = "moments" if "moments" in self._given else "tensor"
        effective = ", effective=True" if self._given["effective"] else ""
        return f"Body({name}={self._given[name].tolist()}{effective})"


def _restored(given: dict[str, Any]) -> Body:
    return Body(**given)
