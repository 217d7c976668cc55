"""Players who guess the next tile: two that remember an order, and one who is blind.

The rules stand in fixed.toml, [guesser]. All walls of a chunk are played side by side. Each kind
has one whole number, its key, that packs what the player looks at, the weightiest first; the kind
with the largest key is named. Unseen tiles hang in a ring, in the order remembered, so the next
and the previous unseen tile are one look away.
"""

from dataclasses import dataclass

import numpy as np

from mjstudy.faces import COPIES, copies

_CHUNK = 512  # walls side by side: keys and ring stay in the processor's cache
_KIND_BITS, _LAYER_BITS = 6, 13
_LAYER_MIDDLE = 1 << (_LAYER_BITS - 1)  # sums of remembered ranks stay below: 8 x 151
_TOP = _KIND_BITS + _LAYER_BITS
_LAST_KIND = (1 << _KIND_BITS) - 1


@dataclass(frozen=True)
class Rule:
    """How a player weighs: `bold` puts what he remembers before what he has counted.

    `near` is what the next and the previous unseen tile weigh, 0..3 together.
    """

    bold: bool
    near: tuple[int, int]

    @property
    def unseen_shift(self) -> int:
        """Bits right of the number of unseen tiles (4 bits wide)."""
        return _TOP if self.bold else _TOP + 2

    @property
    def near_shift(self) -> int:
        """Bits right of the nearness (2 bits wide)."""
        return _TOP + 4 if self.bold else _TOP


@dataclass(frozen=True)
class Scores:
    """Of each wall, (walls,): right guesses, what chance makes of them, the blind player's."""

    hits: np.ndarray
    chance: np.ndarray
    blind: np.ndarray


def play(memory: np.ndarray, kinds: np.ndarray, rising: np.ndarray, rule: Rule) -> Scores:
    """Play walls to their end.

    `memory` (walls, n): rank 0..n-1, in the order remembered, of the tile at each place of the
    wall line. `kinds` (walls, n): kind of each remembered rank. `rising` (n,) bool: at this place
    high ranks are rather expected than low ones.
    """
    parts = [
        _chunk(memory[at : at + _CHUNK], kinds[at : at + _CHUNK], rising, rule)
        for at in range(0, len(memory), _CHUNK)
    ]
    hits, chance, blind = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Scores(hits, chance, blind)


def _chunk(
    memory: np.ndarray, kinds: np.ndarray, rising: np.ndarray, rule: Rule
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    walls, n = memory.shape
    table = _Table(kinds, rule)
    hits, blind = np.zeros(walls, np.int64), np.zeros(walls, np.int64)
    chance = np.zeros(walls)
    drawn = np.ascontiguousarray(memory.T.astype(np.intp))
    for step in range(n):
        named, unseen, by_blind = table.guesses(bool(rising[step]))
        kind = table.draw(drawn[step])
        hits += named == kind
        blind += by_blind == kind
        chance += unseen / (n - step)
    return hits, chance, blind


class _Table:
    """What the players of a chunk know; every array is (ranks or kinds, walls), used flat."""

    def __init__(self, kinds: np.ndarray, rule: Rule) -> None:
        walls, n = kinds.shape
        self._walls, self._rule = walls, rule
        self._wall = np.arange(walls)
        self._kind = np.ascontiguousarray(kinds.T.astype(np.intp)).ravel()
        ring = np.repeat(np.arange(n), walls)
        self._next, self._previous = (ring + 1) % n, (ring - 1) % n
        self._last = np.zeros(0, np.intp)
        unseen = copies(n)
        order = _LAST_KIND - np.arange(len(COPIES[n]))
        start = (unseen << rule.unseen_shift) + (_LAYER_MIDDLE << _KIND_BITS) + order
        keys = np.repeat(start, walls).astype(np.int32)
        layer = np.zeros(len(keys), np.int32)
        np.add.at(layer, self._kind * walls + np.tile(self._wall, n), ring << _KIND_BITS)
        self._keys = (keys - layer, keys + layer)  # low ranks expected, high ranks expected
        self._blind = np.repeat((unseen << _KIND_BITS) + order, walls).astype(np.int16)

    def guesses(self, rising: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Kind named, its unseen tiles, kind that the blind player names."""
        keys = self._keys[rising]
        near = []
        if len(self._last):
            ring = (self._next, self._previous)
            for weight, links in zip(self._rule.near, ring, strict=True):
                at = self._kind.take(links.take(self._last) * self._walls + self._wall)
                near.append((at * self._walls + self._wall, weight << self._rule.near_shift))
        for at, bonus in near:
            keys[at] += bonus
        best = keys.reshape(-1, self._walls).max(axis=0)
        for at, bonus in near:
            keys[at] -= bonus
        blind = self._blind.reshape(-1, self._walls).max(axis=0)
        unseen = (best >> self._rule.unseen_shift) & 15
        return _LAST_KIND - (best & _LAST_KIND), unseen, _LAST_KIND - (blind & _LAST_KIND)

    def draw(self, rank: np.ndarray) -> np.ndarray:
        """Take the tiles of these ranks out; their kinds."""
        walls, wall = self._walls, self._wall
        self._last = rank * walls + wall
        after, before = self._next.take(self._last), self._previous.take(self._last)
        self._next[before * walls + wall] = after
        self._previous[after * walls + wall] = before
        kind = self._kind.take(self._last)
        at = kind * walls + wall
        one, layer = 1 << self._rule.unseen_shift, (rank << _KIND_BITS).astype(np.int32)
        self._keys[0][at] -= one - layer
        self._keys[1][at] -= one + layer
        self._blind[at] -= 1 << _KIND_BITS
        return kind
