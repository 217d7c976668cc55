"""Checks sections of numbers: { value, unit, grade, source } each."""

from typing import Any

from tools.make.generate.errors import Source
from tools.make.generate.read import schema

SIGNED = ("dc",)  # temperatures alone may be negative


def numbers(source: Source, path: tuple[str, ...], have: dict[str, Any],
            units: dict[str, str]) -> dict[str, int]:
    """Check a section that holds exactly the numbers `units`; its plain integers."""
    source.keys(path, have, list(units))
    return {key: number(source, (*path, key), have[key], unit) for key, unit in units.items()}


def number(source: Source, here: tuple[str, ...], row: Any, unit: str) -> int:
    """Check one number and return its integer."""
    dotted = ".".join(here)
    if not isinstance(row, dict):
        raise source.error(here, f"{dotted} must be {{ value, unit, grade, source }}")
    source.keys(here, row, schema.NUMBER)
    value = row["value"]
    if isinstance(value, bool) or not isinstance(value, int):
        raise source.error(here, f"{dotted} = {value!r} must be an integer in {unit}")
    if row["unit"] != unit:
        raise source.error(here, f"{dotted} has unit {row['unit']!r}, expected {unit!r}")
    if row["grade"] not in schema.GRADES:
        raise source.unknown((*here, str(row["grade"])), schema.GRADES, "grade", "grade")
    if value < 0 and unit not in SIGNED and row["grade"] != "computed":  # see relations.py
        raise source.error(here, f"{dotted} = {value} must not be negative")
    if not isinstance(row["source"], str) or not row["source"].strip():
        raise source.error(here, f"{dotted} has no source")
    return value


def text(source: Source, here: tuple[str, ...], value: object) -> str:
    """Check that the value of the key at `here` is a text that says something."""
    if not isinstance(value, str) or not value.strip():
        raise source.error(here, f"{'.'.join(here)} must be a text, not {value!r}")
    return value
