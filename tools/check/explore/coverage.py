"""Which states and transitions of the firmware's charts a search never saw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from mjtable.game.cycle import Cycle
from mjtable.mechanisms.builder import Builder
from mjtable.mechanisms.dice import Dice
from mjtable.mechanisms.distributor import Distributor
from mjtable.mechanisms.hatch import Hatch
from mjtable.mechanisms.lift import Lift
from mjtable.mechanisms.shuffler import Shuffler
from mjtable.safety.selftest import SelfTest
from mjtable.safety.service import Service
from mjtable.scan.statechart import names
from mjtable.sorting.sorter import Sorter

KINDS: tuple[Any, ...] = (Cycle, Sorter, Hatch, Shuffler, Builder, Distributor, Lift, Dice,
                          Service, SelfTest)  # fmt: skip
Seen = tuple[str, ...]
"""A state (chart, state), or a transition (chart, trigger, source, destination)."""

TOUCHING, DRUM = "tests/cycle/test_touching.py", "tests/faults/test_drum_and_belts.py"
RODS = "tests/faults/test_chain_home.py"
SELDOM: dict[Seen, str] = {
    ("Sorter", "jam", "clearing", "clearing"): TOUCHING,
    ("Sorter", "jam", "running_short", "clearing"): TOUCHING,
    ("Sorter", "at_rest", "resting", "returning"): "tests/cycle/test_sorting.py",
    ("Builder", "emptied", "emptying", "homing"): TOUCHING,
    ("Builder", "settled", "settle_lower", "wait_lower"): "tests/cycle/test_power_loss.py",
    ("Distributor", "home", "unknown", "backing"): DRUM,
    ("Distributor", "backing"): DRUM,
    ("Distributor", "zero", "backing", "proving"): DRUM,
    ("Distributor", "zero", "backing", "leaving"): RODS,
    ("Distributor", "returning"): RODS,
    ("Distributor", "corner", "backing", "returning"): RODS,
    ("Distributor", "zero", "returning", "leaving"): RODS,
    ("Distributor", "zero", "returning", "proving"): RODS,
    ("Dice", "distrust", "tumbling", "rolling"): "tests/faults/test_dice_and_board.py",
    ("Dice", "distrust", "drawing", "rolling"): "tests/unit/mechanisms/test_dice.py",
    ("SelfTest", "end", "*", "off"): "tests/cycle/test_pinch.py",
    ("Sorter", "at_rest", "clearing", "draining"): TOUCHING,
    ("Sorter", "again", "draining", "picking"): TOUCHING,
    ("Builder", "settled", "settle_upper", "wait_upper"): TOUCHING,
}
"""What takes two chances in one moment: a search may miss it. The tests that make the moment."""


def expected() -> Iterator[Seen]:
    """Every state, and every row with each of its sources; source * = any."""
    for kind in KINDS:
        for state in kind.STATES:
            if state is not kind.STATES[0]:
                yield (kind.__name__, state[0])
        for trigger, source, dest, _ in kind.TRANSITIONS:
            for each in names(source):
                yield (kind.__name__, trigger, each, dest)


def unseen(seen: Iterable[Seen]) -> list[Seen]:
    """Expected of a search, never seen."""
    whole = set(seen)
    whole |= {(row[0], row[1], "*", row[3]) for row in whole if len(row) == 4}
    return [one for one in expected() if one not in whole and one not in SELDOM]


def told(one: Seen) -> str:
    """A state or transition in words."""
    if len(one) == 2:
        return "%s: state %s" % one
    return "%s: %s --%s--> %s" % (one[0], one[2], one[1], one[3])
