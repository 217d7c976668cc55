"""Adjacency kept: tiles that fell one after the other and lie side by side in the walls."""

import math
from collections.abc import Sequence

from mjsim.shuffle.statistics.reference import Reference


def kept(line: Sequence[int]) -> int:
    """Neighbours in the line of walls whose drop ranks differ by one (unordered)."""
    total = 0
    last = line[0]
    for rank in line[1:]:
        if -1 <= rank - last <= 1:
            total += 1
        last = rank
    return total


def reference(n: int) -> Reference:
    """Mean 2(n-1)/n; variance from the pairs of edges two lines of n share (n >= 4).

    Of two kept edges either both meet in a tile (n-2 such pairs in a line, 3 C(n,3) in all) or
    neither does (C(n-2,2) such pairs, 3 C(n,4) in all); nearly Poisson, so skewness 1/sd.
    """
    mean = 2.0 * (n - 1) / n
    meeting = (n - 2) ** 2 / (3.0 * math.comb(n, 3))
    apart = math.comb(n - 2, 2) ** 2 / (3.0 * math.comb(n, 4))
    sd = math.sqrt(2.0 * (meeting + apart) + mean - mean**2)
    return Reference(mean, sd, 1.0 / sd)
