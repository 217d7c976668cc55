"""The law by which tiles leave the drum, and where the loose tiles lie.

The law (design hardware §3): a back-up tile is picked at rate mu, shared by the ports, while drum
and ring turn; while the drum turns a face-up tile flips at phi and a back-up one at psi. It is
carried out by thinning: candidates come at a port's share of mu for every loose tile, one clock
for all open ports; a candidate is looked at, and taken when it lies back-up. Places and faces are
worked out only when a tile is looked at, with the exact law for the time since the last look.
"""

from __future__ import annotations

from math import exp, log, pi, sqrt

from mjsim.plant.numbers import (
    ANGLE_VARIANCE_PER_MS,
    BACK_SHARE,
    DEPTH_PER_MS,
    FLIP_PER_MS,
    LINES_OF,
    NEVER,
    PICK_MS,
    WEAK_TILE,
)
from mjsim.plant.tiles import SOUND, WEAK

TWO_PI = 2 * pi
_NEAR_LEAST = 0.15
"""A tile on the far side and at the bottom is looked at this often against the nearest one."""
_TRIES = 2


class Pick:
    """The loose tiles and the one clock of all open ports.

    Per tile id: `angle` rad in the drum's frame, `depth` 0 at the top to 1 at the bottom, `back`
    1 when it lies back-up, `seen` the drum's turning time at the last look, ms.
    """

    def __init__(self, plant) -> None:
        self.p = plant
        self.random = plant.random
        self.gauss = plant.rng.gauss
        self.loose: list[int] = []
        self.open: list = []
        self.angle: list[float] = []
        self.depth: list[float] = []
        self.back = bytearray()
        self.seen: list[int] = []
        self.due = plant.due
        self.slot = plant.add_slot(self.run)
        self.mixing = plant.drum_mixing
        self.pick_ms = PICK_MS * LINES_OF[plant.machine]  # all ports of a machine share mu
        self._turned = 0
        self._turning_since = -1

    def turned(self, now: int) -> int:
        """How long the drum has turned, ms."""
        if self._turning_since < 0:
            return self._turned
        return self._turned + now - self._turning_since

    def retime(self, now: int) -> None:
        """Draw the next candidate's time: something that makes the rate has changed."""
        plant = self.p
        if plant.drum.moving:
            if self._turning_since < 0:
                self._turning_since = now
            rate = len(self.loose) * len(self.open) if plant.ring.moving else 0
        else:
            self._turned = self.turned(now)
            self._turning_since = -1
            rate = 0
        if rate:
            self.due[self.slot] = now + 1 - int(log(1.0 - self.random()) * self.pick_ms / rate)
        else:
            self.due[self.slot] = NEVER

    def opened(self, belt, now: int) -> None:
        """A belt runs and its port is free."""
        self.open.append(belt)
        self.retime(now)

    def closed(self, belt, now: int) -> None:
        """A belt stands, runs back, or a tile is still in its port."""
        self.open.remove(belt)
        self.retime(now)

    def run(self, now: int) -> None:
        """A candidate at one of the open ports."""
        loose, random, plant = self.loose, self.random, self.p
        belt = self.open[int(random() * len(self.open))]
        index = self.look(belt.line, now) if self.mixing else self.nearest(belt.line, now)
        if index >= 0:
            tile = loose[index]
            sound = plant.sound[tile]
            if sound == SOUND or (sound == WEAK and random() < WEAK_TILE):
                last = loose.pop()
                if last != tile:
                    loose[index] = last
                self.open.remove(belt)
                plant.leaves_drum(tile)
                belt.take(tile, now)
        # the drum and the ring turn, or nothing would have been due
        rate = len(loose) * len(self.open)
        if rate:
            self.due[self.slot] = now + 1 - int(log(1.0 - random()) * self.pick_ms / rate)
        else:
            self.due[self.slot] = NEVER

    def look(self, line: int, now: int) -> int:
        """Choose a candidate, rather near the port; its index in `loose`, -1 when face-up."""
        loose, random = self.loose, self.random
        turned = self._turned + now - self._turning_since
        index = int(random() * len(loose))
        tile = loose[index]
        if len(loose) > 1:
            port = TWO_PI * line / 4 - self.p.drum.angle(now)
            for _ in range(_TRIES):
                self.mix(tile, turned)
                far = abs((self.angle[tile] - port + pi) % TWO_PI - pi) / pi
                if random() < _NEAR_LEAST + (1 - _NEAR_LEAST) * (1 - far) * (1 - self.depth[tile]):
                    break
                index = int(random() * len(loose))
                tile = loose[index]
        self.mix(tile, turned)
        return index if self.back[tile] else -1

    def mix(self, tile: int, turned: int) -> None:
        """Bring a tile's place and face up to date with the drum's turning."""
        ms = turned - self.seen[tile]
        if not ms:
            return
        self.seen[tile] = turned
        random = self.random
        self.angle[tile] += self.gauss(0.0, sqrt(ANGLE_VARIANCE_PER_MS * ms))
        if random() > exp(-DEPTH_PER_MS * ms):
            self.depth[tile] = random()
        if random() > exp(-FLIP_PER_MS * ms):
            self.back[tile] = 1 if random() < BACK_SHARE else 0

    def nearest(self, line: int, now: int) -> int:
        """Without mixing, the study's control: the topmost and nearest tile that lies back-up."""
        turned = self.turned(now)
        port = TWO_PI * line / 4 - self.p.drum.angle(now)
        best, index = 9.0, -1
        for i, tile in enumerate(self.loose):
            ms = turned - self.seen[tile]
            self.seen[tile] = turned
            if ms and self.random() > exp(-FLIP_PER_MS * ms):
                self.back[tile] = 1 if self.random() < BACK_SHARE else 0
            far = abs((self.angle[tile] - port + pi) % TWO_PI - pi) / TWO_PI
            if self.back[tile] and far / 2 + self.depth[tile] < best:
                best, index = far / 2 + self.depth[tile], i
        return index

    def returned(self, tile: int, line: int, now: int) -> None:
        """A belt running back drops a tile into the drum: on top, back-up, at its port."""
        self.put(tile, TWO_PI * line / 4, 0.0, now)
        self.back[tile] = 1
        self.p.moved_one(tile, self.p.drum_code)
        self.retime(now)

    def put(self, tile: int, angle: float, depth: float, now: int) -> None:
        """A tile falls into the drum at `angle` (room frame) and `depth`, either face up."""
        self.angle[tile] = angle - self.p.drum.angle(now)
        self.depth[tile] = depth
        self.back[tile] = 1 if self.random() < 0.5 else 0
        self.seen[tile] = self.turned(now)
        self.loose.append(tile)
