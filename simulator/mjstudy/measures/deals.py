"""What players see: pairs and shanten of the hands dealt to them."""

import math
from collections.abc import Callable

import numpy as np

from mjsim.shuffle.statistics.projection import Layout
from mjstudy.batch import Batch
from mjstudy.faces import COPIES, FOUR, with_melds
from mjstudy.hands import HAND, PLAYERS, dealt
from mjstudy.measures.measure import Measure, one_in
from mjstudy.shanten import shanten

Values = Callable[[np.ndarray], np.ndarray]


def pairs(layout: Layout, group: np.ndarray, pungs: float, every: int, seed: int) -> Measure:
    """Kinds of which a hand holds two or more, mean of four hands."""
    expected = FOUR * at_least_two(layout.n, 4)
    return _measure("pairs", layout, group, pungs, every, seed, 1.0 / PLAYERS, expected,
                    lambda hands: (hands >= 2).sum(axis=(1, 2)))  # fmt: skip


def mean_shanten(layout: Layout, group: np.ndarray, pungs: float, every: int, seed: int,
                 expected: float) -> Measure:  # fmt: skip
    """Shanten of a hand, mean of four; `expected` of a perfectly shuffled set."""
    return _measure("shanten", layout, group, pungs, every, seed, 1.0 / PLAYERS,
                    expected, lambda hands: _of_each(hands).sum(axis=1))  # fmt: skip


def dealer_shanten(layout: Layout, group: np.ndarray, pungs: float, every: int,
                   seed: int) -> Measure:  # fmt: skip
    """Shanten of the dealer's first 13 tiles less the mean of the three others'."""

    def value(hands: np.ndarray) -> np.ndarray:
        steps = _of_each(hands)
        return PLAYERS * steps[:, 0] - steps.sum(axis=1)

    return _measure("dealer_shanten", layout, group, pungs, every, seed, 1.0 / (PLAYERS - 1), 0.0,
                    value)  # fmt: skip


def at_least_two(n: int, copies: int) -> float:
    """Chance that a hand of 13 of n tiles holds two or more of a kind of so many tiles."""
    ways = math.comb(n - copies, HAND) + copies * math.comb(n - copies, HAND - 1)
    return 1.0 - ways / math.comb(n, HAND)


def _of_each(hands: np.ndarray) -> np.ndarray:
    """Shanten of each hand, (walls, 4)."""
    return shanten(hands.reshape(-1, FOUR)).reshape(-1, PLAYERS)


def _measure(key: str, layout: Layout, group: np.ndarray, pungs: float, every: int, seed: int,
             grain: float, expected: float, value: Values) -> Measure:  # fmt: skip
    """A value of the hands (walls, 4, 34), on one wall in `every`."""
    if len(group) not in COPIES:
        raise ValueError(f"no hands are dealt from a set of {len(group)} tiles")
    drawn = list(layout.drawn)

    def read(batch: Batch) -> tuple[np.ndarray, np.ndarray]:
        rows = one_in(batch, every)
        if not len(rows):
            return rows, np.zeros((0, 1), np.int64)
        faces = with_melds(seed, batch.number[rows], group, pungs)
        labels = batch.labels[rows][:, drawn].astype(np.intp)
        line = np.take_along_axis(faces, labels, axis=1)
        return rows, value(dealt(line, FOUR))[:, None]

    return Measure(key, grain, np.array([expected]), np.full(1, np.nan), read)
