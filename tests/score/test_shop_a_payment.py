"""SHOP-A: who pays for a hand of the card, dead hands, and the bettor."""

from typing import Any

import pytest

from mjscore.engine import score
from mjscore.errors import ScoreError
from mjscore.explain.lacks import why_not
from mjscore.hand import Hand
from mjscore.request import parse
from mjscore.settle import Payments
from mjscore.systems import shop_a
from mjscore.systems.shop_a.card import default
from mjscore.systems.shop_a.payment import mirror
from mjscore.tiles import INDEX
from tests.score.shop_a_hands import request, tiles_of

PLAIN = tiles_of(1)  # worth 25
JOKER = ["J", *PLAIN[1:]]
WHOLE_HAND = {"jokerless_double_scope": "whole_hand"}


def paid(made: dict[str, Any]) -> dict[str, int]:
    """Who pays whom, as "E>S": amount; the sum of the net is zero."""
    answer = score(made)
    assert answer["legal"], answer
    assert sum(answer["net"].values()) == 0
    net = dict.fromkeys(answer["net"], 0)
    for each in answer["transfers"]:
        net[each["from"]] -= each["amount"]
        net[each["to"]] += each["amount"]
    assert net == answer["net"]
    return {f"{each['from']}>{each['to']}": each["amount"] for each in answer["transfers"]}


@pytest.mark.parametrize("tiles", [PLAIN, JOKER])
def test_who_discarded_pays_double(tiles: list[str]) -> None:
    assert paid(request(tiles)) == {"E>S": 25, "W>S": 50, "N>S": 25}
    assert paid(request(tiles, win={"from": "E"})) == {"E>S": 50, "W>S": 25, "N>S": 25}


def test_a_drawn_tile_doubles_for_all_without_a_joker() -> None:
    assert paid(request(PLAIN, source="wall")) == {"E>S": 50, "W>S": 50, "N>S": 50}
    assert paid(request(JOKER, source="wall")) == {"E>S": 25, "W>S": 25, "N>S": 25}
    last = [*PLAIN[:-1], "J"]  # the tile drawn is the joker
    assert paid(request(last, source="wall")) == {"E>S": 25, "W>S": 25, "N>S": 25}
    shown = request(PLAIN[3:], ("B2 J B2",), source="wall")  # the joker lies in a meld
    assert paid(shown) == {"E>S": 25, "W>S": 25, "N>S": 25}


def test_east_pays_and_gets_no_double() -> None:
    made = request(tiles_of(5))
    made["players"] = {"E": made["players"]["S"]}
    made["win"] |= {"seat": "E"}
    assert paid(made) == {"S>E": 15, "W>E": 30, "N>E": 15}


def test_a_dealt_hand_is_paid_as_drawn() -> None:
    for tiles, each in ((PLAIN, 50), (JOKER, 25)):
        made = request(tiles, source="dealt")
        made["players"] = {"E": made["players"]["S"]}
        made["win"] |= {"seat": "E"}
        assert paid(made) == {"S>E": each, "W>E": each, "N>E": each}


def test_the_double_may_need_a_hand_without_any_claim() -> None:
    claimed = request(PLAIN[3:], ("B2 B2 B2",), source="wall")
    assert paid(claimed) == {"E>S": 50, "W>S": 50, "N>S": 50}
    claimed["config"] = WHOLE_HAND
    assert paid(claimed) == {"E>S": 25, "W>S": 25, "N>S": 25}
    closed = request(PLAIN, source="wall", config=WHOLE_HAND)
    assert paid(closed) == {"E>S": 50, "W>S": 50, "N>S": 50}
    closed["win"]["joker_used_during_hand"] = True
    assert paid(closed) == {"E>S": 25, "W>S": 25, "N>S": 25}
    del closed["config"]
    assert paid(closed) == {"E>S": 50, "W>S": 50, "N>S": 50}
    assert paid(request(PLAIN, config=WHOLE_HAND)) == {"E>S": 25, "W>S": 50, "N>S": 25}


@pytest.mark.parametrize("flag", ["dead", "exposed_in_error"])
def test_dead_and_exposed_hands_pay_like_the_others(flag: str) -> None:
    short = ["B1"] * 3 if flag == "dead" else ["B1"] * 3 + ["C1"] * 4 + ["D1"] * 4 + ["WE"] * 2
    others = {"E": {"concealed": short, flag: True}}
    assert paid(request(PLAIN, players=others)) == {"E>S": 25, "W>S": 50, "N>S": 25}
    drawn = request(PLAIN, source="wall", players=others)
    assert paid(drawn) == {"E>S": 50, "W>S": 50, "N>S": 50}


def test_dead_and_exposed_hands_do_not_win() -> None:
    dead = score(request(PLAIN, hand={"dead": True}))
    assert dead == {
        "system": "SHOP-A",
        "legal": False,
        "reason": "a dead hand plays no more and cannot win",
        "rule": "SA-F13",
    }
    exposed = score(request(PLAIN, hand={"exposed_in_error": True}))
    assert (exposed["legal"], exposed["rule"]) == (False, "SA-X03")
    assert exposed["reason"] == "who exposed the hand on a mistaken Mahjong is out of the game"


