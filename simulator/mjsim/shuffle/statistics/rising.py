"""Rising sequences: how many runs of consecutive drop ranks, in order, make up the walls."""

import math
from collections.abc import Sequence

from mjsim.shuffle.statistics.reference import Reference


def count(line: Sequence[int]) -> int:
    """1 + the number of drop ranks whose successor lies earlier in the line (1..n)."""
    place = [0] * len(line)
    for i, rank in enumerate(line):
        place[rank] = i
    total = 1
    last = place[0]
    for here in place[1:]:
        if here < last:
            total += 1
        last = here
    return total


def reference(n: int) -> Reference:
    """Eulerian: mean (n+1)/2, variance (n+1)/12, symmetric (n >= 2)."""
    return Reference((n + 1) / 2.0, math.sqrt((n + 1) / 12.0), 0.0)
