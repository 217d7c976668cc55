"""What is left on the wall: draws, replacements from the tail, the reserve."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjscore.errors import ScoreError
from mjscore.flow.wall_state import WallState, head_draws
from mjtable.game import deal, profiles

VECTORS = Path(__file__).parents[2] / "data" / "rule_vectors.json"


def wall(name, **fields):
    return WallState(profiles.index_of(name), **fields)


@pytest.mark.parametrize(
    "name, left, reserve",
    [
        ("SHOP-A", 99, 0),  # SA-T06, SA-T07
        ("SHOP-B-136", 83, 14),  # SB-T07
        ("SHOP-B-144", 91, 14),
        ("MJG", 83, 14),  # MJ-T01
        ("YEE", 91, 16),  # YEE-T07
        ("HANDS-144", 91, 14),  # MH-T03
        ("HANDS-148", 95, 14),
        ("LASFS", 91, 8),  # LASFS-T03
    ],
)
def test_after_the_deal(name, left, reserve):
    now = wall(name)
    assert (now.left, now.reserve, now.drawable) == (left, reserve, left - reserve)


@pytest.mark.parametrize("k", range(6))
@pytest.mark.parametrize("f", range(9))
def test_head_draws_after_the_deal_follow_the_printed_formulas(k, f):
    r = k + f
    assert head_draws("SHOP-B-136", k) == 136 - 53 - k - (14 + 2 * k)
    assert head_draws("SHOP-B-144", k, f) == 144 - 53 - (k + f) - (14 + 2 * k)
    assert head_draws("MJG", k) == 136 - 53 - k - (14 + 2 * k)
    assert head_draws("YEE", k, f) == 75 - r
    assert head_draws("HANDS-148", k, f) == 148 - 53 - r - (14 + 2 * k)
    assert head_draws("LASFS", k, f) == 91 - r - (8 - r % 2)
    assert head_draws("SHOP-A") == 99


def test_a_kong_adds_one_tile_only_where_that_is_agreed():
    assert wall("SHOP-B-136", kongs=3, tail=3).reserve == 20
    assert wall("SHOP-B-136", kongs=3, tail=3, per_kong=1).reserve == 17
    assert wall("YEE", kongs=3, tail=3, per_kong=1).reserve == 16  # YEE-Q03


def test_lasfs_block_holds_eight_tiles_or_seven_after_an_odd_number_of_tail_draws():
    rows = json.loads(VECTORS.read_text(encoding="utf-8"))["vectors"]
    block = next(row for row in rows if row["id"] == "PUB-LASFS-BLOCK")["expected"]["block_tiles"]
    assert sorted({wall("LASFS", tail=r).reserve for r in range(9)}) == block
    assert [wall("LASFS", tail=r).reserve for r in range(4)] == [8, 7, 8, 7]


def test_the_vectors_reserve_of_seven_stacks():
    rows = json.loads(VECTORS.read_text(encoding="utf-8"))["vectors"]
    row = next(row for row in rows if row["id"] == "PUB-SB-RESERVE")
    told = row["input"]
    assert told["tiles"] == 136
    now = wall("SHOP-B-136", kongs=told["kongs"], tail=told["flowers_replaced"])
    assert now.reserve == row["expected"]["draw_when_tiles_left"]
    assert now.reserve // 2 == row["expected"]["stacks_left"]


def test_replacements_come_from_the_last_stack_top_before_bottom():
    now, numbers = wall("SHOP-B-136"), []
    for _ in range(4):
        number, now = now.replace()
        numbers.append(number)
    assert numbers == [134, 135, 132, 133]  # ENG-05
    index = profiles.index_of("SHOP-B-136")
    for r, number in enumerate(numbers):
        assert deal.tile(index, 0, 7, number) == deal.tail_tile(index, 0, 7, r)


@given(st.sampled_from([row[profiles.NAME] for row in profiles.PROFILES]),
       st.lists(st.sampled_from(("draw", "flower", "kong")), max_size=130))  # fmt: skip
@settings(max_examples=150)
def test_no_draw_touches_the_reserve_and_no_tile_is_taken_twice(name, wishes):
    now, taken = wall(name), []
    for wish in wishes:
        before = now
        try:
            number, now = now.draw() if wish == "draw" else now.replace(kong=wish == "kong")
        except ScoreError as refused:
            assert before.ended and "stay on the wall" in str(refused)
            continue
        taken.append(number)
        odd_tile = name == "LASFS" and wish != "draw" and before.left == 8
        assert before.left > before.reserve or odd_tile
    assert len(set(taken)) == len(taken) and now.left == profiles.tiles(now.profile) - 53 - len(
        taken
    )
    assert all(53 <= number < profiles.tiles(now.profile) for number in taken)


@pytest.mark.parametrize(
    "name, rule", [("SHOP-A", "SA-T07"), ("SHOP-B-144", "SB-T07"), ("MJG", "MJ-T01"),
                   ("YEE", "YEE-T07"), ("HANDS-148", "MH-T03"), ("LASFS", "LASFS-T03")]
)  # fmt: skip
def test_at_the_end_nothing_is_drawn_and_the_rule_is_named(name, rule):
    now = wall(name, head=53 + wall(name).drawable)
    with pytest.raises(ScoreError, match="nothing can be drawn any more.*" + rule):
        now.draw()
    if name != "LASFS":
        with pytest.raises(ScoreError, match="nothing is replaced any more.*" + rule):
            now.replace()


def test_lasfs_gives_its_odd_tile_as_the_last_replacement():
    now = wall("LASFS", head=53 + 83)
    assert now.ended and now.replaceable
    _, now = now.replace()
    assert now.left == now.reserve == 7
    with pytest.raises(ScoreError, match="7 tiles are left and 7 stay"):
        now.replace()


def test_who_knows_which_replacement():
    from mjscore.flow.wall_state import ANIMAL, FLOWER, KONG

    told = {row[profiles.NAME]: [wall(row[profiles.NAME]).replaces(what)
            for what in (KONG, FLOWER, ANIMAL)] for row in profiles.PROFILES}  # fmt: skip
    assert told == {
        "SHOP-A": [False, False, False],
        "SHOP-B-136": [True, False, False],
        "SHOP-B-144": [True, True, False],
        "MJG": [True, False, False],
        "YEE": [True, True, False],
        "HANDS-144": [True, True, False],
        "HANDS-148": [True, True, True],
        "LASFS": [True, True, False],
    }
