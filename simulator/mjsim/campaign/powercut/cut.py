"""One cut: when the power goes, how, for how long, and when somebody first presses a key again.

With the hold-up time of the design the firmware sees the mains fail and saves; with a shorter one
it may not. `torn` N is the hardest: the controller is dead in that very moment, motors too, and
of the record on its way to the memory N bytes have arrived.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from mjsim.campaign.powercut.evening import Live
from mjsim.plant.numbers import HOLD_UP_MS

KNOWN_MS = 30
"""With a shorter hold-up than this nothing is saved for the cut's sake."""
OFF_MS = (300, 1_500, 20_000)
"""Mains away: longer than anything coasts."""
WAIT_MS = (200, 4_000)
"""From the power's return until people look at the table again."""
COAST_MS = 1_500
"""Everything stands so long after its power went; drums coast longest."""


@dataclass(frozen=True)
class Cut:
    """A place in an evening, and how its power goes there."""

    at_ms: int
    hold_ms: int = HOLD_UP_MS
    torn: int = -1

    def command(self, machine: str, seed: int) -> str:
        """What a person types to see it again."""
        more = " --hold %d" % self.hold_ms if self.hold_ms != HOLD_UP_MS and self.torn < 0 else ""
        more += " --torn %d" % self.torn if self.torn >= 0 else ""
        return "mjsim campaign powercut --machine %s --seed %d --at %d%s" % (
            machine, seed, self.at_ms, more,
        )  # fmt: skip

    @property
    def at_once(self) -> bool:
        """The controller died before it could save; else the mains failed as designed, or so
        nearly that what holds then has to hold here."""
        return self.torn >= 0 or self.hold_ms < KNOWN_MS

    @property
    def text(self) -> str:
        """For people."""
        if self.torn >= 0:
            return "dead at once, %d bytes more arrive" % self.torn
        return "mains fail, dead after %d ms" % self.hold_ms

    def go(self, live: Live) -> None:
        """The power goes, and everything coasts to its rest; nobody touches a key."""
        table, plant, memory = live.table, live.table.plant, live.memory
        assert table.people is not None
        table.people.next_ms = table.now_ms + 3_600_000
        if self.torn < 0:
            plant.mains_off()
            table.run_for(min(self.hold_ms, HOLD_UP_MS))
        if plant.logic_ok:
            plant.lose_supply()
        memory.die(self.torn)
        table.run_for(10)
        assert table.table is None
        random = Random("%d %d %d off" % (live.evening.seed, self.at_ms, self.torn))
        table.run_for(COAST_MS + random.choice(OFF_MS))

    def come_back(self, live: Live) -> None:
        """The power is back, and for a while nobody does anything."""
        table = live.table
        random = Random("%d %d %d on" % (live.evening.seed, self.at_ms, self.torn))
        table.power_on()
        table.run_for(random.randrange(*WAIT_MS))
        assert table.people is not None
        table.people.next_ms = table.now_ms
