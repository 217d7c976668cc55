"""The live evening that cuts fork from: both sets loaded, sorted, raised, diced, played.

Everything about it is drawn from machine and seed, so that a cut is named by them and its time.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

from mjsim.board.runner import on_grid
from mjsim.campaign.fork import elsewhere
from mjsim.campaign.games import STACKS
from mjsim.campaign.judge import Judge
from mjsim.campaign.powercut.dice import Rolls
from mjsim.campaign.powercut.memory import Memory
from mjsim.people.habits import Habits
from mjsim.table.hearing import STATE
from mjsim.table.session import SimTable

PROFILES = ("SHOP-B-136", "SHOP-B-136", "MJG", "YEE", "HANDS-148")
LATE = ("none", "none", "now")
KEPT_BACK = (0, 0, 2)
"""Tiles of each set that people find only when the table calls them short."""
UNITS = ("typical", "typical", "nominal", "worn")
PLAY_MS = 8_000
HANDS = 2
PASSED_MS = 4_000
"""The evening ends so long after the second hand's end: its marker has moved."""
LIMIT_MS = 1_500_000
CPU_S = 300.0


@dataclass(frozen=True)
class Evening:
    """A machine and a seed; the rest is drawn from them."""

    machine: str
    seed: int

    def drawn(self) -> tuple[str, str, str, int]:
        """Game, lateness of the scans, kind of unit, tiles kept back; seed 1 is the plainest."""
        random = Random("%s evening %d" % (self.machine, self.seed))
        row = (random.choice(PROFILES), random.choice(LATE), random.choice(UNITS),
               random.choice(KEPT_BACK))  # fmt: skip
        return ("SHOP-B-136", "none", "typical", 0) if self.seed == 1 else row

    @property
    def text(self) -> str:
        """For people."""
        return "%s, seed %d: %s, late %s, %s unit, %d tiles kept back" % (
            self.machine, self.seed, *self.drawn(),
        )  # fmt: skip

    def begin(self, record: int = 0) -> Live:
        """The table at power-on, with people and a judge, who has seen everything since;
        `record`: bytes of its recorder's ring."""
        return Live(self, record)

    def moments(self) -> Moments:
        """When its evening writes, and when any chart changes; the table is somebody else's."""
        return _moments(self)


@dataclass(frozen=True)
class Moments:
    """Times on the scan grid, ms."""

    writes: list[int]
    changes: list[int]
    end_ms: int


@cache
def _moments(evening: Evening) -> Moments:
    return Moments(**elsewhere(lambda: evening.begin().recorded(), CPU_S))


class Live:
    """A table of an evening, its memory and its judge."""

    def __init__(self, evening: Evening, record: int = 0) -> None:
        profile, late, unit, late_tiles = evening.drawn()
        self.evening = evening
        self.memory = Memory()
        self.table = SimTable(evening.machine, profile, evening.seed, store=self.memory,
                              players=Habits(play_ms=PLAY_MS, late_tiles=late_tiles), late=late,
                              unit=unit, record=record)  # fmt: skip
        plant = self.table.plant
        self.memory.now = lambda: int(plant.now)
        self.judge = Judge(self.table, STACKS[profile])
        self.rolls = Rolls(self.table, self.judge.scene)
        self.table.runner.links += [self.judge, self.rolls]

    def run_to(self, at_ms: int) -> None:
        """The evening up to this time."""
        if at_ms > self.table.now_ms:
            self.table.run_to(at_ms)

    def recorded(self) -> dict[str, object]:
        """Play it to its end and say what happened when."""
        writes: set[int] = set()
        table, plant = self.table, self.table.plant
        self.memory.told = lambda: writes.add(on_grid(int(plant.now)))
        people = table.people
        assert people is not None
        table.run_until(lambda: people.hands >= HANDS and people._played, LIMIT_MS)
        table.run_for(PASSED_MS)
        changes = {on_grid(raw[1]) for raw in table.hearing.raw if raw[2] == STATE}
        return {"writes": sorted(writes), "changes": sorted(changes), "end_ms": table.now_ms}
