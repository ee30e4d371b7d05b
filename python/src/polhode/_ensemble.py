"""Many bodies at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Callable, Iterable

import numpy as np

from . import _core
from ._arrays import flag, real, whole
from ._body import Body
from ._solve import settings_of
from ._state import State, to_rotation
from .torques import Builtin, Sum, Torque, as_torque

# As polhode_status counts, with the words of the program.
_OUTCOMES = np.array(["done", "refused", "not_converged", "non_finite", "inaccurate", "not_run"])
_ARRAYS = ("t", "q", "w", "L", "energy", "energy_error", "momentum_error", "error_estimate", "outcome")


class EnsembleResult:
    """The states of many bodies at the end, one row for each.

    t, q, w, L, energy            as of a `Solution`
    energy_error, momentum_error  relative, end against start; nan where nothing is conserved
    error_estimate                of the attitude, rad; nan if no accuracy was asked for
    outcome                       "done", or why not: "refused" (there is no such body), "not_converged", "non_finite",
                                  "inaccurate", "not_run" (stopped before its turn)
    """

    __slots__ = _ARRAYS

    t: np.ndarray
    q: np.ndarray
    w: np.ndarray
    L: np.ndarray
    energy: np.ndarray
    energy_error: np.ndarray
    momentum_error: np.ndarray
    error_estimate: np.ndarray
    outcome: np.ndarray

    def __init__(self, **arrays: np.ndarray) -> None:
        for name in _ARRAYS:
            setattr(self, name, arrays[name])

    @classmethod
    def concatenate(cls, parts: Iterable[EnsembleResult]) -> EnsembleResult:
        """The results of parts of an ensemble, one after the other."""
        listed = list(parts)
        return cls(**{name: np.concatenate([getattr(part, name) for part in listed]) for name in _ARRAYS})

    @property
    def success(self) -> np.ndarray:
        """Whether each of them was done."""
        return self.outcome == "done"

    @property
    def rotation(self) -> Any:
        """The attitudes as a Rotation of SciPy."""
        return to_rotation(self.q)

    def __len__(self) -> int:
        return len(self.q)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, ({name: getattr(self, name) for name in _ARRAYS},)

    def __repr__(self) -> str:
        names, counts = np.unique(self.outcome, return_counts=True)
        return f"<{len(self)} bodies: " + ", ".join(f"{n} {name}" for name, n in zip(names, counts)) + ">"


def _restored(arrays: dict[str, np.ndarray]) -> EnsembleResult:
    return EnsembleResult(**arrays)


class Ensemble:
    """Many bodies of one kind of problem, moved at once on lanes and threads.

    body, state: one or many, along the first axis of their arrays
    torque:      as for `solve`; numbers and vectors of built-in ones may be arrays, one entry for each body
    The rest as for `solve`. Body i has the same bits alone, in a part, and together, on any number of threads; a part
    is `ensemble[a:b]`, which is an ensemble.

    >>> import numpy as np, polhode
    >>> spins = np.random.default_rng(1).normal(size=(1000, 3))
    >>> cloud = Ensemble(Body.box(0.5, [0.2, 0.3, 0.1]), (0, 600), State(angular_velocity=spins))
    >>> cloud.run()
    <1000 bodies: 1000 done>
    """

    __slots__ = ("body", "t_span", "state", "torque", "settings", "vectorized", "_scenario", "_run")

    def __init__(
        self,
        body: Body,
        t_span: Any,
        state: State,
        torque: Torque | Callable[..., Any] | None = None,
        method: str = "auto",
        accuracy: float | None = None,
        step: float | None = None,
        *,
        flow: str | None = None,
        steps: int | None = None,
        vectorized: bool = False,
    ) -> None:
        if not isinstance(body, Body):
            raise TypeError(f"body: expected a Body, got {type(body).__name__}")
        if not isinstance(state, State):
            raise TypeError(f"state: expected a State, got {type(state).__name__}")
        self.body, self.state = body, state
        span = real(t_span, "t_span", 2)
        self.t_span = (float(span[0]), float(span[1]))
        self.torque = None if torque is None else as_torque(torque, vectorized)
        self.settings = settings_of(method, flow, accuracy, step, steps)
        self.vectorized = flag(vectorized, "vectorized")
        self._scenario: Any = None
        self._run: dict[str, Any] = {}
        sizes = {name: n for name, n in self._sizes() if n is not None}
        if not sizes:
            raise ValueError("an ensemble has many bodies, states, or values of its torques: give arrays of them")
        if len(set(sizes.values())) > 1:
            listed = ", ".join(f"{n} of {name}" for name, n in sizes.items())
            raise ValueError(f"how many bodies are there? {listed}")

    @classmethod
    def load(cls, path: str | Path, *, bodies: int | None = None, seed: int | None = None, **run: Any) -> Ensemble:
        """The ensemble of a scenario with [ensemble] and [[vary]]; it is run by the program, to the same bits."""
        from ._scenario import Scenario, _options

        made = cls.__new__(cls)
        made._scenario = Scenario.load(path)
        made._run = {"bodies": bodies, "seed": seed, **run}
        _options(**made._run)
        return made

    def _sizes(self) -> list[tuple[str, int | None]]:
        sizes = [
            ("body", len(self.body) if self.body.is_many else None),
            ("state", len(self.state) if self.state.is_many else None),
        ]
        for part in () if self.torque is None else self.torque._parts():
            if isinstance(part, Builtin):
                sizes += [(f"{part.kind}.{key}", len(value)) for key, value in part._varied()]
        return sizes

    def __len__(self) -> int:
        if self._scenario is not None:
            raise TypeError("how many bodies a scenario has is known when it is run")
        return next(n for _, n in self._sizes() if n is not None)

    def __getitem__(self, key: slice) -> Ensemble:
        """A part of it: bodies a to b - 1."""
        if self._scenario is not None:
            raise TypeError("the ensemble of a scenario is run as a whole")
        if not isinstance(key, slice):
            raise TypeError(f"a part of an ensemble is ensemble[a:b], not {type(key).__name__}")
        part = Ensemble.__new__(Ensemble)
        for name in self.__slots__:
            setattr(part, name, getattr(self, name))
        part.body = self.body[key] if self.body.is_many else self.body
        part.state = self.state[key] if self.state.is_many else self.state
        if self.torque is not None:
            parts = [p[key] if isinstance(p, Builtin) and p._varied() else p for p in self.torque._parts()]
            part.torque = parts[0] if len(parts) == 1 else Sum(*parts)
        return part

    def run(self, threads: int = 0, callback: Callable[[float], Any] | None = None) -> EnsembleResult:
        """To the end. threads: 0 is one for each processor. callback: as for `solve`."""
        if callback is not None and not callable(callback):
            raise TypeError(f"callback: expected something that can be called, got {type(callback).__name__}")
        if self._scenario is not None:
            return self._scenario.ensemble(threads=threads, **self._run)
        if not 0 <= whole(threads, "threads") <= 4096:
            raise ValueError(f"threads = {threads} must be between 0 and 4096")
        n = len(self)
        if n == 0:
            raise ValueError("there are no bodies")
        problem = _core.Problem(self.body._handles)
        q, v = self.state._rows()
        problem.start(q[0], v[0], self.state._m is not None)
        problem.times(*self.t_span)
        varied = []
        for k, part in enumerate(() if self.torque is None else self.torque._parts()):
            part._add_to(problem)
            if isinstance(part, Builtin):
                varied += [(k, key, np.ascontiguousarray(value)) for key, value in part._varied()]
        made = problem.run_ensemble(
            self.body._handles, q, v, self.state._m is not None, varied, n, self.settings, int(threads), callback
        )
        made.pop("stopped")
        made["outcome"] = _OUTCOMES[made["outcome"]]
        return EnsembleResult(t=np.full(n, self.t_span[1]), **made)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored_ensemble, ({name: getattr(self, name, None) for name in self.__slots__},)

    def __repr__(self) -> str:
        if self._scenario is not None:
            return f"<ensemble of {self._scenario!r}>"
        return f"<ensemble of {len(self)} bodies, t = {self.t_span[0]:g} to {self.t_span[1]:g}>"


def _restored_ensemble(values: dict[str, Any]) -> Ensemble:
    made = Ensemble.__new__(Ensemble)
    for name, value in values.items():
        setattr(made, name, value)
    return made
