"""Reads hardware/lib/records/*.toml strictly; every mistake is told at once, a line each.

A misspelt key or role would silently weaken a rule, so nothing that is not in the schema passes.
"""

import difflib
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from hardware.lib.record import DOES, LIMITS, STATES, Range, Record, RecordPin, mistakes_of
from hardware.problem import Problem
from tools.make.generate.errors import Source, SourceError

FOLDER = "hardware/lib/records"
SERIES = "series:"
TEXTS = ("maker", "kind", "package", "land", "kicad", "state", "source", "where", "value",
         "series")
NEEDED = ("maker", "kind", "package", "state", "pins")
KEYS = frozenset({*TEXTS, "pins", "limits", "holes", "drill_mm"})
PIN_RANGES = ("v", "use_v")
PIN_FIGURES = ("ma", "high_v", "low_v")
PIN_KEYS = frozenset({"no", "name", "does", *PIN_RANGES, *PIN_FIGURES})


class RecordError(Problem):
    """The records cannot be used; each line of the text is one mistake with its place."""


class _File:
    """One file: its tables, and the mistakes found in it."""

    def __init__(self, name: str, text: str) -> None:
        self.source = Source(name, text)
        self.rows = self.source.text.splitlines()
        self.mistakes: list[str] = []

    def line(self, table: str, pin: str = "") -> int:
        """The line of a table, or of one of its pins."""
        start = self.source.line(f'"{table}"')
        for number in range(start, len(self.rows)) if pin else ():
            if self.rows[number].lstrip().startswith('["'):
                break
            if re.search(rf'\bno\s*=\s*"{re.escape(pin)}"', self.rows[number]):
                return number + 1
        return start

    def mistake(self, table: str, text: str, pin: str = "") -> None:
        """Note one, at the table's or the pin's line."""
        at = f"{self.source.name}:{self.line(table, pin)}: {table}"
        self.mistakes.append(f"{at}{f' pin {pin}' if pin else ''}: {text}")


def read(root: Path) -> dict[str, Record]:
    """Every record by its order number; RecordError names every mistake."""
    records, mistakes = collect(root)
    if mistakes:
        raise RecordError("\n".join(mistakes))
    return records


def collect(root: Path) -> tuple[dict[str, Record], list[str]]:
    """The records that can be read, and the mistakes of all others."""
    paths = sorted((root / FOLDER).glob("*.toml"))
    texts = tuple((f"{FOLDER}/{path.name}", path.read_text(encoding="utf-8")) for path in paths)
    records, mistakes = _parsed(texts)
    return dict(records), list(mistakes)


@lru_cache(maxsize=4)
def _parsed(texts: tuple[tuple[str, str], ...]) -> tuple[dict[str, Record], list[str]]:
    files, mistakes = [], []
    for name, text in texts:
        try:
            files.append(_File(name, text))
        except SourceError as error:
            mistakes.append(str(error))
    series = {table: row for file in files for table, row in file.source.data.items()
              if table.startswith(SERIES)}
    records: dict[str, Record] = {}
    for file in files:
        for table, row in file.source.data.items():
            record = _record(file, table, row, series)
            if record is None or table.startswith(SERIES):
                continue
            if table in records:
                file.mistake(table, f"is there already: {records[table].place}; keep one")
            records.setdefault(table, record)
    return records, [*mistakes, *(text for file in files for text in file.mistakes)]


def _record(file: _File, table: str, row: Any, series: dict[str, Any]) -> Record | None:
    """The record of a table, None when it is none."""
    if not isinstance(row, dict):
        file.mistake(table, 'must be a table: ["ORDER NUMBER"]')
        return None
    for key in row:
        if key not in KEYS:
            file.mistake(table, f"unknown key {key}{_near(key, KEYS)}")
    name = row.get("series", "")
    if name and f"{SERIES}{name}" not in series:
        known = {one.removeprefix(SERIES) for one in series}
        file.mistake(table, f"there is no series {name}{_near(name, known)}")
    full = {**series.get(f"{SERIES}{name}", {}), **row}
    for key in NEEDED:
        if key not in full:
            file.mistake(table, f"missing key {key}")
            return None
    full["limits"] = {**series.get(f"{SERIES}{name}", {}).get("limits", {}),
                      **row.get("limits", {})}
    its = Record(table, f"{file.source.name}:{file.line(table)}",
                 **{key: str(full[key]) for key in TEXTS if key in full},
                 drill_mm=_figure(file, table, "drill_mm", full.get("drill_mm", 0.0)),
                 pins=_pins(file, table, full["pins"]), limits=_limits(file, table, full),
                 holes=_holes(file, table, full.get("holes", {})))
    file.mistakes += mistakes_of(its)
    return its


def _pins(file: _File, table: str, rows: list[dict[str, Any]]) -> dict[str, RecordPin]:
    found: dict[str, RecordPin] = {}
    for row in rows:
        number = str(row.get("no", "?"))
        for key in row:
            if key not in PIN_KEYS:
                file.mistake(table, f"unknown key {key}{_near(key, PIN_KEYS)}", number)
        does = str(row.get("does", ""))
        if does not in DOES:
            file.mistake(table, f'does = "{does}" is no role of a pin{_near(does, DOES)}', number)
        if number in found:
            file.mistake(table, "is there twice; each number once", number)
        figures: dict[str, Any] = {
            key: _range(file, table, key, row[key], number) for key in PIN_RANGES if key in row}
        figures |= {key: _figure(file, table, key, row[key]) for key in PIN_FIGURES if key in row}
        found[number] = RecordPin(number, str(row.get("name", number)), does, **figures)
    return found


def _limits(file: _File, table: str, full: dict[str, Any]) -> dict[str, float | Range]:
    found: dict[str, float | Range] = {}
    for key, value in full["limits"].items():
        if key not in LIMITS:
            file.mistake(table, f"unknown limit {key}{_near(key, LIMITS)}")
        elif isinstance(value, list):
            found[key] = _range(file, table, key, value)
        else:
            found[key] = _figure(file, table, key, value)
    return found


def _holes(file: _File, table: str, rows: dict[str, Any]) -> dict[str, Range]:
    return {pin: _range(file, table, f"holes.{pin}", at, ordered=False)
            for pin, at in rows.items()}


def _figure(file: _File, table: str, key: str, value: object) -> float:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    file.mistake(table, f"{key} = {value!r} must be a number")
    return 0.0


def _range(file: _File, table: str, key: str, value: object, pin: str = "",
           ordered: bool = True) -> Range:
    """[least, most], or a place [x, y]."""
    if isinstance(value, list) and len(value) == 2 and all(
            isinstance(v, (int, float)) and not isinstance(v, bool) for v in value):
        if not ordered or value[0] <= value[1]:
            return float(value[0]), float(value[1])
    what = "[least, most]" if ordered else "[x, y] in mm"
    file.mistake(table, f"{key} = {value!r} must be {what}", pin)
    return 0.0, 0.0


def _near(word: str, words: Any) -> str:
    near = difflib.get_close_matches(word, sorted(words), 1, 0.5)
    return f"; is {near[0]} meant?" if near else f"; there are: {', '.join(sorted(words))}"


__all__ = ["FOLDER", "STATES", "RecordError", "collect", "read"]
