"""Hands at a standing belt: a stuck tile freed, one lifted out, one laid there."""

from __future__ import annotations

from mjsim.plant.belt_back import BeltBack
from mjsim.plant.signals import CNT, INLET, JAM


class BeltHands(BeltBack):
    """What people do to a belt's tiles, and what its sensors then see."""

    __slots__ = ()

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
