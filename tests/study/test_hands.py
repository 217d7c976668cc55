"""Faces, the deal, pairs and shanten, the last beside the library `mahjong`."""

import numpy as np
import pytest
from mahjong.shanten import Shanten

from mjsim.shuffle.statistics.projection import Layout
from mjstudy import faces, hands
from mjstudy import shanten as steps
from mjstudy.fixed import load
from mjstudy.measures import deals
from mjtable.game import profiles

NUMBERS = np.arange(3_000)
DEALT = hands.dealt(faces.by_chance(2, NUMBERS, 136), faces.FOUR).reshape(-1, faces.FOUR)


def test_every_profile_has_its_set():
    for row in profiles.PROFILES:
        assert faces.copies(row[profiles.TILES]).sum() == row[profiles.TILES]
    with pytest.raises(ValueError, match="no set of 140 tiles; there are 136, 144, 148, 152"):
        faces.copies(140)


@pytest.mark.parametrize("n", sorted(faces.COPIES))
def test_faces_are_the_whole_set(n):
    group = faces.old_melds(n, 8, 3)
    for kinds in (faces.by_chance(1, NUMBERS[:50], n),
                  faces.with_melds(1, NUMBERS[:50], group, 0.5)):  # fmt: skip
        for row in kinds:
            assert (np.bincount(row, minlength=len(faces.COPIES[n])) == faces.copies(n)).all()


def test_old_melds_are_pungs_and_chows():
    group = faces.old_melds(136, 8, 3)
    kinds = faces.with_melds(1, NUMBERS, group, 0.25)
    melds = kinds[:, np.flatnonzero(group >= 0)].reshape(-1, 3)
    pung = (melds[:, :1] == melds).all(axis=1)
    chow = (np.diff(melds, axis=1) == 1).all(axis=1) & (melds[:, 2] < 27)
    assert (pung | chow).all() and (melds[chow, 0] % 9 <= 6).all()
    assert pung.mean() == pytest.approx(0.25, abs=0.03)
    assert [np.flatnonzero(group == g)[0] for g in range(3)] == [0, 17, 34]


def test_melds_that_the_set_has_not_are_refused():
    with pytest.raises(ValueError, match="46 melds of 3 tiles are more than 136 tiles"):
        faces.old_melds(136, 46, 3)
    with pytest.raises(ValueError, match="45 melds: too many to find faces for"):
        faces.with_melds(1, NUMBERS[:2], faces.old_melds(136, 45, 3), 1.0)


def test_the_deal_takes_53_tiles_in_turns():
    places = [hands.of_player(player).tolist() for player in range(4)]
    assert sorted(sum(places, [])) == list(range(profiles.DEALT))
    assert places[0] == [0, 1, 2, 3, 16, 17, 18, 19, 32, 33, 34, 35, 48, 52]
    assert places[2][:5] == [8, 9, 10, 11, 24] and [len(p) for p in places] == [14, 13, 13, 13]
    held = hands.dealt(np.arange(53)[None, :] // 4, 20)
    assert held[0, 0].tolist()[:9] == [4, 0, 0, 0, 4, 0, 0, 0, 4] and held[0, 0, 12] == 1


def test_shanten_as_the_library_says():
    """2,000 dealt hands of 13, and as many of one suit and of few kinds, where it is hard."""
    rng = np.random.default_rng(1)
    few = []
    for _ in range(1_000):
        tiles = np.repeat(rng.choice(34, 9, replace=False) if rng.random() < 0.5 else range(9), 4)
        few.append(np.bincount(rng.permutation(tiles)[: rng.integers(13, 15)], minlength=34))
    counts = np.concatenate([DEALT[:2_000], few])
    told = steps.shanten(counts)
    for hand, mine in zip(counts.tolist(), told.tolist(), strict=True):
        assert mine == Shanten.calculate_shanten(hand), hand


def test_known_hands():
    def hand(*kinds):
        return np.bincount(kinds, minlength=34)[None, :]

    orphans = [k for k in range(27) if k % 9 in (0, 8)] + list(range(27, 34))
    assert steps.shanten(hand(*orphans)) == 0 and steps.sets_and_pair(hand(*orphans)) == 8
    pairs = [1, 1, 4, 4, 7, 7, 12, 12, 20, 20, 28, 28, 30, 30]
    assert steps.shanten(hand(*pairs)) == -1 and steps.sets_and_pair(hand(*pairs)) == 3
    assert steps.shanten(hand(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 33, 33)) == -1
    assert steps.shanten(hand(*[27] * 4, *[28] * 4, *[29] * 4, 30)) >= 1


def test_the_mean_is_the_one_written_down():
    many = hands.dealt(faces.by_chance(5, np.arange(10_000), 136), 34).reshape(-1, 34)
    found = steps.shanten(many)
    assert found.mean() == pytest.approx(load().shanten.of(136), abs=4 * 0.884 / 200)
    assert found.std() == pytest.approx(0.884, abs=0.015)


@pytest.mark.parametrize("n", [144, 148, 152])
def test_the_means_of_larger_sets(n):
    many = hands.dealt(faces.by_chance(5, np.arange(3_000), n), 34).reshape(-1, 34)
    assert steps.shanten(many).mean() == pytest.approx(load().shanten.of(n), abs=0.035)
    expected = faces.FOUR * deals.at_least_two(n, 4)
    assert (many >= 2).sum(axis=1).mean() == pytest.approx(expected, abs=0.035)


def test_what_is_no_hand_is_refused():
    with pytest.raises(ValueError, match=r"counts have the shape \(2, 33\): hands x 34 kinds"):
        steps.shanten(np.zeros((2, 33), int))
    with pytest.raises(ValueError, match="a hand holds 0 to 4 tiles of a kind"):
        steps.shanten(np.full((1, 34), 5))
    with pytest.raises(ValueError, match="no hands are dealt from a set of 7 tiles"):
        deals.dealer_shanten(Layout((1, 1, 1, 1)), np.zeros(7), load().melds.pungs, 1, 1)
