"""Neighbours in the wall line that have something in common: adjacency, nearness, old melds.

All three count edges: a graph on the labels is laid on the line by a random permutation. Of two
line edges either both meet in a place or neither does, and the same in the graph; so mean and
variance follow from the numbers of edges and of meeting pairs of edges, exactly, for any graph.
"""

import math
from collections.abc import Callable

import numpy as np

from mjstudy.batch import Batch
from mjstudy.measures.measure import Measure, every_row


def of_edges(degrees: np.ndarray) -> tuple[float, float]:
    """Mean and sd of the edges kept when a graph of these degrees is laid on a line (n >= 4)."""
    n = len(degrees)
    edges = int(degrees.sum()) // 2
    meeting = int((degrees * (degrees - 1)).sum()) // 2
    apart = math.comb(edges, 2) - meeting
    mean = (n - 1) * edges / math.comb(n, 2)
    both = (n - 2) * meeting / (3.0 * math.comb(n, 3))
    both += math.comb(n - 2, 2) * apart / (3.0 * math.comb(n, 4))
    return mean, math.sqrt(max(0.0, mean + 2.0 * both - mean**2))


def within(n: int, apart: int) -> np.ndarray:
    """Degrees of the graph that joins labels which differ by `apart` or less."""
    labels = np.arange(n)
    return np.minimum(labels, apart) + np.minimum(n - 1 - labels, apart)


def near(key: str, n: int, apart: int) -> Measure:
    """Neighbours in the line whose labels differ by `apart` or less."""

    def count(labels: np.ndarray) -> np.ndarray:
        return np.count_nonzero(np.abs(np.diff(labels, axis=1)) <= apart, axis=1)

    return _counted(key, within(n, apart), count)


def melds(group: np.ndarray) -> Measure:
    """Neighbours in the line of one group beyond what chance keeps; `group` (n,) gives each
    label's, -1 for none. The grain does not hang on the groups, so walls of other groups may be
    added up."""
    joined = np.where(group < 0, -1 - np.arange(len(group)), group).astype(np.int16)
    sizes = np.bincount(group[group >= 0], minlength=1)
    degrees = np.where(group < 0, 0, sizes[np.maximum(group, 0)] - 1)

    n, by_chance = len(group), int(degrees.sum())  # chance keeps so many n-th of a pair
    sd = of_edges(degrees)[1]

    def read(batch: Batch) -> tuple[np.ndarray, np.ndarray]:
        of_place = joined[batch.labels]
        count = np.count_nonzero(of_place[:, 1:] == of_place[:, :-1], axis=1)
        return every_row(batch), (n * count - by_chance)[:, None]

    return Measure("melds", 1.0 / n, np.zeros(1), np.array([sd]), read)


def _counted(key: str, degrees: np.ndarray, count: Callable[[np.ndarray], np.ndarray]) -> Measure:
    mean, sd = of_edges(degrees)

    def read(batch: Batch) -> tuple[np.ndarray, np.ndarray]:
        return every_row(batch), count(batch.labels)[:, None]

    return Measure(key, 1.0, np.array([mean]), np.array([sd]), read)
