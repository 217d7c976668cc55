"""Sums are the same for every split, and their error is that of the timelines."""

import numpy as np
import pytest

from mjstudy.fixed import load
from mjstudy.gather import Gathered, effect_of_clusters
from mjstudy.measures import pairs
from mjstudy.measures.family import family
from mjstudy.planned import on_every_wall
from mjstudy.run import blocks
from tests.study.walls import FOUR, TIMELINES, batch, gathered, perfect

NEAR = pairs.near("near", 136, 1)


@pytest.mark.parametrize("cuts", [(100,), (1, 2, 3), (37, 38, 200, 299)])
def test_every_split_gives_the_same_sums(cuts):
    measures = family(on_every_wall(load()), FOUR, 1)
    walls = perfect(300)
    whole = gathered(measures, walls)
    parts = [gathered(measures, walls.part(slice(a, b)))
             for a, b in zip((0, *cuts), (*cuts, 300), strict=True)]  # fmt: skip
    first = parts[-1]
    for part in parts[:-1]:
        first.merge(part)
    for key, sums in whole.sums.items():
        other = first.sums[key]
        assert (sums.walls == other.walls).all() and sums.squares == other.squares, key
        assert (sums.totals == other.totals).all(), key


@pytest.mark.parametrize("kind", ["timeline", "hand"])
@pytest.mark.parametrize("part", ["walls", "totals", "squares"])
@pytest.mark.parametrize("change", [
    lambda a: np.concatenate([a, a]), lambda a: a[:0], lambda a: a[::-1].copy(),
    lambda a: np.zeros_like(a), lambda a: a.astype(str),
])  # fmt: skip
def test_sums_that_somebody_has_changed_are_not_used(tmp_path, kind, part, change):
    whole = gathered([NEAR], perfect(300))
    blocks.keep(tmp_path / "a.npz", whole)
    again = Gathered([NEAR], TIMELINES)
    assert blocks.kept(tmp_path / "a.npz", again)
    assert again.estimate(NEAR).shift == whole.estimate(NEAR).shift
    with np.load(tmp_path / "a.npz") as file:
        rows = {name: file[name] for name in file.files}
    was, now = rows[f"{kind}.near.{part}"], change(rows[f"{kind}.near.{part}"])
    rows[f"{kind}.near.{part}"] = now
    np.savez(tmp_path / "b.npz", **rows)
    same = was.dtype == now.dtype and np.array_equal(was, now)
    assert blocks.kept(tmp_path / "b.npz", Gathered([NEAR], TIMELINES)) == same


@pytest.mark.parametrize("data", [b"", b"PK cut"])
def test_sums_that_are_none_are_worked_out_again(tmp_path, data):
    (tmp_path / "c.npz").write_bytes(data)
    assert not blocks.kept(tmp_path / "c.npz", Gathered([NEAR], TIMELINES))


def test_the_error_is_that_of_independent_walls_when_they_are():
    told = gathered([NEAR], *(perfect(2_000, seed=s) for s in (1, 2, 3))).estimate(NEAR)
    plain = told.sd / np.sqrt(told.walls)
    assert told.df == TIMELINES - 1
    assert told.se == pytest.approx(plain, rel=0.5)
    assert abs(told.icc[0]) < 0.02
    assert told.sd == pytest.approx(NEAR.sd, rel=0.05)


def test_walls_of_a_timeline_that_are_copies_count_once():
    lines = perfect(TIMELINES, seed=7).labels
    many = batch(np.tile(lines, (50, 1)))
    told, once = (gathered([NEAR], of).estimate(NEAR) for of in (many, batch(lines)))
    assert told.se == pytest.approx(once.se) and told.icc == pytest.approx(1.0)
    assert effect_of_clusters(told.icc[0], 50) == pytest.approx(np.sqrt(50))


def test_timelines_of_different_sizes_weigh_by_their_walls():
    sums = Gathered([NEAR], 3).sums["near"]
    sums.add(np.array([0, 0, 0, 2]), np.array([[1], [2], [3], [6]]))
    told = Gathered([NEAR], 3)
    told.sums["near"] = sums
    found = told.estimate(NEAR)
    assert found.shift[0] + NEAR.expected[0] == pytest.approx(3.0)
    assert found.se[0] == pytest.approx(np.sqrt(2 * (9 + 9)) / 4)


def test_what_cannot_be_gathered_is_refused():
    with pytest.raises(ValueError, match="1 timelines: an error needs at least 2"):
        Gathered([NEAR], 1)
    with pytest.raises(ValueError, match="a wall's timeline is not 0 to 4"):
        Gathered([NEAR], 5).add(perfect(10))
    with pytest.raises(ValueError, match="only sums of the same measures, timelines"):
        Gathered([NEAR], 5).merge(Gathered([NEAR], 6))
    with pytest.raises(ValueError, match="near: walls of 1 of 20 timelines or hands; an error"):
        gathered([NEAR], perfect(1)).estimate(NEAR)


def test_a_hand_that_many_walls_share_counts_once():
    """Each hand shifts all walls that are swept in after it: as many hands say as many things."""
    timeline, hand = np.arange(1600) % 20, np.arange(1600) // 20 % 8
    value = np.array([3, -1, 4, -1, 5, -9, 2, -3])[hand][:, None]
    told, blind = Gathered([NEAR], 20, 8), Gathered([NEAR], 20)
    for gathered_ in (told, blind):
        gathered_.sums["near"].add(timeline, value)
        gathered_.by_hand["near"].add(hand % gathered_.hands, value)
    found = told.estimate(NEAR)
    assert blind.estimate(NEAR).se == pytest.approx(0) and blind.estimate(NEAR).df == 19
    assert found.df == 7
    assert found.se == pytest.approx(np.std(value[:160:20], ddof=1) / np.sqrt(8), rel=0.02)


def test_hands_that_do_not_matter_take_nothing_away():
    """Chance between few hands never makes an error smaller than that of the timelines."""
    walls = [perfect(2_000, seed=seed) for seed in range(1, 9)]
    told, blind = Gathered([NEAR], TIMELINES, 8), Gathered([NEAR], TIMELINES)
    for hand, some in enumerate(walls):
        told.add(some, hand)
        blind.add(some)
    with_hands, without = told.estimate(NEAR), blind.estimate(NEAR)
    assert without.se <= with_hands.se <= 2 * without.se and with_hands.df == 7


def test_the_effect_of_clusters_is_never_imaginary():
    assert effect_of_clusters(-0.5, 100) == 0.0 and effect_of_clusters(0.0, 9) == 1.0
