"""LASFS: each rule with a hand that has it and a near one that has not (rules chapter 8)."""

import pytest

from mjscore.engine import score
from mjscore.errors import ScoreError
from tests.score.typed import counted, paid, request

PLAIN = "B234 C345 D456 B678 D5"  # four chows, waiting for D5
PUNGS = "+B222 C333 D444 +C888 D5"
OWN = "S D5 wall"
THROWN = "S D5 discard W"

COUNTS = [
    ("LASFS-P01", 4, PUNGS, THROWN, {}),
    ("LASFS-P02", 8, PUNGS, THROWN, {}),
    ("LASFS-P03", 8, "+B2222 C345 D456 B678 D5", THROWN, {}),
    ("LASFS-P04", 16, "=B2222 C345 D456 B678 D5", THROWN, {}),
    ("LASFS-P05", 8, "+B111 +WNNN D456 B678 D5", THROWN, {}),
    ("LASFS-P06", 16, "B999 WNNN D456 B678 D5", THROWN, {}),
    ("LASFS-P07", 16, "+DRRRR C345 D456 B678 D5", THROWN, {}),
    ("LASFS-P08", 32, "=B1111 C345 D456 B678 D5", THROWN, {}),
    ("LASFS-P09", 12, PLAIN + " | F1 F3 S4", THROWN, {}),
    ("LASFS-P10", 20, PLAIN, THROWN, {}),
    ("LASFS-P11", 10, PLAIN, THROWN, {}),
    ("LASFS-P11", 10, "B234 C345 D456 B678 WS", "S WS discard W", {}),  # Q04: any pair
    ("LASFS-P12", 10, PUNGS, THROWN, {}),
    ("LASFS-P12", 10, "+B2222 =C3333 +D4444 +C888 D5", THROWN, {}),  # three kongs are not all
    ("LASFS-P13", 2, PLAIN, OWN, {}),
    ("LASFS-P14", 10, PLAIN, "S D5 loose_kong", {}),
    ("LASFS-P14", 10, PLAIN, "S D5 loose_flower", {}),  # Q05
    ("LASFS-P15", 10, PLAIN, THROWN, {"last_possible": True}),
    ("LASFS-P16", 10, PLAIN, OWN, {"last_tile": True}),
    ("LASFS-P16", 10, PLAIN, THROWN, {"last_tile": True}),  # the last discard too
    ("LASFS-P17", 2, "B234 C345 D456 B678 WS", "S WS discard W", {}),
    ("LASFS-P18", 2, "B234 C345 D456 B678 WE", "S WE discard W", {}),
    ("LASFS-P19", 4, "B234 C345 D456 B678 WS", "S WS discard W", {"round_wind": "S"}),
    ("LASFS-P20", 2, "B234 C345 D456 B678 DG", "S DG discard W", {}),
    ("LASFS-P21", 10, PLAIN, "S D5 robbed_kong W", {}),
    ("LASFS-D01", 2, "+DRRR DGGG D456 B678 D5", THROWN, {}),
    ("LASFS-D02", 1, "+WSSS C345 D456 B678 D5", THROWN, {}),
    ("LASFS-D02", 1, "+WEEE C345 D456 B678 D5", THROWN, {}),
    ("LASFS-D02", 2, "+WEEE =WSSSS D456 B678 D5", THROWN, {}),
    ("LASFS-D03", 2, "+WSSS C345 D456 B678 D5", THROWN, {"round_wind": "S"}),
    ("LASFS-D04", 2, PLAIN + " | F2 S2", THROWN, {}),
    ("LASFS-D05", 4, PLAIN + " | F1 F2 F3 F4", THROWN, {}),
    ("LASFS-D05", 8, PLAIN + " | F1234 S1234", THROWN, {}),  # Q14
    ("LASFS-D04", 1, PLAIN + " | F1234 S2", THROWN, {}),  # Q14
    ("LASFS-D06", 1, "=B2222 C345 D456 B678 D5", OWN, {}),
    ("LASFS-D07", 1, "B234 B345 +B999 WNNN B5", "S B5 discard W", {}),
    ("LASFS-D08", 3, "B234 B345 +B999 B678 B5", "S B5 discard W", {}),
    ("LASFS-D09", 1, "+B111 +C999 +WNNN +DRRR D9", "S D9 discard W", {}),
    ("LASFS-D10", 1, "+B2222 =C3333 +D4444 +C8888 D5", THROWN, {}),
]
NEAR_MISSES = [
    ("LASFS-P11", PUNGS, THROWN, {}),
    ("LASFS-P11", "B222 C345 D456 B678 D5", THROWN, {}),
    ("LASFS-P12", "+B2222 =C3333 +D4444 +C8888 D5", THROWN, {}),
    ("LASFS-P12", "+B222 C345 D444 +C888 D5", THROWN, {}),
    ("LASFS-P13", PLAIN, "S D5 loose_kong", {}),
    ("LASFS-P13", PLAIN, THROWN, {}),
    ("LASFS-P14", PLAIN, OWN, {}),
    ("LASFS-P15", PLAIN, THROWN, {"single_wait": True}),  # Q13: the flag alone
    ("LASFS-P16", PLAIN, THROWN, {"last_possible": True}),  # Q12: two rules
    ("LASFS-P17", "B234 C345 D456 B678 WS", "S WS discard W", {"round_wind": "S"}),
    ("LASFS-P18", "B234 C345 D456 B678 WS", "S WS discard W", {}),
    ("LASFS-P19", "B234 C345 D456 B678 WE", "S WE discard W", {}),
    ("LASFS-P18", "B234 C345 D456 B678 WS", "S WS discard W", {"round_wind": "S"}),
    ("LASFS-P19", PLAIN, THROWN, {"round_wind": "S"}),
    ("LASFS-P20", "+DGGG C345 D456 B678 D5", THROWN, {}),
    ("LASFS-P21", PLAIN, THROWN, {}),
    ("LASFS-D01", "B234 C345 D456 B678 DG", "S DG discard W", {}),
    ("LASFS-D02", "+WNNN C345 D456 B678 D5", THROWN, {}),
    ("LASFS-D02", "+WSSS C345 D456 B678 D5", THROWN, {"round_wind": "S"}),
    ("LASFS-D03", "+WSSS C345 D456 B678 D5", THROWN, {}),
    ("LASFS-D04", PLAIN + " | F1234 S1", THROWN, {}),
    ("LASFS-D05", PLAIN + " | F1 F2 F3 S4", THROWN, {}),
    ("LASFS-D06", PLAIN, THROWN, {}),
    ("LASFS-D06", PLAIN, "S D5 robbed_kong W", {}),  # Q11: a robbed tile is another's
    ("LASFS-D06", "+B234 C345 D456 B678 D5", OWN, {}),
    ("LASFS-D07", "B234 B345 +B999 B678 B5", "S B5 discard W", {}),
    ("LASFS-D07", "B234 C345 +B999 WNNN B5", "S B5 discard W", {}),
    ("LASFS-D08", "B234 B345 +B999 WNNN B5", "S B5 discard W", {}),
    ("LASFS-D09", "+B111 +C999 +WNNN +DRRR D8", "S D8 discard W", {}),
    ("LASFS-D09", "+WEEE +WSSS +WNNN +DRRR DG", "S DG discard W", {}),
    ("LASFS-D09", "+B111 +C999 +D111 +B999 D9", "S D9 discard W", {}),
    ("LASFS-D10", "+B2222 =C3333 +D4444 +C888 D5", THROWN, {}),
]


