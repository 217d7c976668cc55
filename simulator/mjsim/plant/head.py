"""Stacker head of one line: a one-way cam that stacks two tiles and pushes them on to the lane.

The cam's `zone`: PARKED inside the PARK window with the pusher at home (tile 1 may enter), 1 after
it, AT_MID inside the MID window (tile 2), 3 after it, PUSHING with the pusher out, COMING between
the pusher's home and PARK. When the pusher is home again the stack is on the lane (design hardware
§3). Of a drawn unit each edge lies elsewhere, and PARK may come before the pusher is home.

A row-stacking machine's head pushes each tile by itself: at the lane's height until the row has
reached the lane's stop, then over it, for the upper row.
"""

from __future__ import annotations

from mjsim.generated import constants as C
from mjsim.plant.drive import Drive
from mjsim.plant.numbers import HEAD_EDGES, MAX_STACKS, TURN, own_edges
from mjsim.plant.signals import MID, PARK, PUSH_HOME

PARKED, AT_MID, PUSHING, COMING = 0, 2, 4, 5
EDGES = ((PARK, 0), (MID, 1), (MID, 0), (PUSH_HOME, 0), (PUSH_HOME, 1), (PARK, 1))
"""What each of the cam's edges does: the flag, and whether it comes on."""


class Head(Drive):
    """The head of line `line`; `held` are the tiles in it, lower first."""

    __slots__ = (
        "byte", "edges", "held", "lane", "letter", "line", "next", "place_code", "target",
        "true_edges", "zone",
    )  # fmt: skip

    def __init__(self, plant, line: int, angle: int = 0) -> None:
        super().__init__(plant, C.M_HEAD + line, C.HEAD_SPEED_MDEG_PER_MS)
        self.line = self.byte = line
        self.letter = C.SIDES[line]
        self.held: list[int] = []
        self.lane = plant.lane_of(line)
        self.place_code = plant.place_code("head_" + self.letter.lower())
        own = zip(own_edges(HEAD_EDGES, plant.unit, self.name), EDGES, strict=True)
        self.edges = self.true_edges = sorted((angle, flag, on) for angle, (flag, on) in own)
        self.set_angle(angle)

    def set_angle(self, angle: int) -> None:
        """Put the cam at `angle` mdeg, at standstill, with the flags it has there."""
        angle %= TURN
        flags = PARK | PUSH_HOME
        self.next = 0
        for edge, flag, on in self.edges:
            if angle < edge:
                break
            flags = flags | flag if on else flags & ~flag
            self.next += 1
        self.origin = angle
        self.next %= len(self.edges)
        self.target = self.edges[self.next][0]
        if self.target <= angle:
            self.target += TURN
        self.p.fall(self.byte, PARK | MID | PUSH_HOME)
        self.p.rise(self.byte, flags)
        self._look(flags)

    def shift_flags(self, degrees: int, now: int) -> None:
        """PARK and MID sit so far behind their places on the cam; 0: right again."""
        self.edges = sorted((angle + (degrees * 1000 if flag in (PARK, MID) else 0), flag, on)
                            for angle, flag, on in self.true_edges)  # fmt: skip
        self.set_angle(self.place(now))
        self.since = now
        if self.moving:
            self.plan(now)
            self.due[self.slot] = min(self.at, self.turn_at)

    def push_home(self) -> bool:
        """Somebody pushes the slider home: the cam goes on to park, or with tiles in the head back
        to before its way out; False when it is home."""
        if self.zone != PUSHING:
            return False
        ends = [angle for angle, flag, on in self.edges if not on and flag in (MID, PUSH_HOME)]
        self.set_angle(sum(ends) // 2 if self.held else 0)
        return True

    def _look(self, flags: int) -> None:
        """Which zone the flags make."""
        if not flags & PUSH_HOME:
            self.zone = PUSHING
        elif flags & PARK:
            self.zone = PARKED
        elif flags & MID:
            self.zone = AT_MID
        else:
            self.zone = (1, 1, 3, 3, COMING, COMING)[self.next - 1]

    def ready(self) -> bool:
        """True when the next tile may come in."""
        return not self.moving and (
            (self.zone == PARKED and not self.held)
            or (self.zone == AT_MID and len(self.held) == 1)
        )

    def is_past(self) -> bool:
        """Between its middle and park: what is in it now will be pushed out."""
        return self.zone not in (PARKED, 1, AT_MID)

    def started(self, now: int) -> None:
        plant = self.p
        plant.check_hatch(self)
        plant.check_lifts_down("head_%s turned" % self.letter.lower(), self)
        belt = plant.belts[self.line]
        if belt.in_mouth(now) and not belt.draw_in(now):
            plant.accident(
                "head of line %s began to turn with a tile half in it" % self.letter, self.line
            )

    def plan(self, now: int) -> None:
        self.at = self.since - (self.origin - self.target) // self.speed

    def cross(self, now: int) -> None:
        plant, edges, here = self.p, self.edges, self.next
        rises = falls = 0
        edge = edges[here][0]
        while edges[here][0] == edge:  # of the nominal cam two lie in one place
            if edges[here][2]:
                rises |= edges[here][1]
            else:
                falls |= edges[here][1]
            here += 1
            if here == len(edges):
                here = 0
        self.next = here
        self.target += (edges[here][0] - edge) % TURN
        if falls:
            plant.fall(self.byte, falls)
            if falls & PUSH_HOME:
                self._push_out()
        if rises:
            if rises & PUSH_HOME and self.held:
                self._deliver()
            plant.rise(self.byte, rises)
        self._look(plant.raw[self.byte])
        self.at = self.since - (self.origin - self.target) // self.speed

    def _push_out(self) -> None:
        """The pusher leaves home: is its way free?"""
        plant = self.p
        if plant.chain is not None and plant.chain.moving:
            text = "head_%s pushed while the chain moved" % self.letter.lower()
            plant.met(text, self.bit | plant.chain.bit)
        if not self.held:
            return
        if len(self.held) != plant.tiles_a_push:
            plant.accident("half a stack pushed by the head of line %s" % self.letter, self.line)
        if self._lane_full():
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
        self.p.let_be &= ~(1 << self.line)
        upper = self._first_below()
        if upper < 0:
            self.lane.append(stack)
        else:
            self.lane[upper] += stack
        self.p.moved(stack, self.p.lane_code(self.line))

    def _first_below(self) -> int:
        """Of a row-stacking machine whose lower row has reached the stop: the place of the first
        tile with none on it, where the next one slides to; else -1."""
        plant = self.p
        if plant.tiles_a_push == 2 or len(self.lane) < plant.stops[self.line]:
            return -1
        return next((at for at, stack in enumerate(self.lane) if len(stack) == 1), -1)

    def _lane_full(self) -> bool:
        """No push has room any more."""
        longest = MAX_STACKS if self.p.tiles_a_push == 2 else self.p.stops[self.line]
        return len(self.lane) >= longest and self._first_below() < 0
