"""What a run of N cycles can see: the smallest defect found so surely as fixed.toml wants.

At Holm's first step, level / tests, two-sided: a defect that only one statistic shows.
"""

import math
from collections.abc import Callable

from mjsim.shuffle.fixed import FIXED
from mjsim.shuffle.statistics.family import MeanTest, PooledTest
from mjsim.shuffle.statistics.tails import gamma_upper, normal_quantile


def smallest_shift(test: MeanTest, cycles: int, family: int) -> float:
    """Shift of the value's mean that `cycles` shuffles see, in the value's own unit."""
    reach = normal_quantile(1.0 - FIXED.level / family / 2.0) + normal_quantile(FIXED.sees)
    return reach * test.reference.sd / math.sqrt(cycles)


def smallest_bias(test: PooledTest, cycles: int, family: int, level: float = FIXED.level) -> float:
    """Smallest share d by which a quarter prefers a class, the same way in every shuffle.

    The defect meant: each quarter finds one class with share 1/b + d and the others with what is
    left, equal shares; its noncentrality over N shuffles of n tiles is N (n-1) d^2 b^2 / (b-1).
    """
    n = sum(test.rows)
    b = sum(c > 0 for c in test.columns)
    needed = _noncentrality(test.degrees, level / family / 2.0)
    return math.sqrt(needed * (b - 1) / (cycles * (n - 1))) / b


def _noncentrality(df: int, tail: float) -> float:
    """Noncentrality at which a chi-square of df exceeds its upper `tail` point that often."""
    limit = _solve(lambda x: gamma_upper(df / 2.0, x / 2.0), tail, falling=True)
    return _solve(lambda c: _beyond(limit, df, c), FIXED.sees, falling=False)


def _beyond(limit: float, df: int, noncentrality: float) -> float:
    """P(noncentral chi-square > limit): Poisson mixture of central ones."""
    half = noncentrality / 2.0
    weight = math.exp(-half)
    total = 0.0
    for j in range(int(half + 12.0 * math.sqrt(half) + 30.0)):
        total += weight * gamma_upper(df / 2.0 + j, limit / 2.0)
        weight *= half / (j + 1)
    return total


def _solve(curve: Callable[[float], float], target: float, falling: bool) -> float:
    """x in 0..400 at which a monotonic curve takes the target value, by bisection."""
    low, high = 0.0, 400.0
    for _ in range(80):
        middle = (low + high) / 2.0
        if (curve(middle) > target) == falling:
            low = middle
        else:
            high = middle
    return (low + high) / 2.0
