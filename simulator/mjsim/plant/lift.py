"""Wall lift of one side: a one-way cam, half a turn up, half a turn down.

`zone` counts the flag edges passed: 0 inside LIFT_DN, 1 going up, 2 inside LIFT_UP, 3 going
down. The wall tips on to the table as the lift reaches LIFT_UP; the controller's stop there
and its coast keep it inside that window (design hardware §3).
"""

from __future__ import annotations

from mjsim.generated import constants as C
from mjsim.plant.drive import Drive
from mjsim.plant.head import PUSHING
from mjsim.plant.numbers import LIFT_EDGES, MAX_STACKS, TURN, gaps, own_edges
from mjsim.plant.signals import LIFT_DN, LIFT_UP

EXCUSED = 5
"""Lift A's place, the others' behind it, among what a fault was injected on: not its line's, whose
belt or beam explains no wall that rises under tiles."""


LOW = 60_000
"""Thousandths of a degree before LIFT_DN in which a limit that sticks on comes no sooner than the
true one of a quick lift: the board takes three quarters of the way up, edges and load differ."""


class Lift(Drive):
    """The lift of side `side`, above its lane."""

    __slots__ = ("byte", "edges", "gaps", "lane", "side", "target", "zone")

    def __init__(self, plant, side: int, angle: int = 0) -> None:
        super().__init__(plant, C.M_LIFT + side, C.LIFT_SPEED_MDEG_PER_MS)
        self.side = self.byte = side
        self.lane = plant.lanes[side]
        self.edges = own_edges(LIFT_EDGES, plant.unit, self.name)
        self.gaps = gaps(self.edges)
        self.set_angle(angle)

    def set_angle(self, angle: int) -> None:
        """Put the cam at `angle` mdeg, at standstill, with the flags it has there."""
        angle %= TURN
        self.zone = sum(1 for edge in self.edges if angle >= edge) % len(self.edges)
        self.origin = angle
        edge = self.edges[self.zone]
        self.target = edge if edge > angle else edge + TURN
        self.p.fall(self.byte, LIFT_DN | LIFT_UP)
        if self.zone in (0, 2):
            self.p.rise(self.byte, LIFT_UP if self.zone else LIFT_DN)

    def started(self, now: int) -> None:
        plant = self.p
        hatch = plant.hatch
        if hatch.is_ajar(now):
            plant.met("%s moved while the hatch was not shut" % self.name, self.bit | hatch.bit)
        elif hatch.moving:
            plant.met("%s moved while the hatch moved" % self.name, self.bit | hatch.bit)
        for head in plant.heads:
            if head.zone == PUSHING or head.moving:
                text = "%s moved while %s pushed or turned" % (self.name, head.name)
                plant.met(text, self.bit | head.bit)
        chain = plant.chain
        if chain is not None and chain.moving:
            plant.met("%s moved while the chain moved" % self.name, self.bit | chain.bit)
        belt = 1 << (C.M_BELT + self.side)
        if plant.moving & belt:
            plant.met("%s moved while the belt of its line moved" % self.name, self.bit | belt)

    def load(self) -> float:
        return min(1.0, len(self.lane) / MAX_STACKS)

    def plan(self, now: int) -> None:
        self.at = self.since - (self.origin - self.target) // self.speed

    def cross(self, now: int) -> None:
        zone = self.zone
        plant = self.p
        if zone == 0:
            plant.fall(self.byte, LIFT_DN)
        elif zone == 1:
            plant.rise(self.byte, LIFT_UP)
            self._tip()
        elif zone == 2:
            plant.fall(self.byte, LIFT_UP)
        else:
            plant.rise(self.byte, LIFT_DN)
        self.target += self.gaps[zone]
        self.zone = (zone + 1) % len(self.edges)
        self.at = self.since - (self.origin - self.target) // self.speed

    def sticks_low(self) -> bool:
        """It stands short of its bottom, its lower limit stuck on: no sensor tells them apart."""
        short = self.zone == 3 and not self.moving and self.origin % TURN >= self.edges[3] - LOW
        return bool(short and self.p.level[self.byte] & LIFT_DN)

    def to_bottom(self) -> bool:
        """Somebody turns it on to its bottom, over the top with its wall; False if it is down."""
        if not self.zone:
            return False
        if self.lane and self.zone < 2:
            if self.p.table[self.side]:
                raise ValueError("%s cannot be turned: tiles lie over its wall" % self.name)
            self._tip()
        self.set_angle(0)
        return True

    def turned_round(self, tips: bool) -> None:
        """Somebody turns it over its top on to its bottom, with its wall or without: both limits
        touch."""
        self.set_angle(TURN // 2)
        if tips:
            self._tip()
        self.set_angle(0)

    def _tip(self) -> None:
        """The wall is on the table."""
        if not self.lane:
            return
        plant = self.p
        if plant.table[self.side]:
            plant.accident(
                "two things in one place: the wall of side %s rose under %d tiles on the table"
                % (C.SIDES[self.side], len(plant.table[self.side])),
                EXCUSED + self.side,
            )
        plant.wall_rises(self.side, self.lane)
