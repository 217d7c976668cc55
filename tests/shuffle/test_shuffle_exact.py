"""Every statistic's mean and variance against all permutations of a few tiles."""

import itertools
import math
import statistics
from fractions import Fraction

import pytest

from mjsim.shuffle.statistics import adjacency, chisquare, rank, rising


def every_order(n):
    return list(itertools.permutations(range(n)))


def assert_matches(reference, values):
    assert reference.mean == pytest.approx(statistics.fmean(values), abs=1e-12)
    assert reference.sd == pytest.approx(statistics.pstdev(values), abs=1e-12)


@pytest.mark.parametrize("n", [4, 5, 6, 7])
def test_adjacency_mean_and_variance_are_exact(n):
    assert_matches(adjacency.reference(n), [adjacency.kept(p) for p in every_order(n)])


def test_adjacency_counts_both_directions():
    assert adjacency.kept([0, 1, 2, 3]) == 3
    assert adjacency.kept([3, 2, 0, 1]) == 2
    assert adjacency.kept([0, 2, 4, 1, 3]) == 0


@pytest.mark.parametrize("n", [2, 3, 5, 6])
def test_rising_mean_and_variance_are_exact(n):
    assert_matches(rising.reference(n), [rising.count(p) for p in every_order(n)])


def test_rising_sequences_of_known_orders():
    assert rising.count([0, 1, 2, 3, 4]) == 1
    assert rising.count([4, 3, 2, 1, 0]) == 5
    assert rising.count([0, 3, 1, 4, 2, 5]) == 2  # one riffle of two packets


@pytest.mark.parametrize(
    "exit_ranks",
    [
        (0, 1, 2, 3, 4),
        (0, 1, 0, 1, 0),
        (0, 0, 1, 1, 2, 2),
        (0, 1, 2, 0, 1, 0),
    ],
)
def test_spearman_mean_and_variance_are_exact_with_ties(exit_ranks):
    values = [rank.spearman(p, exit_ranks) for p in every_order(len(exit_ranks))]
    assert_matches(rank.reference(len(exit_ranks)), values)


def test_spearman_of_known_orders():
    assert rank.spearman([0, 1, 2, 3], [0, 1, 2, 3]) == pytest.approx(1.0)
    assert rank.spearman([3, 2, 1, 0], [0, 1, 2, 3]) == pytest.approx(-1.0)
    assert rank.spearman([0, 2, 1, 3], [0, 1, 2, 3]) == pytest.approx(0.8)  # 1 - 6*2/(4*15)


TABLES = [
    ((0, 0, 1, 1, 2, 2), (0, 0, 0, 1, 1, 1)),
    ((0, 0, 1, 2, 2), (0, 1, 1, 1, 0)),
    ((0, 1, 1, 1, 2, 2, 2), (0, 0, 1, 1, 2, 2, 2)),
]


def margins(labels):
    return [labels.count(value) for value in range(max(labels) + 1)]


@pytest.mark.parametrize("groups, classes", TABLES)
def test_chi_square_mean_and_variance_are_exact(groups, classes):
    rows, columns = margins(groups), margins(classes)
    each = chisquare.expected(rows, columns)
    values = [
        chisquare.statistic(chisquare.tabulate(p, classes, len(columns), len(rows)), each)
        for p in itertools.permutations(groups)
    ]
    assert_matches(chisquare.reference(rows, columns), values)


@pytest.mark.parametrize("groups, classes", TABLES)
def test_pooled_chi_square_has_mean_exactly_its_degrees_of_freedom(groups, classes):
    """Two shuffles added up, over all pairs of arrangements."""
    rows, columns = margins(groups), margins(classes)
    tables = {}
    for p in itertools.permutations(groups):
        table = tuple(chisquare.tabulate(p, classes, len(columns), len(rows)))
        tables[table] = tables.get(table, 0) + 1
    total = math.factorial(len(groups))
    mean = 0.0
    for (a, many), (b, more) in itertools.product(tables.items(), repeat=2):
        added = [x + y for x, y in zip(a, b, strict=True)]
        weight = Fraction(many * more, total * total)
        mean += float(weight) * chisquare.pooled(added, rows, columns, 2)
    assert mean == pytest.approx(chisquare.degrees(rows, columns))


def test_empty_classes_do_not_count():
    assert chisquare.degrees([4, 4, 4, 4], [8, 0, 8, 0]) == 3
    assert chisquare.statistic([2, 0], chisquare.expected([2], [2, 0])) == 0.0


def test_the_numbers_of_the_design_for_144_tiles():
    assert adjacency.reference(144).mean == pytest.approx(1.986, abs=5e-4)
    assert adjacency.reference(144).sd == pytest.approx(1.39, abs=0.01)
    assert rank.reference(144).sd == pytest.approx(0.084, abs=5e-4)
    assert rising.reference(144).mean == pytest.approx(72.5)
    assert rising.reference(144).sd == pytest.approx(3.5, abs=0.05)