@pytest.mark.parametrize(("rule", "amount", "hand", "win", "flags"), COUNTS)
def test_a_hand_has_the_rule(rule, amount, hand, win, flags):
    assert counted(request("LASFS", {"S": hand}, win, **flags), "S")[rule] == amount


@pytest.mark.parametrize(("rule", "hand", "win", "flags"), NEAR_MISSES)
def test_a_near_hand_has_it_not(rule, hand, win, flags):
    assert rule not in counted(request("LASFS", {"S": hand}, win, **flags), "S")


LIMITS = [
    (["LASFS-L01"], {"E": PLAIN}, "E D5 dealt", {}),
    (["LASFS-L01"], {"E": PLAIN}, "E D5 wall", {"first_turn": "heaven"}),
    (["LASFS-L02"], {"S": PLAIN}, OWN, {"first_turn": "earth"}),
    (["LASFS-L02"], {"S": PLAIN}, "S D5 discard E", {"first_turn": "first_discard"}),
    (["LASFS-L03"], {"S": "B19 C19 D19 WESWN DRGG"}, "S DW discard W", {}),
    (["LASFS-L02", "LASFS-L03"], {"S": "B19 C19 D19 WESWN DRGG"}, "S DW wall",
     {"first_turn": "earth"}),
    (["LASFS-L04"], {"S": "WEESSWWNN DRRGGW"}, "S DW discard W", {}),
    (["LASFS-L05"], {"S": "+B111 +B999 B2345678"}, "S B6 discard W", {}),
    (["LASFS-L05"], {"S": "B111 B999 +B234 B5678"}, "S B6 discard W", {}),
    (["LASFS-L05"], {"S": "B1112345678999"}, "S B5 wall", {}),
    (["LASFS-L06"], {"S": "+WEEE +WSSS DRRR WNNN DG"}, "S DG discard W", {}),
    (["LASFS-L07"], {"S": "+B111 +B9999 C111 D999 C9"}, "S C9 discard W", {}),
    (["LASFS-L00"], {"S": "=DRRRR =DGGGG =DWWWW B234 B5"}, "S B5 discard W", {}),
]  # fmt: skip


