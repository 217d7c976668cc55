"""HKOS: faan by hand, by winning and by flowers; minimum, limit, base points, who pays."""

import pytest

from mjscore.engine import score
from mjscore.explain import why_not
from mjscore.rulebook import rules_of
from mjscore.ruleset import builtin
from mjscore.systems.hkos import ROWS, base_points
from tests.score.cases import read_hand, read_win
from tests.score.test_scoring_page import PAGE

HANDS = [  # hand, win, faan by rule, base points
    ("+D111 +D222 D234 D67 DRR", "S D8 discard W", "HK-D03 3 HK-D31 1", 2),
    ("+B222 +C333 +D444 WSS B99", "S WS discard E", "HK-D02 3 HK-D11 1 HK-D31 1", 2),
    ("B234 B456 B678 B12 B99", "S B3 wall", "HK-D01 1 HK-D04 7 HK-D21 1 HK-D22 1 HK-D31 1", 8),
    ("+DRRR +DGGG DWW B234 C55", "S DW discard E", "HK-D06 8 HK-D31 1", 4),
    ("+DRRR +DGGG DW B234 C555", "S DW discard E", "HK-D05 5 HK-D31 1", 2),
    ("B222 C333 D444 D777 B9", "S B9 discard W", "HK-D07 8 HK-D22 1 HK-D31 1", 8),
    ("+WEEE B222 B333 B78 B55 | F2 S2", "E B9 discard S",
     "HK-D03 3 HK-D11 1 HK-D12 1", 2),
    ("+B222 +B333 B456 B78 B55 | F1F2F3F4", "S B9 discard E", "HK-D04 7 HK-D33 2", 4),
]


def asked(hand, win, **more):
    told = read_win(win, {})
    return {"system": "HKOS", "players": {told["seat"]: read_hand(hand)}, "win": told} | more


@pytest.mark.parametrize(("hand", "win", "faan", "base"), HANDS)
def test_faan_and_base_points(hand, win, faan, base):
    sheet = score(asked(hand, win))["hands"][win[0]]
    words = faan.split()
    assert sheet["doubles"] == [
        (rule, int(number)) for rule, number in zip(words[::2], words[1::2], strict=True)]
    assert sheet["value"] == base


LIMITS = [
    ("B19 C19 D19 WESWN DRGW", "S B1 wall", "HK-L06"),
    ("+WEEE +WSSS +WWWW WN B234", "S WN discard E", "HK-L01"),
    ("+WEEE +WSSS +WWWW WNN B22", "S WN discard E", "HK-L02"),
    ("+WEEE +DRRR +DGGG DWW WSS", "S DW discard E", "HK-L03"),
    ("+B111 +B999 +C111 D99 D11", "S D9 discard E", "HK-L04"),
    ("B1112345678999", "S B5 wall", "HK-L05"),
    ("+B2222 +C3333 =D4444 +D7777 B9", "S B9 discard W", "HK-L07"),
    ("B234 C234 D678 D12 B55", "E D3 dealt", "HK-L08"),
]


@pytest.mark.parametrize(("hand", "win", "rule"), LIMITS)
def test_limit_hands_are_worth_ten_faan(hand, win, rule):
    sheet = score(asked(hand, win))["hands"][win[0]]
    assert (rule, 8) in sheet["fixed"] and sheet["value"] == 8


def test_three_faan_are_needed_and_flowers_do_not_help():
    hand = "+D111 B222 C234 C67 DRR"
    answer = score(asked(hand, "S C8 discard W"))
    assert (answer["legal"], answer["rule"]) == (False, "HK-H02")
    assert answer["reason"] == "the hand has 0 faan, and 3 are needed to win"
    many = "+DRRR B222 C234 C67 WSS | F2 S2"
    assert not score(asked(many, "S C8 discard W"))["legal"]
    free = {"minimum_with_flowers": True}
    assert score(asked(many, "S C8 discard W", config=free))["hands"]["S"]["doubles_total"] == 3
    assert score(asked(hand, "S C8 discard W", config={"minimum": 0}))["hands"]["S"]["value"] == 1


