"""Chips and counting sticks: what each player begins with, and how an amount is laid out.

Values of SHOP-A and HANDS are the documents'; HANDS says no numbers of chips, and SHOP-B neither
values nor numbers (four values, equal amounts), so those are ours. The ledger keeps exact points:
chips only show them (rules MH-Q15).
"""

from collections.abc import Mapping
from typing import NamedTuple

from mjscore.errors import ScoreError, nearest, shown
from mjscore.registry import SYSTEMS

IDS = ("SA-T11", "SA-T12", "SB-T15", "MH-T04", "MH-Q15")


class Chip(NamedTuple):
    """A kind of chip or stick: name, worth in points, how many each player begins with."""

    name: str
    worth: int
    each: int


CHIPS: Mapping[str, tuple[Chip, ...]] = {
    "SHOP-A": (Chip("third colour", 200, 4), Chip("first colour", 25, 6),
               Chip("second colour", 5, 10)),
    "SHOP-B": (Chip("stick", 500, 2), Chip("stick", 100, 8), Chip("stick", 10, 18),
               Chip("stick", 2, 10)),
    "HANDS": (Chip("red", 2000, 4), Chip("green or blue", 1000, 8), Chip("white", 500, 6),
              Chip("yellow", 100, 10)),
    "RIICHI": (Chip("stick", 10_000, 1), Chip("stick", 5000, 2), Chip("stick", 1000, 4),
               Chip("stick", 100, 10)),
}  # fmt: skip


def chips(system: str) -> tuple[Chip, ...]:
    """The system's chips, largest first; SHOP-B's sticks where a document names none."""
    if system in CHIPS:
        return CHIPS[system]
    if system in SYSTEMS:
        return CHIPS["SHOP-B"]
    hint = nearest(system, SYSTEMS)
    raise ScoreError(f"there is no system {shown(system)}{hint}", "system", "SA-T11")


def total(numbers: Mapping[int, int]) -> int:
    """Points that these numbers of chips of each worth make."""
    return sum(worth * number for worth, number in numbers.items())


def beginning(system: str) -> int:
    """Points with which each player begins."""
    return total({chip.worth: chip.each for chip in chips(system)})


def laid_out(system: str, points: int) -> tuple[dict[int, int], int]:
    """Chips by worth that show `points` (0 or more), largest first, and the points they cannot."""
    if type(points) is not int or points < 0:
        words = f"chips show 0 or more points, not {shown(points)}"
        raise ScoreError(words, "points", "MH-Q15")
    numbers = {}
    for chip in chips(system):
        numbers[chip.worth], points = divmod(points, chip.worth)
    return numbers, points
