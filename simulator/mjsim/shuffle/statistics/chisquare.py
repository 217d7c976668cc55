"""Chi-square of a table with both margins fixed, as one shuffle makes it.

Group sizes and class sizes are given, so the counts are multivariate hypergeometric: mean and
variance are exact (Haldane 1940, Dawson 1954), not those of a multinomial sample.
"""

import math
from collections.abc import Sequence

from mjsim.shuffle.statistics.reference import Reference


def tabulate(groups: Sequence[int], classes: Sequence[int], width: int, height: int) -> list[int]:
    """Counts by group (row, 0..height-1) and class (column, 0..width-1), row after row."""
    counts = [0] * (width * height)
    for group, cls in zip(groups, classes, strict=True):
        counts[group * width + cls] += 1
    return counts


def statistic(counts: Sequence[float], expected: Sequence[float]) -> float:
    """Sum of (count - expected)^2 / expected over cells in which anything is expected."""
    return sum((o - e) ** 2 / e for o, e in zip(counts, expected, strict=True) if e > 0.0)


def expected(rows: Sequence[int], columns: Sequence[int]) -> list[float]:
    """Counts expected in one shuffle: row x column / n."""
    n = sum(rows)
    return [r * c / n for r in rows for c in columns]


def degrees(rows: Sequence[int], columns: Sequence[int]) -> int:
    """(a-1)(b-1), empty rows and columns left out."""
    return (sum(r > 0 for r in rows) - 1) * (sum(c > 0 for c in columns) - 1)


def reference(rows: Sequence[int], columns: Sequence[int]) -> Reference:
    """Exact mean and sd of the statistic of one shuffle (n >= 4); skewness as of a gamma."""
    n = sum(rows)
    mean = degrees(rows, columns) * n / (n - 1.0)
    v1, w1 = _spread(rows, n)
    v2, w2 = _spread(columns, n)
    variance = 2.0 * n / (n - 3.0) * (v1 - w1) * (v2 - w2) + n * n / (n - 1.0) * w1 * w2
    sd = math.sqrt(max(0.0, variance))
    return Reference(mean, sd, 2.0 * sd / mean)


def _spread(sizes: Sequence[int], n: int) -> tuple[float, float]:
    """Dawson's v and w of one margin."""
    full = [size for size in sizes if size]
    k = len(full)
    v = (k - 1.0) * (n - k) / (n - 1.0)
    w = (sum(n / size for size in full) - k * k) / (n - 2.0)
    return v, w


def pooled(
    total: Sequence[int], rows: Sequence[int], columns: Sequence[int], cycles: int
) -> float:
    """Chi-square of the tables of many shuffles added up: its mean is exactly (a-1)(b-1).

    The covariance of hypergeometric counts is n/(n-1) times that of the usual chi-square, so the
    sum is scaled by (n-1)/n; the limit over cycles is the chi-square law of that many degrees.
    """
    n = sum(rows)
    every = [cycles * e for e in expected(rows, columns)]
    return statistic(total, every) * (n - 1.0) / n
