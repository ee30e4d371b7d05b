"""Scenarios, the files of the program, and what the program makes of them."""

from __future__ import annotations

import io
import math
from pathlib import Path
from typing import Any

import numpy as np

from . import _program
from ._arrays import number, real, whole
from ._body import Body
from ._solution import MEANINGS, Certificate, Solution
from ._solve import settings_of
from ._state import State
from .torques import Builtin, Torque, as_torque

_OUTCOMES = ("done", "not_converged", "non_finite", "refused", "inaccurate", "not_run")


class Scenario:
    """A scenario: its text, and the folder that names of files in it are seen from.

    >>> top = Scenario.of(Body(moments=[0.6, 0.8, 1.0]), (0, 10), State(angular_velocity=[3, 0.5, -0.9]), steps=100)
    >>> top.run().method
    'exact'
    >>> Scenario("[body]\\nmomnets = [1, 2, 2]").run()
    Traceback (most recent call last):
      ...
    ValueError: stdin: ...
    """

    __slots__ = ("text", "folder", "_path")

    def __init__(self, text: str, folder: str | None = None) -> None:
        if not isinstance(text, str):
            raise TypeError(f"text: expected the text of a scenario, got {type(text).__name__}")
        self.text, self.folder = text, folder
        self._path: str | None = None

    @classmethod
    def load(cls, path: str | Path) -> Scenario:
        """From a file."""
        file = Path(path).resolve()
        made = cls(file.read_text(encoding="utf-8"), str(file.parent))
        made._path = str(file)
        return made

    @classmethod
    def of(
        cls,
        body: Body,
        t_span: Any,
        state: State,
        torque: Torque | None = None,
        method: str = "auto",
        accuracy: float | None = None,
        step: float | None = None,
        *,
        flow: str | None = None,
        steps: int | None = None,
        title: str = "From Python",
    ) -> Scenario:
        """What `solve` would be given, as a scenario. Torques that are functions cannot be written down."""
        run = {"method": method, "flow": flow, "accuracy": accuracy, "step": step, "steps": steps}
        return cls(written(body, t_span, state, torque, run, [], title))

    def save(self, path: str | Path) -> None:
        """Into a file."""
        Path(path).write_text(self.text, encoding="utf-8")

    def _call(self, command: str, *options: str) -> bytes:
        if self._path is not None:
            return _program.call(command, self._path, *options)
        return _program.call(command, "-", *options, text=self.text, folder=self.folder)

    def run(
        self,
        *,
        method: str | None = None,
        flow: str | None = None,
        accuracy: float | None = None,
        step: float | None = None,
        steps: int | None = None,
        end: float | None = None,
    ) -> Solution:
        """Run it, as `polhode run` does; the arguments take the place of what the scenario says."""
        options = _options(method=method, flow=flow, accuracy=accuracy, step=step, steps=steps, end=end)
        arrays = np.load(io.BytesIO(self._call("run", "-o", "-", "--format", "npz", *options)), allow_pickle=False)
        return _solution(arrays, (self, options))

    def ensemble(self, *, bodies: int | None = None, seed: int | None = None, threads: int = 0, **run: Any) -> Any:
        """Run its [ensemble], as `polhode ensemble` does: an EnsembleResult."""
        from ._ensemble import EnsembleResult

        options = _options(bodies=bodies, seed=seed, **run)
        if whole(threads, "threads") < 0:
            raise ValueError(f"threads = {threads} must not be negative")
        options += _program.option("threads", threads or None)
        arrays = np.load(io.BytesIO(self._call("ensemble", "-o", "-", "--format", "npz", *options)), allow_pickle=False)
        names = np.array(_OUTCOMES)
        kept = {k: arrays[k] for k in ("q", "w", "L", "energy", "energy_error", "momentum_error", "error_estimate")}
        return EnsembleResult(t=arrays["t"], outcome=names[arrays["outcome"]], **kept)

    def compare(self, methods: Any = None, steps: Any = None, accuracy: float | None = None) -> Comparison:
        """Errors and cost of several methods; see `polhode.compare`."""
        options = _options(methods=methods, steps=steps, accuracy=accuracy)
        return Comparison(_program.parsed(self._call("compare", "--json", *options)), (self, options))

    def report(self, path: str | Path | None = None, **run: Any) -> str:
        """The page that `polhode run -o x.html` writes; into a file if there is a path."""
        page = self._call("run", "-o", "-", "--format", "html", *_options(**run)).decode()
        if path is not None:
            Path(path).write_text(page, encoding="utf-8")
        return page

    def __repr__(self) -> str:
        return f"<scenario {self._path or 'of ' + str(len(self.text.splitlines())) + ' lines'}>"