@pytest.mark.parametrize(("limits", "hands", "win", "flags"), LIMITS)
def test_a_limit_hand_is_worth_500_and_named(limits, hands, win, flags):
    sheet = score(request("LASFS", hands, win, **flags))["hands"][win[0]]
    assert (sheet["value"], sheet["limits"]) == (500, limits)


ORDINARY = [
    ({"E": PLAIN}, "E D5 wall", {}),
    ({"S": PLAIN}, "S D5 discard E", {}),
    ({"S": "B111 B999 +B234 B4568"}, "S B7 wall", {}),  # the twin lies in the grounded chow
    ({"S": "+B1111 B999 +B234 B5678"}, "S B8 wall", {}),  # a kong is no pung of L05
    ({"S": "+B111 +C999 WNNN +DRRR D9"}, "S D9 discard W", {}),
    ({"S": "+B111 +C999 C123 +B999 D9"}, "S D9 discard W", {}),
]


def test_east_is_paid_twice_the_limit():
    answer = score(request("LASFS", {"E": PLAIN}, "E D5 dealt"))
    assert paid(answer) == ["S>E 1000", "W>E 1000", "N>E 1000"]  # LASFS-L00, ENG-13


@pytest.mark.parametrize(("hands", "win", "rule"), [
    ({"S": "B111 B999 +B234 B5678"}, "S B3 discard W", "LASFS-L05"),  # twin in a grounded chow
    ({"S": "B11 +B123 B999 B45678"}, "S B6 discard W", "LASFS-L05"),
    ({"S": "B9 B11 +B789 B9 B23456 B1"}, "S B6 discard W", "LASFS-L05"),
    ({"S": "+B1111 B999 B2345678"}, "S B6 discard W", "LASFS-L05"),
    ({"S": "B111 C2345678 B999"}, "S C6 discard W", "LASFS-L05"),
    ({"S": "B19 C15 D19 WESWN DRGG"}, "S DW discard W", "LASFS-L03"),
    ({"S": "B1 C19 D19 WESWN DRGGW"}, "S B1 discard W", "LASFS-L03"),
    ({"S": "WEESSWWNN DRRGG D1"}, "S D1 discard W", "LASFS-L04"),
])  # fmt: skip
def test_nearly_a_limit_hand_is_none(hands, win, rule):
    answer = score(request("LASFS", hands, win))
    assert not answer["legal"] or rule not in answer["hands"]["S"]["limits"]


