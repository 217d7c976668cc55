"""Tail probabilities from the standard library: normal by erfc, gamma and chi-square by lgamma."""

import math

_TINY = 1e-300
_NORMAL_ABOVE = 1e6  # a gamma of this shape is normal to four digits


def gamma_lower(shape: float, x: float) -> float:
    """P(X <= x) of a gamma variable of this shape and scale 1 (regularised lower incomplete)."""
    if x <= 0.0:
        return 0.0
    if x < shape + 1.0:
        return _series(shape, x)
    return 1.0 - _fraction(shape, x)


def gamma_upper(shape: float, x: float) -> float:
    """P(X > x), accurate far out in the tail."""
    if x <= 0.0:
        return 1.0
    if x < shape + 1.0:
        return 1.0 - _series(shape, x)
    return _fraction(shape, x)


def _weight(shape: float, x: float) -> float:
    return math.exp(shape * math.log(x) - x - math.lgamma(shape))


def _series(shape: float, x: float) -> float:
    """Lower tail as a power series; converges fast below the mean."""
    term = total = 1.0 / shape
    a = shape
    while term > total * 1e-15:
        a += 1.0
        term *= x / a
        total += term
    return min(1.0, total * _weight(shape, x))


def _fraction(shape: float, x: float) -> float:
    """Upper tail as Lentz's continued fraction; converges fast above the mean."""
    b = x + 1.0 - shape
    c = 1.0 / _TINY
    d = 1.0 / b
    h = d
    for i in range(1, 100_000):
        a = -i * (i - shape)
        b += 2.0
        d = 1.0 / _nonzero(a * d + b)
        c = _nonzero(b + a / c)
        step = d * c
        h *= step
        if abs(step - 1.0) < 1e-14:
            break
    return min(1.0, h * _weight(shape, x))


def _nonzero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY


def chi_square_two_sided(value: float, df: int) -> float:
    """Twice the smaller tail: a table may be too regular as well as too crowded."""
    half = value / 2.0
    return min(1.0, 2.0 * min(gamma_lower(df / 2.0, half), gamma_upper(df / 2.0, half)))


def normal_two_sided(z: float) -> float:
    """P(|Z| >= |z|) of a standard normal variable."""
    return math.erfc(abs(z) / math.sqrt(2.0))


def mean_two_sided(z: float, skew: float) -> float:
    """Two-sided p of a standardised mean whose own skewness is `skew` (0: plain normal).

    A shifted gamma of the same mean, variance and skewness (Pearson III): at 20 cycles the normal
    tail of a chi-square mean is wrong by a factor of 2 and more where it matters.
    """
    if skew < 0.0:
        return mean_two_sided(-z, -skew)
    if skew == 0.0 or 4.0 / skew**2 > _NORMAL_ABOVE:
        return normal_two_sided(z)
    shape = 4.0 / skew**2
    x = shape + z * math.sqrt(shape)
    return min(1.0, 2.0 * min(gamma_lower(shape, x), gamma_upper(shape, x)))


def normal_quantile(p: float) -> float:
    """z with P(Z <= z) = p, by bisection (used for the power figures only)."""
    low, high = -40.0, 40.0
    for _ in range(100):
        middle = (low + high) / 2.0
        if math.erfc(-middle / math.sqrt(2.0)) / 2.0 < p:
            low = middle
        else:
            high = middle
    return (low + high) / 2.0
