"""The values of one hand: joins, the correlation with the order of building, two tables.

All of them follow from the labels in the places of the wall line; nothing else is kept.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from mjsim.shuffle.statistics import chisquare
from mjstudy.real.deck import Deck
from mjstudy.real.places import Places


@dataclass(frozen=True)
class Values:
    """One hand's values.

    Equal and near joins, equal kinds built together in two walls, the correlation -1..1, counts by
    group and side or tier.
    """

    equal: int
    near: int
    together: int
    layering: float
    side: tuple[int, ...]
    tier: tuple[int, ...]


def values(deck: Deck, places: Places, line: Sequence[int]) -> Values:
    """Measure a hand; `line` holds the label in each place of the wall line."""
    equal = near = 0
    for here, after, joined in zip(line, line[1:], places.joined, strict=False):
        if joined and -1 <= after - here <= 1:
            near += 1
            equal += here == after and here in deck.clinging
    groups = [deck.groups[label] for label in line]
    height = max(deck.groups) + 1
    return Values(
        equal,
        near,
        sum(line[i] == line[j] and line[i] in deck.clinging for i, j in places.beside),
        correlation([deck.scores[label] for label in line], places.layout.exit_ranks),
        tuple(chisquare.tabulate(groups, places.layout.sides, 4, height)),
        tuple(chisquare.tabulate(groups, places.layout.tiers, 2, height)),
    )


def correlation(ones: Sequence[float], others: Sequence[float]) -> float:
    """Pearson's correlation; 0 when one of them never changes.

    Under a uniform shuffle of either its mean is 0 and its variance 1/(n-1), exactly, ties or not.
    """
    one, other = math.fsum(ones) / len(ones), math.fsum(others) / len(others)
    product = math.fsum((a - one) * (b - other) for a, b in zip(ones, others, strict=True))
    size = sum((a - one) ** 2 for a in ones) * sum((b - other) ** 2 for b in others)
    return product / math.sqrt(size) if size > 0.0 else 0.0


def serial(labels: int, before: Sequence[int], after: Sequence[int], places: Places) -> float:
    """Correlation of a kind's mean place of building in one hand with its places in the next."""
    ranks = places.layout.exit_ranks
    total, count = [0.0] * labels, [0] * labels
    for label, rank in zip(before, ranks, strict=True):
        total[label] += rank
        count[label] += 1
    mean = [t / c if c else 0.0 for t, c in zip(total, count, strict=True)]
    return correlation([mean[label] for label in after], ranks)
