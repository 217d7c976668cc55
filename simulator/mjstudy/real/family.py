"""The tests of typed walls, fixed in advance, and their verdict over the hands of one file.

A mean test compares the mean over the hands with its exact expectation; a pooled one adds the
tables of all hands up. Holm over the family keeps the chance that a fair table fails any of them
at the level of fixed.toml (mjsim.shuffle.statistics).
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from mjsim.shuffle.statistics import chisquare
from mjsim.shuffle.statistics.holm import holm
from mjsim.shuffle.statistics.reference import Reference
from mjsim.shuffle.statistics.tails import chi_square_two_sided, gamma_upper, mean_two_sided
from mjstudy.fixed import load
from mjstudy.real import joins
from mjstudy.real.deck import Deck
from mjstudy.real.measures import Values
from mjstudy.real.places import Places

TITLES = {
    "equal": "equal kinds side by side",
    "near": "kinds one step apart",
    "together": "equal kinds built together",
    "layering": "drop order and building",
    "side_spread": "quarter x side, each",
    "side_bias": "quarter x side, pooled",
    "tier_bias": "quarter x tier, pooled",
    "serial": "hand before and this one",
}
DOTTED = {
    "equal": "dotted side by side",
    "layering": "dots and building",
    "side_spread": "dots x side, each",
    "side_bias": "dots x side, pooled",
    "tier_bias": "dots x tier, pooled",
}


@dataclass(frozen=True)
class Test:
    """One test: `value` of a hand, or the table that is added up (then rows and columns)."""

    key: str
    title: str
    reference: Reference
    value: Callable[[Values], float] | None = None
    table: Callable[[Values], Sequence[int]] | None = None
    rows: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """A test over a file: value found, standardised, p and p by Holm; over `count` hands."""

    test: Test
    count: int
    value: float
    z: float
    p: float
    p_holm: float = 1.0

    @property
    def passed(self) -> bool:
        """True unless order is shown."""
        return self.p_holm > load().real.level


def tests(deck: Deck, places: Places) -> list[Test]:
    """The family for hands that were loaded in a known order."""
    titles = DOTTED if deck.dots else TITLES
    touching, n = joins.of_places(places), places.layout.n
    rows = deck.group_sizes()
    sides = places.layout.side_sizes()
    each = chisquare.expected(rows, sides)
    equal = joins.reference(touching, joins.of_equal(deck), n)
    near = joins.reference(touching, joins.of_near(deck), n) if not deck.dots else equal
    plain = Reference(0.0, 1.0 / math.sqrt(n - 1), 0.0)
    family = [
        Test("equal", titles["equal"], equal, lambda v: v.equal),
        Test("near", TITLES["near"], near, lambda v: v.near),
        Test("together", TITLES["together"], _together(deck, places), lambda v: v.together),
        Test("layering", titles["layering"], plain, lambda v: v.layering),
        Test("side_spread", titles["side_spread"], chisquare.reference(rows, sides),
             lambda v: chisquare.statistic(v.side, each), None, tuple(rows), tuple(sides)),
        _pooled("side_bias", titles, rows, sides, lambda v: v.side),
        _pooled("tier_bias", titles, rows, places.layout.tier_sizes(), lambda v: v.tier),
    ]  # fmt: skip
    shut = () if places.beside else ("together",)
    return [test for test in family if test.key in titles and test.key not in shut]


def _together(deck: Deck, places: Places) -> Reference:
    """Of equal kinds in two walls; a table that builds one wall after the other has none."""
    if not places.beside:
        return Reference(0.0, 1.0, 0.0)
    return joins.reference(joins.of_beside(places), joins.of_equal(deck), places.layout.n)


def _pooled(
    key: str,
    titles: dict[str, str],
    rows: list[int],
    columns: list[int],
    table: Callable[[Values], Sequence[int]],
) -> Test:
    df = chisquare.degrees(rows, columns)
    law = Reference(df, math.sqrt(2 * df), math.sqrt(8 / df))
    return Test(key, titles[key], law, None, table, tuple(rows), tuple(columns))


def _judged(test: Test, hands: Sequence[Values]) -> Verdict:
    """One test over at least one hand, not yet corrected."""
    if test.table:
        total = [sum(cell) for cell in zip(*map(test.table, hands), strict=True)]
        value = chisquare.pooled(total, test.rows, test.columns, len(hands))
        p = _table_p(value, test)
        z = (value - test.reference.mean) / test.reference.sd
        return Verdict(test, len(hands), value, z, p)
    assert test.value
    verdict = mean_verdict(test, [test.value(hand) for hand in hands])
    even = len(test.rows) == 2 and verdict.z < 0.0  # of two groups only what is crowded
    return replace(verdict, p=1.0) if even else verdict


def _table_p(value: float, test: Test) -> float:
    """Two-sided for four quarters; of two groups only what is crowded: an even table is common."""
    df = round(test.reference.mean)
    if len(test.rows) > 2:
        return chi_square_two_sided(value, df)
    return gamma_upper(df / 2, value / 2)


def mean_verdict(test: Test, found: Sequence[float]) -> Verdict:
    """Mean of values with the reference's mean and variance each, uncorrelated."""
    count = len(found)
    mean = math.fsum(found) / count
    z = (mean - test.reference.mean) / test.reference.sd * math.sqrt(count)
    return Verdict(test, count, mean, z, mean_two_sided(z, test.reference.skew / math.sqrt(count)))


def judge(
    deck: Deck, places: Places, hands: Sequence[Values], pairs: Sequence[float] = ()
) -> list[Verdict]:
    """Every test that these hands and these serial correlations bear, corrected by Holm."""
    found = [_judged(test, hands) for test in tests(deck, places)] if hands else []
    if pairs:
        law = Reference(0.0, 1.0 / math.sqrt(places.layout.n - 1), 0.0)
        found.append(mean_verdict(Test("serial", TITLES["serial"], law), pairs))
    corrected = holm([verdict.p for verdict in found])
    return [replace(v, p_holm=p) for v, p in zip(found, corrected, strict=True)]