def test_only_sets_a_pair_or_a_limit_hand_win():
    answer = score(request("LASFS", {"S": "B234 C345 D456 B678 D4"}, THROWN))
    assert answer == {"system": "LASFS", "legal": False, "rule": "LASFS-P10",
                      "reason": "the winner's tiles are not four sets and a pair"}  # fmt: skip


def test_a_hand_without_sets_is_not_itemised():
    sheet = score(request("LASFS", {"S": "WEESSWWNN DRRGGW | F2"}, "S DW wall"))["hands"]["S"]
    assert (sheet["lines"], sheet["doubles"], sheet["points"]) == ([], [], 0)


def test_a_limit_hand_of_sets_keeps_its_lines():
    sheet = score(request("LASFS", {"S": PLAIN}, OWN, first_turn="earth"))["hands"]["S"]
    assert (sheet["points"], sheet["doubles_total"], sheet["value"]) == (32, 1, 500)


def test_the_winning_discard_opens_its_pung_and_no_other_set():
    lines = counted(request("LASFS", {"S": "B22 C333 D444 C888 D55"}, "S B2 discard W"), "S")
    assert (lines["LASFS-P01"], lines["LASFS-P02"]) == (2, 12)  # ENG-07


def test_a_discard_that_fits_a_chow_leaves_the_pung_concealed():
    lines = counted(request("LASFS", {"S": "B22234 C333 D444 DRR"}, "S B2 discard W"), "S")
    assert "LASFS-P01" not in lines and lines["LASFS-P02"] == 12  # ENG-06


@pytest.mark.parametrize(("flags", "win", "dropped"), [
    ({}, OWN, {"LASFS-P13"}),
    ({}, "S D5 loose_flower", {"LASFS-P14"}),
    ({"last_possible": True}, THROWN, {"LASFS-P15"}),
    ({"last_tile": True}, THROWN, {"LASFS-P16"}),
    ({}, "S D5 robbed_kong W", {"LASFS-P21"}),
])  # fmt: skip
def test_a_win_while_regularising_has_no_bonuses(flags, win, dropped):
    usual = counted(request("LASFS", {"S": PLAIN + " | F2"}, win, **flags), "S")
    short = counted(request("LASFS", {"S": PLAIN + " | F2"}, win, regularising=True, **flags), "S")
    assert usual.keys() - short.keys() == dropped  # LASFS-X03, LASFS-Q06


def test_losers_count_sets_pairs_flowers_and_their_doubles():
    hands = {"S": PLAIN, "W": "+WWWW DGGG B99 C1357 D9 | F3 S1"}
    sheet = score(request("LASFS", hands, THROWN))["hands"]["W"]
    assert sheet["lines"] == [("LASFS-P05", 4), ("LASFS-P06", 8), ("LASFS-P09", 8)]
    assert sheet["doubles"] == [("LASFS-D01", 1), ("LASFS-D02", 1), ("LASFS-D04", 1)]  # Q01
    assert sheet["value"] == 160


def test_losers_pairs_count_each():
    hands = {"S": PLAIN, "W": "DGGRR WEEWW B19 C19 D1"}
    assert counted(request("LASFS", hands, THROWN), "W") == {
        "LASFS-P17": 2, "LASFS-P18": 2, "LASFS-P20": 4}  # fmt: skip # Q02


def test_a_losers_kong_counts_as_one_only_when_grounded():
    hands = {"S": PLAIN, "W": "=B5555 C19 D1379 WEN DWR", "N": "C7777 B19 D1379 WSN DG"}
    asked = request("LASFS", hands, THROWN)
    assert (counted(asked, "W"), counted(asked, "N")) == ({"LASFS-P04": 16}, {"LASFS-P02": 4})


