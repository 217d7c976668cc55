"""Sums over walls by timeline: flat memory, exact, mergeable, and so the same for every split.

Values are whole numbers of a grain, so adding them is associative. Walls of one timeline share
the machine's run and are not independent; the error of a mean is taken from the timelines' sums
(the clustered, or sandwich, error of Liang and Zeger 1986, with G/(G-1)). Where walls share the
played hand that was swept in, too, both kinds of clusters count: the variance by timelines and
that by hands, less that of walls by themselves, which is in both (Cameron, Gelbach and Miller
2011), and no more degrees of freedom than the fewer of both have.
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

    walls: np.ndarray  # (clusters,) int64
    totals: np.ndarray  # (clusters, cells) int64
    squares: list[int]  # (cells,) of any size

    @classmethod
    def none(cls, clusters: int, cells: int) -> "Sums":
        """Nothing yet."""
        return cls(np.zeros(clusters, np.int64), np.zeros((clusters, cells), np.int64),
                   [0] * cells)  # fmt: skip

    def add(self, timeline: np.ndarray, values: np.ndarray) -> None:
        """Take in `values` (walls, cells), whole numbers, of the walls of these timelines, or of
        these hands."""
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
    timeline) have the shape (cells,) and the measure's unit; `df` is timelines - 1, or hands - 1.
    """

    walls: int
    df: int
    shift: np.ndarray
    se: np.ndarray
    sd: np.ndarray
    icc: np.ndarray


@dataclass
class Gathered:
    """The sums of a family of measures; `hands`: how many swept in hands the walls share."""

    measures: Sequence[Measure]
    timelines: int
    hands: int = 1
    sums: dict[str, Sums] = field(init=False)
    by_hand: dict[str, Sums] = field(init=False)

    def __post_init__(self) -> None:
        """Start at nothing. Raises `ValueError` for fewer than two timelines."""
        if self.timelines < 2:
            raise ValueError(f"{self.timelines} timelines: an error needs at least 2")
        self.sums = {m.key: Sums.none(self.timelines, m.cells) for m in self.measures}
        self.by_hand = {m.key: Sums.none(self.hands, m.cells) for m in self.measures}

    def add(self, batch: Batch, hand: int = 0) -> None:
        """Measure a batch, swept in after this hand. Raises `ValueError` for a timeline out of
        range."""
        if batch.walls and not 0 <= batch.timeline.min() <= batch.timeline.max() < self.timelines:
            raise ValueError(f"a wall's timeline is not 0 to {self.timelines - 1}")
        for measure in self.measures:
            rows, values = measure.read(batch)
            self.sums[measure.key].add(batch.timeline[rows], values)
            self.by_hand[measure.key].add(np.full(len(rows), hand), values)

    def merge(self, other: "Gathered") -> None:
        """Take in another process's sums. Raises `ValueError` when they are not of the same."""
        if self.shape != other.shape:
            raise ValueError("only sums of the same measures, timelines and hands can be merged")
        for mine, its in zip(self.kinds, other.kinds, strict=True):
            for key, sums in mine.items():
                sums.merge(its[key])

    @property
    def shape(self) -> tuple[int, int, list[str]]:
        """What sums must have in common to be merged."""
        return self.timelines, self.hands, list(self.sums)

    @property
    def kinds(self) -> tuple[dict[str, Sums], dict[str, Sums]]:
        """By timeline, by hand."""
        return self.sums, self.by_hand

    def estimate(self, measure: Measure) -> Estimate:
        """Shift and error of one measure. Raises `ValueError` under two timelines with walls."""
        return estimate(measure, self.sums[measure.key], self.by_hand[measure.key])


def estimate(measure: Measure, sums: Sums, by_hand: Sums) -> Estimate:
    """Shift and clustered error of a measure from its sums."""
    of_each, away = _away(measure, sums)
    clusters, walls = len(of_each), int(sums.walls.sum())
    mean = sums.totals.sum(axis=0) * measure.grain / walls
    squares = np.array([float(s) for s in sums.squares]) * measure.grain**2
    variance = np.maximum(squares / walls - mean**2, 0.0) * walls / max(1, walls - 1)
    between = (away**2 / of_each).sum(axis=0) / (clusters - 1)
    error, df = _variance_of_mean(away, walls), clusters - 1
    if len(by_hand.walls) > 1:
        _, its = _away(measure, by_hand)
        error = error + np.maximum(_variance_of_mean(its, walls) - variance / walls, 0.0)
        df = min(df, len(its) - 1)
    return Estimate(walls, df, mean - measure.expected, np.sqrt(error), np.sqrt(variance),
                    _icc(variance, between, walls, of_each))  # fmt: skip


def _away(measure: Measure, sums: Sums) -> tuple[np.ndarray, np.ndarray]:
    """Of each cluster that has some: its walls (clusters, 1), and how far its total is from so
    many times the mean."""
    filled = sums.walls > 0
    if filled.sum() < 2:
        raise ValueError(f"{measure.key}: walls of {filled.sum()} of {len(filled)} timelines or "
                         "hands; an error needs 2")  # fmt: skip
    of_each = sums.walls[filled, None].astype(float)
    totals = sums.totals[filled] * measure.grain
    return of_each, totals - of_each * totals.sum(axis=0) / of_each.sum()


def _variance_of_mean(away: np.ndarray, walls: int) -> np.ndarray:
    """Of all walls, by what each cluster is away."""
    clusters = len(away)
    found: np.ndarray = clusters / (clusters - 1) * (away**2).sum(axis=0) / walls**2
    return found


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
