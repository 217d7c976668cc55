"""Sums over walls by timeline: flat memory, exact, mergeable, and so the same for every split.

Values are whole numbers of a grain, so adding them is associative. Walls of one timeline share
the machine's run and are not independent; the error of a mean is taken from the timelines' sums
(the clustered, or sandwich, error of Liang and Zeger 1986, with G/(G-1)).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from mjstudy.batch import Batch
from mjstudy.measures.measure import Measure


@dataclass
class Sums:
    """Of one measure: walls and values by timeline, squares over all walls."""

    walls: np.ndarray  # (timelines,) int64
    totals: np.ndarray  # (timelines, cells) int64
    squares: list[int]  # (cells,) of any size

    def add(self, timeline: np.ndarray, values: np.ndarray) -> None:
        """Take in `values` (walls, cells), whole numbers, of the walls of these timelines."""
        size = len(self.walls)
        self.walls += np.bincount(timeline, minlength=size)
        for cell, column in enumerate(values.T.astype(np.int64)):
            sums = np.bincount(timeline, weights=column, minlength=size)  # exact below 2^53
            self.totals[:, cell] += sums.astype(np.int64)
            self.squares[cell] += int(column @ column)

    def merge(self, other: "Sums") -> None:
        """Take in the sums of another process."""
        self.walls += other.walls
        self.totals += other.totals
        self.squares = [a + b for a, b in zip(self.squares, other.squares, strict=True)]


@dataclass(frozen=True)
class Estimate:
    """What a run says of one measure, cell by cell: value minus what a perfect shuffle gives.

    `shift`, `se` (its clustered error), `sd` (of one wall), `icc` (correlation of two walls of a
    timeline) have the shape (cells,) and the measure's unit; `df` is timelines - 1.
    """

    walls: int
    df: int
    shift: np.ndarray
    se: np.ndarray
    sd: np.ndarray
    icc: np.ndarray


@dataclass
class Gathered:
    """The sums of a family of measures."""

    measures: Sequence[Measure]
    timelines: int
    sums: dict[str, Sums] = field(init=False)

    def __post_init__(self) -> None:
        """Start at nothing. Raises `ValueError` for fewer than two timelines."""
        if self.timelines < 2:
            raise ValueError(f"{self.timelines} timelines: an error needs at least 2")
        self.sums = {
            m.key: Sums(
                np.zeros(self.timelines, np.int64),
                np.zeros((self.timelines, m.cells), np.int64),
                [0] * m.cells,
            )
            for m in self.measures
        }

    def add(self, batch: Batch) -> None:
        """Measure a batch. Raises `ValueError` for a timeline out of range."""
        if batch.walls and not 0 <= batch.timeline.min() <= batch.timeline.max() < self.timelines:
            raise ValueError(f"a wall's timeline is not 0 to {self.timelines - 1}")
        for measure in self.measures:
            rows, values = measure.read(batch)
            self.sums[measure.key].add(batch.timeline[rows], values)

    def merge(self, other: "Gathered") -> None:
        """Take in another process's sums. Raises `ValueError` when they are not of the same."""
        if self.timelines != other.timelines or list(self.sums) != list(other.sums):
            raise ValueError("only sums of the same measures and timelines can be merged")
        for key, sums in self.sums.items():
            sums.merge(other.sums[key])

    def estimate(self, measure: Measure) -> Estimate:
        """Shift and error of one measure. Raises `ValueError` under two timelines with walls."""
        return estimate(measure, self.sums[measure.key])


def estimate(measure: Measure, sums: Sums) -> Estimate:
    """Shift and clustered error of a measure from its sums."""
    filled = sums.walls > 0
    clusters, walls = int(filled.sum()), int(sums.walls.sum())
    if clusters < 2:
        raise ValueError(f"{measure.key}: walls of {clusters} timelines; an error needs 2")
    of_each = sums.walls[filled, None].astype(float)
    totals = sums.totals[filled] * measure.grain
    mean = totals.sum(axis=0) / walls
    away = totals - of_each * mean
    se = np.sqrt(clusters / (clusters - 1) * (away**2).sum(axis=0)) / walls
    squares = np.array([float(s) for s in sums.squares]) * measure.grain**2
    variance = np.maximum(squares / walls - mean**2, 0.0) * walls / max(1, walls - 1)
    between = (away**2 / of_each).sum(axis=0) / (clusters - 1)
    return Estimate(walls, clusters - 1, mean - measure.expected, se, np.sqrt(variance),
                    _icc(variance, between, walls, of_each))  # fmt: skip


def _icc(variance: np.ndarray, between: np.ndarray, walls: int, of_each: np.ndarray) -> np.ndarray:
    """Analysis of variance, Donner's mean size of unequal clusters; 0 where nothing varies."""
    clusters = len(of_each)
    if walls <= clusters:
        return np.zeros_like(variance)
    size = (walls - float((of_each**2).sum()) / walls) / (clusters - 1)
    within = (variance * (walls - 1) - between * (clusters - 1)) / (walls - clusters)
    spread = between + (size - 1.0) * within
    return np.where(spread > 0.0, (between - within) / np.where(spread > 0.0, spread, 1.0), 0.0)


def effect_of_clusters(icc: float, walls_each: float) -> float:
    """By how much clusters stretch an error: sqrt(1 + (walls_each - 1) icc), at least 0 (Kish)."""
    return math.sqrt(max(0.0, 1.0 + (walls_each - 1.0) * icc))
