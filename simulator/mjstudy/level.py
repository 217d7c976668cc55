"""How often perfect walls raise a false alarm: thousands of small Fisher-Yates studies.

Small studies show the level at its worst: the sum of a few hundred small counts is still skewed
(old melds: 0.35 pairs a wall), and Student's law does not know of it. Skewness falls with the root
of the number of walls.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats

from mjstudy.control import perfect_batch
from mjstudy.measures.measure import Measure

TIMELINES = 20  # of each small study
_FAR = 10.0  # margin of the second figure, in errors: wide enough that the other side is silent


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


def alarms(measures: Sequence[Measure], n: int, first: int, studies: int, walls: int, level: float,
           seed: int) -> dict[str, Alarms]:  # fmt: skip
    """Run studies `first`, `first` + 1 ... of `walls` Fisher-Yates walls each.

    The measures must read every wall. Raises `ValueError` when walls do not fill the timelines.
    """
    if walls < TIMELINES or walls % TIMELINES:
        raise ValueError(f"{walls} walls a study: must be a multiple of {TIMELINES}")
    number = np.arange(first * walls, (first + studies) * walls)
    batch = perfect_batch(seed, number, number % TIMELINES, n)
    return {m.key: _of(m, m.read(batch)[1], studies, level) for m in measures}


def _of(measure: Measure, values: np.ndarray, studies: int, level: float) -> Alarms:
    cells = measure.judged_cells
    each = values[:, :cells].reshape(studies, -1, TIMELINES, cells).mean(axis=1) * measure.grain
    shift = each.mean(axis=1) - measure.expected[:cells]
    se = each.std(axis=1, ddof=1) / np.sqrt(TIMELINES)
    law = stats.t(TIMELINES - 1)
    ratio = np.abs(shift) / np.maximum(se, 1e-300)
    seen = (ratio >= law.ppf(1.0 - level / (2.0 * cells))).any(axis=1)
    margin = _FAR * float(se[:, 0].mean())
    low, high = (shift[:, 0] + margin + side * law.ppf(1.0 - level) * se[:, 0] for side in (-1, 1))
    passed = (low > -margin) & (high < margin)
    return Alarms(studies, int(seen.sum()), int(passed.sum()))
