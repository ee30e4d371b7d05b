"""What acts on a body. The built-in torques are made from the cards of the library: `help(polhode.torques)` lists them.

Torques add up with +. Any function f(t, q, w) of Python is a torque, too, and so is a compiled one (numba, ctypes).
"""

from __future__ import annotations

import ctypes
import inspect
from typing import Any, Callable

import numpy as np

from . import _core
from ._arrays import flag, real
from ._body import Body

_NEVER = 2**63 - 1


class Torque:
    """What acts on a body; the sum of two is one."""

    __slots__ = ()

    def _parts(self) -> tuple[Torque, ...]:
        return (self,)

    def _add_to(self, problem: Any) -> None:
        raise NotImplementedError

    def __add__(self, other: Any) -> Torque:
        try:
            return Sum(self, other)
        except TypeError:
            return NotImplemented

    def __radd__(self, other: Any) -> Torque:
        if isinstance(other, int) and other == 0:  # sum([...]) begins so
            return self
        try:
            return Sum(other, self)
        except TypeError:
            return NotImplemented


class Sum(Torque):
    """Several torques that act together."""

    __slots__ = ("parts",)

    def __init__(self, *parts: Any) -> None:
        self.parts = tuple(p for part in parts for p in as_torque(part)._parts())

    def _parts(self) -> tuple[Torque, ...]:
        return self.parts

    def __repr__(self) -> str:
        return " + ".join(map(repr, self.parts))


class Builtin(Torque):
    """A torque of the library: a kind, and values of its keys. Numbers and vectors may be arrays, one entry for each
    body of an `Ensemble`."""

    __slots__ = ("kind", "values", "_set")

    def __init__(self, kind: str, values: dict[str, Any]) -> None:
        self.kind = kind
        self.values = values
        self._set = _settings(kind, values)
        problem = _core.Problem(_ANY_BODY._handles)  # the library looks at each value
        k = problem.add_torque(kind)
        for setter, key, value in self._set:
            for one in value if _varies(setter, value) else (value,):
                getattr(problem, setter)(k, key, one)

    def _add_to(self, problem: Any) -> None:
        k = problem.add_torque(self.kind)
        for setter, key, value in self._set:
            # Of values that vary from body to body the first stands for all until the bodies are made.
            getattr(problem, setter)(k, key, value[0] if _varies(setter, value) else value)

    def _varied(self) -> list[tuple[str, np.ndarray]]:
        return [(key, value) for setter, key, value in self._set if _varies(setter, value)]

    def __getitem__(self, key: Any) -> Builtin:
        """The torque of these bodies of an ensemble."""
        varied = {name for name, _ in self._varied()}
        return Builtin(self.kind, {k: np.asarray(v)[key] if k in varied else v for k, v in self.values.items()})

    def __reduce__(self) -> tuple[Any, ...]:
        return Builtin, (self.kind, self.values)

    def __repr__(self) -> str:
        listed = ", ".join(f"{_name(k)}={_brief(v)}" for k, v in self.values.items())
        return f"{_name(self.kind)}({listed})"


class Function(Torque):
    """A function of Python: f(t, q, w) returns the torque (N m, along body axes) at time t, attitude q (w x y z) and
    angular velocity w. It must depend on its arguments alone: steps are tried and taken again.

    energy:        energy(t, q), its potential energy (J), if it has one; then it must not depend on w
    vectorized:    it takes many states: t (n,), q (n, 4), w (n, 3), and returns (n, 3)
    uses_time, uses_velocity: False if it does not depend on them, which saves evaluations
    """

    __slots__ = ("function", "energy", "vectorized", "uses_time", "uses_velocity")

    def __init__(
        self,
        function: Callable[..., Any],
        *,
        energy: Callable[..., Any] | None = None,
        vectorized: bool = False,
        uses_time: bool = True,
        uses_velocity: bool | None = None,
    ) -> None:
        if not callable(function):
            raise TypeError(f"function: expected something that can be called, got {type(function).__name__}")
        if energy is not None and not callable(energy):
            raise TypeError(f"energy: expected something that can be called, got {type(energy).__name__}")
        self.function, self.energy, self.vectorized = function, energy, flag(vectorized, "vectorized")
        self.uses_time = flag(uses_time, "uses_time")
        self.uses_velocity = energy is None if uses_velocity is None else flag(uses_velocity, "uses_velocity")

    def _add_to(self, problem: Any) -> None:
        problem.add_callable(self.function, self.energy, self.uses_time, self.uses_velocity, self.vectorized)

    def __repr__(self) -> str:
        return getattr(self.function, "__name__", repr(self.function))


