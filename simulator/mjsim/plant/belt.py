"""Belt of one line: carries tiles from its port at the drum to its head.

A tile's place is how far its tail is from the port. The belt is rigid: `marks[i]` is the belt's
travel at which tile i stood at the port, so place = travel - mark, and only the tile in front
(next to reach the head) and the tile behind (last taken) have something due. Of a drawn unit the
counting beam does not stand at the head's very edge, and the belt takes up its slack at a start.
"""

from __future__ import annotations

from mjsim.generated import constants as C
from mjsim.plant.belt_hands import BeltHands
from mjsim.plant.numbers import FAR, GAP_UM, NOTCH_UM
from mjsim.plant.signals import CNT, INLET, JAM

_CLOSE_UM = 6500
"""Closer than control has to cope with, 7 mm: a scan and the coast of a belt carry it so far."""
_OVER_LEAST_UM, _OVER_SPAN_UM = 3_000, 5_000
"""A shingled tile lies so far, and up to so much farther, on the one before; both catch in the
mouth, the one below before it is quite in (own estimate)."""
_LAPPED_UM = 1
"""No gap, but another place than the tail of the tile before it."""


class Belt(BeltHands):
    """The way to the head: from the ring through the port, past the beam, into the mouth."""

    __slots__ = ()

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

    def turn_round(self, now: int) -> None:
        if self.open:
            self.stopped(now)
        self.origin = self.place(now)
        self.since = now
        self.way = self.next_way
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
        return self._plain_gap()

    def let_go(self, now: int) -> None:
        """What was to cling to the last tile did not come with it: the next one keeps its way."""
        self.over, self.clings = 0, False
        if not self.marks:
            return
        self.gap = self._plain_gap()
        self.back_at = self.marks[-1] + self._port_free()
        self.stopped(now)
        target = self.front_at if self.front_at < self.back_at else self.back_at
        self.at = max(now, self.since - (self.origin - target) // self.speed)
        self.due[self.slot] = min(self.at, self.turn_at)

    def _plain_gap(self) -> int:
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
            drawn = plant.jam_ppm and self.noise[JAM]() * 1e6 < plant.jam_ppm
            if drawn or self.jam_next:
                self.jam_next = False
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
        if self.p.aux & C.AUX_DIR_BELTS:
            self.p.incident(text)  # the belt was told to run back: its relay sticks
        else:
            self.p.accident(text, self.line)
        self._jam(now)

    def _jam(self, now: int) -> None:
        """The front tile is stuck across the mouth until the belt is jogged back."""
        self.jammed = self.stale = True
        self.p.rise(self.byte, JAM)
        self.block(now)
