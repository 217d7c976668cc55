"""Belt of one line: carries tiles from its port at the drum to its head.

A tile's place is how far its tail is from the port. The belt is rigid: `marks[i]` is the belt's
travel at which tile i stood at the port, so place = travel - mark, and only the tile in front
(next to reach the head) and the tile behind (last taken) have something due. Of a drawn unit the
counting beam does not stand at the head's very edge, and the belt takes up its slack at a start.
"""

from __future__ import annotations

from typing import Any

from mjsim.generated import constants as C
from mjsim.plant.beam import Shyness
from mjsim.plant.drive import Drive
from mjsim.plant.numbers import FAR, GAP_UM, MOUTH_UM, NOTCH_UM
from mjsim.plant.signals import CNT, INLET, JAM, OFF, ON

_DROP_OUT_MS = (20, 120)
"""A drop-out falls into the tile's pulse of 220 ms, this long after its edge."""
_CLOSE_UM = 6500
"""Closer than control has to cope with, 7 mm: a scan and the coast of a belt carry it so far."""
_OVER_LEAST_UM, _OVER_SPAN_UM = 3_000, 5_000
"""A shingled tile lies so far, and up to so much farther, on the one before; both catch in the
mouth, the one below before it is quite in (own estimate)."""
_LAPPED_UM = 1
"""No gap, but another place than the tail of the tile before it."""
_REBOUND_MS = (5, 25)
"""A tile bounces back into the beam this long after it left it."""


