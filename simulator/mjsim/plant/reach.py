"""Where a hand gets into the machine, and what it turns and frees there.

Through the open hatch into the drum, under the open lid (whose contact takes the motors' power)
everywhere; and only while everything stands. `ValueError` says why something cannot be done.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mjsim.generated import constants as C
from mjsim.plant.hatch import SHUT
from mjsim.plant.numbers import HATCH_END
from mjsim.plant.survey import Survey


class Reach(Survey):
    """Part of the plant: a repairer's hands at its mechanisms.

    A place is "drum", or of a side "belt_a", "port_a", "head_a", the "lane_a" it pushes on to, or
    the finished "row_a" above the side's lift.
    """

    drum: Any
    ring: Any
    input_raw: Callable[[str], int]

    def is_drum_open(self) -> bool:
        """Tiles can be taken out through the hatch."""
        return bool(self.hatch.zone != SHUT and self.hatch.place(self.now) * 2 >= HATCH_END)

    def reach(self, place: str) -> None:
        """Can a hand get there? `ValueError` when not."""
        if not self.input_raw("lid"):
            if place != "drum":
                raise ValueError("nobody reaches %s: the lid is shut" % place)
            if not self.is_drum_open():
                raise ValueError("nobody reaches the drum: lid and hatch are shut")
        for motor, name in enumerate(C.MOTORS):
            if self.moving >> motor & 1 and motor != C.M_DICE:
                raise ValueError("nobody reaches into the machine: %s moves" % name)

    def _line(self, place: str) -> Any:
        """Belt or head of a place's side."""
        kind, _, letter = place.partition("_")
        line = "abcd".index(letter)
        parts = self.heads if kind == "head" else self.belts
        if line >= len(parts):
            raise ValueError("a %s machine has no %s" % (self.machine, place))
        return parts[line]

    def push_home(self, place: str) -> bool:
        """Push a head's slider home, and its cam with it; False when it is there."""
        self.reach(place)
        pushed: bool = self._line(place).push_home()
        self._settle()
        return pushed

    def straighten(self, place: str) -> bool:
        """A stuck tile is laid straight, its nose just out of the beam; False when none is."""
        self.reach(place)
        belt = self._line(place)
        stuck = bool(belt.jammed)
        belt.free()
        self._settle()
        return stuck

    def crank(self, name: str) -> bool:
        """Turn drum or ring a little; a lift on to its bottom; the chain to its zero: back, or on
        with a row past its corner. False when lift or chain stands there."""
        self.reach(name)
        moved = True
        if name in ("drum", "ring"):
            (self.drum if name == "drum" else self.ring).crank()
        elif name != "chain":
            moved = self.lifts["abcd".index(name[-1])].to_bottom()
        elif self.chain is None:
            raise ValueError("a %s machine has no chain" % self.machine)
        else:
            moved = self.chain.to_zero()
        self._settle()
        return moved

    def _settle(self) -> None:
        """What comes next, after hands were in the machine."""
        self.pick.retime(self.now)
        self.next_ms = min(self.due)
