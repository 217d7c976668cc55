"""The profile table against rules chapter 10 and the documents' own examples."""

import json
from pathlib import Path

import pytest

from mjtable.game import profiles as p

VECTORS = Path(__file__).parents[2] / "data" / "table_vectors.json"
# Rules chapter 10, written out once more by hand: name, tiles, stacks E/S/W/N, dice,
# reserve with 0, 1 and 4 kongs, reserve after one tail draw.
CHAPTER_10 = (
    ("SHOP-A", 152, (19, 19, 19, 19), 2, (0, 0, 0), 0),
    ("SHOP-B-136", 136, (17, 17, 17, 17), 2, (14, 16, 22), 14),
    ("SHOP-B-144", 144, (18, 18, 18, 18), 2, (14, 16, 22), 14),
    ("MJG", 136, (17, 17, 17, 17), 2, (14, 16, 22), 14),
    ("YEE", 144, (18, 18, 18, 18), 3, (16, 16, 16), 16),
    ("HANDS-144", 144, (18, 18, 18, 18), 2, (14, 16, 22), 14),
    ("HANDS-148", 148, (19, 18, 19, 18), 2, (14, 16, 22), 14),
    ("LASFS", 144, (18, 18, 18, 18), 2, (8, 8, 8), 7),
)


def every_profile():
    return range(len(p.PROFILES))


def vectors(kind):
    rows = json.loads(VECTORS.read_text(encoding="utf-8"))["vectors"]
    return [row for row in rows if row["kind"] == kind]


def test_the_eight_rows_are_those_of_chapter_10():
    assert len(p.PROFILES) == len(CHAPTER_10)
    for index, (name, tiles, stacks, dice, reserves, after_tail) in enumerate(CHAPTER_10):
        assert p.name(index) == name
        assert p.index_of(name) == index
        assert p.tiles(index) == tiles
        assert tuple(p.stacks(index, side) for side in range(4)) == stacks
        assert p.dice(index) == dice
        assert tuple(p.reserve(index, kongs, 0) for kongs in (0, 1, 4)) == reserves
        assert p.reserve(index, 0, 1) == after_tail


@pytest.mark.parametrize("index", every_profile())
def test_walls_use_every_tile_and_opposite_walls_are_equal(index):
    a, b, c, d = (p.stacks(index, side) for side in range(4))
    assert 2 * (a + b + c + d) == p.tiles(index)
    assert (a, b) == (c, d)
    assert 0 <= a - b <= 1  # as even as may be, the surplus on A and C
    assert len(p.PROFILES[index]) == p.SWITCH + 1


@pytest.mark.parametrize("index", every_profile())
def test_a_break_never_counts_beyond_the_wall(index):
    assert 6 * p.dice(index) <= min(p.stacks(index, side) for side in range(4))


def test_unknown_names_have_no_index():
    for name in ("", "shop-a", "SHOP-B", "SHOP-A ", "RIICHI"):
        assert p.index_of(name) == -1


def test_rule_switch_positions_are_unique_and_as_on_factory_tables():
    positions = [row[p.SWITCH] for row in p.PROFILES]
    assert sorted(positions) == list(range(1, 9))
    assert p.at_switch(p.SELF_TEST_SWITCH) == -1
    assert p.at_switch(1) == p.index_of("SHOP-B-136") == p.DEFAULT
    assert [p.at_switch(position) for position in range(9, 16)] == [-1] * 7
    for index in every_profile():
        assert p.at_switch(p.PROFILES[index][p.SWITCH]) == index


def test_rotation_of_the_deal():
    facts = {p.name(i): (p.reseat_after(i), p.end_after(i)) for i in every_profile()}
    assert facts == {
        "SHOP-A": (0, 0),
        "SHOP-B-136": (4, 8),
        "SHOP-B-144": (4, 8),
        "MJG": (4, 8),
        "YEE": (0, 4),
        "HANDS-144": (4, 8),
        "HANDS-148": (4, 8),
        "LASFS": (0, 0),
    }


def test_what_the_marker_shows():
    def showing(what):
        return {p.name(i) for i in every_profile() if p.shows(i, what)}

    assert showing(p.SHOW_WIND) == {"MJG", "HANDS-144", "HANDS-148", "LASFS"}
    assert showing(p.SHOW_DOUBLE) == {"HANDS-144", "HANDS-148"}
    assert showing(p.SHOW_STREAK) == {row[0] for row in CHAPTER_10} - {"SHOP-A"}


def test_what_is_replaced_from_the_tail():
    def replacing(what):
        return {p.name(i) for i in every_profile() if p.replaces(i, what)}

    with_kongs = {row[0] for row in CHAPTER_10} - {"SHOP-A"}
    assert replacing(p.FOR_KONG) == with_kongs
    assert replacing(p.FOR_FLOWER) == with_kongs - {"SHOP-B-136", "MJG"}
    assert replacing(p.FOR_ANIMAL) == {"HANDS-148"}


@pytest.mark.parametrize("vector", vectors("profile"), ids=lambda v: v["id"])
def test_documents_own_wall_sizes(vector):
    index = p.index_of(vector["system"])
    expected = vector["expected"]
    assert [p.stacks(index, side) for side in range(4)] == expected["stacks"]
    assert p.tiles(index) == 4 * expected["per_wall"] == expected.get("tiles", p.tiles(index))
    if "draw_when_tiles_left" in expected:
        assert p.reserve(index, 3, 5) == expected["draw_when_tiles_left"]
        assert 4 * p.end_after(index) == expected["hands_per_full_game_min"]


@pytest.mark.parametrize("vector", vectors("reserve"), ids=lambda v: v["id"])
def test_documents_own_reserves(vector):
    expected = vector["expected"]
    if vector["system"] == "SHOP-B":
        given = vector["input"]
        index = p.index_of("SHOP-B-%d" % given["tiles"])
        left = p.reserve(index, given["kongs"], given["flowers_replaced"])
        assert left == expected["draw_when_tiles_left"] == 2 * expected["stacks_left"]
    else:
        index = p.index_of(vector["system"])
        assert sorted({p.reserve(index, 2, r) for r in range(9)}) == expected["block_tiles"]
