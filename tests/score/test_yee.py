"""YEE: each rule with a hand that has it and a near one that has not (rules chapter 6)."""

import pytest

from mjscore.engine import score
from mjscore.errors import ScoreError
from mjscore.explain.lacks import why_not
from mjscore.systems import SYSTEMS
from tests.score.typed import counted, paid, request

PLAIN = "B234 C345 D456 +B678 D5"
OPEN = "+B234 +C345 +D456 +B678 D5"
THROWN = "S D5 discard W"
OWN = "S D5 wall"
PAIRS = "B11 B33 C55 C77 D22 D88 WN"
WONDERS = "B19 C19 D19 WESWN DRGG"


def yee(hand, win=THROWN, **flags):
    return request("YEE", {win[0]: hand}, win, **flags)


STARTS = [
    ("YEE-V01", 2, PLAIN, THROWN, {}),
    ("YEE-V02", 6, "+B222 C333 D444 =C8888 D5", THROWN, {}),
    ("YEE-V03", 24, "B222 C333 D444 =C8888 D5", THROWN, {}),
    ("YEE-V03", 24, "B22 C333 D444 C888 D55", "S B2 discard W", {}),  # Q05
    ("YEE-V04", 6, "+B234 B345 B678 WNNN B5", "S B5 discard W", {}),
    ("YEE-V05", 12, "+B222 B333 B666 WNNN B5", "S B5 discard W", {}),
    ("YEE-V06", 12, "+B234 B345 B678 B999 B5", "S B5 discard W", {}),
    ("YEE-V07", 18, "+B222 B333 B666 B999 B5", "S B5 discard W", {}),
    ("YEE-V08", 24, "+WEEE WSSS +DRRR DGGG DW", "S DW discard W", {}),
    ("YEE-V08", 24, "+WEEE +WSSS +WWWW +WNNN DW", "S DW discard W", {}),  # not the big wind
    ("YEE-V09", 18, "+WEEE +WSSS +WWWW B234 WN", "S WN discard W", {}),
    ("YEE-V09", 18, "+WEEE +WSSS +WWWW +B222 WN", "S WN discard W", {}),  # any set
    ("YEE-V10", 24, "+WEEE +WSSS +WWWW +WNNN B5", "S B5 discard W", {}),
    ("YEE-V11", 18, "+B222 +B333 +B666 +B999 DG", "S DG discard W", {}),
    ("YEE-V12", 24, "+B222 +B333 +B666 +DGGG B9", "S B9 discard W", {}),
    ("YEE-V13", 18, "+C222 +C333 +C666 +C999 DR", "S DR discard W", {}),
    ("YEE-V14", 24, "+C222 +C333 +C666 +DRRR C9", "S C9 discard W", {}),
    ("YEE-V15", 18, "+D222 +D333 +D666 +D999 DW", "S DW discard W", {}),
    ("YEE-V16", 24, "+D222 +D333 +D666 +DWWWW D9", "S D9 discard W", {}),
    ("YEE-V17", 12, PAIRS, "S WN discard W", {}),
    ("YEE-V17", 12, "B1111 C55 C77 D22 D88 WN", "S WN discard W", {}),  # Q15
    ("YEE-V17", 12, "WEESSWWNN DRRGGW", "S DW discard W", {}),  # Q16
    ("YEE-V18", 18, "B1133557799 DRR WN", "S WN discard W", {}),
    ("YEE-V19", 24, "B1133557799 B22 B8", "S B8 discard W", {}),
    ("YEE-V20", 18, WONDERS, "S DW discard W", {}),
    ("YEE-V21", 24, "B1112345678999", "S B5 discard W", {}),
    ("YEE-V21", 24, "B111234556789 B9", "S B9 discard W", {}),  # Q17
    ("YEE-V23", 24, PLAIN, THROWN, {"first_round": True}),  # Q08
    ("YEE-V23", 24, PAIRS, "S WN discard W", {"first_round": True}),
]


@pytest.mark.parametrize(("start", "points", "hand", "win", "flags"), STARTS)
def test_a_hand_begins_with_its_one_start_value(start, points, hand, win, flags):
    lines = score(yee(hand, win, **flags))["hands"]["S"]["lines"]
    assert lines[0] == (start, points)
    assert [line[0] for line in lines].count(start) == 1
    assert not any(line[0].startswith("YEE-V") for line in lines[1:])


