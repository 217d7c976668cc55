"""Many walls at once, as arrays: what every statistic reads."""

from dataclasses import dataclass

import numpy as np

MOST_TILES = 256  # a label and its random key share 64 bits


@dataclass(frozen=True)
class Batch:
    """Walls of one layout.

    `labels` (walls, n), int16: drop rank 0..n-1 of the tile at each place of the wall line.
    `timeline` (walls,): which recorded run of the machine a wall was replayed from, 0 and up.
    `number` (walls,): the wall's number in the whole study, 0 and up; all chance is drawn from it.
    `before`, `before_two` (walls, n): place 0..n-1 of each label in the wall line of the hand
    before and of the one before that; a row that begins with -1 has no such hand.
    """

    labels: np.ndarray
    timeline: np.ndarray
    number: np.ndarray
    before: np.ndarray | None = None
    before_two: np.ndarray | None = None

    def __post_init__(self) -> None:
        """Raises `ValueError` when the arrays do not fit one another."""
        if self.labels.ndim != 2 or not 4 <= self.labels.shape[1] < MOST_TILES:
            raise ValueError(f"labels have the shape {self.labels.shape}: walls x 4 to 255 tiles "
                             "are needed")  # fmt: skip
        for name in ("timeline", "number"):
            if getattr(self, name).shape != self.labels.shape[:1]:
                raise ValueError(f"{name} needs one entry for each of the {self.walls} walls")
        for name in ("before", "before_two"):
            places = getattr(self, name)
            if places is not None and places.shape != self.labels.shape:
                raise ValueError(f"{name} has the shape {places.shape}, labels "
                                 f"{self.labels.shape}")  # fmt: skip

    @property
    def walls(self) -> int:
        """How many walls the batch holds."""
        return int(self.labels.shape[0])

    def part(self, rows: slice) -> "Batch":
        """Some of the walls, in order."""
        return Batch(
            self.labels[rows],
            self.timeline[rows],
            self.number[rows],
            None if self.before is None else self.before[rows],
            None if self.before_two is None else self.before_two[rows],
        )


def places_of(labels: np.ndarray) -> np.ndarray:
    """Place of each label, (walls, n) int16: the inverse of each row of `labels`."""
    places = np.empty(labels.shape, np.int16)
    here = np.arange(labels.shape[1], dtype=np.int16)
    np.put_along_axis(places, labels.astype(np.intp), np.broadcast_to(here, labels.shape), axis=1)
    return places
