"""A belt that runs back towards its port, and what is due when it runs on again."""

from __future__ import annotations

from mjsim.plant.belt_places import BeltPlaces
from mjsim.plant.numbers import FAR
from mjsim.plant.signals import CNT, INLET


class BeltBack(BeltPlaces):
    """The way back: tiles leave the beam towards the port, and the port towards the ring."""

    __slots__ = ()

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
