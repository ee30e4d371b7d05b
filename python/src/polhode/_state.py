"""States: how a body stands in space and how it turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator

import numpy as np

from . import _core
from ._arrays import flag, real

if TYPE_CHECKING:
    from scipy.spatial.transform import Rotation

    from ._body import Body

_IDENTITY = np.array([1.0, 0.0, 0.0, 0.0])
_IDENTITY.flags.writeable = False


def _own(a: np.ndarray) -> np.ndarray:
    """A copy that nobody changes."""
    a = a.copy()
    a.flags.writeable = False
    return a


def quaternions(x: Any, name: str = "attitude", scalar_first: bool = True) -> np.ndarray:
    """Quaternions w x y z from an array in either order, or from a Rotation of SciPy."""
    if hasattr(x, "as_quat"):
        x, scalar_first = x.as_quat(), False
    q = real(x, name, 4, many=True)
    return q if flag(scalar_first, "scalar_first") else np.ascontiguousarray(np.roll(q, 1, axis=-1))


def to_rotation(q: np.ndarray) -> Rotation:
    """w x y z as a Rotation of SciPy."""
    from scipy.spatial.transform import Rotation

    return Rotation.from_quat(np.roll(q, -1, axis=-1).reshape(-1, 4) if q.ndim > 2 else np.roll(q, -1, axis=-1))


class State:
    """Attitude, and angular velocity or momentum; of one body, or of many along the first axis.

    attitude:         a unit quaternion from body axes to space axes, w x y z (scalar_first=False: x y z w), or a
                      Rotation of SciPy; the identity if it is not given
    angular_velocity: along body axes, rad/s; or
    angular_momentum: along body axes, kg m^2/s

    >>> State(angular_velocity=[0.01, 5, 0.02])
    State(attitude=[1.0, 0.0, 0.0, 0.0], angular_velocity=[0.01, 5.0, 0.02])
    >>> State(attitude=[0, 0, 1, 0], scalar_first=False, angular_momentum=[0, 0, 1]).attitude
    array([0., 0., 0., 1.])
    >>> from scipy.spatial.transform import Rotation
    >>> State(attitude=Rotation.from_euler("z", 90, degrees=True), angular_velocity=[0, 0, 1]).attitude.round(6)
    array([0.707107, 0.      , 0.      , 0.707107])
    """

    __slots__ = ("_q", "_w", "_m")

    def __init__(
        self,
        attitude: Any = None,
        angular_velocity: Any = None,
        angular_momentum: Any = None,
        *,
        scalar_first: bool = True,
    ) -> None:
        if (angular_velocity is None) == (angular_momentum is None):
            raise ValueError("a state has an angular_velocity or an angular_momentum: give one of the two")
        self._q = _IDENTITY if attitude is None else _own(quaternions(attitude, "attitude", scalar_first))
        self._w = None if angular_velocity is None else _own(real(angular_velocity, "angular_velocity", 3, many=True))
        self._m = None if angular_momentum is None else _own(real(angular_momentum, "angular_momentum", 3, many=True))
        v = self._vector
        if self._q.ndim == 2 and v.ndim == 2 and len(self._q) != len(v):
            raise ValueError(f"attitude: there are {len(self._q)} of them, but {len(v)} vectors")
        _core.check_state(*self._rows())

    @property
    def _vector(self) -> np.ndarray:
        return self._w if self._m is None else self._m  # type: ignore[return-value]

    def _rows(self, n: int | None = None) -> tuple[np.ndarray, np.ndarray]:
        """Attitudes and vectors, one row for each state."""
        n = (len(self) if self.is_many else 1) if n is None else n
        rows = (np.broadcast_to(self._q, (n, 4)), np.broadcast_to(self._vector, (n, 3)))
        return np.ascontiguousarray(rows[0]), np.ascontiguousarray(rows[1])

    @property
    def attitude(self) -> np.ndarray:
        """w x y z, from body axes to space axes."""
        return self._q

    @property
    def angular_velocity(self) -> np.ndarray | None:
        """Along body axes; None if the state was given by its momentum (see `velocity`)."""
        return self._w

    @property
    def angular_momentum(self) -> np.ndarray | None:
        """Along body axes; None if the state was given by its angular velocity (see `momentum`)."""
        return self._m

    def velocity(self, body: Body) -> np.ndarray:
        """Angular velocity of this body in this state."""
        return self._w if self._w is not None else body.angular_velocity(self._m)

    def momentum(self, body: Body) -> np.ndarray:
        """Angular momentum of this body in this state, along body axes."""
        return self._m if self._m is not None else body.momentum(self._w)

    def quaternion(self, scalar_first: bool = True) -> np.ndarray:
        """The attitude as w x y z, or as x y z w."""
        return self._q if scalar_first else np.roll(self._q, -1, axis=-1)

    @property
    def rotation(self) -> Rotation:
        """The attitude as a Rotation of SciPy."""
        return to_rotation(self._q)

    @property
    def is_many(self) -> bool:
        """Whether these are many states rather than one."""
        return self._q.ndim == 2 or self._vector.ndim == 2

    @property
    def many(self) -> bool:
        """Deprecated: the older name of `is_many`."""
        return self.is_many

    def __len__(self) -> int:
        if not self.is_many:
            raise TypeError("one state has no length")
        return len(self._q) if self._q.ndim == 2 else len(self._vector)

    def __getitem__(self, key: Any) -> State:
        if not self.is_many:
            raise TypeError("one state has no parts")
        q, v = self._rows()
        name = "angular_velocity" if self._m is None else "angular_momentum"
        return State(q[key], **{name: v[key]})

    def __iter__(self) -> Iterator[State]:
        return (self[i] for i in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        same_kind = (self._m is None) == (other._m is None)
        return same_kind and np.array_equal(self._q, other._q) and np.array_equal(self._vector, other._vector)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return State, (self._q, self._w, self._m)

    def __repr__(self) -> str:
        if self.is_many:
            return f"<{len(self)} states>"
        name = "angular_velocity" if self._m is None else "angular_momentum"
        return f"State(attitude={self._q.tolist()}, {name}={self._vector.tolist()})"
