"""Reads `demands.toml`: what the circuit demands of its values, each with where it stands."""

import re
import tomllib
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from hardware.problem import Problem

from .view import ROOT, View

FILE = "hardware/rules/demands.toml"
RANGE, NETS, HELD = "[least, most]", "two nets", "nets with [least, most]"
COUNT, TEXT = "1 or more", "a text"
KEYS = {  # table: what each key must be; those of FREE may be missing
    "level": {"net": TEXT, "held": HELD, "within": RANGE, "why": TEXT},
    "current": {"nets": NETS, "volts": RANGE, "ma": RANGE, "why": TEXT},
    "time": {"net": TEXT, "held": HELD, "ms": RANGE, "why": TEXT},
    "between": {"kind": TEXT, "nets": NETS, "why": TEXT, "count": COUNT, "value": RANGE},
    "parts": {"kind": TEXT, "count": COUNT, "why": TEXT},
    "wired": {"ref": TEXT, "pins": "pin numbers with nets", "why": TEXT},
}
FREE = {("between", "count"), ("between", "value")}
HEAD = re.compile(r"\s*\[\[\s*(\w+)\s*\]\]")


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
            try:
                yield Demand(table, _named(row, names), line)
            except KeyError as name:
                raise DemandError(f"{FILE}:{line}: {{{name.args[0]}}} is no name of each = "
                                  f"{row['each']!r}; there are {', '.join(names)}") from None


@lru_cache(maxsize=4)
def _rows(text: str) -> tuple[tuple[str, dict[str, Any], int], ...]:
    """The rows in the file's order, checked."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise DemandError(f"{FILE}: {problem}; correct it and run the rules again") from None
    for table, rows in tables.items():
        if table not in KEYS or not isinstance(rows, list):
            raise DemandError(f"{FILE}: {table} is no row; write [[{'|'.join(KEYS)}]], each in "
                              "two brackets")
    left = {table: iter(rows) for table, rows in tables.items()}
    found = []
    for line, words in enumerate(text.splitlines(), 1):
        if head := HEAD.match(words):
            row = next(left[head[1]])
            _check(head[1], row, line)
            found.append((head[1], row, line))
    return tuple(found)


def _check(table: str, row: dict[str, Any], line: int) -> None:
    """The keys that such a row has, and what each must be."""
    keys = KEYS[table]
    for key in sorted(set(row) - set(keys) - {"each"}):
        raise DemandError(f"{FILE}:{line}: [[{table}]] has no {key}; take it out, or write one of "
                          + ", ".join(sorted(keys)))
    for key, what in keys.items():
        if key not in row and (table, key) not in FREE:
            raise DemandError(f"{FILE}:{line}: [[{table}]] needs {key}; add it")
        if key in row and not IS[what](row[key]):
            raise DemandError(f"{FILE}:{line}: {key} = {row[key]!r} must be {what}")


def _is_range(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(
        isinstance(each, (int, float)) for each in value) and value[0] <= value[1]


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and value != ""


IS: dict[str, Callable[[Any], bool]] = {
    RANGE: _is_range, TEXT: _is_text,
    NETS: lambda value: isinstance(value, list) and len(value) == 2 and all(map(_is_text, value)),
    HELD: lambda value: isinstance(value, dict) and all(map(_is_range, value.values())),
    COUNT: lambda value: isinstance(value, int) and value > 0,
    "pin numbers with nets": lambda value: isinstance(value, dict) and bool(value) and all(
        isinstance(net, str) for net in value.values()),
}


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