def test_a_loser_is_cut_at_the_limit_too():
    hands = {"S": PLAIN, "W": "=DRRRR =DGGGG =DWWWW WWWW B1"}
    sheet = score(request("LASFS", hands, THROWN))["hands"]["W"]
    assert (sheet["value"], sheet["limits"]) == (500, ["LASFS-L00"])


def test_all_pay_the_winner_and_losers_settle_with_east_double():
    hands = {"S": PLAIN, "W": "+DRRR B1357 C19 D19 WEN", "E": "C222 B19 D1379 WN DWG WS"}
    answer = score(request("LASFS", hands, THROWN))
    value = {seat: sheet["value"] for seat, sheet in answer["hands"].items()}
    assert value == {"E": 4, "S": 30, "W": 8, "N": 0}
    # LASFS-S01, S02, S03 and Q03
    assert paid(answer) == ["E>S 60", "E>W 8", "N>E 8", "W>S 30", "N>S 30", "N>W 8"]


def test_in_a_dead_round_all_six_pairs_settle():
    answer = score(
        request("LASFS", {"W": "+DRRR B1357 C19 D19 WEN", "N": "C222 B19 D1379 WES DWG"})
    )
    assert paid(answer) == ["E>W 16", "E>N 8", "S>W 8", "S>N 4", "N>W 4"]  # LASFS-S04
    assert answer["net"] == {"E": -24, "S": -12, "W": 28, "N": 8}


def test_flowers_that_were_not_declared_bring_nothing():
    asked = request("LASFS", {"S": PLAIN + " | ?F2 ?S2"}, THROWN)
    assert {"LASFS-P09", "LASFS-D04"}.isdisjoint(counted(asked, "S"))  # LASFS-X05


def test_a_dealt_tile_came_neither_from_head_nor_tail():
    lines = counted(request("LASFS", {"E": PLAIN}, "E D5 dealt"), "E")
    assert {"LASFS-P13", "LASFS-P14"}.isdisjoint(lines) and lines["LASFS-D06"] == 1


def test_a_hand_spoilt_by_a_false_claim_cannot_win():
    answer = score(request("LASFS", {"S": PLAIN}, THROWN, dead="S"))
    assert (answer["legal"], answer["rule"]) == (False, "LASFS-X02")


@pytest.mark.parametrize(("limit", "twins"), [(300, 300), (None, 500), (100_000, 100_000)])
def test_the_limit_is_an_option(limit, twins):
    """Without one nothing is cut, and limit hands keep what the document has."""
    asked = request("LASFS", {"S": "WEESSWWNN DRRGGW"}, "S DW wall", config={"limit": limit})
    assert score(asked)["hands"]["S"]["fixed"] == [("LASFS-L04", twins)]
    rich = {"S": "=DRRRR =DGGGG =DWWWW =WSSSS B1"}
    sheet = score(request("LASFS", rich, "S B1 wall", config={"limit": limit}))["hands"]["S"]
    ordinary = sheet["points"] << sheet["doubles_total"]
    assert sheet["value"] == (ordinary if limit is None else min(ordinary, limit))


def test_a_limit_that_is_none_is_refused():
    with pytest.raises(ScoreError, match="whole number from 2 to 1000000000, or null"):
        score(request("LASFS", {"S": PLAIN}, THROWN, config={"limit": 1}))


@pytest.mark.parametrize(("hands", "win", "flags"), ORDINARY)
def test_other_hands_are_not_limited(hands, win, flags):
    assert score(request("LASFS", hands, win, **flags))["hands"][win[0]]["limits"] == []


@pytest.mark.parametrize(("hand", "win", "reading"), [
    ("B111 B999 B2345678", "S B4 discard W", "B1*3 B9*3 B23445678"),
    ("+B234 +B111 B99 B56786", "S B9 discard W", "(B234) (B1*3) (B9*3) B56678"),
])  # fmt: skip
def test_nine_united_sons_are_read_as_pungs_and_a_run(hand, win, reading):
    assert score(request("LASFS", {"S": hand}, win))["hands"]["S"]["reading"] == reading
