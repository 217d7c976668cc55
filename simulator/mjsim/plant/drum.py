"""Drum and magnetic ring: two rotors that pass magnets, and whose turning picks tiles up."""

from __future__ import annotations

from mjsim.generated import constants as C
from mjsim.plant.drive import Drive
from mjsim.plant.loose import TWO_PI
from mjsim.plant.numbers import CLOCK_SPEED

_WHOLE_SET = 152
"""Tiles of the largest set."""
_ROT_BYTE = C.IN_DRUM_ROT >> 3


class Rotor(Drive):
    """Something that turns and passes magnets: drum or ring."""

    __slots__ = ("arcs", "here", "mask", "target")

    def __init__(self, plant, motor: int, rev_ms: int, mask: int) -> None:
        super().__init__(plant, motor, CLOCK_SPEED)
        half = rev_ms * CLOCK_SPEED // (2 * C.ROT_EDGES)
        off = [half * plant.unit.of("magnet_edge", "%s %d" % (self.name, i)) / 100
               for i in range(2 * C.ROT_EDGES)]  # fmt: skip
        self.arcs = [half + round(off[i] - off[i - 1]) for i in range(2 * C.ROT_EDGES)]
        """From each magnet's edge to the next; `here` is the one it is in, `target` its end."""
        self.here = 0
        self.mask = mask
        self.target = 1 + int(self.random() * half)

    def started(self, now: int) -> None:
        self.p.check_hatch(self)
        self.p.pick.retime(now)

    def stopped(self, now: int) -> None:
        self.p.pick.retime(now)

    def plan(self, now: int) -> None:
        arc = self.arcs[self.here]
        ahead = self.target - self.origin if self.way > 0 else arc - self.target + self.origin
        self.at = self.since - (-ahead // self.speed)

    def cross(self, now: int) -> None:
        self._flip()
        self.origin = self.place(now)
        self.since = now
        if self.way > 0:
            self.here = (self.here + 1) % len(self.arcs)
            self.target += self.arcs[self.here]
        else:
            self.target -= self.arcs[self.here]
            self.here = (self.here - 1) % len(self.arcs)
        self.plan(now)

    def _flip(self) -> None:
        """A magnet's edge passes the sensor."""
        plant, mask = self.p, self.mask
        plant.put(_ROT_BYTE, mask, not plant.raw[_ROT_BYTE] & mask)

    def crank(self) -> None:
        """Somebody turns it, at standstill, on to the next magnet's edge."""
        self._flip()
        self.origin = self.target
        self.here = (self.here + 1) % len(self.arcs)
        self.target += self.arcs[self.here]


class Drum(Rotor):
    """The drum: a rotor that remembers how long it has turned."""

    __slots__ = ()

    def __init__(self, plant) -> None:
        super().__init__(plant, C.M_DRUM, C.DRUM_REV_MS, 1 << (C.IN_DRUM_ROT & 7))

    def load(self) -> float:
        return min(1.0, len(self.p.pick.loose) / _WHOLE_SET)

    def angle(self, now: int) -> float:
        """How far the drum has turned, rad."""
        return self.place(now) * TWO_PI / (C.DRUM_REV_MS * CLOCK_SPEED)


class Ring(Rotor):
    """The magnetic ring above the drum's rim."""

    __slots__ = ()

    def __init__(self, plant) -> None:
        super().__init__(plant, C.M_RING, C.RING_REV_MS, 1 << (C.IN_RING_ROT & 7))
