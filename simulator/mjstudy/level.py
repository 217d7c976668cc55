"""How often perfect walls raise a false alarm: thousands of small Fisher-Yates studies.

Small studies show the level at its worst: the sum of a few hundred small counts is still skewed
(old melds: 0.35 pairs a wall), and Student's law does not know of it. Skewness falls with the root
of the number of walls.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats

from mjstudy.batch import Batch
from mjstudy.control import perfect_batch
from mjstudy.equivalence import EQUIVALENT, any_seen, judge
from mjstudy.gather import Gathered
from mjstudy.measures.measure import Measure
from mjstudy.verdicts import judged_cells

TIMELINES = 20  # of each small study
_FAR = 10.0  # margin of the second figure, in errors: wide enough that the other side is silent
_NONE = 1e-12  # errors of a study in which nothing varied


@dataclass
class Alarms:
    """Of one statistic: studies run, those that saw a shift, those that passed on the margin.

    A machine exactly on its margin must be called equivalent in at most `level` of the studies.
    """

    studies: int = 0
    seen: int = 0
    passed: int = 0

    def add(self, other: "Alarms") -> None:
        """Take in other studies."""
        self.studies += other.studies
        self.seen += other.seen
        self.passed += other.passed

    def too_many(self, level: float) -> bool:
        """So many of either are, at this level, seen by chance in one of ten thousand."""
        return bool(stats.binom.sf(max(self.seen, self.passed) - 1, self.studies, level) < 1e-4)


def alarms(measures: Sequence[Measure], n: int, first: int, studies: int, walls: int, level: float,
           seed: int) -> dict[str, Alarms]:  # fmt: skip
    """Run studies `first`, `first` + 1 ... of `walls` Fisher-Yates walls each.

    The measures must read every wall. Raises `ValueError` when walls do not fill the timelines.
    """
    if walls < TIMELINES or walls % TIMELINES:
        raise ValueError(f"{walls} walls a study: must be a multiple of {TIMELINES}")
    number = np.arange(first * walls, (first + studies) * walls)
    batch = perfect_batch(seed, number, number % TIMELINES, n)
    return {m.key: _of(m, batch, studies, level) for m in measures}


def _of(measure: Measure, batch: Batch, studies: int, level: float) -> Alarms:
    """By the study's own sums and verdicts, one small study after the other."""
    values, told = measure.read(batch)[1], Alarms(studies)
    for part in np.split(np.arange(batch.walls), studies):
        gathered = Gathered([measure], TIMELINES)
        gathered.sums[measure.key].add(batch.timeline[part], values[part])
        found = gathered.estimate(measure)
        shift, se = float(found.shift[0]), float(found.se[0])
        margin = max(_FAR * se, _NONE)
        told.seen += any_seen(judged_cells(measure, found, margin, level), level)
        told.passed += judge(shift + margin, se, found.df, margin, level).word == EQUIVALENT
    return told