class Comparison:
    """Errors and cost of methods: `points` has one entry for each run, `advice` sentences for several errors."""

    __slots__ = ("data", "_source")

    def __init__(self, data: dict[str, Any], source: Any = None) -> None:
        self.data, self._source = data, source

    @property
    def points(self) -> list[dict[str, Any]]:
        return self.data["points"]

    @property
    def advice(self) -> list[str]:
        return [one["sentence"] for one in self.data.get("advice", [])]

    @property
    def methods(self) -> list[str]:
        return list(dict.fromkeys(point["method"] for point in self.points))

    def column(self, name: str, method: str) -> np.ndarray:
        """One number of all runs of a method: "steps", "attitude_error", "cpu_seconds", ..."""
        return np.array([_number(point[name]) for point in self.points if point["method"] == method])

    def __repr__(self) -> str:
        rows = [("method", "steps", "attitude error", "torques", "ms")] + [
            (
                point["method"],
                str(point["steps"]),
                "-" if point["attitude_error"] is None else f"{point['attitude_error']:.1e}",
                str(point["torque_evaluations"]),
                "-" if point["cpu_seconds"] is None else f"{1e3 * point['cpu_seconds']:.3g}",
            )
            for point in self.points
        ]
        widths = [max(len(row[k]) for row in rows) for k in range(5)]
        first, *others = widths
        lines = [f"{row[0]:<{first}}  " + "  ".join(f"{x:>{n}}" for x, n in zip(row[1:], others)) for row in rows]
        return "\n".join([*lines, *self.advice])

    def _repr_html_(self) -> str:
        from html import escape

        if self._source is None:
            return f"<pre>{escape(repr(self))}</pre>"
        scenario, options = self._source
        page = scenario._call("compare", "-o", "-", "--format", "html", *options).decode()
        return f'<iframe style="width:100%;height:46em;border:0" srcdoc="{escape(page)}"></iframe>'


def compare(
    scenario: Scenario | str | Path, methods: Any = None, steps: Any = None, accuracy: float | None = None
) -> Comparison:
    """Errors and cost of several methods on a problem, and which one to take.

    scenario: a `Scenario` (`Scenario.of(body, t_span, state, torque)` makes one), or the path of one
    methods:  names, as ["rkn6", "cf4"]; a splitting on a flow is "rkn6:dmv16". None: the usual ones
    steps:    numbers of steps; None: eight of them
    accuracy: the error that is needed, rad: what each method takes for it
    """
    return _as_scenario(scenario).compare(methods, steps, accuracy)


def advise(scenario: Scenario | str | Path, accuracy: float) -> dict[str, Any]:
    """Which method and step to take for an accuracy (rad), as `polhode advise --json` says it."""
    options = _options(accuracy=number(accuracy, "accuracy"))
    return _program.parsed(_as_scenario(scenario)._call("advise", "--json", *options))


def _as_scenario(x: Any) -> Scenario:
    if isinstance(x, Scenario):
        return x
    if isinstance(x, (str, Path)):
        return Scenario.load(x)
    raise TypeError(f"scenario: expected a Scenario or a path, got {type(x).__name__}")


def _options(**given: Any) -> list[str]:
    known = {"method", "flow", "accuracy", "step", "steps", "end", "bodies", "seed", "methods"}
    options: list[str] = []
    for name, value in given.items():
        if name not in known:
            raise TypeError(f"there is no argument {name!r}")
        if value is None:
            continue
        if name in ("accuracy", "step", "end"):
            value = number(value, name)
        elif name in ("bodies", "seed") or (name == "steps" and not isinstance(value, (list, tuple, np.ndarray))):
            value = whole(value, name)
        elif name == "steps":
            value = [whole(one, "steps") for one in value]
        elif name == "methods" and not isinstance(value, str):
            value = list(value)
            if not all(isinstance(one, str) for one in value):
                raise TypeError("methods: expected names of methods")
        elif not isinstance(value, str):
            raise TypeError(f"{name}: expected a name, got {type(value).__name__}")
        options += _program.option(name, value)
    return options


def _number(x: Any) -> float:
    return math.nan if x is None else float(x)


