"""A file of values measured on one table, laid over machine.toml; the design stays as it is.

Only numbers that firmware and plant use may be overridden, and the polarity of a sensor's wire.
Values that follow from others are computed anew. docs/MEASURED.md is the page for people.
"""

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from tools.make.generate.errors import Source, SourceError
from tools.make.generate.read import schema, supervision
from tools.make.generate.read.polarity import fixed
from tools.make.generate.read.rails import follow
from tools.make.generate.read.sums import SUMS, work_out

KEYS = ["value", "unit", "grade", "date", "how"]
POLARITY = ["value", "grade", "date", "how"]
SECTIONS = [*(name for name in schema.VALUES if name != "severities"), "motor_types", "signals"]
# What is accepted, where a quarter to four times the design's value is not the range.
RANGES = {"mains.volts_v": (180, 253), "mains.hz": (50, 60)}
FACTOR = 4
DEGREES = 45  # an angle may lie this far from the design's
DECI_CELSIUS = 300

_file: ContextVar[tuple[str, str]] = ContextVar("measured", default=("", ""))


@contextmanager
def using(path: Path) -> Iterator[None]:
    """Within this block, machine.toml is read with the values of `path` laid over it."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError(f"{path}: cannot be read: {error}") from None
    token = _file.set((str(path), text))
    try:
        yield
    finally:
        _file.reset(token)


def current() -> tuple[str, str]:
    """Name and text of the file in use; two empty texts when there is none."""
    return _file.get()


def lay_over(data: dict[str, Any], name: str, text: str) -> tuple[Source, dict[str, str]]:
    """Put the values of the file into `data`; the file, and what was measured by dotted path."""
    source = Source(name, text)
    done: dict[str, str] = {}
    for section, rows in source.data.items():
        if section in data and section not in SECTIONS:
            raise source.error((section,), f"[{section}] is the board's design, not one table's; "
                               "a measured value of it belongs in hardware/machine.toml"
                               + source.nearest(section, SECTIONS, "section"))
        if section not in SECTIONS:
            raise source.unknown((section,), SECTIONS, "section")
        if section == "motor_types":
            source.keys_within((section,), rows, list(data[section]), "motor type")
            for kind in rows:
                _section(source, (section, kind), rows[kind], data[section][kind], done)
        elif section == "signals":
            _signals(source, rows, data, done)
        else:
            _section(source, (section,), rows, data[section], done)
    if not done:
        raise source.error((), "nothing is measured in this file")
    _follow(data, done)
    return source, done


def _section(source: Source, path: tuple[str, ...], rows: Any, design: dict[str, Any],
             done: dict[str, str]) -> None:
    """One section of numbers."""
    numbers = [key for key, row in design.items() if isinstance(row, dict)]
    source.keys_within(path, rows, numbers)
    computed = {(section, key): how for section, key, how, _ in SUMS}
    for key, row in rows.items():
        here = (*path, key)
        dotted = ".".join(here)
        if len(path) == 1 and (path[0], key) in computed:
            raise source.error(here, f"{dotted} is computed: {computed[path[0], key]}; measure "
                               "these instead")
        if not isinstance(row, dict):
            raise source.error(here, f"{dotted} must be {{ value, unit, grade, date, how }}")
        source.keys(here, row, KEYS)
        _evidence(source, here, row)
        _number(source, here, row, design[key])
        design[key] = {"value": row["value"], "unit": row["unit"], "grade": "measured",
                       "source": f"{row['date']}, {row['how']}"}
        done[dotted] = design[key]["source"]


def _number(source: Source, here: tuple[str, ...], row: dict[str, Any],
            design: dict[str, Any]) -> None:
    """The value: an integer in the design's unit, within what is accepted."""
    dotted, unit, value = ".".join(here), design["unit"], row["value"]
    if row["unit"] != unit:
        raise source.error(here, f"{dotted} has unit {row['unit']!r}, expected {unit!r}")
    if isinstance(value, bool) or not isinstance(value, int):
        raise source.error(here, f"{dotted} = {value!r} must be an integer in {unit}")
    low, high = believed(dotted, unit, design["value"])
    inside = low <= value <= high
    if unit == "deg" and 0 <= value < 360:
        inside = inside or low <= value - 360 or value + 360 <= high
    if not inside:
        raise source.error(here, f"{dotted} = {value} {unit} is not plausible: the design has "
                           f"{design['value']}, and {low} to {high} is accepted")


def believed(dotted: str, unit: str, design: int) -> tuple[int, int]:
    """Least and most that a measured value may be, by the design's."""
    if dotted in RANGES:
        return RANGES[dotted]
    if unit == "deg":
        return design - DEGREES, design + DEGREES
    if unit == "dc":
        return design - DECI_CELSIUS, design + DECI_CELSIUS
    return -(-design // FACTOR), design * FACTOR


def _evidence(source: Source, here: tuple[str, ...], row: dict[str, Any]) -> None:
    """Grade measured, a date, and how it was measured."""
    dotted = ".".join(here)
    if row["grade"] != "measured":
        raise source.error(here, f"{dotted} has grade {row['grade']!r}; in this file every grade "
                           "is 'measured'")
    date = row["date"]
    if not isinstance(date, datetime.date) or isinstance(date, datetime.datetime):
        raise source.error(here, f"{dotted}: date = {date!r} must be a date like 2026-11-20, "
                           "without quotes")
    if not isinstance(row["how"], str) or not row["how"].strip():
        raise source.error(here, f"{dotted}: how was it measured?")


def _signals(source: Source, rows: Any, data: dict[str, Any], done: dict[str, str]) -> None:
    """Polarity of a sensor's wire: [signals.inlet] active = { value = "high", ... }."""
    design = data["signals"]
    source.keys_within(("signals",), rows, list(design), "signal")
    for name, its in rows.items():
        source.keys(("signals", name), its, ["active"])
        here = ("signals", name, "active")
        if why := fixed(name, data):
            raise source.error(here, f"{'.'.join(here)} is not one table's: {name} {why}")
        if not isinstance(its["active"], dict):
            raise source.error(here, f"{'.'.join(here)} must be {{ value, grade, date, how }}")
        source.keys(here, its["active"], POLARITY)
        _evidence(source, here, its["active"])
        source.choice(here, its["active"]["value"], schema.ACTIVE, "level")
        design[name]["active"] = its["active"]["value"]
        done[".".join(here)] = f"{its['active']['date']}, {its['active']['how']}"


def _follow(data: dict[str, Any], done: dict[str, str]) -> None:
    """Compute anew what follows from other values, and how long a motor may run."""
    values = {section: {key: row["value"] for key, row in data[section].items()}
              for section in schema.VALUES}
    work_out(values)
    for section, key, _, _ in SUMS:
        data[section][key]["value"] = values[section][key]
    flat = {f"{section}.{key}": value for section, keys in values.items()
            for key, value in keys.items()}
    for path, value in supervision.stretched(flat, data, done).items():
        _, kind, key = path.split(".")
        data["motor_types"][kind][key]["value"] = value
    follow(data)
