"""Each statistic's mean and deviation against all permutations, and against the small study."""

from dataclasses import replace

import numpy as np
import pytest

from mjsim.shuffle.statistics import adjacency, rank
from mjsim.shuffle.statistics.projection import Layout
from mjsim.shuffle.statistics.reading import read
from mjstudy.batch import Batch, places_of
from mjstudy.fixed import PATH, FixedError, load, parse
from mjstudy.measures import pairs, ranks, tables
from mjstudy.measures.family import family
from mjstudy.planned import on_every_wall
from mjstudy.verdicts import verdicts
from tests.study.walls import FOUR, batch, every_order, gathered, perfect, values

GROUP = np.array([0, 0, 0, -1, 1, 1, -1])


def assert_exact(measure, of):
    found = values(measure, of)
    assert found.mean(axis=0) == pytest.approx(measure.expected, abs=1e-12)
    assert found.std(axis=0) == pytest.approx(measure.sd, abs=1e-12)


@pytest.mark.parametrize("n", [4, 5, 7])
@pytest.mark.parametrize("apart", [1, 2, 3])
def test_neighbours_are_exact(n, apart):
    assert_exact(pairs.near("near", n, apart), every_order(n))


def test_old_melds_are_exact():
    assert_exact(pairs.melds(GROUP), every_order(7))


def test_without_melds_there_are_no_pairs():
    assert_exact(pairs.melds(np.full(5, -1)), every_order(5))


@pytest.mark.parametrize("lanes", [1, 4])
def test_tables_and_ranks_are_exact(lanes):
    layout = Layout((1, 1, 1, 1), lanes)
    for measure in (tables.side(layout), tables.tier(layout), tables.build(layout, 4),
                    ranks.spearman(layout)):  # fmt: skip
        assert_exact(measure, every_order(8))


def test_serial_correlation_is_exact():
    orders = every_order(7).labels
    before = np.broadcast_to(np.array([3, 0, 6, 1, 2, 5, 4], np.int16), orders.shape)
    assert_exact(ranks.serial("serial1", 7, 1), batch(orders, before))
    assert_exact(ranks.serial("serial2", 7, 2), batch(orders, None, before))


@pytest.mark.parametrize(("stacks", "lanes"), [((17, 17, 17, 17), 4), ((19, 18, 19, 18), 4),
                                               ((18, 18, 18, 18), 1)])  # fmt: skip
def test_the_small_study_reads_the_same(stacks, lanes):
    layout = Layout(stacks, lanes)
    walls = perfect(5, n=layout.n)
    near, rho = pairs.near("adjacency", layout.n, 1), ranks.spearman(layout)
    assert near.sd[0] == pytest.approx(adjacency.reference(layout.n).sd)
    assert rho.sd[0] == pytest.approx(rank.reference(layout.n).sd)
    for row in range(5):
        small = read(layout, walls.labels[row].tolist())
        one = walls.part(slice(row, row + 1))
        assert values(near, one)[0, 0] == small.adjacency
        assert values(rho, one)[0, 0] == pytest.approx(small.spearman)
        assert tables.side(layout).read(one)[1][0].tolist() == list(small.side)
        assert tables.tier(layout).read(one)[1][0].tolist() == list(small.tier)


def test_a_hand_before_that_is_not_there_is_left_out():
    walls = perfect(6)
    before = walls.before.copy()
    before[2] = -1
    rows, found = ranks.serial("serial1", 136, 1).read(batch(walls.labels, before))
    assert rows.tolist() == [0, 1, 3, 4, 5] and found.shape == (5, 1)
    assert not len(ranks.serial("serial2", 136, 2).read(batch(walls.labels))[0])


def test_an_exact_copy_of_the_hand_before_correlates_fully():
    walls = perfect(3)
    of = batch(walls.labels, places_of(walls.labels))
    assert values(ranks.serial("serial1", 136, 1), of) == pytest.approx(1.0)


@pytest.mark.parametrize("layout", [
    FOUR, Layout((17, 17, 17, 17), 1), Layout((18, 18, 18, 18)), Layout((19, 18, 19, 18)),
    Layout((19, 19, 19, 19)),
], ids=lambda layout: f"{layout.n}-{layout.lanes}")  # fmt: skip
def test_every_statistic_is_right_on_perfect_walls(layout):
    """4.5 errors either way, of 56 cells: one seed in 2,500 would not do."""
    fixed = load()
    measures = family(on_every_wall(fixed), layout, seed=5)
    parts = (perfect(1_000, 3, layout.n, first=at) for at in range(0, 4_000, 1_000))
    sums = gathered(measures, *parts)
    for measure in measures:
        told = sums.estimate(measure)
        judged = slice(measure.judged_cells)
        error = told.sd / np.sqrt(told.walls)
        assert told.walls == 4_000
        assert np.abs(told.shift[judged] / error[judged]).max() < 4.5, measure.key
        known = measure.sd[judged]
        if not np.isnan(known).any():
            assert told.sd[judged] == pytest.approx(known, rel=0.06), measure.key


def test_parts_are_the_same_walls_for_every_split():
    measures = [m for m in family(load(), FOUR, 1) if m.key in ("guess", "pairs")]
    walls = perfect(400)
    for measure in measures:
        rows = measure.read(walls)[0]
        late = measure.read(walls.part(slice(150, 400)))[0] + 150
        assert rows[rows >= 150].tolist() == late.tolist()
        assert 400 / 60 < len(rows) < 400 / 4


def test_a_batch_of_which_no_wall_is_chosen_is_read():
    measures = family(load(), FOUR, 1)
    for walls in range(4):
        of = perfect(walls)
        for measure in measures:
            rows, found = measure.read(of)
            assert found.shape == (len(rows), measure.cells) and len(rows) <= walls
        gathered(measures, of)


def test_arrays_that_do_not_fit_are_refused():
    labels, one = perfect(3).labels, np.zeros(3, int)
    with pytest.raises(ValueError, match=r"labels have the shape \(136,\): walls x 4 to 255"):
        Batch(labels[0], one, one)
    with pytest.raises(ValueError, match="timeline needs one entry for each of the 3 walls"):
        Batch(labels, one[:2], one)
    with pytest.raises(ValueError, match=r"before_two has the shape \(2, 136\), labels"):
        Batch(labels, one, one, labels, labels[:2])
    with pytest.raises(ValueError, match="6 tiles: the quarters of the drop order must be"):
        tables.side(Layout((1, 1, 1, 0)))
    with pytest.raises(ValueError, match=r"group has the shape \(7,\), the set 136 tiles"):
        family(load(), FOUR, 1, GROUP)


def test_a_statistic_that_is_not_built_is_refused():
    told = PATH.read_bytes()
    with pytest.raises(FixedError, match="do not agree about near8, near9"):
        family(parse(told.replace(b'"near8"', b'"near9"')), FOUR, 1)
    with pytest.raises(FixedError, match="statistic adjacency: it is not of the kind cells"):
        family(parse(told.replace(b'"mean"', b'"cells"', 1)), FOUR, 1)


def test_walls_without_a_hand_before_cannot_be_judged():
    walls = perfect(40)
    sums = gathered(family(load(), FOUR, 1), batch(walls.labels))
    with pytest.raises(ValueError, match="serial1: walls of 0 of 20 timelines or hands"):
        verdicts(replace(load(), statistics=(load().of("serial1"),)), sums)
