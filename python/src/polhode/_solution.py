"""What a run leaves behind."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Iterator

import numpy as np

from . import _core
from ._state import State, to_rotation

if TYPE_CHECKING:
    from scipy.spatial.transform import Rotation

    from ._body import Body

MEANINGS: dict[str, str] = _core.certificate()


class Certificate(dict):
    """What the numbers of a run are worth: the largest errors over all its steps; None where nothing is conserved.

    `verdict` is "good", "doubtful" or "bad", and `reason` says why.
    """

    def __init__(self, entries: dict[str, float | None], verdict: str, reason: str) -> None:
        super().__init__(entries)
        self.verdict, self.reason = verdict, reason

    def __reduce__(self) -> tuple[Any, ...]:
        return Certificate, (dict(self), self.verdict, self.reason)

    def __repr__(self) -> str:
        width = max((len(name) for name in self), default=0)
        lines = [f"{name:<{width}}  {value:.2g}" for name, value in self.items() if value is not None]
        return "\n".join([*lines, f"{'verdict':<{width}}  {self.verdict}: {self.reason}"])

    def _repr_html_(self) -> str:
        from html import escape

        rows = "".join(
            f"<tr><td>{escape(name)}</td><td style='white-space:nowrap'>{value:.2g}</td>"
            f"<td>{escape(MEANINGS.get(name, ''))}</td></tr>"
            for name, value in self.items()
            if value is not None
        )
        verdict = f"<tr><th>verdict</th><th>{escape(self.verdict)}</th><td>{escape(self.reason)}</td></tr>"
        return f"<table>{rows}{verdict}</table>"


class Solution:
    """A motion that was computed, as `scipy.integrate.solve_ivp` gives it, with quaternions in rows.

    body                what moves
    t, q, w, L, energy  times (n,), attitudes w x y z (n, 4), angular velocities along body axes (n, 3), momenta along
                        space axes (n, 3), energies (n,): kinetic, and potential where there is one
    sol                 with dense_output: sol(t) is the motion at any times in between
    t_events, y_events  for each event the times, and the states (k, 7): q and w
    certificate         what was conserved, and how well
    error_estimate      the largest error of the attitude, rad; nan if it was not estimated (solve(..., estimate=True))
    success, status, message   0: the end was reached; 1: a terminal event ended the run; -1: it failed or was stopped
    method, nfev, steps the method that was taken, evaluations of the torque, steps
    """

    __slots__ = (
        "body", "t", "q", "w", "L", "energy", "sol", "t_events", "y_events", "error_estimate", "success", "status",
        "message", "method", "nfev", "steps", "cpu_seconds", "_certificate", "_source",
    )  # fmt: skip

    body: Body
    t: np.ndarray
    q: np.ndarray
    w: np.ndarray
    L: np.ndarray
    energy: np.ndarray
    sol: Any
    t_events: list[np.ndarray] | None
    y_events: list[np.ndarray] | None
    error_estimate: float
    success: bool
    status: int
    message: str
    method: str
    nfev: int
    steps: int
    cpu_seconds: float
    _certificate: Any
    _source: Any

    def __init__(self, **values: Any) -> None:
        for name in self.__slots__:
            setattr(self, name, values.get(name))

    @property
    def certificate(self) -> Certificate:
        """What was conserved, and how well."""
        if not isinstance(self._certificate, Certificate):
            self._certificate = certificate_of(self._certificate)
        return self._certificate

    @property
    def rotation(self) -> Rotation:
        """The attitudes as a Rotation of SciPy."""
        return to_rotation(self.q)

    def quaternions(self, scalar_first: bool = True) -> np.ndarray:
        """The attitudes as w x y z, or as x y z w."""
        return self.q if scalar_first else np.roll(self.q, -1, axis=-1)

    @property
    def end(self) -> State:
        """The last state."""
        return self[-1]

    def __getitem__(self, i: int) -> State:
        """The state of row i."""
        return State(self.q[i], angular_velocity=self.w[i])

    def __len__(self) -> int:
        return len(self.t)

    def __iter__(self) -> Iterator[State]:
        return (self[i] for i in range(len(self)))

    def __reduce__(self) -> tuple[Any, ...]:
        values = {name: getattr(self, name) for name in self.__slots__ if name != "_source"}
        values |= {"sol": None, "_certificate": self.certificate}  # they hold memory of the library
        return _restored, (values,)

    def __repr__(self) -> str:
        error = "" if math.isnan(self.error_estimate) else f", error {self.error_estimate:.1e} rad"
        rows = f"{len(self)} states from t = {self.t[0]:g} to {self.t[-1]:g}" if len(self) else "no states"
        end = "" if self.success and self.status == 0 else f"\n{self.message}"
        about = f"{self.method}, {self.steps} steps, {self.nfev} torques{error}; {self.certificate.verdict}"
        return f"<{rows}; {about}>{end}"

    def _repr_html_(self) -> str:
        from html import escape

        from ._scenario import report_of

        page = None if self._source is None else report_of(self._source)
        if page is None:
            return f"<p>{escape(repr(self))}</p>{self.certificate._repr_html_()}"
        return f'<iframe style="width:100%;height:46em;border:0" srcdoc="{escape(page)}"></iframe>'


def _restored(values: dict[str, Any]) -> Solution:
    return Solution(**values)


def certificate_of(result: Any) -> Certificate:
    """The certificate of a run of the library."""
    entries = {name: value if not math.isnan(value := result.number(name)) else None for name in MEANINGS}
    return Certificate(entries, result.text("verdict"), result.text("verdict_reason"))
