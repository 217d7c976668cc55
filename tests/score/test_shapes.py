"""Sets, pairs and waits: against the package `mahjong`, and against plain recursion."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mahjong.shanten import Shanten

from mjscore.hand import CHOW, PUNG
from mjscore.shapes import is_standard, splits, waits
from mjscore.tiles import INDEX, KINDS


def complete(rng: random.Random) -> list[int]:
    """Counts of four random sets and a pair, never more than four of a kind."""
    while True:
        counts = [0] * KINDS
        for _ in range(4):
            if rng.random() < 0.5:
                counts[rng.randrange(KINDS)] += 3
            else:
                low = 9 * rng.randrange(3) + rng.randrange(7)
                for tile in (low, low + 1, low + 2):
                    counts[tile] += 1
        counts[rng.randrange(KINDS)] += 2
        if max(counts) <= 4:
            return counts


def drawn(rng: random.Random) -> list[int]:
    """Counts of 14 tiles drawn from the 136; often from one suit, so that some are complete."""
    suit = 9 * rng.randrange(3)
    wall = [tile for tile in range(KINDS) for _ in range(4)]
    if rng.random() < 0.5:
        wall = [tile for tile in wall if suit <= tile < suit + 9]
    counts = [0] * KINDS
    for tile in rng.sample(wall, 14):
        counts[tile] += 1
    return counts


def counted(text: str) -> list[int]:
    counts = [0] * KINDS
    for code in text.split():
        counts[INDEX[code]] += 1
    return counts


def test_twenty_thousand_hands_are_complete_exactly_where_the_package_mahjong_says_so():
    rng = random.Random(20_000)
    shanten = Shanten()
    found = 0
    for number in range(20_000):
        counts = complete(rng) if number % 2 else drawn(rng)
        ready = shanten.calculate_shanten_for_regular_hand(counts) == -1
        assert is_standard(counts) == ready, counts
        found += ready
    assert 10_000 <= found < 12_000  # the built half, and some of the drawn


def recursive(counts: list[int], sets: int, pairs: int) -> set[tuple]:
    """Splits by taking any set or pair off the lowest tile; as plain as can be."""
    tile = next((tile for tile in range(KINDS) if counts[tile]), None)
    if tile is None:
        return {()} if not sets and not pairs else set()
    found = set()
    for kind, tiles in (("pair", (tile,) * 2), ("pung", (tile,) * 3),
                        ("chow", (tile, tile + 1, tile + 2))):  # fmt: skip
        if kind == "chow" and (tile >= 27 or tile % 9 > 6):
            continue
        left = counts[:]
        for one in tiles:
            left[one] -= 1
        needs = (sets, pairs - 1) if kind == "pair" else (sets - 1, pairs)
        if min(left) >= 0 and min(needs) >= 0:
            for rest in recursive(left, *needs):
                found.add(tuple(sorted((*rest, (kind, tile)))))
    return found


@pytest.mark.parametrize("built", [complete, drawn])
def test_every_way_to_split_is_found_once(built):
    rng = random.Random(7)
    names = {CHOW: "chow", PUNG: "pung"}
    for _ in range(300):
        counts = built(rng)
        ours = [
            tuple(sorted([(names[one.kind], one.tile) for one in sets] + [("pair", pair)]))
            for sets, pair in splits(counts)
        ]
        assert len(ours) == len(set(ours))
        assert set(ours) == recursive(counts, 4, 1)


def test_four_pairs_and_two_sets_are_no_hand():
    assert not splits(counted("B1 B1 C1 C1 D1 D1 WE WE B2 B3 B4 C2 C3 C4"))


@given(st.integers(0, 10**9), st.integers(0, 13))
def test_a_wait_is_a_tile_that_completes(seed, which):
    rng = random.Random(seed)
    counts = complete(rng)
    tiles = [tile for tile, held in enumerate(counts) for _ in range(held)]
    counts[tiles[which]] -= 1
    expected = []
    for tile in range(KINDS):
        if counts[tile] < 4:
            counts[tile] += 1
            if recursive(counts, 4, 1):
                expected.append(tile)
            counts[tile] -= 1
    assert waits(counts, counts) == expected
    assert tiles[which] in expected


def test_a_kind_held_four_times_is_no_wait():
    seven = counted("B1 B2 B3 B4 C1 C1 C1")
    assert waits(seven, seven) == [INDEX["B1"], INDEX["B4"]]
    held = seven[:]
    held[INDEX["B1"]] += 3  # a pung of it on the table
    assert waits(seven, held) == [INDEX["B4"]]


def test_two_pairs_in_two_groups_wait_on_both():
    counts = counted("B1 B1 WE WE C2 C3 C4")
    assert waits(counts, counts) == [INDEX["B1"], INDEX["WE"]]


def test_pairs_in_four_groups_wait_on_nothing():
    counts = counted("B1 C1 C1 D1 D1 WE WE")
    assert waits(counts, counts) == []
