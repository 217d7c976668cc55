"""Each statistic finds an injected defect of the size it names, and fair hands stay quiet.

A test that finds a defect 9 times in 10 finds it in fewer than 40 of 50 studies one time in 100.
"""

import itertools
import statistics

import pytest

from mjstudy.real import family, measures, power
from tests.study_real.defects import Table

STUDIES, LEAST = 50, 40


@pytest.mark.parametrize("key", ["equal", "near"])
def test_clinging_is_found_at_the_size_that_is_named(key):
    table = Table()
    share = table.sees(key, 10)
    assert table.caught(key, 10, STUDIES, lambda: table.hand(cling=share)) >= LEAST


@pytest.mark.parametrize("machine", ["four_port", "row_port"])
def test_clinging_through_two_ports_is_found_in_the_other_wall(machine):
    table = Table(machine=machine)
    share = table.sees("together", 10)
    assert table.caught("together", 10, STUDIES,
                        lambda: table.hand(cling=share, apart=True)) >= LEAST


def test_neighbours_alone_would_not_see_it():
    table = Table()
    assert table.caught("equal", 10, 20, lambda: table.hand(cling=0.1, apart=True)) <= 1


@pytest.mark.parametrize("hands, said", [(30, 0.0158), (100, 0.0083)])
def test_thirty_hands_see_one_and_a_half_percent_and_a_hundred_half_of_it(hands, said):
    table = Table()
    assert table.sees("equal", hands) == pytest.approx(said, abs=0.0001)
    studies = 1500 // hands
    caught = table.caught("equal", hands, studies, lambda: table.hand(cling=said))
    assert caught >= 0.75 * studies


@pytest.mark.parametrize("load, kept", [("sorted", 0.96), ("dots", 0.74)])
def test_layers_are_found_at_the_size_that_is_named(load, kept):
    table = Table(load)  # of normal scores, so much is kept by ranks, and by dots
    size = table.sees("layering", 10) / kept
    assert table.caught("layering", 10, STUDIES, lambda: table.hand(layer=-size)) >= LEAST


def test_dots_find_much_clinging_only():
    table = Table("dots")
    share = table.sees("equal", 10)
    assert share == pytest.approx(0.142, abs=0.001)
    assert table.caught("equal", 10, STUDIES, lambda: table.hand(cling=share)) >= LEAST


@pytest.mark.parametrize("key, moved", [("side_bias", False), ("side_spread", True)])
def test_a_quarter_that_prefers_a_side_is_found(key, moved):
    table = Table()
    share, sides = table.sees(key, 10), table.places.layout.sides
    make = lambda: table.prefer(sides, share, moved)  # noqa: E731
    assert table.caught(key, 10, STUDIES, make) >= LEAST


def test_a_quarter_that_prefers_a_tier_is_found():
    table = Table()
    share = table.sees("tier_bias", 10)
    make = lambda: table.prefer(table.places.layout.tiers, share)  # noqa: E731
    assert table.caught("tier_bias", 10, STUDIES, make) >= LEAST


def test_hands_that_come_back_are_found():
    table = Table()
    law = table.tests["layering"]
    size = power.sees(law, table.deck, table.places, 10, 1)
    caught, every = 0, []
    for _ in range(STUDIES):
        pairs = [_pair(table, size) for _ in range(10)]
        found = family.judge(table.deck, table.places, [], pairs)
        caught += not found[0].passed
        every += pairs
    assert statistics.fmean(every) == pytest.approx(size, rel=0.1)
    assert caught >= LEAST


def _pair(table, size):
    before = table.hand()
    after = _returning(table, before, 2.15 * size)
    return measures.serial(34, before, after, table.places)


def _returning(table, before, strength):
    """The next hand, in which a tile's place has this to do with its place before."""
    ranks, source = table.places.layout.exit_ranks, table.source
    middle = sum(ranks) / len(ranks)
    wanted = [(rank - middle) / 9.8 * strength + source.gauss(0, 1) for rank in ranks]
    order = sorted(range(len(ranks)), key=wanted.__getitem__)
    places = sorted(range(len(ranks)), key=lambda place: (ranks[place], source.random()))
    after = [0] * len(ranks)
    for tile, place in zip(order, places, strict=True):
        after[place] = before[tile]
    return after


@pytest.mark.parametrize("more", [{}, {"load": "dots"}, {"load": "dots", "dots": 16}])
def test_five_hundred_fair_studies_stay_quiet(more):
    table = Table(**more)
    loud = sum(bool(table.shown([table.hand() for _ in range(6)])) for _ in range(500))
    assert loud <= 11  # of 500 at 1 %: more than 11 one time in 200


def test_five_hundred_fair_studies_of_played_hands_stay_quiet():
    table, loud = Table(), 0
    for _ in range(500):
        lines = [table.hand() for _ in range(4)]
        pairs = [measures.serial(34, *two, table.places) for two in itertools.pairwise(lines)]
        loud += not family.judge(table.deck, table.places, [], pairs)[0].passed
    assert loud <= 11


def test_the_limit_that_is_told_holds_what_was_done():
    """Of studies of a table that clings by 4 %, few say that it clings by less."""
    table = Table()
    wrong = 0
    for _ in range(STUDIES):
        found = [table.values(table.hand(cling=0.04)) for _ in range(6)]
        verdict = family.judge(table.deck, table.places, found)[0]
        wrong += power.cling_at_most(verdict, table.deck, table.places) < 0.04
    assert wrong <= 3


def test_no_hands_see_what_can_not_be_seen():
    assert power.first(lambda x: False, 1.0) == float("inf")
    assert power.first(lambda x: x >= 0.25, 1.0) == pytest.approx(0.25)
