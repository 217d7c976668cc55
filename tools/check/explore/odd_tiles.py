"""Evenings with tiles that touch, lie on each other, are seen badly, are too many or too few.

Their way through the charts is rare on a good table; here nothing may be driven wrongly, and
every evening goes on to its last hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from mjsim.people.habits import Habits
from mjsim.plant.unit import TYPICAL, Unit
from mjsim.table.session import SimTable

SEEDS = range(1, 9)
HANDS = 3
LIMIT_MS = 20 * 60_000
STEP_MS = 500
SORTING_MS = 60_000
"""From power-on until the first set is sorted."""
ODD: dict[str, tuple[dict[str, float], str]] = {
    "tiles that touch": ({"touching": 40_000}, ""),
    "tiles on tiles": ({"shingle": 15_000}, ""),
    "beams that drop out": ({"drop_out": 900, "touching": 10_000}, ""),
    "a tile too many": ({"touching": 10_000}, "tile extra 1"),
    "a tile too few": ({"touching": 10_000}, "tile missing 1"),
}
"""What is odd: figures of the unit, and what happens to the first set."""


@dataclass
class Evening:
    """One evening: hands dealt, sentences on what was driven wrongly, where it stands if not."""

    name: str
    hands: int = 0
    wrong: list[str] = field(default_factory=list)
    where: str = ""


def play(machine: str, name: str, seed: int) -> Evening:
    """People play until the dice have lain still often enough."""
    figures, spoilt = ODD[name]
    unit = Unit(TYPICAL, seed, figures)
    table = SimTable(machine, seed=seed, players=Habits(), late="now", unit=unit)
    if spoilt:
        table.run_until(lambda: table.table.sorter.state == "picking", SORTING_MS)
        table.inject(spoilt)
    evening, dice_ms = Evening("%s, seed %d" % (name, seed)), table.dice_ms
    until = table.now_ms + LIMIT_MS
    while evening.hands < HANDS and table.now_ms < until:
        table.run_for(STEP_MS)
        if table.dice_ms != dice_ms:
            dice_ms = table.dice_ms
            evening.hands += 1
    evening.wrong = list(table.violations)
    evening.where = "" if evening.hands == HANDS else table.summary()
    return evening


def evenings(machine: str, tell: Callable[[str], None]) -> Iterator[Evening]:
    """All of them."""
    for name in ODD:
        for seed in SEEDS:
            tell("%s, seed %d" % (name, seed))
            yield play(machine, name, seed)
