"""Verdicts by two one-sided tests against a margin (Schuirmann 1987), and what a run can see.

A shuffle is called good only when the data show that no shift as large as the margin is there;
"no difference seen" is never enough. Each statistic is tested at the level, and all must pass:
that is an intersection-union test, so a machine that misses any one margin passes the whole with
at most that level (Berger 1982), and no correction for their number is needed.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scipy import special, stats

EQUIVALENT, DIFFERENT, UNDECIDED = "equivalent", "different", "undecided"


@dataclass(frozen=True)
class Verdict:
    """What one statistic says.

    `p` is the larger of the two one-sided p-values; `low` and `high` bound the shift with
    confidence 1 - 2 level. "equivalent": both lie within the margin. "different": both lie beyond
    it, on one side. `p_zero` is the two-sided p of "no shift at all", which decides nothing.
    """

    word: str
    shift: float
    se: float
    margin: float
    p: float
    low: float
    high: float
    p_zero: float

    def seen(self, level: float) -> bool:
        """True when a shift, of whatever size, is shown at this level."""
        return self.p_zero <= level


def judge(shift: float, se: float, df: int, margin: float, level: float) -> Verdict:
    """Judge a shift (0: perfect) with its error of `df` degrees of freedom; all in one unit."""
    _check(se, df, margin, level)
    reach = _quantile(1.0 - level, df) * se
    low, high = shift - reach, shift + reach
    p = _tail(df, margin - abs(shift), se)
    word = UNDECIDED
    if p <= level:
        word = EQUIVALENT
    elif low >= margin or high <= -margin:
        word = DIFFERENT
    p_zero = min(1.0, 2.0 * _tail(df, abs(shift), se))
    return Verdict(word, shift, se, margin, p, low, high, p_zero)


def _quantile(p: float, df: int) -> float:
    """Student's t."""
    return float(special.stdtrit(df, p))


def _tail(df: int, distance: float, se: float) -> float:
    """P(T >= distance/se); with no error at all, whether the distance is a distance."""
    if se > 0.0:
        return float(special.stdtr(df, -distance / se))
    return 0.0 if distance > 0.0 else 1.0


def _check(se: float, df: int, margin: float, level: float) -> None:
    if not (se >= 0.0 and math.isfinite(se)):
        raise ValueError(f"an error of {se} is none")
    if df < 1:
        raise ValueError(f"{df} degrees of freedom: an error needs at least 2 timelines")
    if not margin > 0.0:
        raise ValueError(f"a margin of {margin}: it must be above 0")
    if not 0.0 < level < 0.5:
        raise ValueError(f"a level of {level}: it must be between 0 and 0.5")


def worst(verdicts: Sequence[Verdict]) -> Verdict:
    """The verdict of a table: that of the cell which is furthest from showing equivalence.

    One cell beyond the margin makes the table different, however undecided others are.
    """
    beyond = [v for v in verdicts if v.word == DIFFERENT]
    return max(beyond or verdicts, key=lambda v: (v.p, abs(v.shift)))


def passes(verdicts: Iterable[Verdict]) -> bool:
    """True when every statistic is equivalent: the whole study's verdict."""
    return all(v.word == EQUIVALENT for v in verdicts)


def power(margin: float, se: float, df: int, level: float, shift: float = 0.0) -> float:
    """Chance that a machine with this true shift is called equivalent, 0..1.

    The two ways to fail exclude each other, so it is 1 less both (noncentral t).
    """
    _check(se, df, margin, level)
    if se == 0.0:
        return 1.0 if abs(shift) < margin else 0.0
    limit = _quantile(1.0 - level, df)
    fails = sum(float(stats.nct.cdf(limit, df, (margin + side * shift) / se)) for side in (-1, 1))
    return max(0.0, 1.0 - fails)


def least_shift(se: float, df: int, level: float, certainty: float = 0.9) -> float:
    """Least shift that the two-sided test against no shift shows with this certainty."""
    _check(se, df, 1.0, level)
    return (_quantile(1.0 - level / 2.0, df) + float(special.ndtri(certainty))) * se


def largest_error(margin: float, df: int, level: float, certainty: float) -> float:
    """Largest error with which a perfect shuffle passes one margin with this certainty."""
    low, high = margin / 100.0, margin
    for _ in range(60):
        middle = (low + high) / 2.0
        if power(margin, middle, df, level) >= certainty:
            low = middle
        else:
            high = middle
    return low


def any_seen(verdicts: Sequence[Verdict], level: float) -> bool:
    """True when a statistic's cells show any shift: each at level / cells (Bonferroni)."""
    return any(v.seen(level / len(verdicts)) for v in verdicts)
