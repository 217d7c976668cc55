"""A statistic on a batch of walls, and what it is when every arrangement is equally likely."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from mjstudy.batch import Batch
from mjstudy.uniform import named, random_bits

_PART = named(0, "part")

Read = Callable[[Batch], tuple[np.ndarray, np.ndarray]]


@dataclass(frozen=True)
class Measure:
    """How a statistic is read.

    `read(batch)` gives the rows read (indices of walls) and their values (rows, cells) as whole
    numbers of `grain`; times `grain` they are in the statistic's unit. `expected` (cells,) is
    their mean under a perfect shuffle, `sd` (cells,) the deviation of one wall, nan where no
    closed form is known. Of the cells the first `judged` are judged (all by default); the others
    are told.
    """

    key: str
    grain: float
    expected: np.ndarray
    sd: np.ndarray
    read: Read = field(repr=False)
    judged: int = 0

    @property
    def cells(self) -> int:
        """How many values a wall has."""
        return len(self.expected)

    @property
    def judged_cells(self) -> int:
        """How many of them are judged."""
        return self.judged or self.cells


def every_row(batch: Batch) -> np.ndarray:
    """All walls of a batch."""
    return np.arange(batch.walls)


def one_in(batch: Batch, every: int) -> np.ndarray:
    """One wall in `every`, chosen by a hash of its number: the same ones for every split.

    By a hash and not by counting off, so that the part is in step with nothing else.
    """
    chosen = random_bits(_PART, batch.number, 1)[:, 0] % np.uint64(every)
    return np.flatnonzero(chosen == 0)
