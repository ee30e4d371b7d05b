"""One body under torques, from start to end."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from . import _core
from ._arrays import flag, number, real, whole
from ._body import Body
from ._motion import Motion
from ._solution import Certificate, Solution
from ._state import State
from .events import Event
from .torques import Builtin, Torque, as_torque


def solve(
    body: Body,
    t_span: Any,
    state: State,
    torque: Torque | Callable[..., Any] | None = None,
    method: str = "auto",
    accuracy: float | None = None,
    step: float | None = None,
    t_eval: Any = None,
    dense_output: bool = False,
    events: Event | list[Event] | None = None,
    callback: Callable[[float], Any] | None = None,
    *,
    vectorized: bool = False,
    flow: str | None = None,
    steps: int | None = None,
    output_every: int | None = None,
    energy_correction: int = 0,
    estimate: bool = False,
) -> Solution:
    """The motion of a body from t_span[0] to t_span[1].

    torque:     one of `polhode.torques`, a sum of them, a function f(t, q, w), or a compiled one; None: free
    method:     one of `polhode.methods()`; "auto" takes what is best for the problem
    accuracy:   of the attitude (rad) and the momentum (relative) over the whole run; or
    step:       the largest step, s; or steps, their number. None of them with "auto": an accuracy of 1e-9
    t_eval:     the times that are wanted, growing; else every step (output_every: every so many)
    dense_output: the solution can be asked for any time afterwards: `solution.sol(t)`
    events:     one of `polhode.events`, or a list of them
    callback:   told how much is done, 0 to 1, a few times a second; True ends the run
    vectorized: the function takes many states at once: t (n,), q (n, 4), w (n, 3)
    flow:       of a splitting: the method that moves the free body
    energy_correction: give the body its energy back after every so many steps
    estimate:   the error of a run by steps under torques is estimated, too; takes about twice as long

    >>> import polhode
    >>> top = polhode.solve(Body(moments=[0.6, 0.8, 1.0]), (0, 10), State(angular_velocity=[3, 0.5, -0.9]),
    ...                     polhode.torques.heavy_top(weight=1, arm=[0, 0, 1]), accuracy=1e-10)
    >>> top.success, top.error_estimate < 1e-10
    (True, True)
    >>> top.q[-1].round(9)
    array([ 0.92573999, -0.35149067,  0.10218388, -0.09496441])
    """
    problem = problem_of(body, t_span, state, torque, vectorized)
    watched = [events] if isinstance(events, Event) else list(events) if events is not None else []
    for event in watched:
        if not isinstance(event, Event):
            raise TypeError(f"events: expected those of polhode.events, got {type(event).__name__}")
        event._add_to(problem)
    if callback is not None and not callable(callback):
        raise TypeError(f"callback: expected something that can be called, got {type(callback).__name__}")
    settings = settings_of(method, flow, accuracy, step, steps)
    if t_eval is not None:
        settings["times"] = real(t_eval, "t_eval", many=True).reshape(-1)
    if output_every is not None:
        settings["output_every"] = checked("output_every", whole(output_every, "output_every"))
    settings["energy_correction"] = whole(energy_correction, "energy_correction")
    settings["estimate"] = flag(estimate, "estimate")
    dense_output = flag(dense_output, "dense_output")
    settings["dense_output"] = dense_output or bool(watched)  # for the states at the events
    if torque is None or isinstance(torque, Builtin):
        result = problem.run(settings, callback)
    else:
        # Steps that turn out to be too large are tried and taken again: what overflows in them is nobody's fault.
        with np.errstate(over="ignore", invalid="ignore"):
            result = problem.run(settings, callback)
    dense = DenseOutput(problem, result, body, torque) if settings["dense_output"] and result.has_states else None
    source = None if energy_correction else (body, t_span, state, torque, method, flow, accuracy, step, steps, watched)
    return _solution(result, body, dense, dense_output, watched, source)


def problem_of(body: Any, t_span: Any, state: Any, torque: Any, vectorized: bool = False) -> Any:
    """What is to be solved, for the library."""
    if not isinstance(body, Body):
        raise TypeError(f"body: expected a Body, got {type(body).__name__}")
    if not isinstance(state, State):
        raise TypeError(f"state: expected a State, got {type(state).__name__}")
    if body.is_many or state.is_many:
        raise ValueError("solve() takes one body in one state; many of them are a polhode.Ensemble")
    span = real(t_span, "t_span", 2)
    problem = _core.Problem(body._handles)
    problem.start(state._q, state._vector, state._m is not None)
    problem.times(float(span[0]), float(span[1]))
    if torque is not None:
        for part in as_torque(torque, vectorized)._parts():
            if isinstance(part, Builtin) and part._varied():
                key, values = part._varied()[0]
                raise ValueError(f"torque: {key} has {len(values)} values; many bodies are a polhode.Ensemble")
            part._add_to(problem)
    return problem


def settings_of(method: Any, flow: Any, accuracy: Any, step: Any, steps: Any) -> dict[str, Any]:
    """How it is to be solved, for the library."""
    if not isinstance(method, str):
        raise TypeError(f"method: expected the name of a method, got {type(method).__name__}")
    if flow is not None and not isinstance(flow, str):
        raise TypeError(f"flow: expected the name of a method, got {type(flow).__name__}")
    settings: dict[str, Any] = {"method": method, "flow": flow}
    given = {
        "accuracy": None if accuracy is None else number(accuracy, "accuracy"),
        "step": None if step is None else number(step, "step"),
        "steps": None if steps is None else whole(steps, "steps"),
    }
    settings.update((name, checked(name, x)) for name, x in given.items() if x is not None)
    return settings


def checked(name: str, x: Any) -> Any:
    """A number that may be given for this setting; the library says which may."""
    _core.check_setting(name, x)
    return x


class DenseOutput:
    """A motion that can be asked for any time of the run: sol(t) has `t`, `q` and `w`; `q, w = sol(t)` unpacks it."""

    __slots__ = ("_problem", "_result", "_body", "_torque")

    def __init__(self, problem: Any, result: Any, body: Body, torque: Any) -> None:
        # The torque may be asked again, so that it must live.
        self._problem, self._result, self._body, self._torque = problem, result, body, torque

    def __call__(self, t: Any) -> Motion:
        times = real(t, "t", many=True)
        q, w = self._problem.at(self._result, times.reshape(-1))
        return Motion(times, q, w, self._body) if times.ndim else Motion(times, q[0], w[0], self._body)


def _solution(
    result: Any, body: Body, dense: DenseOutput | None, wanted: bool, events: list[Event], source: Any
) -> Solution:
    t, q, w, L, energy = result.states()
    if not result.has_states:  # stopped before the first step
        return Solution(
            body=body, t=t, q=q, w=w, L=L, energy=energy, error_estimate=float("nan"), success=False, status=-1,
            message=result.message, method="", nfev=0, steps=0, cpu_seconds=0.0,
            _certificate=Certificate({}, "bad", "the run had not begun"),
        )  # fmt: skip
    done, ended = result.status == "ok", False
    t_events = y_events = None
    if events and dense is not None:
        when, which, _ = result.events()
        states = np.hstack(list(dense(when)))
        t_events = [when[which == k] for k in range(len(events))]
        y_events = [states[which == k] for k in range(len(events))]
        ended = len(when) > 0 and events[which[-1]].terminal and result.number("end_time") == when[-1]
    message = result.message or ("A terminal event ended the run." if ended else "The end of the run was reached.")
    return Solution(
        body=body,
        t=t,
        q=q,
        w=w,
        L=L,
        energy=energy,
        sol=dense if wanted else None,
        t_events=t_events,
        y_events=y_events,
        error_estimate=result.error,
        success=done,
        status=-1 if not done else 1 if ended else 0,
        message=message,
        method=result.text("method"),
        nfev=int(result.number("torque_evaluations")),
        steps=int(result.number("steps")),
        cpu_seconds=result.number("cpu_seconds"),
        _certificate=result,
        _source=source,
    )
