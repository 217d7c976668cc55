"""Every mean and variance against all arrangements of a few tiles, and against a long run."""

import itertools
import math
import statistics

import pytest

from mjsim.shuffle.statistics import adjacency, chisquare
from mjstudy.real import joins, measures
from mjstudy.real.deck import Deck
from mjstudy.real.header import Header
from mjstudy.real.places import places
from tests.study_real.defects import Table

SMALL = [
    ((2, 2, 2, 2), (1, 1, 1, 1)),
    ((1, 4, 1, 2), (2, 1, 1, 0)),
    ((3, 3, 2), (1, 1, 1, 1)),
]


def small(counts, stacks, machine="four_port"):
    """A deck and the places of a very small table, and each arrangement."""
    deck = Deck(counts, frozenset(i for i, count in enumerate(counts) if count > 1))
    where = places(machine, stacks)
    return deck, where, dict.fromkeys(itertools.permutations(deck.dropped()))


def assert_matches(reference, values):
    assert reference.mean == pytest.approx(statistics.fmean(values), abs=1e-9)
    assert reference.sd == pytest.approx(statistics.pstdev(values), abs=1e-9)


@pytest.mark.parametrize("counts, stacks", SMALL)
@pytest.mark.parametrize("machine", ["four_port", "single_port", "row_port"])
def test_joins_layers_and_tables_are_exact(counts, stacks, machine):
    deck, where, orders = small(counts, stacks, machine)
    every = [measures.values(deck, where, order) for order in orders]
    touching, n = joins.of_places(where), deck.n
    assert_matches(joins.reference(touching, joins.of_equal(deck), n), [v.equal for v in every])
    assert_matches(joins.reference(touching, joins.of_near(deck), n), [v.near for v in every])
    if where.beside:
        beside = joins.of_beside(where)
        assert beside.count == len(where.beside)
        assert_matches(joins.reference(beside, joins.of_equal(deck), n),
                       [v.together for v in every])
    assert statistics.fmean(v.layering for v in every) == pytest.approx(0.0, abs=1e-9)
    assert statistics.pvariance([v.layering for v in every]) == pytest.approx(1 / (n - 1))
    rows, sides = deck.group_sizes(), where.layout.side_sizes()
    fair = chisquare.expected(rows, sides)
    assert_matches(chisquare.reference(rows, sides),
                   [chisquare.statistic(v.side, fair) for v in every])


def test_the_correlation_with_the_hand_before_is_exact_whatever_that_was():
    deck, where, orders = small((2, 2, 2, 2), (1, 1, 1, 1), "single_port")
    before = (0, 1, 1, 0, 2, 3, 2, 3)
    every = [measures.serial(4, before, after, where) for after in orders]
    assert statistics.fmean(every) == pytest.approx(0.0, abs=1e-9)
    assert statistics.pvariance(every) == pytest.approx(1 / 7)


def test_with_every_tile_its_own_kind_joins_are_the_known_adjacency():
    one = joins.Edges(135, 134)  # a line of 136 and the drop order: both are paths
    known, ours = adjacency.reference(136), joins.reference(one, one, 136)
    assert (ours.mean, ours.sd) == pytest.approx((known.mean, known.sd))


def test_a_sorted_line_keeps_every_equal_pair_that_no_corner_parts():
    table = Table()
    found = table.values(table.deck.dropped())
    assert (found.equal, found.near) == (34 * 3 - 2, 132)  # the corners at 34 and 102 part a kind


@pytest.mark.parametrize("profile, load", [
    ("SHOP-B-136", "sorted"), ("HANDS-148", "sorted"), ("SHOP-A", "sorted"), ("YEE", "dots")])
@pytest.mark.parametrize("machine", ["four_port", "row_port", "single_port"])
def test_a_long_run_of_fair_hands_has_these_means(profile, load, machine):
    table = Table(load, machine, profile)
    every = [table.values(table.hand()) for _ in range(150)]
    for test in table.tests.values():
        if test.value:
            found = [test.value(values) for values in every]
            away = (statistics.fmean(found) - test.reference.mean) / test.reference.sd
            assert abs(away) * math.sqrt(len(found)) < 4, test.key
            assert 0.75 < statistics.pstdev(found) / test.reference.sd < 1.3, test.key


def test_a_row_table_builds_the_lower_row_first():
    where = places("row_port", Header().stacks)
    line = [str(i) for i in range(136)]
    lower, upper = where.walls(line)[0]
    assert lower == [str(i) for i in range(17)] and upper == [str(i) for i in range(17, 34)]
    assert where.line(where.walls(line)) == line


def test_beside_are_places_of_two_walls_built_within_one_tile():
    where = places("four_port", (17,) * 4)
    assert len(where.beside) == 34 * 6 + 33 * 12
    assert (0, 34) in where.beside and (0, 35) in where.beside and (0, 1) not in where.beside
    assert places("single_port", (17,) * 4).beside == ()


def test_the_single_port_builds_d_first_and_a_last():
    where = places("single_port", (17,) * 4)
    assert [where.layout.exit_ranks[34 * i] for i in range(4)] == [102, 0, 34, 68]  # A D C B
