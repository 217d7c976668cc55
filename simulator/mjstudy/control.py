"""The good control: Fisher-Yates walls through the same code as the machine's; they must pass."""

from collections.abc import Sequence

import numpy as np

from mjstudy.batch import Batch, places_of
from mjstudy.gather import Gathered
from mjstudy.measures.measure import Measure
from mjstudy.uniform import named, perfect_walls

_AT_ONCE = 2_000  # walls


def perfect_batch(seed: int, number: np.ndarray, timeline: np.ndarray, n: int) -> Batch:
    """Fisher-Yates walls with two hands before, by wall number; `seed` 0 and up."""
    walls = [perfect_walls(named(seed, f"hand {hands}"), number, n) for hands in range(3)]
    return Batch(walls[0], timeline, number, places_of(walls[1]), places_of(walls[2]))


def control(
    measures: Sequence[Measure], n: int, walls: range, timelines: int, seed: int
) -> Gathered:
    """Gather Fisher-Yates walls of these numbers, dealt to `timelines` clusters in turn.

    Parts of one range may be gathered by several processes and merged. Raises `ValueError` for
    fewer than two timelines.
    """
    gathered = Gathered(measures, timelines)
    for start in range(walls.start, walls.stop, _AT_ONCE):
        number = np.arange(start, min(walls.stop, start + _AT_ONCE))
        gathered.add(perfect_batch(seed, number, number % timelines, n))
    return gathered
