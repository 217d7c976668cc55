"""Reads hardware/lib/records/*.toml strictly; every mistake is told at once, a line each.

A misspelt key or role would silently weaken a rule, so nothing that is not in the schema passes.
"""

from functools import lru_cache
from pathlib import Path
from typing import Any

from hardware.lib.record import DOES, LIMITS, STATES, Range, Record, RecordPin, mistakes_of
from hardware.lib.record_file import RecordFile, figure, near, span
from hardware.problem import Problem
from tools.make.generate.errors import SourceError

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
            files.append(RecordFile(name, text))
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


def _record(file: RecordFile, table: str, row: Any, series: dict[str, Any]) -> Record | None:
    """The record of a table, None when it is none."""
    if not isinstance(row, dict):
        file.mistake(table, 'must be a table: ["ORDER NUMBER"]')
        return None
    for key in row:
        if key not in KEYS:
            file.mistake(table, f"unknown key {key}{near(key, KEYS)}")
    name = row.get("series", "")
    if name and f"{SERIES}{name}" not in series:
        known = {one.removeprefix(SERIES) for one in series}
        file.mistake(table, f"there is no series {name}{near(name, known)}")
    full = {**series.get(f"{SERIES}{name}", {}), **row}
    for key in NEEDED:
        if key not in full:
            file.mistake(table, f"missing key {key}")
            return None
    for key in full:
        if key in TEXTS and not isinstance(full[key], str):
            file.mistake(table, f"{key} = {full[key]!r} must be a text")
        if key in ("limits", "holes") and not isinstance(full[key], dict):
            file.mistake(table, f"{key} = {full[key]!r} must be a table like {{v = 50}}")
            return None
    full["limits"] = {**series.get(f"{SERIES}{name}", {}).get("limits", {}),
                      **row.get("limits", {})}
    its = Record(table, f"{file.source.name}:{file.line(table)}",
                 **{key: str(full[key]) for key in TEXTS if key in full},
                 drill_mm=figure(file, table, "drill_mm", full.get("drill_mm", 0.0)),
                 pins=_pins(file, table, full["pins"]), limits=_limits(file, table, full),
                 holes=_holes(file, table, full.get("holes", {})))
    file.mistakes += mistakes_of(its)
    return its


def _pins(file: RecordFile, table: str, rows: list[dict[str, Any]]) -> dict[str, RecordPin]:
    found: dict[str, RecordPin] = {}
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        file.mistake(table, 'pins must be rows like {no = "1", name = "G", does = "gate"}')
        return found
    for row in rows:
        number = str(row.get("no", "?"))
        if "no" not in row:
            file.mistake(table, "a pin has no number; give it no = \"...\"")
        for key in row:
            if key not in PIN_KEYS:
                file.mistake(table, f"unknown key {key}{near(key, PIN_KEYS)}", number)
        does = str(row.get("does", ""))
        if does not in DOES:
            file.mistake(table, f'does = "{does}" is no role of a pin{near(does, DOES)}', number)
        if number in found:
            file.mistake(table, "is there twice; each number once", number)
        figures: dict[str, Any] = {
            key: span(file, table, key, row[key], number) for key in PIN_RANGES if key in row}
        figures |= {key: figure(file, table, key, row[key], number)
                    for key in PIN_FIGURES if key in row}
        found[number] = RecordPin(number, str(row.get("name", number)), does, **figures)
    return found


def _limits(file: RecordFile, table: str, full: dict[str, Any]) -> dict[str, float | Range]:
    found: dict[str, float | Range] = {}
    for key, value in full["limits"].items():
        if key not in LIMITS:
            file.mistake(table, f"unknown limit {key}{near(key, LIMITS)}")
        elif isinstance(value, list):
            found[key] = span(file, table, key, value)
        else:
            found[key] = figure(file, table, key, value)
    return found


def _holes(file: RecordFile, table: str, rows: dict[str, Any]) -> dict[str, Range]:
    return {pin: span(file, table, f"holes.{pin}", at, ordered=False)
            for pin, at in rows.items()}


__all__ = ["FOLDER", "STATES", "RecordError", "collect", "read"]