class Belt(Drive):
    """The belt of line `line`; `tiles` from the head's end to the port's."""

    __slots__ = (
        "back_at", "beam_um", "byte", "clings", "count_shy", "end", "front_at", "front_phase",
        "gap", "gap_chance", "gaps", "head", "inlet_shy", "inlet_um", "jammed", "last_in",
        "letter", "line", "marks", "noise", "nose", "open", "over", "place_code", "shingle",
        "slip", "slip_chance", "stale", "tail", "tiles", "touching",
    )  # fmt: skip

    def __init__(self, plant, line: int) -> None:
        super().__init__(plant, C.M_BELT + line, C.BELT_SPEED_UM_PER_MS)
        self.line = self.byte = line
        self.letter = C.SIDES[line]
        # one source for each sensor: their tiles pass at different times
        self.noise = {mask: plant.chance("%s %s" % (self.name, name)).random
                      for mask, name in ((INLET, "inlet"), (CNT, "count"), (JAM, "jam"))}
        self.gap_chance = plant.chance(self.name + " gap").random
        self.slip_chance = plant.chance(self.name + " slip").random
        unit = plant.unit
        place = C.BELT_LENGTH_UM + round(unit.of("beam_place", self.name))
        self.beam_um = place + round(unit.of("beam_hysteresis", self.name))
        self.count_shy = Shyness(unit, self.name + " count")
        self.inlet_shy = Shyness(unit, self.name + " inlet")
        self._focus(0)
        self.gaps, self.slip = unit.limits("gap"), unit.limits("slip")[1]
        self.gap = GAP_UM
        self.clings = False
        """The ring hands over the next tile together with the one before it, `over` um on it."""
        self.over = 0
        self.touching = unit.of("touching", "table") / 1e6
        self.shingle = unit.of("shingle", "table") / 1e6
        self.tiles: list[int] = []
        self.marks: list[int] = []
        self.front_at = self.back_at = FAR
        self.front_phase = 0
        self.last_in = -FAR  # the belt's mark of the tile that went into the head last
        self.open = self.jammed = self.stale = False
        self.head: Any = None
        self.place_code = plant.place_code("belt_" + self.letter.lower())

    def _focus(self, now: int) -> None:
        """Where the beams see a nose come and a tail go, as dirty as they are now."""
        shy = self.count_shy.um(now)
        self.nose, self.tail = self.beam_um + shy, self.beam_um - shy
        self.end = max(self.tail, C.BELT_LENGTH_UM)
        """Where a tile's tail is when it is in the head, and the beam free of it."""
        self.inlet_um = self.inlet_shy.um(now)

    def in_mouth(self, now: int) -> bool:
        """True while a tile is half way into the head."""
        return bool(self.marks) and self.place(now) - self.marks[0] > self._mouth(self.tiles[0])

    def _beam_on(self, tile: int) -> int:
        """The place at which a tile's nose is in the counting beam."""
        return self.nose - self.p.length[tile]

    def _clear(self, tile: int) -> int:
        """The place at which the port's beam no longer sees a tile."""
        return self.p.length[tile] - self.inlet_um

    def _mouth(self, tile: int) -> int:
        """The place from which on a turning head would hit it."""
        return MOUTH_UM - self.p.length[tile]

    def _port_free(self) -> int:
        """The place at which the last tile taken lets the next one in."""
        return self.p.length[self.tiles[-1]] + self.gap

    def draw_in(self, now: int) -> bool:
        """The head begins to turn: a tile that all but stands in it slides in; did it?"""
        if self.front_phase != 3:
            return False
        self._enter(now)
        return True

    def delay(self) -> int:
        return int(self.slip_chance() * self.slip) // self.pace if self.slip else 0

    def may_start(self) -> bool:
        return not (self.jammed and self.way > 0)

    def started(self, now: int) -> None:
        plant = self.p
        plant.check_hatch(self)
        plant.check_lift_down(self.name + " moved", self, plant.lifts[self.line])
        if self.jammed:
            self.jammed = False
            plant.fall(self.byte, JAM)
        if self.way < 0:
            self.stale = True
            self.last_in = -FAR  # what was behind it is no longer
            self._look_back()
            return
        if self.stale:
            self._look_ahead()
        elif not self.marks:
            self._focus(now)
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
            plant = self.p
            if self.back_at - self.marks[-1] == self._clear(self.tiles[-1]):
                self.gap = self._next_gap()
                self.back_at = self.marks[-1] + self._port_free()
                plant.fall(self.byte, INLET)
                self._bounce(now, INLET)
            else:
                self.back_at = FAR
                self.open = True
                self.p.pick.opened(self, now)
        if self.moving:
            target = self.front_at if self.front_at < self.back_at else self.back_at
            self.at = max(now, self.since - (self.origin - target) // self.speed)

    def take(self, tile: int, now: int) -> None:
        """The port takes a tile from the ring."""
        travel = self.origin + self.speed * (now - self.since)
        plant = self.p
        mark = travel
        if not self.tiles:
            self.front_phase = 0
            self.front_at = travel + self._beam_on(tile)
        elif travel - self.marks[-1] - plant.length[self.tiles[-1]] <= NOTCH_UM:
            mark -= self.over
        self.tiles.append(tile)
        self.marks.append(mark)
        self.back_at = mark + self._clear(tile)
        self.open = False
        plant.moved_one(tile, self.place_code)
        plant.rise(self.byte, INLET)
        target = self.front_at if self.front_at < self.back_at else self.back_at
        self.at = at = self.since - (self.origin - target) // self.speed
        self.due[self.slot] = at if at < self.turn_at else self.turn_at

    def _next_gap(self) -> int:
        """How far the next tile comes behind the last one; touching ones show their chamfers."""
        self.over, self.clings = 0, False
        if self.touching or self.shingle:
            fate = self.gap_chance()
            self.clings = fate < self.shingle + self.touching
            if fate < self.shingle:
                self.over = _OVER_LEAST_UM + int(fate / self.shingle * _OVER_SPAN_UM)
                return _LAPPED_UM
            if self.clings:
                return NOTCH_UM
        least, most = self.gaps
        if least == most:
            return max(NOTCH_UM, GAP_UM + round(least))
        return max(NOTCH_UM, GAP_UM + round(least + (most - least) * self.gap_chance()))

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
                self.front_at = self.marks[0] + self.tail
            else:
                self.front_phase = 1
                self.front_at = self.marks[0] + self._mouth(self.tiles[0])
        elif phase == 1:
            self.front_phase = 2
            self.front_at = self.marks[0] + self.tail
            if not head.ready():
                self._hit(now)
        elif phase == 2:
            self._leave_beam(now)
        else:
            self._enter(now)

    def _leave_beam(self, now: int) -> None:
        """The front tile's tail has passed the beam."""
        if not self.head.ready():
            self._hit(now)
            return
        if len(self.marks) > 1 and self.marks[1] - self.marks[0] < self.p.length[self.tiles[0]]:
            self.p.incident("a tile on another caught in the mouth of line %s" % self.letter)
            self._jam(now)
            return
        if self.tail >= self.end:
            self._enter(now)
        self.p.fall(self.byte, CNT)
        self._bounce(now, CNT)
        if self.tail < self.end:
            self.front_phase = 3
            self.front_at = self.marks[0] + self.end

    def _enter(self, now: int) -> None:
        """The front tile is in the head."""
        plant = self.p
        tile = self.tiles.pop(0)
        self.last_in = self.marks.pop(0)
        plant.check_same_set(tile, self.head)
        self.head.held.append(tile)
        plant.moved_one(tile, self.head.place_code)
        self.front_phase = 0
        self.front_at = FAR
        if self.marks:
            self.front_at = max(self.marks[0] + self._beam_on(self.tiles[0]), self.place(now))

    def _hit(self, now: int) -> None:
        """The front tile meets a head that does not wait for it.

        One that all but touches the tile before it no scan could stop: in a standing head nothing
        happens but that it is stuck there.
        """
        close = self.marks[0] - self.last_in - self.p.length[self.tiles[0]] <= _CLOSE_UM
        if close and not self.head.moving:
            self.p.incident("tile stuck in the mouth of line %s" % self.letter)
            self._jam(now)
            return
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
            self.marks[0] = self.origin - self._beam_on(self.tiles[0]) + 1
            self.p.fall(self.byte, JAM | CNT)

    def lift_out(self, end: int) -> int:
        """Somebody lifts the tile nearest the head (0) or the port (-1) off the standing belt."""
        if end == 0 or len(self.tiles) == 1:
            self.jammed = False
            self.p.fall(self.byte, JAM)
        tile = self.tiles.pop(end)
        self.marks.pop(end)
        if end or not self.tiles:
            self.clings, self.over = False, 0  # the next one lies on nothing
        self._show()
        return tile

    def has_room(self, tile: int) -> bool:
        """Could `tile` lie with its nose just out of the counting beam?"""
        if not self.tiles:
            return True
        nose = self.origin - self.marks[0] + self.p.length[self.tiles[0]]
        return nose <= self._beam_on(tile) - 1

    def lay(self, tile: int) -> None:
        """Somebody lays a tile there."""
        self.tiles.insert(0, tile)
        self.marks.insert(0, self.origin - self._beam_on(tile) + 1)
        self._show()

    def _show(self) -> None:
        """What the sensors see of a standing belt, and what is due, after hands were at it."""
        self._look_ahead()
        if not self.marks:
            self.front_phase = 0
        if not self.jammed:
            self.p.put(self.byte, CNT, self.front_phase in (1, 2))
        inlet = self.marks and self.origin - self.marks[-1] < self._clear(self.tiles[-1])
        self.p.put(self.byte, INLET, inlet)

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
        tile = self.tiles[0]
        edges = (self._beam_on(tile), self._mouth(tile), self.tail, self.end)
        self.front_phase = 0
        for phase, edge in enumerate(edges[:3]):
            if self.origin - first >= edge:
                self.front_phase = phase + 1
        self.front_at = first + edges[self.front_phase]
        place = self.origin - last
        if place < self._clear(self.tiles[-1]):
            self.back_at = last + self._clear(self.tiles[-1])
        elif place < self._port_free():
            self.back_at = last + self._port_free()

    def _look_back(self) -> None:
        """What is due on the way back: CNT on and off, INLET on, the last tile out of the port."""
        self.front_at = self.back_at = -FAR
        if not self.marks:
            return
        if self.p.raw[self.byte] & CNT:
            self.front_at = self.marks[0] + self._beam_on(self.tiles[0]) - 1
        elif self.front_phase == 3:
            self.front_at = self.marks[0] + self.tail - 1
        inlet = self.p.raw[self.byte] & INLET
        self.back_at = self.marks[-1] + (
            -1 if inlet else self._clear(self.tiles[-1]) - 1)

    def _cross_back(self, now: int) -> None:
        travel = self.place(now)
        if travel <= self.front_at and self.front_phase == 3:
            self.front_phase = 2
            self.p.rise(self.byte, CNT)
        elif travel <= self.front_at:
            self.p.fall(self.byte, CNT)
        elif self.p.raw[self.byte] & INLET:
            self.p.fall(self.byte, INLET)
            self.marks.pop()
            self.p.pick.returned(self.tiles.pop(), self.line, now)
        else:
            self.p.rise(self.byte, INLET)
        self._look_back()
        self.plan(now)
