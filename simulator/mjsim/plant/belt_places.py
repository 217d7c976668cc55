"""Where on a belt is what: its port, its beams, the head's mouth; and how its sensors flicker."""

from __future__ import annotations

from typing import Any

from mjsim.generated import constants as C
from mjsim.plant.beam import Shyness
from mjsim.plant.drive import Drive
from mjsim.plant.numbers import FAR, GAP_UM, MOUTH_UM
from mjsim.plant.signals import CNT, INLET, JAM, OFF, ON

_DROP_OUT_MS = (20, 120)
"""A drop-out falls into the tile's pulse of 220 ms, this long after its edge."""
_REBOUND_MS = (5, 25)
"""A tile bounces back into the beam this long after it left it."""


class BeltPlaces(Drive):
    """The belt of line `line`; `tiles` from the head's end to the port's."""

    __slots__ = (
        "back_at", "beam_um", "byte", "clings", "count_shy", "end", "front_at", "front_phase",
        "gap", "gap_chance", "gaps", "head", "inlet_shy", "inlet_um", "jam_next", "jammed",
        "last_in", "letter", "line", "marks", "noise", "nose", "open", "over", "place_code",
        "shingle", "slip", "slip_chance", "stale", "tail", "tiles", "touching",
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
        self.jam_next = False
        self.come_in_pairs(-1, -1)
        self.tiles: list[int] = []
        self.marks: list[int] = []
        self.front_at = self.back_at = FAR
        self.front_phase = 0
        self.last_in = -FAR  # the belt's mark of the tile that went into the head last
        self.open = self.jammed = self.stale = False
        self.head: Any = None
        self.place_code = plant.place_code("belt_" + self.letter.lower())

    def come_in_pairs(self, touching: float, shingle: float) -> None:
        """The share of tiles that come touching the one before, or lying on it; -1: the unit's."""
        unit = self.p.unit
        self.touching = unit.of("touching", "table") / 1e6 if touching < 0 else touching
        self.shingle = unit.of("shingle", "table") / 1e6 if shingle < 0 else shingle

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

    def _bounce(self, now: int, mask: int) -> None:
        """Perhaps a drop-out inside the pulse while the sensor is on, or a rebound after it."""
        plant, random = self.p, self.noise[mask]
        if not plant.bounce or random() >= plant.bounce:
            return
        inside = plant.raw[self.byte] & mask
        low, high = _DROP_OUT_MS if inside else _REBOUND_MS
        wait = low + int(random() * (high - low + 1))
        plant.glitch(now, self.byte, mask, wait, random(), OFF if inside else ON)
