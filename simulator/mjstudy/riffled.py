"""How many riffles of the old order each statistic still sees: a defect that people know.

Seven riffles are said to mix 52 cards; a statistic that sees eight of 136 tiles sees little that a
card player would call order.
"""

import numpy as np

from mjstudy import defects
from mjstudy.batch import Batch, places_of
from mjstudy.injected import Defect, batch_of, found
from mjstudy.measures.measure import Measure

MOST = 16
_OLD_ORDER = {"serial1": 1, "serial2": 2, "guess_before": 1}
"""Statistics that remember the wall line so many hands before; the others, the drop order."""


def riffling(key: str, n: int) -> Defect:
    """The order that this statistic remembers, riffled `size` times."""
    back = _OLD_ORDER.get(key, 0)

    def make(rng: np.random.Generator, walls: int, size: float) -> Batch:
        order = defects.riffles(rng, walls, n, round(size))
        if not back:
            return batch_of(order, rng)
        old, other = (defects.fisher_yates(rng, walls, n) for _ in range(2))
        labels = np.take_along_axis(old, order.astype(np.intp), axis=1)
        places = places_of(old), places_of(other)
        return batch_of(labels, rng, *(places if back == 1 else places[::-1]))

    return Defect("riffles", make, MOST)


def most_seen(measure: Measure, n: int, walls: int, studies: int, level: float, share: float,
              seed: int) -> int:  # fmt: skip
    """The most riffles, 0 to 16, that this share of the studies sees; -1 when none are seen."""
    defect, low, high = riffling(measure.key, n), -1, MOST + 1
    while high - low > 1:
        count = (low + high) // 2
        seen = sum(good for good, _ in found(measure, defect, count, walls, studies, level, 1.0,
                                             seed + count))  # fmt: skip
        low, high = (count, high) if seen >= share * studies else (low, count)
    return low
