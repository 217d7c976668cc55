"""The tiles loose in the drum: where each lies and which face is up, by a fate of its own."""

from __future__ import annotations

from math import cos, exp, log, pi, sqrt

from mjsim.plant.chance import ADD, ALL, HALF, MIX, anew
from mjsim.plant.numbers import ANGLE_VARIANCE_PER_MS, BACK_SHARE, DEPTH_PER_MS, FLIP_PER_MS

TWO_PI = 2 * pi


class Loose:
    """Columns by tile id.

    `angle` rad in the drum's frame, `depth` 0 at the top to 1 at the bottom, `back` 1 when it lies
    back-up, `seen` the drum's turning time at the last look, ms, `fates` what its chances are.
    """

    def __init__(self, plant) -> None:
        self.p = plant
        self.loose: list[int] = []
        self.pool: list[int] = []
        """What was loose since the drum was empty: a choice from it does not depend on the order
        in which the others were picked."""
        self.angle: list[float] = []
        self.depth: list[float] = []
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
        depth = (turn * MIX + ADD) & ALL
        face = self.fates[tile] = (depth * MIX + ADD) & ALL
        deviate = sqrt(-2 * log(((far >> 32) + 1) * HALF)) * cos((turn >> 32) * HALF * TWO_PI)
        self.angle[tile] += sqrt(ANGLE_VARIANCE_PER_MS * ms) * deviate
        self.depth[tile] = anew((depth >> 32) * HALF, exp(-DEPTH_PER_MS * ms), self.depth[tile])
        fresh = anew((face >> 32) * HALF, exp(-FLIP_PER_MS * ms), -1.0)
        if fresh >= 0:
            self.back[tile] = 1 if fresh < BACK_SHARE else 0

    def put(self, tile: int, angle: float, depth: float, now: int) -> None:
        """A tile falls into the drum at `angle` (room frame) and `depth`, either face up."""
        self.angle[tile] = angle - self.p.drum.angle(now)
        self.depth[tile] = depth
        self.back[tile] = 1 if self._chance(tile) < 0.5 else 0
        self.seen[tile] = self.turned(now)
        self.loose.append(tile)
        if tile not in self.pool:
            self.pool.append(tile)
