"""The tiles loose in the drum: where each lies and which face is up, by a fate of its own."""

from __future__ import annotations

from math import cos, exp, log, pi, sqrt

from mjsim.plant.chance import ADD, ALL, HALF, MIX, anew
from mjsim.plant.mixing import mixing_of
from mjsim.plant.numbers import BACK_SHARE, FLIP_PER_MS

TWO_PI = 2 * pi


class Loose:
    """Columns by tile id.

    `angle` rad in the drum's frame, `reach` 0 under the ring to 1 at the hub, `back` 1 when it
    lies back-up, `seen` the drum's turning time at the last look, ms, `fates` what its chances
    are; `before` the tile that fell before it, -1 for none, and `parts` the turning time, ms, at
    which the two part; `layered` those that lie as far in as their turn in the sweep says.
    """

    def __init__(self, plant, mixing: str) -> None:
        self.p = plant
        self.law = mixing_of(mixing)
        self.before: list[int] = []
        self.parts: list[float] = []
        self.layered = bytearray()
        self.loose: list[int] = []
        self.pool: list[int] = []
        """What was loose since the drum was empty: a choice from it does not depend on the order
        in which the others were picked."""
        self.angle: list[float] = []
        self.reach: list[float] = []
        self.back = bytearray()
        self.seen: list[int] = []
        self.fates: list[int] = []
        self._turned = 0
        self._turning_since = -1

    def turned(self, now: int) -> int:
        """How long the drum has turned, ms."""
        if self._turning_since < 0:
            return self._turned
        return self._turned + now - self._turning_since

    def _chance(self, tile: int) -> float:
        """The next chance of a tile, 0 to 1."""
        fate = self.fates[tile] = (self.fates[tile] * MIX + ADD) & ALL
        return (fate >> 32) * HALF

    def mix(self, tile: int, turned: int) -> None:
        """Bring a tile's place and face up to date with the drum's turning.

        Four chances a look, whatever comes of them: two make the normal deviate of its way round.
        """
        ms = turned - self.seen[tile]
        if not ms:
            return
        self.seen[tile] = turned
        fate = self.fates[tile]
        far = (fate * MIX + ADD) & ALL
        turn = (far * MIX + ADD) & ALL
        reach = (turn * MIX + ADD) & ALL
        face = self.fates[tile] = (reach * MIX + ADD) & ALL
        deviate = sqrt(-2 * log(((far >> 32) + 1) * HALF)) * cos((turn >> 32) * HALF * TWO_PI)
        law = self.law
        self.angle[tile] += sqrt(law.variance * ms) * deviate - law.behind * ms
        self.reach[tile] = anew((reach >> 32) * HALF, exp(-law.exchange * ms), self.reach[tile])
        fresh = anew((face >> 32) * HALF, exp(-FLIP_PER_MS * ms), -1.0)
        if fresh >= 0:
            self.back[tile] = 1 if fresh < BACK_SHARE else 0

    def put(self, tile: int, angle: float, reach: float, now: int, before: int = -1) -> None:
        """A tile falls into the drum at `angle` (room frame) and `reach`, either face up, right
        after the tile `before` in a sweep."""
        self.angle[tile] = angle - self.p.drum.angle(now)
        self.reach[tile] = reach
        self.back[tile] = 1 if self._chance(tile) < 0.5 else 0
        self.seen[tile] = turned = self.turned(now)
        self.before[tile], self.parts[tile], self.layered[tile] = before, 0.0, 0
        clings = self._chance(tile)
        if before >= 0 and 0 < clings < self.law.cling:
            self.parts[tile] = turned + log(self.law.cling / clings) / self.law.parting
        self.loose.append(tile)
        if tile not in self.pool:
            self.pool.append(tile)

    def clings_to(self, tile: int, turned: int) -> int:
        """A loose tile that clings to this one, which leaves now; -1 when there is none."""
        drum, where = self.p.drum_code, self.p.where
        before = self.before[tile]
        if before >= 0 and self.parts[tile] > turned and where[before] == drum:
            return before
        for other in self.loose:
            if self.before[other] == tile and self.parts[other] > turned:
                return other
        return -1
