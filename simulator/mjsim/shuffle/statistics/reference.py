"""What a statistic is under a uniform shuffle: exact mean and sd, and its skewness."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Reference:
    """Distribution of one shuffle's value when every arrangement is equally likely."""

    mean: float
    sd: float
    skew: float