def _solution(arrays: Any, source: Any) -> Solution:
    about = _program.parsed(str(arrays["metadata"]))
    entries = dict(about["certificate"])
    verdict, reason = entries.pop("verdict"), entries.pop("verdict_reason")
    error = entries.get("attitude_error_max")
    error = entries.get("attitude_error_estimate") if error is None else error
    events = about.get("events") or []
    names = list(dict.fromkeys(one["name"] for one in events))
    done = about["outcome"] == "done"
    return Solution(
        **{k: arrays[k] for k in ("t", "q", "w", "L", "energy")},
        t_events=[np.array([one["t"] for one in events if one["name"] == name]) for name in names] or None,
        error_estimate=_number(error),
        success=done,
        status=-1 if not done else 1 if about.get("ended_by") else 0,
        message=about.get("cause") or "The end of the run was reached.",
        method=about["method"] if not about.get("flow") else f"{about['method']} on {about['flow']}",
        nfev=int(about.get("torque_evaluations", 0)),
        steps=int(about["steps"]),
        cpu_seconds=about.get("cpu_seconds"),
        _certificate=Certificate({k: entries.get(k) for k in MEANINGS}, verdict, reason),
        _source=source,
    )


# --- what solve() was given, as a scenario --------------------------------------------------------------------------


def _value(x: Any) -> str:
    if isinstance(x, (bool, np.bool_)):
        return "true" if x else "false"
    if isinstance(x, str):
        return '"' + x.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(x, (int, np.integer)):
        return str(int(x))
    if isinstance(x, (float, np.floating)):
        return repr(float(x))
    return "[" + ", ".join(_value(one) for one in x) + "]"


def _table(name: str, values: dict[str, Any]) -> list[str]:
    return [name, *(f"{key} = {_value(value)}" for key, value in values.items() if value is not None), ""]


def written(
    body: Body, t_span: Any, state: State, torque: Any, run: dict[str, Any], events: list[Any], title: str
) -> str:
    """The text of a scenario; a ValueError if one of the torques cannot be written."""
    if not isinstance(body, Body):
        raise TypeError(f"body: expected a Body, got {type(body).__name__}")
    if not isinstance(state, State):
        raise TypeError(f"state: expected a State, got {type(state).__name__}")
    if body.is_many or state.is_many:
        raise ValueError("a scenario has one body in one state")
    if not isinstance(title, str):
        raise TypeError(f"title: expected a text, got {type(title).__name__}")
    span = real(t_span, "t_span", 2)
    run = settings_of(run["method"], run["flow"], run["accuracy"], run["step"], run["steps"])
    given = {k: v for k, v in body._given.items() if k != "effective" or v}
    name = "angular_velocity" if state._m is None else "angular_momentum"
    lines = [f"title = {_value(title)}", ""]
    lines += _table("[body]", {k: v.tolist() if isinstance(v, np.ndarray) else v for k, v in given.items()})
    lines += _table("[initial]", {"attitude": state._q.tolist(), name: state._vector.tolist()})
    for part in () if torque is None else as_torque(torque)._parts():
        if not isinstance(part, Builtin) or any(setter == "set_rows" for setter, _, _ in part._set) or part._varied():
            raise ValueError(f"the torque {part!r} cannot be written into a scenario")
        values = {key: value.tolist() if isinstance(value, np.ndarray) else value for _, key, value in part._set}
        lines += _table("[[torque]]", {"kind": part.kind, **{k: v for k, v in values.items() if "." not in k}})
        for table in dict.fromkeys(k.split(".")[0] for k in values if "." in k):
            inside = {k.split(".")[1]: v for k, v in values.items() if k.startswith(table + ".")}
            lines += _table(f"[torque.{table}]", inside)
    if run.get("accuracy") is None and run.get("step") is None and run.get("steps") is None:
        run = {**run, "accuracy": 1e-9}
    lines += _table("[run]", {**run, "start": float(span[0]), "end": float(span[1])})
    for k, event in enumerate(events):
        keys = {"cone": ("body_axis", "space_axis", "angle"), "plane": ("body_axis", "space_axis"), "speed": ("value",)}
        values = {key: getattr(event, key) for key in keys.get(event.kind, ())}
        about = {"name": f"{event.kind} {k + 1}", "kind": event.kind, **values}
        lines += _table(
            "[[event]]",
            {**about, "direction": event.direction, "terminal": event.terminal, "count": event.count or None},
        )
    return "\n".join(lines)


def report_of(source: Any) -> str | None:
    """The page of a solution; None if its problem cannot be written down."""
    if isinstance(source[0], Scenario):
        scenario, options = source
        return scenario._call("run", "-o", "-", "--format", "html", *options).decode()
    body, t_span, state, torque, method, flow, accuracy, step, steps, events = source
    run = {"method": method, "flow": flow, "accuracy": accuracy, "step": step, "steps": steps}
    try:
        scenario = Scenario(written(body, t_span, state, torque, run, events, "A solution"))
    except ValueError:
        return None
    return scenario.report()