OTHER_STARTS = [
    ("YEE-V04", "+B234 C345 B678 WNNN B5", "S B5 discard W", "YEE-V01"),
    ("YEE-V09", "+WEEE +WSSS +WWWW B234 C5", "S C5 discard W", "YEE-V01"),
    ("YEE-V03", "B222 C333 D444 +C888 D5", THROWN, "YEE-V02"),
    ("YEE-V10", "+WEEE +WSSS +WWWW +WNNN DW", "S DW discard W", "YEE-V08"),
    ("YEE-V09", "+WEEE +WSSS +B333 +B222 WN", "S WN discard W", "YEE-V05"),
    ("YEE-V11", "+B222 +B333 +B666 +B999 DR", "S DR discard W", "YEE-V05"),  # Q06
    ("YEE-V11", "+B222 +B333 +B666 +B789 DG", "S DG discard W", "YEE-V04"),
    ("YEE-V12", "+B222 +B333 +WNNN +DGGG B9", "S B9 discard W", "YEE-V05"),
    ("YEE-V12", "+B222 +B333 +B666 +DGGG C9", "S C9 discard W", "YEE-V02"),
    ("YEE-V14", "+C222 +C333 +C666 +DGGG C9", "S C9 discard W", "YEE-V05"),
    ("YEE-V16", "+D222 +D333 +D666 +DRRR D9", "S D9 discard W", "YEE-V05"),
    ("YEE-V21", "+B111 B2345678999", "S B5 discard W", "YEE-V06"),
    ("YEE-V21", "=B1111 B2345678999", "S B5 discard W", "YEE-V06"),
    ("YEE-V23", PLAIN, THROWN, "YEE-V01"),
]


@pytest.mark.parametrize(("start", "hand", "win", "instead"), OTHER_STARTS)
def test_a_near_hand_begins_with_another(start, hand, win, instead):
    assert score(yee(hand, win))["hands"]["S"]["lines"][0][0] == instead


