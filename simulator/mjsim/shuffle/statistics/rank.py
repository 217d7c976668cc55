"""Spearman's correlation of drop rank and exit rank: does first in still come out first?"""

import math
from collections.abc import Sequence

from mjsim.shuffle.statistics.reference import Reference


def spearman(line: Sequence[int], exit_ranks: Sequence[float]) -> float:
    """Correlation of the drop ranks 0..n-1 in `line` with the exit ranks of the same places.

    Exit ranks may be tied: four lanes leave at once.
    """
    n = len(line)
    middle = (n - 1) / 2.0
    centre = sum(exit_ranks) / n
    product = square = 0.0
    for rank, place in zip(line, exit_ranks, strict=True):
        away = place - centre
        product += (rank - middle) * away
        square += away * away
    return product / math.sqrt(square * n * (n * n - 1) / 12.0)


def reference(n: int) -> Reference:
    """Mean 0, sd 1/sqrt(n-1), exact with ties; symmetric (the drop order may be reversed)."""
    return Reference(0.0, 1.0 / math.sqrt(n - 1), 0.0)
