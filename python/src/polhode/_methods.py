"""The methods, and what each of them keeps."""

from __future__ import annotations

from typing import Any, Iterator

from . import _core
from ._arrays import flag


class Method(dict):
    """The card of a method; its entries are attributes as well."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"the card of a method has no {name!r}; it has {', '.join(self)}") from None

    def __repr__(self) -> str:
        return f"<{self['name']}: {self['title']}>"


def _order(x: int) -> str:
    return "exact" if x == _core.EXACT else str(x) if x else "-"


def _energy(x: int) -> str:
    return ("drifts", "bounded", "exact")[x]


_COLUMNS = {
    "name": lambda m: m["name"],
    "order": lambda m: _order(m["order"]),
    "torque": lambda m: "potential" if m["needs_potential"] else "any" if m["takes_torque"] else "none",
    "energy": lambda m: _energy(m["energy"]),
    "symplectic": lambda m: "yes" if m["symplectic"] else "",
    "title": lambda m: m["title"],
}


class Methods:
    """All methods in a table; `methods["rkn6"]` is the card of one."""

    def __init__(self, cards: list[dict[str, Any]]) -> None:
        self._cards = [Method(card) for card in cards]

    def __getitem__(self, name: str) -> Method:
        if not isinstance(name, str):
            raise TypeError(f"expected the name of a method, got {type(name).__name__}")
        for card in self._cards:
            if card["name"] == name:
                return card
        raise KeyError(name)

    def __iter__(self) -> Iterator[Method]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and any(card["name"] == name for card in self._cards)

    def _rows(self) -> list[list[str]]:
        return [[show(card) for show in _COLUMNS.values()] for card in self._cards]

    def __repr__(self) -> str:
        rows = [list(_COLUMNS), *self._rows()]
        widths = [max(len(row[k]) for row in rows) for k in range(len(_COLUMNS) - 1)]
        return "\n".join("  ".join([*(f"{x:<{n}}" for x, n in zip(row, widths)), row[-1]]).rstrip() for row in rows)

    def _repr_html_(self) -> str:
        from html import escape

        def line(tag: str, row: list[str]) -> str:
            return "<tr>" + "".join(f"<{tag}>{escape(x)}</{tag}>" for x in row) + "</tr>"

        return f"<table>{line('th', list(_COLUMNS))}{''.join(line('td', row) for row in self._rows())}</table>"


def methods(*, torque: bool | None = None) -> Methods:
    """All methods and what each of them keeps; torque=True: those that take a torque, False: those of a free body.

    >>> methods()["dmv2"].symplectic
    True
    >>> print(repr(methods()).splitlines()[0])
    name                               order  torque     energy   symplectic  title
    """
    wanted = None if torque is None else flag(torque, "torque")
    return Methods([card for card in _core.methods() if wanted is None or card["takes_torque"] == wanted])