EXTRAS = [
    ("YEE-E01", 2, PLAIN, OWN, {}),
    ("YEE-E01", 2, PLAIN, "E D5 dealt", {}),
    ("YEE-E02", 3, PLAIN + " | F12 S4", THROWN, {}),
    ("YEE-E03", 1, PLAIN, THROWN, {}),
    ("YEE-E03", 1, "+B2222 C345 D456 B678 D5", THROWN, {}),  # Q14: a kong is none
    ("YEE-E04", 2, "+WNNN DRRR D456 B678 D5", THROWN, {}),
    ("YEE-E04", 1, "+B222 +B333 +B666 +DGGG B9", "S B9 discard W", {}),
    ("YEE-E05", 1, PLAIN, THROWN, {}),
    ("YEE-E05", 1, "B11 B33 C55 C77 D22 D88 D9", "S D9 discard W", {}),
    ("YEE-E06", 2, "+B2222 =C3333 D456 B678 D5", THROWN, {}),
    ("YEE-E07", 6, "WEESSWWNN B11 B33 D5", THROWN, {}),
    ("YEE-E07", 6, WONDERS, "S DW discard W", {}),  # Q07
    ("YEE-E08", 4, "+DRRR DGGG D456 B678 DW", "S DW discard W", {}),
    ("YEE-E08", 4, "DRRGGWW C55 C77 D22 D8", "S D8 discard W", {}),
    ("YEE-E08", 4, WONDERS, "S DW discard W", {}),  # Q07
    ("YEE-E08", 4, "+DRRR +DGGG +DWWW WSSS WE", "S WE discard W", {}),  # with all honours too
    ("YEE-E09", 1, PLAIN, "S D5 discard E", {}),
    ("YEE-E09", 1, PLAIN, "S D5 robbed_kong E", {}),  # Q19
    ("YEE-E10", 1, PLAIN, "E D5 discard W", {}),
    ("YEE-E11", 1, PLAIN, THROWN, {}),
    ("YEE-E12", 1, PLAIN, THROWN, {}),
    ("YEE-E13", 2, OPEN, THROWN, {}),
    ("YEE-E14", 1, PLAIN, "S D5 loose_flower", {}),
    ("YEE-E15", 1, PLAIN, "S D5 robbed_kong W", {}),
    ("YEE-E16", 1, PLAIN, "S D5 discard W", {"single_wait": True}),
    ("YEE-E17", 5, PLAIN, THROWN, {"config": {"tile_of_the_day": "D5"}}),
    ("YEE-E18", 2, "B234 C345 D456 =B6666 D5", THROWN, {}),
    ("YEE-E18", 2, "B22 C345 D456 B678 D55", "S B2 discard W", {}),  # Q05
    ("YEE-E18", 2, "B222 B333 B666 DGGG B9", "S B9 discard W", {}),  # the jade dragon
    ("YEE-E19", 4, "B222 C333 =D4444 +B678 D5", THROWN, {}),
    ("YEE-E19", 4, "B22 C333 D444 +B678 D55", "S B2 discard W", {}),  # Q05
    ("YEE-E19", 4, "B222 B333 B666 DGGG B9", "S B9 discard W", {}),
    ("YEE-E20", 6, PLAIN, "E D5 discard W", {"dealer_streak": 3}),
    ("YEE-E20", 6, PLAIN, "S D5 discard E", {"dealer_streak": 3}),
    ("YEE-E21", 1, PLAIN, OWN, {"last_tile": True}),
    ("YEE-E21", 1, PLAIN, "S D5 loose_kong", {"last_tile": True}),  # Q18
    ("YEE-E09", 1, PLAIN, OWN, {"config": {"dealer_extra_on_self_draw": True}}),  # Q09
    ("YEE-E20", 2, PLAIN, OWN,
     {"config": {"dealer_extra_on_self_draw": True}, "dealer_streak": 1}),
]  # fmt: skip
NO_EXTRA = [
    ("YEE-E01", PLAIN, THROWN, {}),
    ("YEE-E02", PLAIN, THROWN, {}),
    ("YEE-E03", PLAIN + " | F1", THROWN, {}),
    ("YEE-E04", "B234 C345 D456 +B678 WE", "S WE discard W", {}),  # Q13
    ("YEE-E05", "B234 C345 D456 +B678 WE", "S WE discard W", {}),  # Q13
    ("YEE-E04", "+WEEE +WSSS +DRRR +DGGG DW", "S DW discard W", {}),
    ("YEE-E04", "+WEEE +WSSS +WWWW B234 WN", "S WN discard W", {}),
    ("YEE-E04", "+WEEE +WSSS +WWWW +WNNN B5", "S B5 discard W", {}),
    ("YEE-E07", "+WEEE +WSSS +WWWW B234 WN", "S WN discard W", {}),
    ("YEE-E07", "WEESSWW B77 B11 B33 D5", THROWN, {}),
    ("YEE-E08", "+DRRR DGGG D456 B678 D5", THROWN, {}),
    ("YEE-E09", PLAIN, THROWN, {}),
    ("YEE-E09", PLAIN, OWN, {}),  # Q09
    ("YEE-E09", PLAIN, "E D5 wall", {"config": {"dealer_extra_on_self_draw": True}}),
    ("YEE-E10", PLAIN, THROWN, {}),
    ("YEE-E11", PLAIN + " | F1", THROWN, {}),
    ("YEE-E11", "+WNNN C345 D456 B678 D5", THROWN, {}),
    ("YEE-E12", "+B222 C345 D456 B678 D5", THROWN, {}),
    ("YEE-E13", "+B234 +C345 +D456 =B6666 D5", THROWN, {}),
    ("YEE-E13", PLAIN, THROWN, {}),
    ("YEE-E14", PLAIN, "S D5 loose_kong", {}),
    ("YEE-E15", PLAIN, THROWN, {}),
    ("YEE-E17", PLAIN, THROWN, {"config": {"tile_of_the_day": "D4"}}),
    ("YEE-E17", PLAIN, THROWN, {}),
    ("YEE-E18", PLAIN, THROWN, {}),
    ("YEE-E18", "B222 C333 D444 =C8888 D5", THROWN, {}),
    ("YEE-E18", PAIRS, "S WN discard W", {}),
    ("YEE-E18", "B1133557799 DRR WN", "S WN discard W", {}),
    ("YEE-E18", "B1133557799 B22 B8", "S B8 discard W", {}),
    ("YEE-E18", WONDERS, "S DW discard W", {}),
    ("YEE-E18", "B1112345678999", "S B5 discard W", {}),
    ("YEE-E19", "B222 C333 D444 C888 D5", THROWN, {}),
    ("YEE-E19", "B222 C333 +D4444 +B678 D5", THROWN, {}),
    ("YEE-E20", PLAIN, "E D5 discard W", {}),
    ("YEE-E20", PLAIN, THROWN, {"dealer_streak": 3}),
    ("YEE-E20", PLAIN, OWN, {"dealer_streak": 3}),  # Q09
    ("YEE-E21", PLAIN, THROWN, {"last_tile": True}),
    ("YEE-E21", PLAIN, OWN, {}),
    ("YEE-E21", PLAIN, "E D5 dealt", {"last_tile": True}),
]


