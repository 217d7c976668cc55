"""The single-port table's chain: four rods carry finished rows one side on per index.

A row starts on the head's own lane, then stands on the lifts of A, B, C, D in turn: the row built
first ends at D after four indexes, the one built fourth at A after one. CHAIN_ZERO (S4) is on at
rest, CHAIN_CORNER (S5) passes half way. Running backwards the rods slip behind the rows.
"""

from __future__ import annotations

from mjsim.generated import constants as C
from mjsim.plant.drive import Drive
from mjsim.plant.head import PUSHING
from mjsim.plant.numbers import CHAIN_EDGES, CHAIN_FLAG, CHAIN_TURN, CLOCK_SPEED

_BYTE = C.IN_CHAIN_ZERO >> 3
_ZERO = 1 << (C.IN_CHAIN_ZERO & 7)
_CORNER = 1 << (C.IN_CHAIN_CORNER & 7)
AT_ZERO, AT_CORNER = 0, 2
EXCUSED = 4
"""The chain's place among the lines with an injected fault."""


class Chain(Drive):
    """`zone` 0 while CHAIN_ZERO is on, 2 while CHAIN_CORNER is on, 1 and 3 between."""

    __slots__ = ("edges", "indexes", "loaded", "set_out", "taken", "zone")

    def __init__(self, plant, place: int = 0) -> None:
        super().__init__(plant, C.M_CHAIN, CLOCK_SPEED)
        self.indexes = 0
        self.loaded = False  # the rods have taken the rows past the corner
        self.taken = 0  # stacks of the head's lane that they took: others come behind them
        self.set_out = False  # they have left zero forwards: what comes with them is the rows
        self.edges = tuple(
            edge + round(CHAIN_FLAG * plant.unit.of("magnet_edge", "chain %d" % i) / 100)
            for i, edge in enumerate(CHAIN_EDGES)
        )
        self.set_place(place)

    def set_place(self, place: int) -> None:
        """Put the rods at `place` (0..CHAIN_TURN), at standstill, flags as there."""
        self.origin = place % CHAIN_TURN
        self.zone = sum(1 for edge in self.edges if self.origin >= edge) % len(self.edges)
        self.p.put(_BYTE, _ZERO, self.zone == AT_ZERO)
        self.p.put(_BYTE, _CORNER, self.zone == AT_CORNER)

    def started(self, now: int) -> None:
        plant = self.p
        for head in plant.heads:
            if head.zone == PUSHING:
                text = "chain moved while the pusher of %s was out" % head.name
                plant.met(text, self.bit | head.bit)
        plant.check_lifts_down("chain moved", self)

    def plan(self, now: int) -> None:
        if self.way > 0:
            ahead = (self.edges[self.zone] - self.origin - 1) % CHAIN_TURN + 1
        else:
            ahead = (self.origin - self.edges[self.zone - 1]) % CHAIN_TURN + 1
        self.at = self.since - (-ahead // self.speed)

    def cross(self, now: int) -> None:
        plant, zone = self.p, self.zone
        after = (zone + self.way) % len(self.edges)
        if zone in (AT_ZERO, AT_CORNER):
            plant.fall(_BYTE, _CORNER if zone else _ZERO)
            if zone == AT_ZERO:
                self.set_out = self.way > 0
                self.loaded = self.loaded and self.set_out  # backwards they slip behind the rows
        else:
            plant.rise(_BYTE, _CORNER if after else _ZERO)
        if self.way > 0 and after == AT_CORNER and self.set_out:
            self.take_rows()
        if self.way > 0 and after == AT_ZERO and self.loaded:
            self._index()
        self.zone = after
        self.origin = self.place(now) % CHAIN_TURN
        self.since = now
        self.plan(now)

    def to_zero(self) -> bool:
        """Somebody turns the standing chain to its zero: back, behind the rows, or on when it has
        taken them past its corner; False when it stands there."""
        if self.zone == AT_ZERO:
            return False
        if self.loaded:
            if self.p.lanes[3] or any(lift.zone for lift in self.p.lifts):
                raise ValueError("the chain cannot be turned on: lift or wall in the rows' way")
            self._index()
        self.set_place(self.edges[0] // 2)
        return True

    def take_rows(self) -> None:
        """The rods are at the corner with the rows; the head's own lane is free for the next."""
        self.loaded, self.taken = True, len(self.p.head_lane)

    def _index(self) -> None:
        """Every row stands one lift further on."""
        plant = self.p
        self.indexes += 1
        self.loaded = False
        head_lane, lanes = plant.head_lane, plant.lanes
        if lanes[3]:
            plant.accident(
                "two things in one place: the chain pushed a row against the wall on lift_d",
                EXCUSED,
            )
            return
        for side in (3, 2, 1, 0):
            behind = lanes[side - 1] if side else head_lane
            count = len(behind) if side else self.taken
            lanes[side].extend(behind[:count])
            del behind[:count]
            plant.moved([tile for stack in lanes[side] for tile in stack], plant.lane_codes[side])
