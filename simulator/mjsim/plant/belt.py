"""Belt of one line: carries tiles from its port at the drum to its head.

A tile's place is how far its tail is from the port. The belt is rigid: `marks[i]` is the belt's
travel at which tile i stood at the port, so place = travel - mark, and only the tile in front
(next to reach the head) and the tile behind (last taken) have something due.
"""

from __future__ import annotations

from typing import Any

from mjsim import constants as C
from mjsim.plant.drive import Drive
from mjsim.plant.numbers import CNT_OFF, CNT_ON, FAR, INLET_OFF, MOUTH, PORT_FREE
from mjsim.plant.signals import CNT, INLET, JAM, OFF, ON

_DROP_OUT_MS = (20, 120)
"""A drop-out falls into the tile's pulse of 220 ms, this long after its edge."""
_REBOUND_MS = (5, 25)
"""A tile bounces back into the beam this long after it left it."""


class Belt(Drive):
    """The belt of line `line`; `tiles` from the head's end to the port's."""

    __slots__ = (
        "back_at", "byte", "front_at", "front_phase", "head", "jammed", "letter", "line", "marks",
        "noise", "open", "place_code", "stale", "tiles",
    )  # fmt: skip

    def __init__(self, plant, line: int) -> None:
        super().__init__(plant, C.M_BELT + line, C.BELT_SPEED_UM_PER_MS)
        self.line = self.byte = line
        self.letter = C.SIDES[line]
        # one source for each sensor: their tiles pass at different times
        self.noise = {mask: plant.chance("%s %s" % (self.name, name)).random
                      for mask, name in ((INLET, "inlet"), (CNT, "count"), (JAM, "jam"))}
        self.tiles: list[int] = []
        self.marks: list[int] = []
        self.front_at = self.back_at = FAR
        self.front_phase = 0
        self.open = self.jammed = self.stale = False
        self.head: Any = None
        self.place_code = plant.place_code("belt_" + self.letter.lower())

    def in_mouth(self, now: int) -> bool:
        """True while a tile is half way into the head."""
        return bool(self.marks) and self.place(now) - self.marks[0] > MOUTH

    def may_start(self) -> bool:
        return not (self.jammed and self.way > 0)

    def started(self, now: int) -> None:
        plant = self.p
        plant.check_hatch(self)
        if plant.lifts[self.line].zone:
            plant.violate(
                "belt_%s moved while lift_%s was not down"
                % (self.letter.lower(), self.letter.lower())
            )
        if self.jammed:
            self.jammed = False
            plant.fall(self.byte, JAM)
        if self.way < 0:
            self.stale = True
            self._look_back()
            return
        if self.stale:
            self._look_ahead()
        self.open = self.back_at == FAR
        if self.open:
            plant.pick.opened(self, now)

    def stopped(self, now: int) -> None:
        if self.open:
            self.open = False
            self.p.pick.closed(self, now)

    def set_way(self, way: int, now: int) -> None:
        if self.open:
            self.stopped(now)
        self.origin = self.place(now)
        self.since = now
        self.way = way
        if self.moving:
            self.started(now)
            self.plan(now)
            self.due[self.slot] = min(self.at, self.turn_at)

    def plan(self, now: int) -> None:
        if self.way > 0:
            target = self.front_at if self.front_at < self.back_at else self.back_at
            self.at = self.since - (self.origin - target) // self.speed
        else:
            target = self.front_at if self.front_at > self.back_at else self.back_at
            self.at = self.since - (target - self.origin) // self.speed

    def cross(self, now: int) -> None:
        if self.way < 0:
            self._cross_back(now)
            return
        travel = self.origin + self.speed * (now - self.since)
        if travel >= self.front_at:
            self._front(now)
        elif self.back_at < FAR:
            if self.back_at - self.marks[-1] == INLET_OFF:
                self.back_at = self.marks[-1] + PORT_FREE
                plant = self.p
                plant.fall(self.byte, INLET)
                self._bounce(now, INLET)
            else:
                self.back_at = FAR
                self.open = True
                self.p.pick.opened(self, now)
        if self.moving:
            target = self.front_at if self.front_at < self.back_at else self.back_at
            self.at = self.since - (self.origin - target) // self.speed

    def take(self, tile: int, now: int) -> None:
        """The port takes a tile from the ring."""
        travel = self.origin + self.speed * (now - self.since)
        if not self.tiles:
            self.front_phase = 0
            self.front_at = travel + CNT_ON
        self.tiles.append(tile)
        self.marks.append(travel)
        self.back_at = travel + INLET_OFF
        self.open = False
        plant = self.p
        plant.moved_one(tile, self.place_code)
        plant.rise(self.byte, INLET)
        target = self.front_at if self.front_at < self.back_at else self.back_at
        self.at = at = self.since - (self.origin - target) // self.speed
        self.due[self.slot] = at if at < self.turn_at else self.turn_at

    def _front(self, now: int) -> None:
        """The front tile reaches the beam, the head's mouth, or is in the head."""
        plant, head, phase = self.p, self.head, self.front_phase
        if phase == 0:
            plant.rise(self.byte, CNT)
            self._bounce(now, CNT)
            if plant.jam_ppm and self.noise[JAM]() * 1e6 < plant.jam_ppm:
                self._jam(now)
            elif head.ready():
                self.front_phase = 2
                self.front_at = self.marks[0] + CNT_OFF
            else:
                self.front_phase = 1
                self.front_at = self.marks[0] + MOUTH
        elif phase == 1:
            self.front_phase = 2
            self.front_at = self.marks[0] + CNT_OFF
            if not head.ready():
                self._hit(now)
        else:
            self._enter(now)

    def _enter(self, now: int) -> None:
        """The front tile's tail has passed the beam: it is in the head."""
        plant = self.p
        if not self.head.ready():
            self._hit(now)
            return
        tile = self.tiles.pop(0)
        self.marks.pop(0)
        plant.check_same_set(tile, self.head)
        self.head.held.append(tile)
        plant.moved_one(tile, self.head.place_code)
        plant.fall(self.byte, CNT)
        self._bounce(now, CNT)
        self.front_phase = 0
        self.front_at = self.marks[0] + CNT_ON if self.marks else FAR

    def _hit(self, now: int) -> None:
        """The front tile meets a head that does not wait for it."""
        if self.head.moving:
            text = "tile driven into the turning head of line %s" % self.letter
        else:
            text = "tile driven into the head of line %s, which did not wait for it" % self.letter
        self.p.accident(text, self.line)
        self._jam(now)

    def _jam(self, now: int) -> None:
        """The front tile is stuck across the mouth until the belt is jogged back."""
        self.jammed = self.stale = True
        self.p.rise(self.byte, JAM)
        self.block(now)

    def free(self) -> None:
        """Somebody lifts the stuck tile and lays it back, its nose just out of the beam."""
        if self.jammed:
            self.jammed = False
            self.stale = True
            self.marks[0] = self.origin - CNT_ON + 1
            self.p.fall(self.byte, JAM | CNT)

    def _bounce(self, now: int, mask: int) -> None:
        """Perhaps a drop-out inside the pulse while the sensor is on, or a rebound after it."""
        plant, random = self.p, self.noise[mask]
        if not plant.bounce or random() >= plant.bounce:
            return
        inside = plant.raw[self.byte] & mask
        low, high = _DROP_OUT_MS if inside else _REBOUND_MS
        wait = low + int(random() * (high - low + 1))
        plant.glitch(now, self.byte, mask, wait, random(), OFF if inside else ON)

    def _look_ahead(self) -> None:
        """After running back: what is due on the way forward."""
        self.stale = False
        self.front_at = self.back_at = FAR
        if not self.marks:
            return
        first, last = self.marks[0], self.marks[-1]
        self.front_phase = 0
        for phase, edge in enumerate((CNT_ON, MOUTH)):
            if self.origin - first >= edge:
                self.front_phase = phase + 1
        self.front_at = first + (CNT_ON, MOUTH, CNT_OFF)[self.front_phase]
        place = self.origin - last
        if place < INLET_OFF:
            self.back_at = last + INLET_OFF
        elif place < PORT_FREE:
            self.back_at = last + PORT_FREE

    def _look_back(self) -> None:
        """What is due on the way back: CNT off, INLET on, the last tile out of the port."""
        self.front_at = self.back_at = -FAR
        if not self.marks:
            return
        if self.p.raw[self.byte] & CNT:
            self.front_at = self.marks[0] + CNT_ON - 1
        inlet = self.p.raw[self.byte] & INLET
        self.back_at = self.marks[-1] + (-1 if inlet else INLET_OFF - 1)

    def _cross_back(self, now: int) -> None:
        travel = self.place(now)
        if travel <= self.front_at:
            self.p.fall(self.byte, CNT)
        elif self.p.raw[self.byte] & INLET:
            self.p.fall(self.byte, INLET)
            self.marks.pop()
            self.p.pick.returned(self.tiles.pop(), self.line, now)
        else:
            self.p.rise(self.byte, INLET)
        self._look_back()
        self.plan(now)
