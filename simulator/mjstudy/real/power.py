"""What so many hands can see, and what they still allow when nothing is shown.

Clinging of share c: each tile sticks to the one dropped next with chance c, and lies beside it in
the wall (`together`: leaves with it through another port, into another wall). Then the mean of the
joins goes from fair towards the share of drop neighbours that the test counts, and the variance
grows as that of a count. Layering: a correlation. Tables: the share by which a quarter prefers one
side or tier.
"""

import math
from collections.abc import Callable

from mjsim.shuffle.fixed import FIXED
from mjsim.shuffle.statistics import power
from mjsim.shuffle.statistics.family import PooledTest
from mjsim.shuffle.statistics.tails import mean_two_sided, normal_quantile
from mjstudy.fixed import load
from mjstudy.real import joins
from mjstudy.real.deck import Deck
from mjstudy.real.family import Test, Verdict
from mjstudy.real.places import Places

CERTAIN = normal_quantile(FIXED.sees)


def cling_mean(test: Test, deck: Deck, places: Places, share: float) -> tuple[float, float]:
    """Mean and variance of a hand's joins when this share (0..1) of drop neighbours clings."""
    links = deck.n - 1 if test.key == "near" else deck.equal_links()
    full = joins.of_places(places).count * links / (deck.n - 1)
    if test.key == "together":
        full = load().real.two_ports * links
    fair = test.reference
    return (1 - share) * fair.mean + share * full, (1 - share) * fair.sd**2 + share * full


def sees(test: Test, deck: Deck, places: Places, hands: int, family: int) -> float:
    """Smallest defect that this test finds 9 times in 10 at Holm's first step; 1 is all.

    Share of clinging neighbours, correlation, or share of a quarter; infinite: never.
    """
    alpha = load().real.level / family
    if test.table:
        pooled = PooledTest(test.key, test.title, list(test.rows), list(test.columns), _no_table)
        return power.smallest_bias(pooled, hands, family, load().real.level) * _thinned(test, deck)
    least = _critical(alpha, test.reference.skew / math.sqrt(hands)) * test.reference.sd
    if test.key in ("layering", "serial"):
        return (least + CERTAIN * test.reference.sd) / math.sqrt(hands)
    if test.key == "side_spread":
        b, n = len(test.columns), sum(test.rows)
        shift = (least + CERTAIN * test.reference.sd) / math.sqrt(hands)
        return math.sqrt(shift * (b - 1) / (n - 1)) / b * _thinned(test, deck)

    def reached(share: float) -> bool:
        mean, variance = cling_mean(test, deck, places, share)
        lower = mean - CERTAIN * math.sqrt(variance / hands)
        return lower >= test.reference.mean + least / math.sqrt(hands)

    return first(reached, 1.0)


def _thinned(test: Test, deck: Deck) -> float:
    """How much more the dotted tiles alone must prefer a place than four quarters, each its own.

    m dotted tiles of n give a table m/(n-m) of the noncentrality of groups that all prefer one.
    """
    dotted = test.rows[-1]
    return math.sqrt((deck.n - dotted) / dotted) if deck.dots else 1.0


def _no_table(_: object) -> tuple[int, ...]:
    return ()


def _critical(alpha: float, skew: float) -> float:
    """z beyond which the upper side of a two-sided test of this level rejects."""
    return first(lambda z: mean_two_sided(z, skew) <= alpha, 40.0)


def first(true: Callable[[float], bool], high: float) -> float:
    """The least x in 0..high from which on `true` holds; infinite when it never does."""
    if not true(high):
        return math.inf
    low = 0.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (low, middle) if true(middle) else (middle, high)
    return high


def cling_at_most(verdict: Verdict, deck: Deck, places: Places) -> float:
    """Largest share of clinging neighbours that these hands still allow (0..1), [real] `sure`.

    Fewer joins than fair are taken for fair: luck must not make few hands look like many.
    """
    found = max(verdict.value, verdict.test.reference.mean)
    limit = normal_quantile(load().real.sure)

    def beyond(share: float) -> bool:
        mean, variance = cling_mean(verdict.test, deck, places, share)
        return mean - limit * math.sqrt(variance / verdict.count) > found

    return min(1.0, first(beyond, 1.0))


def layering_at_most(verdict: Verdict) -> float:
    """Largest correlation, either way, that these hands still allow (0..1), [real] `sure`."""
    errors = normal_quantile((1 + load().real.sure) / 2)
    reach = errors * verdict.test.reference.sd / math.sqrt(verdict.count)
    return min(1.0, abs(verdict.value) + reach)