@pytest.mark.parametrize(("extra", "amount", "hand", "win", "flags"), EXTRAS)
def test_a_win_has_the_extra(extra, amount, hand, win, flags):
    assert counted(yee(hand, win, **flags), win[0])[extra] == amount


@pytest.mark.parametrize(("extra", "hand", "win", "flags"), NO_EXTRA)
def test_a_near_win_has_it_not(extra, hand, win, flags):
    assert extra not in counted(yee(hand, win, **flags), win[0])


@pytest.mark.parametrize(("hand", "win", "single"), [
    (PLAIN, THROWN, True),
    ("B234 C345 D456 +B678 D2", "S D2 discard W", True),
    ("B234 C345 D45 +B678 D55", "S D6 discard W", False),
    ("B234 C345 +B678 D4567", "S D7 discard W", False),
    (PAIRS, "S WN discard W", True),
    ("B112233 C445566 D5", THROWN, True),
    ("B1133557799 B22 B8", "S B8 discard W", True),
    ("B112233445566 B7", "S B7 discard W", False),  # other sets on 1 and 4, beside the pairs
    (WONDERS, "S DW discard W", True),
    ("B19 C19 D19 WESWN DRGW", "S DW discard W", False),  # thirteen kinds
    ("B1112345678999", "S B5 discard W", False),
    ("B1222 C345 D456 +B678", "S B1 discard W", False),
    ("B1222 C345 D456 +B3333", "S B1 discard W", True),  # the other kind is used up
])  # fmt: skip
def test_a_single_wait_is_found_over_all_winning_shapes(hand, win, single):
    assert ("YEE-E16" in counted(yee(hand, win, single_wait="computed"), "S")) == single


def test_the_word_of_the_request_about_the_wait_is_taken():
    assert "YEE-E16" not in counted(yee(PLAIN, single_wait=False), "S")


def test_the_best_total_is_chosen_not_the_best_start():
    # YEE-Q04: 24 for four unrevealed pungs, or 24 for the jade dragon with E18 and E19
    sheet = score(yee("B222 B333 B666 DGGG B9", "S B9 discard W"))["hands"]["S"]
    assert sheet["lines"] == [("YEE-V12", 24), ("YEE-E03", 1), ("YEE-E04", 1), ("YEE-E18", 2),
                              ("YEE-E19", 4)]  # fmt: skip
    assert (sheet["points"], sheet["value"]) == (32, 32)


@pytest.mark.parametrize(("rule", "lack"), [
    ("YEE-E01", "The winning tile came from another player."),
    ("YEE-E18", "The best total begins with YEE-V03, to which it is not added."),
    ("YEE-V02", "The hand would fulfil it, but YEE-V03 gives the better total."),
])  # fmt: skip
def test_what_is_lacking_is_told(rule, lack):
    assert why_not(yee("B222 C333 D444 C888 D5"), rule) == [lack]


def test_of_a_hand_that_is_none_everything_is_lacking():
    assert why_not(yee("B234 C345 D456 B678 D4"), "YEE-E01") == ["The tiles are no winning hand."]


def test_seven_pairs_beat_the_same_tiles_as_chows():
    lines = score(yee("B112233 C445566 D5"))["hands"]["S"]["lines"]
    assert lines[0][0] == "YEE-V17" and ("YEE-E12", 1) not in lines


def test_pairs_and_wonders_need_all_tiles_in_the_hand():
    answer = score(yee("=B1111 B33 C55 C77 D22 WNN", "S D8 discard W"))
    assert (answer["legal"], answer["rule"]) == (False, "YEE-F06")
    assert answer["reason"].endswith("the last two without melds")


def test_a_hand_that_is_none_is_told_so():
    answer = score(yee("B234 C345 D456 B678 D4"))
    assert answer["reason"] == (
        "the winner's tiles are neither four sets and a pair, nor seven pairs, nor the thirteen"
        " wonders"
    )


def test_the_total_is_doubled_on_the_very_last_tile():
    sheet = score(yee(PLAIN, OWN, last_tile=True))["hands"]["S"]
    assert (sheet["points"], sheet["doubles"], sheet["value"]) == (8, [("YEE-E21", 1)], 16)