@pytest.mark.parametrize(("win", "net"), [
    ("S D8 discard W", [-2, 8, -4, -2]), ("S D8 wall", [-4, 12, -4, -4]),
])  # fmt: skip
def test_the_discarder_pays_double_and_all_do_when_it_was_drawn(win, net):
    answer = score(asked(HANDS[0][0], win))
    assert list(answer["net"].values()) == net


@pytest.mark.parametrize(("faan", "limit", "table", "base"), [
    (3, 10, "simplified", 1), (4, 10, "simplified", 2), (6, 10, "simplified", 2),
    (7, 10, "simplified", 4), (9, 10, "simplified", 4), (10, 10, "simplified", 8),
    (13, 10, "simplified", 8), (3, 10, "doubling", 1), (6, 10, "doubling", 8),
    (13, 10, "doubling", 128), (13, None, "doubling", 1024),
])  # fmt: skip
def test_faan_become_base_points(faan, limit, table, base):
    assert base_points(faan, limit, table) == base


def test_why_not():
    assert why_not(asked(HANDS[0][0], HANDS[0][1]), "HK-D04") == ["There are winds or dragons."]


def test_every_row_is_met_by_a_hand_here():
    met = set()
    for hand, win, *_ in HANDS:
        met |= {rule for rule, _ in score(asked(hand, win))["hands"][win[0]]["doubles"]}
    met |= {rule for _, _, rule in LIMITS}
    more = {"HK-D13", "HK-D23", "HK-D24", "HK-D25", "HK-D32", "HK-L09"}  # one line each, below
    assert {row.id for row in ROWS} - met <= more


@pytest.mark.parametrize(("hand", "win", "rule"), [
    ("+DRRR B222 B234 B67 B55", "S B8 discard W", "HK-D13"),
    ("+B222 +B333 B456 B78 B55", "S B9 robbed_kong W", "HK-D23"),
    ("+B222 =B3333 B456 B78 B55", "S B9 loose_kong", "HK-D25"),
    ("+B222 +B333 B456 B78 B55 | F2", "S B9 discard W", "HK-D32"),
])  # fmt: skip
def test_lines_of_their_own(hand, win, rule):
    assert rule in dict(score(asked(hand, win))["hands"]["S"]["doubles"])


def test_the_last_tile_and_the_first_turn():
    last = asked(HANDS[0][0], HANDS[0][1])
    last["win"]["last_tile"] = True
    assert ("HK-D24", 1) in score(last)["hands"]["S"]["doubles"]
    first = asked("B234 C234 D678 D12 B55", "S D3 wall")
    first["win"]["first_turn"] = "earth"
    assert score(first)["hands"]["S"]["fixed"] == [("HK-L09", 8)]


@pytest.mark.parametrize("system", ["HKOS", "RIICHI"])
def test_the_page_cites_a_source_for_every_line(system):
    for rule in rules_of(system):
        assert f"| {rule.id} | {rule.name} | {rule.amount} | {rule.source} |" in PAGE


PUBLISHED = {  # FLAG_FAAN of github.com/Kenny2github/mahjong, mahjong/melds.py, commit 0d418e74
    "HK-D01": 1, "HK-D02": 3, "HK-D03": 3, "HK-D04": 7, "HK-D05": 5, "HK-D06": 8, "HK-D07": 8,
    "HK-D11": 1, "HK-D12": 1, "HK-D13": 1, "HK-D21": 1, "HK-D22": 1, "HK-D23": 1, "HK-D24": 1,
    "HK-D25": 1, "HK-D31": 1, "HK-D32": 1, "HK-D33": 2,
}  # fmt: skip


def test_the_faan_are_those_of_a_published_table():
    """Row by row; docs/SCORING.md says what that table has besides."""
    assert builtin("HKOS").doubles == PUBLISHED