def test_without_a_winner_nothing_is_paid() -> None:
    answer = score({"system": "SHOP-A", "win": None})
    assert answer["hands"] == {}
    assert (answer["transfers"], answer["net"]) == ([], {"E": 0, "S": 0, "W": 0, "N": 0})
    bet = score({"system": "SHOP-A", "win": None, "bettor": "N"})
    assert (bet["transfers"], bet["net"]) == ([], {"E": 0, "S": 0, "W": 0, "N": 0, "bettor": 0})


def test_who_backs_the_winner_gets_what_the_winner_gets() -> None:
    assert paid(request(PLAIN, bettor="S")) == {
        "E>S": 25, "W>S": 50, "N>S": 25, "E>bettor": 25, "W>bettor": 50, "N>bettor": 25,
    }  # fmt: skip
    assert score(request(PLAIN, bettor="S"))["net"] == {
        "E": -50, "S": 100, "W": -100, "N": -50, "bettor": 100,
    }  # fmt: skip


@pytest.mark.parametrize(("backed", "amount"), [("E", 25), ("W", 50), ("N", 25)])
def test_who_backs_a_loser_pays_what_the_loser_pays(backed: str, amount: int) -> None:
    found = paid(request(PLAIN, bettor=backed))
    assert found == {"E>S": 25, "W>S": 50, "N>S": 25, "bettor>S": amount}


def test_a_choice_shown_too_early_cancels_the_bets() -> None:
    made = request(PLAIN, bettor="S", bettor_shown=True)
    assert paid(made) == {"E>S": 25, "W>S": 50, "N>S": 25}
    assert paid(made | {"bettor_shown": False})["W>bettor"] == 50


def test_the_bettor_repeats_penalties_between_any_two() -> None:
    payments = Payments()
    payments.pay(0, 2, 7)
    payments.pay(3, 2, 5)
    payments.pay(1, 0, 3)
    mirror(payments, 2)
    told = {(each["from"], each["to"]): each["amount"] for each in payments.transfers()}
    assert told == {("E", "W"): 7, ("N", "W"): 5, ("S", "E"): 3,
                    ("E", "bettor"): 7, ("N", "bettor"): 5}  # fmt: skip
    assert sum(payments.net().values()) == 0


@pytest.mark.parametrize(
    ("more", "field", "rule", "sentence"),
    [
        ({"win": {"source": "loose_kong", "from": None}}, "win.source", "SA-T07",
         "there are no loose tiles and no added kongs, so no loose_kong"),
        ({"win": {"source": "loose_flower", "from": None}}, "win.source", "SA-T07",
         "so no loose_flower"),
        ({"win": {"source": "robbed_kong"}}, "win.source", "SA-T07", "so no robbed_kong"),
        ({"hand": {"bonus": ["F1"]}}, "players.S.bonus", "SA-T07",
         "flowers are tiles of the hand here and belong to concealed or melds"),
        ({"players": {"N": {"bonus_undeclared": ["F1"]}}}, "players.N.bonus", "SA-T07",
         "flowers are tiles of the hand here"),
        ({"hand": {"concealed": PLAIN[1:-1]}}, "players.S.concealed", "SA-F13",
         "must make 13 (without the winning tile)"),
        ({"config": {"jokerless_double_scope": "never"}}, "config.jokerless_double_scope",
         "SA-Q05", "must be one of winning_tile, whole_hand, not 'never'"),
        ({"config": {"east_hop": 1}}, "config.east_hop", "SA-Q01", "must be true or false"),
        ({"bettor": "X"}, "bettor", "ENG-02", "must be one of E, S, W, N, not 'X'"),
        ({"system": "SHOP-B", "bettor": "E"}, "bettor", "SA-S05",
         "nobody can bet on a player of SHOP-B, only in SHOP-A"),
        ({"hand": {"melds": [{"kind": "kong", "tiles": ["B2"] * 4, "state": "closed"}]}},
         "players.S.melds[0].state", "SA-F09", "every meld is exposed"),
        ({"hand": {"melds": [{"kind": "chow", "tiles": ["B2", "B3", "B4"]}]}},
         "players.S.melds[0].kind", "SA-F09", "must be one of pung, kong, quint, not 'chow'"),
        ({"hand": {"melds": [{"kind": "pung", "tiles": ["B2", "B3", "J"]}]}},
         "players.S.melds[0]", "SA-F16", "B2 B3 J is no pung"),
        ({"hand": {"melds": [{"kind": "quint", "tiles": ["F1", "F2", "F3", "J", "B1"]}]}},
         "players.S.melds[0]", "SA-F16", "F1 F2 F3 J B1 is no quint"),
    ],
)  # fmt: skip
def test_what_there_is_not_in_this_game(
    more: dict[str, Any], field: str, rule: str, sentence: str
) -> None:
    with pytest.raises(ScoreError) as told:
        score(request(PLAIN, **more))
    assert (told.value.field, told.value.rule) == (field, rule)
    assert sentence in str(told.value)