def test_who_discards_pays_alone():
    assert paid(score(yee(PLAIN))) == ["W>S 6"]  # YEE-S01


def test_the_robbed_player_pays_alone():
    assert paid(score(yee(PLAIN, "S D5 robbed_kong N"))) == ["N>S 7"]  # YEE-S01, YEE-Q19


@pytest.mark.parametrize("win", ["S D5 wall", "S D5 loose_kong"])
def test_all_pay_a_self_drawn_win(win):
    assert paid(score(yee(PLAIN, win))) == ["E>S 8", "W>S 8", "N>S 8"]  # YEE-S02


def test_all_pay_a_dealt_win():
    assert paid(score(yee(PLAIN, "E D5 dealt"))) == ["S>E 9", "W>E 9", "N>E 9"]


def test_only_the_winner_is_scored_and_east_has_no_double():
    answer = score(request("YEE", {"S": PLAIN, "E": "+DRRR B1357 C19 D19 WEN"}, THROWN))
    assert list(answer["hands"]) == ["S"]


def test_without_a_winner_nobody_pays():
    answer = score({"system": "YEE", "win": None})
    assert (answer["hands"], answer["transfers"]) == ({}, [])  # YEE-T08


def flowers(win, **hands):
    return {"system": "YEE", "win": win, "players": {
        seat: {"concealed": [], "bonus": bonus, "dead": True} if seat != win["seat"]
        else {"concealed": ["B1", "B3", "B5", "B7", "C1", "C3", "C5", "C7", "D1", "D3", "D5", "D7",
                            "WE"], "bonus": bonus}
        for seat, bonus in hands.items()}}  # fmt: skip


SEVEN = ["F1", "F2", "F3", "F4", "S1", "S2", "S3"]


@pytest.mark.parametrize("name", ["seven_flowers", "YEE-V22"])
def test_seven_flowers_are_paid_flat_and_twice_by_the_holder_of_the_last(name):
    win = {"seat": "E", "special": name, "last_flower_holder": "N"}
    answer = score(flowers(win, E=SEVEN))
    assert answer["hands"]["E"]["lines"] == [("YEE-V22", 15)]  # no extras
    assert paid(answer) == ["S>E 15", "W>E 15", "N>E 30"]  # YEE-S03


def test_the_holder_of_the_last_flower_may_simply_show_it():
    answer = score(flowers({"seat": "E", "special": "seven_flowers"}, E=SEVEN, W=["S4"]))
    assert paid(answer) == ["S>E 15", "W>E 30", "N>E 15"]


def test_nobody_pays_twice_while_the_last_flower_is_in_the_wall():
    answer = score(flowers({"seat": "E", "special": "seven_flowers"}, E=SEVEN))
    assert paid(answer) == ["S>E 15", "W>E 15", "N>E 15"]


def test_seven_flowers_are_seen_when_nothing_else_was_won_with():
    answer = score(flowers({"seat": "E", "tile": "DR", "source": "loose_flower"}, E=SEVEN))
    assert answer["hands"]["E"]["lines"] == [("YEE-V22", 15)]


def test_seven_flowers_beside_a_complete_hand_count_as_flowers():
    assert counted(yee(PLAIN + " | F1234 S123", OWN), "S")["YEE-E02"] == 7


def test_a_discard_never_makes_seven_flowers():
    win = {"seat": "E", "tile": "DR", "source": "discard", "from": "S"}
    assert score(flowers(win, E=SEVEN))["rule"] == "YEE-F06"


def test_six_flowers_are_not_seven():
    answer = score(flowers({"seat": "E", "special": "seven_flowers"}, E=SEVEN[:6]))
    assert (answer["legal"], answer["rule"]) == (False, "YEE-V22")
    assert answer["reason"] == "the winner has 6 flowers and not seven"


@pytest.mark.parametrize("source", [None, "wall", "loose_flower", "loose_kong", "dealt"])
@pytest.mark.parametrize("tile", [None, "S3", "DR"])
def test_seven_flowers_want_no_certain_tile_and_source(tile, source):
    plain = score(flowers({"seat": "E", "special": "seven_flowers"}, E=SEVEN, W=["S4"]))
    win = {"seat": "E", "special": "seven_flowers", "tile": tile, "source": source}
    for told in (win, {name: value for name, value in win.items() if value is not None}):
        assert score(flowers(told, E=SEVEN, W=["S4"])) == plain


