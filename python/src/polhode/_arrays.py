"""What users give, as arrays of float64; words about what was expected where that does not go."""

from __future__ import annotations

from typing import Any

import numpy as np

_FLOAT = np.dtype(float)


def _described(shape: tuple[int, ...], many: bool) -> str:
    one = "a number" if shape == () else f"an array of shape {shape}" if len(shape) > 1 else f"{shape[0]} numbers"
    return f"{one}, or an array of shape {('n', *shape)}".replace("'n'", "n") if many else one


def real(x: Any, name: str, *shape: int, many: bool = False) -> np.ndarray:
    """x as a contiguous array of float64 of this shape; with `many`, also with one axis more in front.

    An array that is one already is not copied.
    """
    if type(x) is np.ndarray and x.dtype is _FLOAT and x.flags.c_contiguous and x.shape == shape:
        return x
    if isinstance(x, np.ma.MaskedArray) and np.ma.is_masked(x):
        raise ValueError(f"{name}: some of its entries are masked; fill them in first")
    try:
        a = np.asarray(x)
    except ValueError:
        a = np.asarray(None)
    if a.dtype.kind not in "fiu":
        raise TypeError(f"{name}: expected {_described(shape, many)}, real, got {_shown(x)}")
    if a.shape != shape and not (many and a.ndim == len(shape) + 1 and a.shape[1:] == shape):
        raise ValueError(f"{name}: expected {_described(shape, many)}, got {_of_shape(a)}")
    # Not by ascontiguousarray, which makes a number an array of one.
    return np.array(a, dtype=float, order="C", copy=False)


def number(x: Any, name: str) -> float:
    """x as a float; neither a text nor a bool is one."""
    if type(x) is float:
        return x
    return float(real(x, name))


def whole(x: Any, name: str) -> int:
    """x as an int that the library can take."""
    if isinstance(x, (bool, np.bool_)) or not isinstance(x, (int, np.integer)):
        raise TypeError(f"{name}: expected a whole number, got {_shown(x)}")
    if not -(2**62) < int(x) < 2**62:
        raise ValueError(f"{name}: {x} is too large")
    return int(x)


def flag(x: Any, name: str) -> bool:
    """x as True or False; 0 and 1 are not."""
    if not isinstance(x, (bool, np.bool_)):
        raise TypeError(f"{name}: expected True or False, got {_shown(x)}")
    return bool(x)


def _shown(x: Any) -> str:
    try:
        words = repr(x)
    except Exception:  # noqa: BLE001  an object that cannot even be shown
        words = ""
    return f"{type(x).__name__} {words if len(words) <= 60 else words[:57] + '...'}".strip()


def _of_shape(a: np.ndarray) -> str:
    return "a number" if a.shape == () else f"an array of shape {a.shape}"
