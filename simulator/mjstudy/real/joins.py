"""Joins: neighbouring places whose tiles belong together. Exact mean and variance.

Places that touch are the edges of one graph, tiles that belong together those of another; a
uniform shuffle lays one on the other, and the joins are the edges they share. Of two joins either
both meet in a tile or neither does, so counts of such pairs give the second moment (the same
argument as in mjsim.shuffle.statistics.adjacency, for any two graphs).
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from mjsim.shuffle.statistics.reference import Reference
from mjstudy.real.deck import Deck
from mjstudy.real.places import Places


@dataclass(frozen=True)
class Edges:
    """A graph's edges, and how many pairs of them meet in a point."""

    count: int
    meeting: int

    @property
    def apart(self) -> int:
        """Pairs of edges without a common point."""
        return math.comb(self.count, 2) - self.meeting


def edges(degrees: Iterable[int]) -> Edges:
    """Of a graph whose points have these numbers of edges."""
    every = list(degrees)
    return Edges(sum(every) // 2, sum(math.comb(degree, 2) for degree in every))


def of_places(places: Places) -> Edges:
    """Neighbours within the four walls."""
    joined = (False, *places.joined, False)
    return edges(joined[i] + joined[i + 1] for i in range(places.layout.n))


def of_beside(places: Places) -> Edges:
    """Places of two walls that are built within one tile of each other."""
    degrees = [0] * places.layout.n
    for one, other in places.beside:
        degrees[one] += 1
        degrees[other] += 1
    return edges(degrees)


def of_equal(deck: Deck) -> Edges:
    """Tiles of one label, of those labels that count."""
    return edges(
        deck.counts[label] - 1 for label in deck.clinging for _ in range(deck.counts[label])
    )


def of_near(deck: Deck) -> Edges:
    """Tiles of one label or of two that follow each other in the drop order."""
    around = (0, *deck.counts, 0)
    degrees = []
    for label, count in enumerate(deck.counts):
        degrees += [around[label] + count + around[label + 2] - 1] * count
    return edges(degrees)


def reference(one: Edges, two: Edges, n: int) -> Reference:
    """Exact mean and sd of the joins of two graphs on n points (n >= 4); skewness as Poisson's."""
    mean = one.count * two.count / math.comb(n, 2)
    meet = one.meeting * two.meeting / (3.0 * math.comb(n, 3))
    apart = one.apart * two.apart / (3.0 * math.comb(n, 4))
    sd = math.sqrt(max(0.0, 2.0 * (meet + apart) + mean - mean**2))
    return Reference(mean, sd, 1.0 / sd)
