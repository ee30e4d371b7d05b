"""States of a body at many times."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator

import numpy as np

from . import _core
from ._arrays import real, whole
from ._body import Body
from ._state import State, to_rotation

if TYPE_CHECKING:
    from scipy.spatial.transform import Rotation


def turned(q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """v, along body axes, along space axes."""
    u = q[..., 1:]
    t = 2.0 * np.cross(u, v)
    return v + q[..., :1] * t + np.cross(u, t)


class Motion:
    """States at times: `t`, `q` (w x y z), `w` (along body axes, rad/s), and what follows from them.

    `q, w = motion` unpacks it.
    """

    __slots__ = ("t", "q", "w", "_body", "_rotor")

    def __init__(self, t: np.ndarray, q: np.ndarray, w: np.ndarray, body: Body, rotor: np.ndarray | None = None) -> None:
        self.t, self.q, self.w, self._body, self._rotor = t, q, w, body, rotor

    def __iter__(self) -> Iterator[np.ndarray]:
        return iter((self.q, self.w))

    @property
    def body(self) -> Body:
        """What moves."""
        return self._body

    @property
    def L(self) -> np.ndarray:
        """Angular momentum along space axes, that of a rotor included."""
        m = self._m()
        return turned(self.q, m if self._rotor is None else m + self._rotor)

    @property
    def energy(self) -> np.ndarray:
        """Kinetic energy, J."""
        return 0.5 * np.sum(self.w * self._m(), axis=-1)

    @property
    def rotation(self) -> Rotation:
        """The attitudes as a Rotation of SciPy (of many bodies: one after the other)."""
        return to_rotation(self.q)

    def _m(self) -> np.ndarray:
        if not self._body.is_many:
            return self._body.momentum(self.w.reshape(-1, 3)).reshape(self.w.shape)
        if self.w.ndim == 2:
            return self._body.momentum(self.w)
        return np.stack([self._body.momentum(self.w[:, k]) for k in range(self.w.shape[1])], axis=1)

    def __getitem__(self, i: int) -> State:
        """The state at time number i."""
        if self._body.is_many or self.q.ndim != 2:
            raise TypeError("one body at several times has states with numbers")
        return State(self.q[i], angular_velocity=self.w[i])

    def __reduce__(self) -> tuple[Any, ...]:
        return Motion, (self.t, self.q, self.w, self._body, self._rotor)

    def __repr__(self) -> str:
        return f"<motion: t {np.shape(self.t)}, q {self.q.shape}, w {self.w.shape}>"


def free(body: Body, state: State, t: Any, *, rotor: Any = None, threads: int = 0) -> Motion:
    """The exact motion of a free body at times t (s) after the state, past or future: right to a few roundings.

    body, state: one or many; many go along the first axis of the result
    t:           a number, or an array of them in any order
    rotor:       angular momentum of wheels in the body that turn at constant speed, along body axes (kg m^2/s): what they have
                 more than if they were locked. A momentum of the state is that of both
    threads:     0: one for each processor. The bits do not depend on it

    >>> import numpy as np
    >>> nut = Body(moments=[0.6, 0.8, 1.0])
    >>> q, w = free(nut, State(angular_velocity=[0.01, 5, 0.02]), [1, 10, 1e6])
    >>> w.round(6)
    array([[-0.023839,  4.99993 ,  0.026095],
           [-0.014046, -4.999985,  0.02141 ],
           [-0.156707, -4.99633 ,  0.122777]])
    >>> free(nut, State(angular_velocity=np.ones((7, 3))), np.linspace(0, 1, 100)).q.shape
    (7, 100, 4)
    >>> w = free(nut, State(angular_velocity=[0.01, 5, 0.02]), 1e6, rotor=[0, 2, 0]).w  # a wheel keeps it from turning over
    >>> round(float(w[1]), 6)
    5.000032
    """
    if not isinstance(body, Body):
        raise TypeError(f"body: expected a Body, got {type(body).__name__}")
    if not isinstance(state, State):
        raise TypeError(f"state: expected a State, got {type(state).__name__}")
    times = real(t, "t", many=True)
    if body.is_many and state.is_many and len(body) != len(state):
        raise ValueError(f"state: there are {len(body)} bodies, but {len(state)} states")
    many = body.is_many or state.is_many
    n = len(body) if body.is_many else len(state) if state.is_many else 1
    q, v = state._rows(n)
    wheel = None if rotor is None else real(rotor, "rotor", many=True)
    if wheel is not None and wheel.shape != (3,):
        raise ValueError(f"rotor: expected three numbers, got the shape {wheel.shape}")
    if wheel is None:
        q, w = _core.free(body._handles, q, v, state._m is not None, times.reshape(-1), whole(threads, "threads"))
    else:
        if state._m is not None:
            v = body._handles.angular_velocity(v - wheel)
        q, w = _core.gyrostat(body._handles, wheel, q, v, times.reshape(-1))
    if times.ndim == 0:
        q, w = q[:, 0], w[:, 0]
    if not many:
        q, w = q[0], w[0]
    return Motion(times, q, w, body, wheel)