class Compiled(Torque):
    """A compiled function by its address: of numba (`@cfunc(polhode.torques.signature())`), of ctypes, or a number.

    It is `int f(void *context, double t, const double q[4], const double w[3], double torque[3])` and returns 0; or
    anything else to end the run. No Python code is run by it.

    energy:     `double energy(void *context, double t, const double q[4])`
    context:    an address, or an array, which is kept
    vectorized: it is `int f(void *context, int64_t n, const double *t, const double *q, const double *w, double *torque)`,
                for n states one after the other
    """

    __slots__ = ("function", "energy", "context", "vectorized", "uses_time", "uses_velocity")

    def __init__(
        self,
        function: Any,
        *,
        context: Any = None,
        energy: Any = None,
        vectorized: bool = False,
        uses_time: bool = True,
        uses_velocity: bool | None = None,
    ) -> None:
        self.function, self.energy, self.context = function, energy, context
        _address(function, "function")
        self.vectorized, self.uses_time = flag(vectorized, "vectorized"), flag(uses_time, "uses_time")
        self.uses_velocity = energy is None if uses_velocity is None else flag(uses_velocity, "uses_velocity")
        if energy is not None:
            _address(energy, "energy")
        _context(context)

    def _add_to(self, problem: Any) -> None:
        energy = 0 if self.energy is None else _address(self.energy, "energy")
        address = _address(self.function, "function")
        context = _context(self.context)
        problem.add_pointer(address, context, energy, self.uses_time, self.uses_velocity, self.vectorized)

    def __repr__(self) -> str:
        return f"<compiled torque {getattr(self.function, '__name__', '')}>".replace(" >", ">")


def signature(energy: bool = False, vectorized: bool = False) -> Any:
    """The signature of a compiled torque, or of its energy, for `numba.cfunc`."""
    from numba import types

    numbers = types.CPointer(types.float64)
    if vectorized and not energy:
        return types.int32(types.voidptr, types.int64, numbers, numbers, numbers, numbers)
    if energy:
        return types.float64(types.voidptr, types.float64, numbers)
    return types.int32(types.voidptr, types.float64, numbers, numbers, numbers)


def as_torque(x: Any, vectorized: bool = False) -> Torque:
    """What was given as a torque: one of them already, a compiled function, or a function of Python."""
    vectorized = flag(vectorized, "vectorized")
    if isinstance(x, Torque):
        if vectorized and not any(getattr(part, "vectorized", False) for part in x._parts()):
            raise ValueError("vectorized goes with a function f(t, q, w); or torques.Function(f, vectorized=True)")
        return x
    if _is_compiled(x):
        return Compiled(x, vectorized=vectorized)
    if callable(x):
        return Function(x, vectorized=vectorized)
    raise TypeError(
        f"torque: expected one of polhode.torques, a sum of them, or a function f(t, q, w), got {type(x).__name__}"
    )


# --- compiled functions ---------------------------------------------------------------------------------------------

_CTYPES_FUNCTION = ctypes._CFuncPtr  # type: ignore[attr-defined]


def _is_compiled(x: Any) -> bool:
    return isinstance(x, _CTYPES_FUNCTION) or isinstance(getattr(x, "address", None), int)


def _address(x: Any, name: str) -> int:
    address: Any
    if isinstance(x, _CTYPES_FUNCTION):
        address = ctypes.cast(x, ctypes.c_void_p).value or 0
    elif isinstance(x, int) and not isinstance(x, bool):
        address = x
    else:
        address = getattr(x, "address", None)
    if not isinstance(address, int):
        raise TypeError(f"{name}: expected a function of numba.cfunc or ctypes, or its address, got {type(x).__name__}")
    if not 0 < address <= _NEVER:
        raise ValueError(f"{name}: {address} is the address of no function")
    return address


def _context(x: Any) -> int:
    if x is None:
        return 0
    if isinstance(x, np.ndarray):
        return x.ctypes.data
    if isinstance(x, int) and not isinstance(x, bool) and 0 <= x <= _NEVER:
        return x
    raise TypeError(f"context: expected an address or an array, got {type(x).__name__}")


# --- built-in torques, from their cards -----------------------------------------------------------------------------

_ANY_BODY = Body(moments=[1, 1, 1])
_CARDS = [card for card in _core.torques() if card["kind"] != "callback"]
_KEYS: dict[str, dict[str, dict[str, Any]]] = {}
for _card in _CARDS:
    for _key in _card["keys"]:
        _KEYS.setdefault(_card["kind"], {}).setdefault(_key["name"], _key)
_SETTERS = {"number": "set_number", "vector": "set_vector", "word": "set_word", "flag": "set_flag", "rows": "set_rows"}


