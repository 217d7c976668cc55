"""Stacker head of one line: a one-way cam that stacks two tiles and pushes them on to the lane.

The cam's `zone` is the number of flag edges passed since park: 0 inside the PARK window (tile 1
may enter), 1 between, 2 inside the MID window (tile 2), 3 between, 4 with the pusher out. At the
end of zone 4 the stack is on the lane (design hardware §3).
"""

from __future__ import annotations

from mjsim import constants as C
from mjsim.plant.drive import Drive
from mjsim.plant.numbers import HEAD_EDGES, HEAD_GAPS, MAX_STACKS, TURN
from mjsim.plant.signals import MID, PARK, PUSH_HOME

PARKED, AT_MID, PUSHING = 0, 2, 4


class Head(Drive):
    """The head of line `line`; `held` are the tiles in it, lower first."""

    __slots__ = ("byte", "held", "lane", "letter", "line", "place_code", "target", "zone")

    def __init__(self, plant, line: int, angle: int = 0) -> None:
        super().__init__(plant, C.M_HEAD + line, C.HEAD_SPEED_MDEG_PER_MS)
        self.line = self.byte = line
        self.letter = C.SIDES[line]
        self.held: list[int] = []
        self.lane = plant.lane_of(line)
        self.place_code = plant.place_code("head_" + self.letter.lower())
        self.set_angle(angle)

    def set_angle(self, angle: int) -> None:
        """Put the cam at `angle` mdeg, at standstill, with the flags it has there."""
        angle %= TURN
        self.zone = sum(1 for edge in HEAD_EDGES if angle >= edge) % len(HEAD_EDGES)
        self.origin = angle
        edge = HEAD_EDGES[self.zone]
        self.target = edge if edge > angle else edge + TURN
        flags = {PARKED: PARK | PUSH_HOME, AT_MID: MID | PUSH_HOME, PUSHING: 0}
        self.p.fall(self.byte, PARK | MID | PUSH_HOME)
        self.p.rise(self.byte, flags.get(self.zone, PUSH_HOME))

    def ready(self) -> bool:
        """True when the next tile may come in."""
        return not self.moving and (
            (self.zone == PARKED and not self.held)
            or (self.zone == AT_MID and len(self.held) == 1)
        )

    def started(self, now: int) -> None:
        plant = self.p
        plant.check_hatch(self)
        plant.check_lifts_down("head_%s turned" % self.letter.lower(), self)
        belt = plant.belts[self.line]
        if belt.in_mouth(now):
            plant.accident(
                "head of line %s began to turn with a tile half in it" % self.letter, self.line
            )

    def plan(self, now: int) -> None:
        self.at = self.since - (self.origin - self.target) // self.speed

    def cross(self, now: int) -> None:
        zone = self.zone
        plant = self.p
        if zone == 0:
            plant.fall(self.byte, PARK)
        elif zone == 1:
            plant.rise(self.byte, MID)
        elif zone == 2:
            plant.fall(self.byte, MID)
        elif zone == 3:
            plant.fall(self.byte, PUSH_HOME)
            self._push_out()
        else:
            if self.held:
                self._deliver()
            plant.rise(self.byte, PUSH_HOME | PARK)
        self.target += HEAD_GAPS[zone]
        self.zone = zone + 1 if zone < PUSHING else 0
        self.at = self.since - (self.origin - self.target) // self.speed

    def _push_out(self) -> None:
        """The pusher leaves home: is its way free?"""
        plant = self.p
        if plant.chain is not None and plant.chain.moving:
            plant.violate("head_%s pushed while the chain moved" % self.letter.lower())
        if not self.held:
            return
        if len(self.held) != 2:
            plant.accident("half a stack pushed by the head of line %s" % self.letter, self.line)
        if len(self.lane) >= MAX_STACKS:
            plant.accident(
                "head of line %s pushed into a full lane: %d stacks are there"
                % (self.letter, len(self.lane)),
                self.line,
            )
        plant.check_unmixed(self)

    def _deliver(self) -> None:
        """The stack is on the lane."""
        stack = tuple(self.held)
        self.held.clear()
        self.lane.append(stack)
        self.p.moved(stack, self.p.lane_code(self.line))
