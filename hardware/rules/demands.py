"""Reads `demands.toml`: what the circuit demands of its values, each with where it stands."""

import tomllib
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from hardware.problem import Problem

from .view import ROOT, View

FILE = "hardware/rules/demands.toml"
KEYS = {  # table: the keys it must have, and those it may have besides `each`
    "level": ({"net", "held", "within", "why"}, set()),
    "current": ({"nets", "volts", "ma", "why"}, set()),
    "time": ({"net", "held", "ms", "why"}, set()),
    "between": ({"kind", "nets", "why"}, {"count", "value"}),
    "parts": ({"kind", "count", "why"}, set()),
    "wired": ({"ref", "pins", "why"}, set()),
}


class DemandError(Problem):
    """demands.toml cannot be used; the text says file, line and what to write."""


class Demand(NamedTuple):
    """One row: its table, its keys with the names put in, its line."""

    table: str
    row: dict[str, Any]
    line: int

    @property
    def at(self) -> str:
        """`hardware/rules/demands.toml:12 level`."""
        return f"{FILE}:{self.line} {self.table}"


def demands(view: View) -> Iterator[Demand]:
    """All rows, those with `each` once for each of them."""
    for table, row, line in _rows((ROOT / FILE).read_text(encoding="utf-8")):
        for names in _each(view, str(row.get("each", "")), line):
            yield Demand(table, _named(row, names), line)


@lru_cache(maxsize=4)
def _rows(text: str) -> tuple[tuple[str, dict[str, Any], int], ...]:
    """The rows in the file's order, checked."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise DemandError(f"{FILE}: {problem}; correct it and run the rules again") from None
    left = {table: iter(rows) for table, rows in tables.items()}
    found = []
    for line, words in enumerate(text.splitlines(), 1):
        if words.startswith("[["):
            table = words.strip("[] ")
            row = next(left[table])
            _check(table, row, line)
            found.append((table, row, line))
    return tuple(found)


def _check(table: str, row: dict[str, Any], line: int) -> None:
    """The keys that such a row has."""
    if table not in KEYS:
        raise DemandError(f"{FILE}:{line}: there is no [[{table}]]; there are {', '.join(KEYS)}")
    needed, free = KEYS[table]
    for key in sorted(set(row) - needed - free - {"each"}):
        raise DemandError(f"{FILE}:{line}: [[{table}]] has no {key}; take it out, or write one of "
                          + ", ".join(sorted(needed | free)))
    for key in sorted(needed - set(row)):
        raise DemandError(f"{FILE}:{line}: [[{table}]] needs {key}; add it")


def _each(view: View, what: str, line: int) -> list[dict[str, str]]:
    """The names for each of them; one empty set when the row stands for itself."""
    if what not in _SETS:
        raise DemandError(f"{FILE}:{line}: each = {what!r} is not known; there are "
                          + ", ".join(name for name in _SETS if name))
    return _SETS[what](view)


def _motors(view: View) -> list[dict[str, str]]:
    found = []
    for name, row in view.data["motors"].items():
        if row["output"] in view.data["outputs"]["byte0"] + view.data["outputs"]["byte1"]:
            m = name.upper()
            found.append({"m": m, "out": f"{m}_SW" if row["dir"] else f"{m}_RUN",
                          "bus": f"L_MOT_{row['group']}"})
    return found


_SETS: dict[str, Callable[[View], list[dict[str, str]]]] = {
    "": lambda view: [{}],
    "motors": _motors,
    "sides": lambda view: [{"s": side, "S": side.upper()} for side in "abcd"],
    "groups": lambda view: [{"G": group} for group in "AB"],
    "thermistors": lambda view: [{"N": name.upper()} for name in view.data["amux"]["channels"]
                                 if name.startswith("ntc")],
    "straps": lambda view: [{"N": name.upper()} for byte in view.data["inputs"].values()
                            for name in byte if name.startswith(("strap", "brd"))],
    "logic_leds": lambda view: [{"N": name.upper()} for byte in view.data["outputs"].values()
                                for name in byte if name.startswith("led_")],
}


def _named(value: Any, names: dict[str, str]) -> Any:
    """The same with {m} and its like put in."""
    if isinstance(value, str):
        return value.format(**names) if names and "{" in value else value
    if isinstance(value, list):
        return [_named(each, names) for each in value]
    if isinstance(value, dict):
        return {_named(key, names): _named(each, names) for key, each in value.items()}
    return value
