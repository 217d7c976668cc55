"""The mains as a house has them: voltage and frequency wander, each by itself, minute by minute.

A gear motor follows the frequency, and slips a little more when the voltage is low. What runs for
long, drum, ring and belts, follows at each step; what is done in seconds keeps what it began with.
"""

from __future__ import annotations

from mjsim.generated import constants as C

STEP_MS = 2_000
SLOWEST_MS, QUICKEST_MS = 120_000, 30_000
"""From one value to the next (own estimate: loads of a house and its street come and go)."""
SLIP = 0.3
"""Share of the voltage's change that the speed follows (docs/SPREAD.md: 10 % is 2-4 %)."""
MHZ_PER_DHZ = 100


class Wander:
    """A value that goes from one chance target to the next, evenly."""

    def __init__(self, plant, name: str) -> None:
        self.random = plant.chance(name).random
        self.least, self.most = plant.unit.limits(name)
        self.stands = self.least == self.most
        self.before = self.target = self.value = self._draw()
        self.since, self.until = 0, 1

    def _draw(self) -> float:
        if self.stands:
            return self.least
        return self.least + (self.most - self.least) * self.random()

    def step(self, now: int) -> None:
        """`value` as it is now."""
        if now >= self.until:
            self.before, self.since = self.target, now
            self.target = self._draw()
            self.until = now + QUICKEST_MS + int(self.random() * (SLOWEST_MS - QUICKEST_MS))
        done = (now - self.since) / (self.until - self.since)
        self.value = self.before + (self.target - self.before) * done


class Grid:
    """`share` is the speed of a mains motor against its own at the rated mains."""

    def __init__(self, plant) -> None:
        self.p = plant
        self.volts = Wander(plant, "mains_volts")
        self.mhz = Wander(plant, "mains_hz")
        self.offset_dhz = 0
        self.sag_pct = 100
        self._work_out()
        if not (self.volts.stands and self.mhz.stands):
            self.slot = plant.add_slot(self.run)
            plant.due[self.slot] = STEP_MS

    def sag_to(self, pct: int) -> None:
        """The voltage falls to so many percent, or is back at 100."""
        self.sag_pct = pct
        self._work_out()

    def _work_out(self) -> None:
        volts = self.volts.value + self.sag_pct - 100
        self.share = 1 + SLIP * volts / 100 + self.mhz.value / (C.MAINS_HZ * 1000)
        self.offset_dhz = round(self.mhz.value / MHZ_PER_DHZ)

    def run(self, now: int) -> None:
        """The next step of both."""
        plant = self.p
        plant.due[self.slot] = now + STEP_MS
        self.volts.step(now)
        self.mhz.step(now)
        self._work_out()
        plant.show_mains()
        for drive in (plant.drum, plant.ring, *plant.belts):
            drive.follow(now)
