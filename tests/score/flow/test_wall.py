"""Break and deal of the score keeper against the table's firmware and the documents' examples."""

import itertools
import json
from pathlib import Path

import pytest

from mjscore import wall
from mjscore.errors import ScoreError
from mjtable.game import deal as firmware
from mjtable.game import profiles

VECTORS = Path(__file__).parents[2] / "data" / "rule_vectors.json"
EVERY = [row[profiles.NAME] for row in profiles.PROFILES]


def throws(name):
    """Every combination of the profile's dice, in every order."""
    return itertools.product(range(1, 7), repeat=profiles.dice(profiles.index_of(name)))


@pytest.mark.parametrize("name", EVERY)
def test_every_throw_and_every_dealer_gives_the_places_of_the_firmware(name):
    index = profiles.index_of(name)
    seen = {}
    for dice in throws(name):
        for dealer, side in enumerate("ABCD"):
            ours = wall.deal(name, dice, side)
            if (sum(dice), side) in seen:  # the same sum is the same wall
                assert ours.order == seen[sum(dice), side]
                continue
            seen[sum(dice), side] = ours.order
            compare_with_firmware(ours, index, dealer, sum(dice))
    assert len(seen) == 4 * (5 * profiles.dice(index) + 1)


def compare_with_firmware(ours, index, dealer, total):
    tiles = profiles.tiles(index)
    theirs = [firmware.tile(index, dealer, total, n) for n in range(tiles)]
    assert [p.by_seat() for p in ours.order] == [firmware.seat_text(w) for w in theirs]
    assert [p.by_side() for p in ours.order] == [firmware.text(w, dealer) for w in theirs]
    answer = ours.as_dict()
    assert answer["break_wall"] == firmware.SEATS[firmware.break_wall(index, total)]
    assert answer["counted"] == total
    assert answer["left"] == firmware.left_after_deal(index)
    next_draw = firmware.next_draw(index, dealer, total)
    first_replacement = firmware.tail_tile(index, dealer, total, 0)
    for told, text in (
        (answer, firmware.seat_text),
        (answer["sides"], lambda w: firmware.text(w, dealer)),
    ):
        hands = {seat: [] for seat in "ESWN"}
        for i in range(profiles.DEALT):
            n = firmware.dealt_tile(index, i)
            hands[firmware.SEATS[firmware.dealt_seat(index, n)]].append(text(theirs[n]))
        assert told["hands"] == hands
        assert told["next_draw"] == text(next_draw)
        assert told["first_replacement"] == text(first_replacement)
        assert told["first_stack"] + "t" == text(theirs[0])
        assert told["tail_stack"] + "b" == text(theirs[-1])


def vectors(kind):
    rows = json.loads(VECTORS.read_text(encoding="utf-8"))["vectors"]
    return [row for row in rows if row["kind"] == kind]


@pytest.mark.parametrize("row", vectors("deal"), ids=lambda row: row["id"])
def test_the_documents_break_of_seven(row):
    name = "SHOP-B-136" if row["system"] == "SHOP-B" else row["system"]
    answer = wall.deal(name, row["input"]["dice"]).as_dict()
    assert {key: answer[key] for key in row["expected"]} == row["expected"]


def test_seven_counted_at_side_c_is_read_on_the_machine_with_its_letter():
    answer = wall.deal("SHOP-B-136", (3, 4), "C").as_dict()
    assert answer["first_stack"] == "E8"
    assert answer["sides"]["dealer"] == answer["sides"]["break_wall"] == "C"
    assert answer["sides"]["first_stack"] == "C8"
    assert answer["sides"]["hands"]["S"][0] == "C10t"
    assert answer["sides"]["hands"]["E"][-1] == "B16t"  # N of dealer C is side B


