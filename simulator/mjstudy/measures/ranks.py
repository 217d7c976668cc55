"""Correlations: drop rank with exit rank, and place with the place one and two hands before.

Numerators are sums of products of whole numbers below 2^53, so they are exact in any order.
"""

import math

import numpy as np

from mjsim.shuffle.statistics.projection import Layout
from mjstudy.batch import Batch
from mjstudy.measures.measure import Measure, Read, every_row


def spearman(layout: Layout) -> Measure:
    """Label against exit rank."""
    ranks = 2 * np.array(layout.exit_ranks)
    weights = (ranks - ranks.max() // 2).astype(float)  # labels sum to 0: any middle will do
    n = layout.n

    def read(batch: Batch) -> tuple[np.ndarray, np.ndarray]:
        return every_row(batch), _products(batch.labels, weights)

    return _correlation("spearman", n, weights, read)


def serial(key: str, n: int, hands: int) -> Measure:
    """Place against the place `hands` (1 or 2) hands before; walls without it are left out."""
    weights = 2.0 * np.arange(n) - (n - 1)

    def read(batch: Batch) -> tuple[np.ndarray, np.ndarray]:
        places = batch.before if hands == 1 else batch.before_two
        if places is None:
            return np.zeros(0, np.intp), np.zeros((0, 1), np.int64)
        rows = np.flatnonzero(places[:, 0] >= 0)
        then = np.take_along_axis(places[rows], batch.labels[rows].astype(np.intp), axis=1)
        return rows, _products(then, weights)

    return _correlation(key, n, weights, read)


def _products(ranks: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Sum over places of (2 rank - (n-1)) x weight: (walls, 1), whole numbers."""
    centred = 2.0 * ranks - (ranks.shape[1] - 1)
    return (centred @ weights)[:, None].astype(np.int64)


def _correlation(key: str, n: int, weights: np.ndarray, read: Read) -> Measure:
    """Numerators in grains of one over the root of both sums of squares; sd 1/sqrt(n-1), exact."""
    spread = float(((weights - weights.mean()) ** 2).sum())
    grain = 1.0 / math.sqrt(spread * n * (n * n - 1) / 3.0)
    return Measure(key, grain, np.zeros(1), np.full(1, 1.0 / math.sqrt(n - 1.0)), read)
