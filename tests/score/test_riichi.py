"""RIICHI: han, fu and payments equal to the library `mahjong`; what is told beside the hand."""

import random

import pytest

from mjscore.cli import main
from mjscore.engine import score
from mjscore.errors import ScoreError
from mjscore.explain import explain, why_not
from mjscore.systems.riichi import ROWS
from tests.score.compare_riichi import difference
from tests.score.riichi_hands import request

COUNT = 1500
PINFU = {"E": {"concealed": "C2 C3 C4 D4 D5 D6 B2 B3 B4 B6 B7 D9 D9".split()}}


def asked(players=None, riichi=None, config=None, **win):
    own = {"seat": "E", "tile": "B8", "source": "discard", "from": "W"} | win
    own = {key: value for key, value in own.items() if value is not None}
    return {"system": "RIICHI", "players": players or PINFU, "win": own,
            "riichi": riichi, "config": config or {}}  # fmt: skip


def test_fifteen_hundred_random_hands_are_worth_what_the_library_says():
    assert [text for text in (difference("test", number) for number in range(COUNT)) if text] == []


def test_the_random_hands_reach_every_yaku_and_fu():
    met = set()
    for number in range(4 * COUNT):
        answer = score(request(random.Random(f"riichi test {number}")))
        for sheet in answer.get("hands", {}).values():
            met |= {id for id, _ in sheet["lines"] + sheet["doubles"]} | set(sheet["limits"])
    assert sorted({row.id for row in ROWS} - met - {"RI-M13", "RI-M14", "RI-M15"}) == []


def test_the_dealer_is_paid_six_shares_and_honba_and_sticks_come_on_top():
    told = {"declared": "riichi", "honba": 2, "sticks": ["E", "S"]}
    answer = score(asked(riichi=told))
    sheet = answer["hands"]["E"]
    assert sheet["doubles"] == [("RI-Y01", 1), ("RI-Y05", 1)]
    assert (sheet["points_rounded"], sheet["doubles_total"], sheet["value"]) == (30, 2, 2900)
    assert answer["net"] == {"E": 4500, "S": -1000, "W": -3500, "N": 0}


def test_without_honba_the_streak_of_the_dealer_is_meant():
    plain = score(asked(riichi={"declared": "riichi"}))
    kept = score(asked(riichi={"declared": "riichi"}) | {"dealer_streak": 1})
    assert kept["net"]["E"] - plain["net"]["E"] == 300


def test_dora_are_the_tiles_after_the_indicators_and_no_yaku():
    assert score(asked(riichi={"dora": ["D8", "C9"]}))["hands"]["E"]["doubles"][0] == ("RI-D01", 2)
    held = {"E": {"concealed": "C2 C3 C4 D4 D5 D6 B2 B3 B4 B6 B7 WS WS".split()}}
    answer = score(asked(held, {"dora": ["WE"]}, tile="B8") | {"round_wind": "S"})
    assert (answer["legal"], answer["rule"]) == (False, "RI-H02")


@pytest.mark.parametrize(("riichi", "told"), [
    ({"declared": "ritchi"}, "riichi.declared: must be riichi or double, not 'ritchi' [RI-Y01]"),
    ({"ippatsu": True}, "riichi.ippatsu: there is no ippatsu without riichi [RI-Y03]"),
    ({"dorra": []}, 'riichi.dorra: there is no such field; did you mean "dora"? [RI-S05]'),
    ({"dora": ["F1"]}, "riichi.dora: has one to five indicators, suit tiles, winds or dragons"),
    ({"honba": 100}, "riichi.honba: must be a whole number from 0 to 99, not 100 [RI-S05]"),
    ({"sticks": 2}, "riichi.sticks: must be the seats that laid them, such as"),
    (7, "riichi: must be an object, not 7 [RI-S05]"),
])  # fmt: skip
def test_what_cannot_be_used_is_told(riichi, told):
    with pytest.raises(ScoreError) as problem:
        score(asked(riichi=riichi))
    assert str(problem.value).startswith(told)


def test_riichi_with_an_open_hand_is_refused():
    meld = {"kind": "chow", "tiles": ["C2", "C3", "C4"], "state": "open"}
    held = {"E": {"melds": [meld], "concealed": "D4 D5 D6 B2 B3 B4 B6 B7 D9 D9".split()}}
    with pytest.raises(ScoreError, match="riichi is declared with a closed hand only"):
        score(asked(held, {"declared": "riichi"}))


def test_it_is_explained_in_han_and_fu():
    text = explain(asked(riichi={"declared": "riichi"}))
    assert "East: 30 fu, 2 han: 2900" in text and "1 han  RI-Y05  pinfu:" in text
    assert why_not(asked(), "RI-Y04") == ["The winning tile came from another player."]
    assert why_not(asked(), "RI-S02") == ["The winning tile came from another player."]


def test_it_is_typed_with_what_lies_beside(capsys):
    words = ["score", "RIICHI", "E", "C234 D456 B234 B67 D99 +B8", "--from", "W", "--json"]
    assert main([*words, "--riichi", "riichi honba=2 sticks=E,S dora=D8"]) == 0
    assert '"net":{"E":' in capsys.readouterr().out
    assert main([*words, "--riichi", "richi"]) == 2
    told = 'mjscore: riichi: "richi" says nothing of a riichi hand; did you mean "riichi"?\n'
    assert capsys.readouterr().err == told