def _name(key: str) -> str:
    """A kind or a key as a name of Python: heavy_top, from_."""
    name = "rows" if key == "file" else key.replace("-", "_")
    return "from_" if name == "from" else name


def _settings(kind: str, values: dict[str, Any]) -> list[tuple[str, str, Any]]:
    made = []
    for key, value in values.items():
        kind_of = _KEYS[kind][key]["kind"]
        name = f"{_name(kind)}: {_name(key)}"
        if kind_of == "number":
            value = real(value, name, many=True)
            value = float(value) if value.ndim == 0 else value
        elif kind_of == "vector":
            value = real(value, name, 3, many=True)
        elif kind_of == "rows":
            value = real(value, name, 4, many=True).reshape(-1, 4)
        elif kind_of == "word" and not isinstance(value, str):
            raise TypeError(f"{name}: expected a text, got {type(value).__name__}")
        elif kind_of == "flag":
            value = flag(value, name)
        made.append((_SETTERS[kind_of], key, value))
    return made


def _varies(setter: str, value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.ndim == {"set_number": 1, "set_vector": 2}.get(setter, -1)


def _brief(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"<array {value.shape}>" if value.size > 4 else str(value.tolist())
    return repr(value)


def _make(kind: str) -> Callable[..., Builtin]:
    cards = [card for card in _CARDS if card["kind"] == kind]
    keys = _KEYS[kind] if kind in _KEYS else {}
    needed = {key["name"] for key in cards[0]["keys"] if key["required"]}
    for card in cards[1:]:
        needed &= {key["name"] for key in card["keys"] if key["required"]}
    tables = list(dict.fromkeys(key.split(".")[0] for key in keys if "." in key))
    parameters = {_name(key): key for key in keys if "." not in key}

    def make(**given: Any) -> Builtin:
        values: dict[str, Any] = {}
        for name, value in given.items():
            if value is None:
                continue
            if name in tables:
                if not isinstance(value, dict):
                    raise TypeError(f"{_name(kind)}: {name}: expected a dict, got {type(value).__name__}")
                for key, one in value.items():
                    full = f"{name}.{key}"
                    if full not in keys:
                        raise TypeError(f"{_name(kind)}: {name} has no {key!r}{_hint(key, keys, name)}")
                    values[full] = one
            elif name in parameters or name in keys:
                values[parameters.get(name, name)] = value
            else:
                raise TypeError(f"{_name(kind)}() has no argument {name!r}{_hint(name, parameters)}")
        missing = sorted(needed - set(values))
        if missing and not all("." in key for key in missing):
            raise TypeError(f"{_name(kind)}() needs {', '.join(_name(key) for key in missing if '.' not in key)}")
        return Builtin(kind, values)

    make.__name__ = make.__qualname__ = _name(kind)
    make.__doc__ = _documented(cards)
    only = inspect.Parameter.KEYWORD_ONLY
    named = [
        inspect.Parameter(name, only, default=inspect.Parameter.empty if key in needed else None)
        for name, key in parameters.items()
    ] + [inspect.Parameter(table, only, default=None) for table in tables]
    named.sort(key=lambda p: p.default is None)
    make.__signature__ = inspect.Signature(named, return_annotation=Builtin)  # type: ignore[attr-defined]
    return make


def _hint(name: str, known: Any, table: str = "") -> str:
    import difflib

    names = [key.split(".")[-1] for key in known if not table or key.startswith(table + ".")]
    near = difflib.get_close_matches(str(name), names, 1)
    return f" (did you mean {near[0]!r}?)" if near else ""


def _documented(cards: list[dict[str, Any]]) -> str:
    lines = []
    for card in cards:
        lines += [f"{card['title']}: {card['formula']}", ""]
        if card["remark"]:
            lines += [f"Note: {card['remark']}", ""]
        for key in card["keys"]:
            unit = f" ({key['unit']})" if key["unit"] else ""
            optional = "" if key["required"] else "; optional"
            name = key["name"] if "." in key["name"] else _name(key["name"])
            lines.append(f"    {name:<12} {key['meaning']}{unit}{optional}")
        lines += ["", f"Source: {card['reference']}" if card["reference"] else "", ""]
    return "\n".join(lines).strip().replace("\n\n\n", "\n\n")


KINDS = tuple(dict.fromkeys(card["kind"] for card in _CARDS))
for _kind in KINDS:
    globals()[_name(_kind)] = _make(_kind)



def __getattr__(name: str) -> Callable[..., Builtin]:
    raise AttributeError(f"there is no torque {name!r}{_hint(name, map(_name, KINDS))}")


__all__ = ["Builtin", "Compiled", "Function", "Sum", "Torque", "as_torque", "signature", *map(_name, KINDS)]
