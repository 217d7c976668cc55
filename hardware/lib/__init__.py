"""The project's own part library: pins, footprints and order numbers as tables."""

import difflib

from hardware.lib import discrete, logic, mains
from hardware.lib.passive import RESISTORS, capacitor, resistor
from hardware.lib.types import FUNCTIONS, PartType, Pin

TYPES: dict[str, PartType] = {**logic.TYPES, **mains.TYPES, **discrete.TYPES}


def part_type(name: str, value: str = "") -> PartType:
    """The type of this name; resistors and C take a value. KeyError names the nearest."""
    if name in RESISTORS:
        return resistor(name, value)
    if name == "C":
        return capacitor(value)
    if name not in TYPES:
        near = difflib.get_close_matches(name, TYPES, 1, 0.3)
        raise KeyError(f"no part type {name}" + (f"; did you mean {near[0]}?" if near else ""))
    return TYPES[name]


__all__ = ["FUNCTIONS", "TYPES", "PartType", "Pin", "part_type"]