def test_the_flower_that_was_drawn_is_counted_once():
    win = {"seat": "E", "special": "YEE-V22", "tile": "S3", "source": "wall"}
    beside = score(flowers(win, E=SEVEN[:6]))
    assert beside == score(flowers(win, E=SEVEN))
    assert beside["hands"]["E"]["value"] == 15
    assert score(flowers(win, E=SEVEN[:5]))["reason"] == "the winner has 6 flowers and not seven"
    assert not score(flowers(win, E=[*SEVEN[:5], "S3"]))["legal"]  # six, told once and twice
    held = flowers(win, E=SEVEN[:6])
    held["players"]["E"]["bonus_undeclared"] = ["S3"]
    assert score(held) == beside
    with pytest.raises(ScoreError, match="2 tiles S3 are on the table"):
        score(flowers(win, E=SEVEN[:6], W=["S3"]))


def test_the_hand_of_seven_flowers_need_not_be_told():
    for hand in ({"bonus": SEVEN}, {"bonus": SEVEN, "concealed": [], "melds": []}):
        made = {"system": "YEE", "players": {"S": hand},
                "win": {"seat": "S", "special": "seven_flowers"}}  # fmt: skip
        assert paid(score(made)) == ["E>S 15", "W>S 15", "N>S 15"]
    made["players"]["S"]["concealed"] = ["B1", "B2"]
    with pytest.raises(ScoreError, match="make 2, and must make 13"):
        score(made)


def test_the_hand_may_bear_the_name_of_seven_flowers():
    hand = {"bonus": SEVEN, "special": "seven_flowers"}
    made = {"system": "YEE", "players": {"S": hand}, "win": {"seat": "S"}}
    assert paid(score(made)) == ["E>S 15", "W>S 15", "N>S 15"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_elsewhere_a_win_has_a_source(system):
    made = yee(PLAIN) | {"system": system}
    made["win"] = {"seat": "S", "special": "x" if system == "YEE" else "seven_flowers"}
    where, rule = ("special", "YEE-V22") if system == "YEE" else ("source", "ENG-07")
    with pytest.raises(ScoreError) as told:
        score(made)
    assert (told.value.field, told.value.rule) == (f"win.{where}", rule)


def test_an_animal_is_no_flower_of_yee():
    win = {"seat": "E", "special": "seven_flowers", "tile": "A1"}
    with pytest.raises(ScoreError, match="nobody wins on A1"):
        score(flowers(win, E=SEVEN))


def test_a_hand_with_a_wrong_number_of_tiles_cannot_win():
    answer = score(yee("B234 C345 D456 B678", dead="S"))
    assert (answer["legal"], answer["rule"]) == (False, "YEE-X03")


@pytest.mark.parametrize(("made", "message"), [
    (flowers({"seat": "E", "special": "seven_flowers", "last_flower_holder": "E"}, E=SEVEN),
     r"win\.last_flower_holder: the winner of seven flowers does not pay himself.*\[YEE-S03\]"),
    (flowers({"seat": "E", "special": "seven_flowers", "last_flower_holder": "S"}, E=SEVEN,
             W=["S4"]),
     r"win\.last_flower_holder: the eighth flower lies with W, not with S \[YEE-S03\]"),
    (flowers({"seat": "E", "special": "seven_flower"}, E=SEVEN),
     r'win\.special: .*did you mean "seven_flowers"\? \[YEE-V22\]'),
    (yee(PLAIN, config={"tile_of_the_day": "F1"}),
     r"config\.tile_of_the_day: must be the code of a suit tile, .*, not 'F1' \[YEE-E17\]"),
    (yee(PLAIN, config={"tile_of_the_day": 5}), r"config\.tile_of_the_day: .*not 5 \[YEE-E17\]"),
    (yee(PLAIN, config={"beginners": ["X"]}),
     r"config\.beginners: must be a list of seats, or true or false, not \['X'\] \[YEE-Q10\]"),
    (yee(PLAIN, config={"beginners": "S"}), r"config\.beginners: .*not 'S' \[YEE-Q10\]"),
    (yee(PLAIN, config={"dealer_extra_on_self_draw": 1}),
     r"config\.dealer_extra_on_self_draw: must be true or false, not 1 \[YEE-Q09\]"),
])  # fmt: skip
def test_what_cannot_be_is_told_in_a_sentence(made, message):
    with pytest.raises(ScoreError, match=message):
        score(made)