def test_nine_jokers_are_one_too_many() -> None:
    with pytest.raises(ScoreError, match="9 tiles J are in this hand, and a set has 8"):
        score(request([*PLAIN[:5], *["J"] * 9]))


def test_what_a_hand_lacks_for_an_entry_of_the_card() -> None:
    made = parse(request(PLAIN))
    first, fourth = default().entries[0], default().entries[3]
    hand: Hand = made.hands[1]
    assert shop_a.missing(made, first, hand, INDEX["DG"]) == ""
    assert shop_a.missing(made, fourth, hand, INDEX["DG"]).startswith(
        "it has no place for B2, B2, B2, B4, B4, B4, B4, B6, B6, B6, DG, DG, and needs"
    )
    shown = parse(request(["J"] * 5 + PLAIN[8:], ("B4 J J",))).hands[1]
    assert shop_a.missing(made, first, shown, INDEX["DG"]) == ""  # a pung laid of a kong
    claimed = parse(request(["J"] * 6 + ["C1", "C2", "C3", "C4", "C5"], ("DR J J",))).hands[1]
    assert "of a concealed hand only the fourteenth tile is claimed" in shop_a.missing(
        made, default().entries[12], claimed, None
    )


@pytest.mark.parametrize(
    ("rule", "made", "lacks"),
    [
        ("SA-S01", request(PLAIN), []),
        ("SA-S01", request(PLAIN, source="wall"), ["the winning tile was not discarded"]),
        ("SA-S02", request(PLAIN, source="wall"), []),
        ("SA-S02", request(["J", *JOKER[:13]]),
         ["the winning tile was a discard, so only who discarded it pays twice",
          "the hand holds 2 jokers"]),
        ("SA-S02", request(JOKER, source="wall"), ["the hand holds 1 joker"]),
        ("SA-S02", request(PLAIN[3:], ("B2 B2 B2",), source="wall", config=WHOLE_HAND,
                           win={"joker_used_during_hand": True}),
         ["a discard was claimed for a meld (option jokerless_double_scope)",
          "a joker was used during the hand (option jokerless_double_scope)"]),
        ("SA-S03", request(JOKER, source="wall"), []),
        ("SA-S03", request(JOKER),
         ["the winning tile was a discard, so only who discarded it pays twice"]),
        ("SA-S03", request(PLAIN, source="wall"), ["no joker is in the hand, so all pay twice"]),
        ("SA-S04", request(PLAIN), ["no hand is dead and none was exposed in error"]),
        ("SA-S04", request(PLAIN, players={"E": {"dead": True}}), []),
        ("SA-S05", request(PLAIN), ["nobody bets on this hand"]),
        ("SA-S05", request(PLAIN, bettor="E", bettor_shown=True),
         ["the bettor's choice was shown, so the bet is cancelled"]),
        ("SA-S05", request(PLAIN, bettor="E"), []),
        ("SA-X11", request(PLAIN), ["nobody bets on this hand"]),
        ("SA-X11", request(PLAIN, bettor="E"), ["the bettor's choice stayed hidden"]),
        ("SA-X11", request(PLAIN, bettor="E", bettor_shown=True), []),
        ("SA-T08", request(PLAIN), ["the hand was won, so no new wall is built"]),
        ("SA-T08", {"system": "SHOP-A", "win": None}, []),
        ("SA-S01", {"system": "SHOP-A", "win": None}, ["nobody won"]),
        ("SA-T01", request(PLAIN), None),
    ],
)  # fmt: skip
def test_what_is_lacking_for_a_rule_of_payment(
    rule: str, made: dict[str, Any], lacks: list[str] | None
) -> None:
    assert shop_a.lacks_for(parse(made), 1, rule) == lacks


def test_why_not_asks_the_card_and_the_payments() -> None:
    joker_won = request([*PLAIN[:-1], "J"], source="wall")
    assert why_not(joker_won, "SA-S02") == ["The hand holds 1 joker."]
    for rule in ("SA-P01", "SA-H02", "SA-F01", "SA-S03"):
        assert why_not(joker_won, rule) == []
    wrong = request(["B9", *PLAIN[1:]])
    assert why_not(wrong, "SA-F01")[0] == (
        "No. 1 (exposed, 25): it has no place for B9, and needs B2 instead."
    )
    assert why_not(wrong, "SA-S01")[0].startswith("The tiles are no hand of the card")
    assert why_not(joker_won, "SA-T01") == [
        "SA-T01 (tiles supplied) is no rule that a hand scores."
    ]


@pytest.mark.parametrize("bet", [{"backs": "W"}, {"seat": "W"}, {"backs": "W", "shown": False}])
def test_a_bet_may_be_an_object(bet: dict[str, Any]) -> None:
    assert score(request(PLAIN, bettor=bet)) == score(request(PLAIN, bettor="W"))
    shown = score(request(PLAIN, bettor=bet | {"shown": True}))
    assert shown == score(request(PLAIN, bettor="W", bettor_shown=True))
    assert shown == score(request(PLAIN, bettor=bet, bettor_shown=True))
