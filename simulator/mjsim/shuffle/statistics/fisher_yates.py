"""The good control: Fisher-Yates walls, measured by the same code as the machine's."""

import random

from mjsim.shuffle.statistics.projection import Layout
from mjsim.shuffle.statistics.reading import Reading, read


def shuffle(layout: Layout, seed: int | str) -> Reading:
    """Measure one uniform arrangement; the same seed gives the same one on every machine."""
    source = random.Random(seed)
    line = list(range(layout.n))
    for last in range(layout.n - 1, 0, -1):
        other = source.randrange(last + 1)
        line[last], line[other] = line[other], line[last]
    return read(layout, line)
