"""The centre hatch: the lid of the drum, up to load tiles, down to sort.

Its travel is 0 (down, shut) to 1,000,000 ppm; the flags HATCH_DN and HATCH_UP are on within the
last 6 % at each end, so that a stop on the flag, coast included, stays inside. Against an end
the motor only slips. Each move takes its own time, +-5 % (design hardware §3).
"""

from __future__ import annotations

from mjsim.generated import constants as C
from mjsim.plant.drive import Drive
from mjsim.plant.numbers import FAR, HATCH_AJAR, HATCH_DN_EDGE, HATCH_END, HATCH_UP_EDGE

_BYTE = C.IN_HATCH_UP >> 3
_UP = 1 << (C.IN_HATCH_UP & 7)
_DN = 1 << (C.IN_HATCH_DN & 7)
SHUT, BETWEEN, OPEN = 0, 1, 2
_INSIDE = 1 << C.M_DRUM | 1 << C.M_RING | 15 << C.M_BELT | 15 << C.M_HEAD


class Hatch(Drive):
    """`zone` 0 while HATCH_DN is on (shut), 2 while HATCH_UP is on, 1 between."""

    __slots__ = ("down_edge", "up_edge", "zone")

    def __init__(self, plant, place: int = 0) -> None:
        super().__init__(plant, C.M_HATCH, HATCH_END // C.HATCH_TRAVEL_MS)
        off, name = plant.unit.of, self.name
        self.down_edge = HATCH_DN_EDGE + round(off("hatch_edge", name + " down"))
        self.up_edge = HATCH_UP_EDGE + round(off("hatch_edge", name + " up"))
        self.set_place(place)

    def set_place(self, place: int) -> None:
        """Put the hatch at `place` ppm, at standstill, with the flags it has there."""
        self.origin = place
        self.zone = SHUT if place < self.down_edge else OPEN if place >= self.up_edge else BETWEEN
        self.p.put(_BYTE, _DN, self.zone == SHUT)
        self.p.put(_BYTE, _UP, self.zone == OPEN)

    def place(self, now: int) -> int:
        place = super().place(now)
        return 0 if place < 0 else HATCH_END if place > HATCH_END else place

    def is_ajar(self, now: int) -> bool:
        """It is not shut; where its lower limit lies, so far from it that an arm comes in."""
        lies = self.p.input("hatch_dn") != self.p.input_raw("hatch_dn")
        return self.zone != SHUT and (not lies or self.place(now) >= HATCH_AJAR)

    def pace_now(self) -> int:
        longer = 1 + C.HATCH_SPREAD_PCT / 100 * (2 * self.random() - 1)
        return max(1, int(super().pace_now() / longer))

    def started(self, now: int) -> None:
        for lift in self.p.lifts:
            if lift.moving:
                self.p.met("hatch moved while %s moved" % lift.name, self.bit | lift.bit)

    def plan(self, now: int) -> None:
        if self.way > 0:
            target = (self.down_edge, self.up_edge, FAR)[self.zone]
            self.at = self.since - (self.origin - target) // self.speed
        else:
            target = (-FAR, self.down_edge - 1, self.up_edge - 1)[self.zone]
            self.at = self.since - (target - self.origin) // self.speed

    def cross(self, now: int) -> None:
        plant = self.p
        if self.way > 0:
            if self.zone == SHUT:
                self.zone = BETWEEN
                plant.fall(_BYTE, _DN)
                self._leave_shut()
            else:
                self.zone = OPEN
                plant.rise(_BYTE, _UP)
        elif self.zone == OPEN:
            self.zone = BETWEEN
            plant.fall(_BYTE, _UP)
        else:
            self.zone = SHUT
            plant.rise(_BYTE, _DN)
        self.plan(now)

    def _leave_shut(self) -> None:
        """The drum opens: nothing may move inside, no lift may be up."""
        plant = self.p
        for motor, name in enumerate(C.MOTORS):
            if plant.moving & _INSIDE & 1 << motor:
                plant.hand_in_drum(name, 1 << motor)
        plant.check_lifts_down("hatch opened", self)
