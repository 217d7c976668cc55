"""HANDS: basic hands, points and doubles, losers, caps, double dice, what is refused."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjscore.engine import score
from mjscore.errors import ScoreError
from mjscore.request import parse as parsed
from mjscore.rows import lacking
from mjscore.systems import game, hands
from mjscore.systems.hands import basic
from mjscore.view import View
from tests.score.hands_requests import answer, request, sheet, worthless

ORDINARY = "(B222) B345 B777 WE*3 DR +DR"  # one chow, one suit with honours
PURITY = "(B222) B345777888 B9 +B9"


def test_a_purity_hand_line_by_line():
    assert sheet(PURITY) == {
        "lines": [("MH-P01a", 2), ("MH-P01b", 8), ("MH-P09", 20), ("MH-P10", 2)],
        "doubles": [("MH-D01", 3)],
        "points": 32, "points_rounded": 40, "doubles_total": 3, "value": 320, "limits": [],
        "reading": "(B2*3) B345 B7*3 B8*3 B9*2",
    }  # fmt: skip


def test_an_ordinary_hand_line_by_line():
    own = sheet("{B2222} (B999) B567 DR*2 WS*2 +DR", round_wind="S")
    assert own["lines"] == [
        ("MH-P02a", 4), ("MH-P03b", 8), ("MH-P04b", 16), ("MH-P09", 20), ("MH-P11", 2),
    ]  # fmt: skip
    assert own["doubles"] == [("MH-D02", 1), ("MH-D06", 1)]
    assert (own["points"], own["points_rounded"], own["value"]) == (50, 50, 200)


# the set, its tile on the table and in the hand: points of the winner's set, by rule id
SETS = [
    ("(B555)", "MH-P01a", 2), ("(B111)", "MH-P02a", 4), ("(WN*3)", "MH-P03a", 4),
    ("(DG*3)", "MH-P03a", 4), ("(B5555)", "MH-P04a", 8), ("(B9*4)", "MH-P05a", 16),
    ("(WN*4)", "MH-P06a", 16), ("(DG*4)", "MH-P06a", 16), ("B555", "MH-P01b", 4),
    ("B111", "MH-P02b", 8), ("WN*3", "MH-P03b", 8), ("{B5555}", "MH-P04b", 16),
    ("{B9*4}", "MH-P05b", 32), ("{WN*4}", "MH-P06b", 32),
]  # fmt: skip


@pytest.mark.parametrize(("own", "rule", "points"), SETS)
def test_points_of_sets_of_the_winner(own: str, rule: str, points: int) -> None:
    lines = dict(sheet(f"{own} (B234) (B333) B666 B8 +B8")["lines"])
    lines["MH-P01a"] -= 2  # B333
    lines["MH-P01b"] -= 4  # B666
    assert {each: amount for each, amount in lines.items() if amount} == {
        rule: points, "MH-P09": 20,
    }  # fmt: skip


@pytest.mark.parametrize(("own", "rule", "points"), SETS)
def test_points_of_sets_of_a_loser(own: str, rule: str, points: int) -> None:
    found = sheet("(C222) C345 C777 WE*3 C8 +C8", of="W", W=own + " B3 C16 D147 WS WW DR DW")
    assert found["lines"] == [(rule, points)]


def test_only_four_sets_with_one_chow_of_one_suit_are_basic():
    assert answer("(B222) B345 B567 WE*3 DR +DR") == {
        "system": "HANDS", "legal": False, "rule": "MH-H01",
        "reason": "a basic hand has one chow at most, and the list has no such hand",
    }  # fmt: skip
    assert answer("(B222) C345 B777 WE*3 DR +DR") == {
        "system": "HANDS", "legal": False, "rule": "MH-H03",
        "reason": "a basic hand has one suit only, and the list has no such hand",
    }  # fmt: skip
    assert answer("(B222) B345 B779 WE*3 DR +DR") == {
        "system": "HANDS", "legal": False, "rule": "MH-H01",
        "reason": "the winner's tiles are neither four sets and a pair nor a hand of the list",
    }  # fmt: skip


@pytest.mark.parametrize(("hand", "rules"), [
    (PURITY, "MH-H01 MH-H02"),
    (ORDINARY, "MH-H01 MH-H03"),
    ("(WE*3) (WN*4) (DR*3) DG*3 DW +DW", "MH-H01 MH-H03"),
    ("(B222) B345567 WE*3 DR +DR", ""),
    ("(B222) C345 B777 WE*3 DR +DR", ""),
])  # fmt: skip
def test_rows_tell_the_basic_hands(hand: str, rules: str) -> None:
    asked = parsed(request(hand))
    view = View(asked, asked.hands[1])
    view.read(*next(view.readings()))
    assert [row.id for row in basic.BASIC if not lacking(row, view)] == rules.split()


def test_of_several_readings_only_a_basic_one_counts():
    own = sheet("(WE*3) B222333444 DR +DR", "discard")  # three chows are no basic hand
    assert own["lines"] == [("MH-P01b", 12), ("MH-P03a", 4), ("MH-P09", 20), ("MH-P11", 2)]


def test_a_kong_is_not_kept_in_the_hand():
    own = dict(sheet("(WE*3) B22223477 DR*2 +B7")["lines"])
    assert own["MH-P01b"] == 8 and "MH-P04b" not in own  # the fourth two belongs to the chow


def test_a_pung_completed_by_a_players_tile_lies_open():
    drawn, claimed = (dict(sheet("(WE*3) B22 B345 B777 DR*2 +B2", by)["lines"])
                      for by in ("wall", "discard"))  # fmt: skip
    assert drawn["MH-P01b"] == 8 and "MH-P01a" not in drawn
    assert (claimed["MH-P01b"], claimed["MH-P01a"]) == (4, 2)
    robbed = dict(sheet("(WE*3) B22 B345 B777 DR*2 +B2", "robbed_kong")["lines"])
    assert robbed == claimed


def test_a_tile_that_fits_chow_and_pung_is_read_for_the_higher_value():
    own = dict(sheet("(WE*3) B22345 B666 DR*2 +B2", "discard")["lines"])
    assert own["MH-P01a"] == 2
    kept = dict(sheet("(WE*3) B22234 B666 DR*2 +B5", "discard")["lines"])
    assert kept["MH-P01b"] == 8


@pytest.mark.parametrize("source", ["wall", "discard", "robbed_kong"])
def test_a_hand_without_claimed_sets_is_concealed_whatever_the_last_tile(source: str) -> None:
    own = sheet("{WE*4} B222345777 B9 +B9", source)
    assert ("MH-D09", 1) in own["doubles"]
    assert ("MH-D09", 1) not in sheet(ORDINARY, source)["doubles"]


def test_a_tile_of_the_garden_wall_doubles():
    for source in ("loose_kong", "loose_flower"):
        assert ("MH-D10", 1) in sheet(ORDINARY, source)["doubles"]
    for source in ("wall", "discard", "robbed_kong"):
        assert "MH-D10" not in dict(sheet(ORDINARY, source)["doubles"])


def test_honours_alone_are_pure_and_one_suit_with_honours_clean():
    honours = sheet("(WE*3) (WN*4) (DR*3) DG*3 DW +DW", config={"cap_ordinary": False})
    assert ("MH-D01", 3) in honours["doubles"]
    assert dict(sheet(ORDINARY)["doubles"])["MH-D02"] == 1
    assert dict(sheet(PURITY)["doubles"]) == {"MH-D01": 3}


def test_doubles_of_winds_and_dragons_for_all():
    own = sheet("(WS*3) (WE*3) DR*3 B345 B9 +B9")["doubles"]
    assert own == [("MH-D02", 1), ("MH-D06", 1), ("MH-D07", 1), ("MH-D08", 1)]
    both = sheet("(WS*3) (B222) DR*3 B345 B9 +B9", round_wind="S")["doubles"]
    assert dict(both) == {"MH-D02": 1, "MH-D06": 1, "MH-D07": 1, "MH-D08": 1}
    loser = sheet(PURITY, of="W", W="(WW*3) (WE*4) DR*3 DG*3 C1")
    assert loser["doubles"] == [("MH-D06", 2), ("MH-D07", 1), ("MH-D08", 1)]


def test_a_losers_hand_is_not_pure_clean_concealed_or_from_the_garden():
    loser = sheet(PURITY, "loose_kong", of="W", W="C2223334446668")
    assert (loser["lines"], loser["doubles"]) == ([("MH-P01b", 16)], [])
    assert (loser["points_rounded"], loser["value"]) == (20, 20)


def test_pairs_score_for_losers_too():
    loser = sheet(PURITY, of="W", W="C99 D11 WE*2 C5 D5 C246 D68")
    assert loser["lines"] == [("MH-P10", 4), ("MH-P11", 2)]
    assert (loser["points"], loser["points_rounded"], loser["value"]) == (6, 10, 10)
    assert sheet(ORDINARY, of="N")["points_rounded"] == 0  # nothing stays nothing


def test_four_equal_tiles_of_a_loser_are_a_concealed_kong():
    loser = sheet(ORDINARY, of="W", W="C2222 D9999 DG*3 C5 D5")
    assert loser["lines"] == [("MH-P03b", 8), ("MH-P04b", 16), ("MH-P05b", 32)]


def test_flowers_and_animals_on_the_table_score_for_all():
    own = sheet(PURITY + " /F2S2F1A3A4", round_wind="E")
    assert own["lines"][2:4] == [("MH-P07", 12), ("MH-P08", 8)]
    assert own["doubles"][1:] == [("MH-D03", 2), ("MH-D04", 1), ("MH-D05", 2)]
    loser = sheet(PURITY, of="W", W="C1234567 D123456 /F3S4A1", round_wind="W")
    assert loser["lines"] == [("MH-P07", 8), ("MH-P08", 4)]
    assert loser["doubles"] == [("MH-D03", 1), ("MH-D04", 1), ("MH-D05", 1)]  # one tile, twice
    assert (loser["points_rounded"], loser["value"]) == (20, 160)


@pytest.mark.parametrize("four", ["F1F2F3F4", "S1S2S3S4", "A1A2A3A4"])
@pytest.mark.parametrize("seat", ["S", "W"])
def test_a_bouquet_or_zoo_gives_neither_points_nor_doubles(four: str, seat: str) -> None:
    extra = {"S": PURITY, "W": "C1234567 D123456"}
    extra[seat] += f" /{four}"
    plain = sheet(PURITY, of=seat, W="C1234567 D123456")
    with_four = sheet(extra["S"], of=seat, W=extra["W"])
    assert with_four == plain
    three = {key: text.replace(four, four[:6]) for key, text in extra.items()}
    assert sheet(three["S"], of=seat, W=three["W"]) != plain


def test_the_other_colour_counts_beside_a_bouquet():
    own = sheet(PURITY + " /F1F2F3F4S2")
    assert ("MH-P07", 4) in own["lines"] and ("MH-D05", 1) in own["doubles"]


def test_tiles_kept_back_are_worth_nothing_to_the_winner():
    assert sheet(PURITY + " ?F2A1") == sheet(PURITY)


def test_a_loser_with_an_animal_in_the_hand_scores_nothing():
    held = "C222 DR*3 C1345 D246 /S3"
    assert sheet(PURITY, of="W", W=held + "A2")["value"] == 160 == 20 * 2**3
    spoilt = sheet(PURITY, of="W", W=held + " ?A1")
    assert spoilt == {
        "lines": [], "doubles": [], "points": 0, "points_rounded": 0, "doubles_total": 0,
        "value": 0, "limits": ["MH-X01"], "fixed": [("MH-X01", 0)],
    }  # fmt: skip
    flower = sheet(PURITY, of="W", W=held + " ?F3")  # a flower kept back merely does not count
    assert (flower["doubles"], flower["value"]) == ([("MH-D05", 1), ("MH-D06", 1)], 80)


def test_the_first_discard_of_east_is_worth_two_points_to_its_user():
    assert ("MH-P12", 2) in sheet(PURITY + " @first_discard")["lines"]
    loser = sheet(PURITY, of="W", W="(C222) C1456 D246 WE DR DG @first_discard")
    assert loser["lines"] == [("MH-P01a", 2), ("MH-P12", 2)]


def test_the_flag_of_the_first_discard_is_believed_of_anybody():
    asked = request(PURITY)
    for seat in "EW":
        asked["players"][seat]["used_first_east_discard"] = True
    hands = score(asked)["hands"]
    assert hands["E"]["lines"] == hands["W"]["lines"] == [("MH-P12", 2)]


@pytest.mark.parametrize(("name", "tile"), [("bonus", "A3"), ("bonus_undeclared", "A1")])
def test_without_animals_none_may_lie_there(name: str, tile: str) -> None:
    asked = request(PURITY, config={"animals": True})
    asked["players"]["W"][name] = [tile]
    assert score(asked)["legal"]
    asked["config"]["animals"] = False
    with pytest.raises(ScoreError) as told:
        score(asked)
    assert str(told.value) == (
        f"players.W.{name}: {tile} is not in the set, as the option animals is false [MH-T01]"
    )
    asked["players"]["W"][name] = ["F1"]
    assert score(asked)["legal"]


def test_points_are_rounded_up_before_they_are_doubled():
    own = sheet("(B222) (B444) B567 B888 B3 +B3")
    assert (own["points"], own["points_rounded"], own["value"]) == (28, 30, 240)
    ten = sheet("(B222) (B444) B567 (B999) B1 +B1")
    assert (ten["points"], ten["points_rounded"], ten["value"]) == (30, 30, 240)
    over = sheet("(B222) (B444) (B666) B888 B9 +B9")
    assert (over["points"], over["points_rounded"], over["value"]) == (32, 40, 320)


def test_an_ordinary_hand_is_capped_and_the_option_takes_the_cap_away():
    hand = "(WS*4) (DR*4) (DG*4) B345 B9 +B9"  # 70 points, clean, dragons 2, own and round wind
    capped = sheet(hand, round_wind="S")
    assert (capped["points"], capped["doubles_total"]) == (70, 5)
    assert (capped["value"], capped["limits"]) == (1000, ["MH-C01"])
    free = sheet(hand, round_wind="S", config={"cap_ordinary": False})
    assert (free["value"], free["limits"]) == (2240, [])
    loser = "(WW*4) (DR*4) {DG*4} C2345"
    assert sheet(PURITY, of="W", W=loser, round_wind="W")["value"] == 1000


def test_all_pay_the_winner_and_settle_their_differences_east_doubly():
    found = answer(PURITY, E="(C222) D1357 C1468 WS WN", W="C999 D2468 C135 WE WW DR")
    assert {seat: own["value"] for seat, own in found["hands"].items()} == {
        "E": 10, "S": 320, "W": 10, "N": 0,
    }  # fmt: skip
    assert found["net"] == {"E": -640 + 20, "S": 1280, "W": -320 + 10, "N": -320 - 20 - 10}
    assert sum(found["net"].values()) == 0 and "double_dice" not in found


def test_equal_dice_double_values_limits_and_payments():
    plain = answer(PURITY, W="C999 D2468 C135 WE WW DR", dice=[3, 4])
    double = answer(PURITY, W="C999 D2468 C135 WE WW DR", dice=[4, 4])
    assert double["double_dice"] is True and "double_dice" not in plain
    for seat, own in plain["hands"].items():
        assert double["hands"][seat] == {**own, "value": 2 * own["value"]}
    assert double["net"] == {seat: 2 * net for seat, net in plain["net"].items()}
    limit = sheet("B1122334455667 +B7", dice=[1, 1])
    assert limit["value"] == 2000
    capped = sheet("(WS*4) (DR*4) (DG*4) B345 B9 +B9", round_wind="S", dice=[6, 6])
    assert (capped["value"], capped["limits"]) == (2000, ["MH-C01"])


def test_three_dice_are_refused():
    with pytest.raises(ScoreError) as told:
        answer(PURITY, dice=[2, 2, 2])
    assert str(told.value) == "dice: two dice are thrown, not 3 [MH-S04]"


def test_east_wins_and_pays_double_the_limit():
    assert answer("B1122334455667 +B7", seat="E")["net"] == {
        "E": 6000, "S": -2000, "W": -2000, "N": -2000,
    }  # fmt: skip
    assert answer("B1122 C3344 D55 WE*2 DR +DR")["net"]["E"] == -1000  # half the limit, doubled


def test_without_a_winner_nothing_is_scored_or_paid():
    asked = request(PURITY)
    asked["players"]["S"]["concealed"], asked["win"] = worthless([4] * 34), None
    asked["players"] = {"S": {"concealed": asked["players"]["S"]["concealed"]}}
    found = score(asked)
    assert (found["hands"], found["transfers"]) == ({}, [])


def test_the_option_is_a_flag():
    with pytest.raises(ScoreError) as told:
        answer(PURITY, config={"cap_ordinary": "no"})
    assert str(told.value) == "config.cap_ordinary: must be true or false, not 'no' [MH-C01]"


def test_the_system_names_its_rules():
    assert game("HANDS").options == hands.OPTIONS
    for kind, number in (("L", 31), ("D", 10)):
        assert {f"MH-{kind}{n:02}" for n in range(1, number + 1)} <= hands.IDS


@settings(max_examples=30)
@given(st.permutations(range(13)))
def test_the_order_of_the_tiles_changes_nothing(order: list[int]) -> None:
    asked: dict[str, Any] = request("B222345777888 B9 +B9")
    first = score(asked)
    own = asked["players"]["S"]
    own["concealed"] = [own["concealed"][at] for at in order]
    assert score(asked) == first