def test_three_sixes_break_souths_wall_and_begin_at_easts_first_stack():
    answer = wall.deal("YEE", (6, 6, 6)).as_dict()
    assert answer["break_wall"] == "S" and answer["sides"]["break_wall"] == "B"
    assert (answer["first_stack"], answer["tail_stack"]) == ("E1", "S18")
    # single tiles in wall order: stacks 25 to 27 of the draw order are N7 to N9
    assert [answer["hands"][seat][-1] for seat in "SWN"] == ["N7b", "N8t", "N8b"]
    assert answer["hands"]["E"][-2:] == ["N7t", "N9t"]
    assert answer["next_draw"] == "N9b"


def test_the_walls_of_148_tiles_are_longer_on_a_and_c_whoever_deals():
    walls = wall.deal("HANDS-148", (6, 6), "B").order
    longest = {side: max(p.stack for p in walls if p.side == side) for side in "ABCD"}
    assert longest == {"A": 19, "B": 18, "C": 19, "D": 18}


def test_hopping_east_takes_first_and_third_top_and_the_others_what_lies_foremost():
    plain = wall.deal("SHOP-A", (3, 4)).as_dict()
    hop = wall.deal("SHOP-A", (3, 4), east_hop=True).as_dict()
    assert [plain["hands"][seat][-1] for seat in "ESWN"] == ["N14t", "N13b", "N14b", "N15t"]
    assert hop["hands"]["E"][-2:] == ["N13t", "N15t"]
    assert [hop["hands"][seat][-1] for seat in "SWN"] == ["N13b", "N14t", "N14b"]
    assert hop["next_draw"] == plain["next_draw"] == "N15b"
    assert hop["left"] == 99


@pytest.mark.parametrize("name", EVERY)
def test_every_tile_is_dealt_or_left_exactly_once(name):
    dealt = wall.deal(name, (2, 5, 1)[: profiles.dice(profiles.index_of(name))])
    taken = [place for hand in dealt.hands.values() for place in hand]
    assert len(set(taken)) == 53 and len(taken) + dealt.left == len(set(dealt.order))
    assert [len(dealt.hands[seat]) for seat in "ESWN"] == [14, 13, 13, 13]


@pytest.mark.parametrize(
    "arguments, field, rule, words",
    [
        (("YEE", (3, 4)), "dice", "YEE-T03", "YEE throws 3 dice, not 2."),
        (("SHOP-B-136", (3, 4, 5)), "dice", "SB-T05", "SHOP-B-136 throws 2 dice, not 3."),
        (("SHOP-A", (0, 4)), "dice", "SA-T05", "a die shows 1 to 6, not 0."),
        (("LASFS", (7, 4)), "dice", "LASFS-T02", "a die shows 1 to 6, not 7."),
        (("MJG", (True, 4)), "dice", "MJ-T01", "a die shows 1 to 6, not True."),
        (("HANDS-144", ("3", 4)), "dice", "MH-T03", "a die shows 1 to 6, not '3'."),
        (("SHOPB136", (3, 4)), "profile", "ENG-04", 'did you mean "SHOP-B-136"?'),
        (("SHOP-A", (3, 4), "a"), "dealer_side", "ENG-03", 'did you mean "A"?'),
        (("SHOP-A", (3, 4), "AB"), "dealer_side", "ENG-03", "the table has no side 'AB'"),
        (("SHOP-A", (3, 4), "E"), "dealer_side", "ENG-03", "known are A, B, C, D"),
    ],
)
def test_a_throw_that_cannot_be_is_refused_in_one_sentence(arguments, field, rule, words):
    with pytest.raises(ScoreError) as caught:
        wall.deal(*arguments)
    assert (caught.value.field, caught.value.rule) == (field, rule)
    assert words in str(caught.value) and rule in str(caught.value)


def test_east_hops_only_where_he_takes_two_top_tiles():
    with pytest.raises(ScoreError, match="there is nothing to hop.*YEE-T06"):
        wall.deal("YEE", (1, 2, 3), east_hop=True)


def test_the_system_of_a_profile():
    assert [wall.system_of(name) for name in EVERY] == [
        "SHOP-A", "SHOP-B", "SHOP-B", "MJG", "YEE", "HANDS", "HANDS", "LASFS"
    ]  # fmt: skip
