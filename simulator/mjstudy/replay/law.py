"""The law of mixing (`mjsim.plant.mixing`, `mjsim.plant.pick`) for thousands of walls at once.

It is the plant's law with two differences, both measured against the whole simulation by a test:
a tile's face is drawn anew at each look, and all tiles of a set are alike.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mjsim.plant.mixing import Mixing
from mjsim.plant.numbers import BACK_SHARE
from mjstudy.replay.loads import Load

TWO_PI = np.float32(2 * np.pi)
Floats = np.ndarray
Ints = np.ndarray


@dataclass(frozen=True)
class Picks:
    """What the machine did, for each wall: (walls, n) arrays over its picks in their order.

    `turned_ms` of the dish until then, `port` rad in the dish's frame, `line` 0 to 3.
    """

    turned_ms: Floats
    port: Floats
    line: Ints


class Heap:
    """The tiles of many walls; a tile's number is its label."""

    def __init__(self, law: Mixing, load: Load, walls: int, random: np.random.Generator) -> None:
        n = len(load.side)
        self.law, self.random, self.walls, self.n = law, random, walls, n
        self.row = np.arange(walls)
        spread = random.random((walls, n), np.float32) - np.float32(0.5)
        self.angle = TWO_PI / 4 * (load.side + load.wide * spread)
        layered = (np.arange(n, dtype=np.float32) + np.float32(0.5)) / np.float32(n)
        anywhere = random.random((walls, n), np.float32)
        stays = random.random((walls, n), np.float32) < law.load
        self.reach = np.where(stays, layered, anywhere)
        self.seen = np.broadcast_to(-load.early_ms, (walls, n)).copy()
        clings = random.random((walls, n), np.float32)
        clings[:, 0] = 1.0
        with np.errstate(divide="ignore"):
            together = np.log(law.cling / clings) / law.parting if law.cling else -clings
        self.parts = np.where(clings < law.cling, together, -1.0).astype(np.float32)
        self.pool = np.broadcast_to(np.arange(n, dtype=np.int16), (walls, n)).copy()
        self.where = self.pool.copy()  # of each tile in the pool; -1: gone
        self.left = n
        self.last = np.full((walls, 4), -1, np.int16)

    def replay(self, picks: Picks) -> Ints:
        """Which label each pick takes: (walls, n) int16."""
        taken = np.empty((self.walls, self.n), np.int16)
        for at in range(self.n):
            taken[:, at] = self._pick(picks.turned_ms[:, at], picks.port[:, at], picks.line[:, at])
        return taken

    def _pick(self, turned: Floats, port: Floats, line: Ints) -> Ints:
        chosen = self._any(self.row)
        rows = self._follow(chosen, turned, line)
        for _ in range(self.law.looks):
            if not len(rows):
                break
            tile = self._any(rows)
            good = self._meet(rows, tile, turned[rows], port[rows])
            chosen[rows[good]] = tile[good]
            rows = rows[~good]
        self._take(chosen)
        self.last[self.row, line] = chosen
        return chosen

    def _any(self, rows: Ints) -> Ints:
        at = (self.random.random(len(rows), np.float32) * np.float32(self.left)).astype(np.intp)
        return self.pool[rows, np.minimum(at, self.left - 1)]

    def _follow(self, chosen: Ints, turned: Floats, line: Ints) -> Ints:
        """Where a clinging tile follows the port's last it is chosen; the rows of the others."""
        last = self.last[self.row, line]
        after = np.minimum(last + 1, self.n - 1)
        often = np.float32(self.law.follow * BACK_SHARE)
        now = self.random.random(self.walls, np.float32) < often
        behind = now & (last > 0) & (self.parts[self.row, last] > turned)
        behind &= self.where[self.row, last - 1] >= 0
        ahead = now & ~behind & (last >= 0) & (last < self.n - 1)
        ahead &= (self.parts[self.row, after] > turned) & (self.where[self.row, after] >= 0)
        chosen[behind] = last[behind] - 1
        chosen[ahead] = after[ahead]
        return np.flatnonzero(~(behind | ahead))

    def _meet(self, rows: Ints, tile: Ints, turned: Floats, port: Floats) -> Ints:
        """Bring tiles up to date; which of them are under the ring, near the port, back up."""
        law, random, count = self.law, self.random, len(rows)
        ms = turned - self.seen[rows, tile]
        self.seen[rows, tile] = turned
        angle = self.angle[rows, tile] - np.float32(law.behind) * ms
        angle += np.sqrt(np.float32(law.variance) * ms) * random.standard_normal(count, np.float32)
        self.angle[rows, tile] = angle
        fresh = random.random(count, np.float32) >= np.exp(np.float32(-law.exchange) * ms)
        reach = np.where(fresh, random.random(count, np.float32), self.reach[rows, tile])
        self.reach[rows, tile] = reach
        turns = (angle - port) / TWO_PI
        far = 2 * np.abs(turns - np.round(turns))
        near = law.far + (1 - law.far) * (1 - far)
        good = random.random(count, np.float32) < near * np.float32(BACK_SHARE)
        found: Ints = good & (reach < law.rim)
        return found

    def _take(self, chosen: Ints) -> None:
        self.left -= 1
        hole = self.where[self.row, chosen]
        moved = self.pool[:, self.left]
        self.pool[self.row, hole] = moved
        self.where[self.row, moved] = hole
        self.where[self.row, chosen] = -1
