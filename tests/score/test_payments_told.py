"""Every payment is told with its rule, and a rule of payment that was not used says why."""

import pytest

from mjscore import rulebook
from mjscore.engine import score
from mjscore.explain import explain, why_not
from mjscore.explain.payments import WAYS, lines, used
from tests.score.cases import all_cases, read_hand

CASES = {case.name: case for case in all_cases()}
SETTLEMENT = {
    rule.id
    for system in WAYS
    for rule in rulebook.rules_of(system)
    if rule.kind == "settlement"
}  # fmt: skip


def told(name, **more):
    request = CASES[name].request | more
    return dict(used(request, score(request)))


def test_every_rule_of_payment_has_its_way():
    assert {way.rule for ways in WAYS.values() for way in ways} == SETTLEMENT


@pytest.mark.parametrize(
    ("name", "id", "who"),
    [
        ("SA-Q04", "SA-S01", "West pays South 2 x 25, East and North pay 25"),
        ("SA self-drawn without a joker", "SA-S02", "East, West and North pay South 2 x 25"),
        ("SA self-drawn with a joker", "SA-S03", "East, West and North pay South 25"),
        ("SA dead and exposed hands pay", "SA-S04",
         "West and North pay in full, though out of the hand"),
        ("SA bettor on the winner", "SA-S05",
         "the bettor pays and gets a second time what South does"),
        ("SB-Q06", "SB-S01", "East, West and North pay South 16"),
        ("SB flowers of a loser", "SB-S02", "East pays West 8 - 0, North pays West 8 - 0"),
        ("SB flowers of a loser", "SB-S03", "East pays West 2 x 8, East pays South 2 x 20"),
        ("SB drawn hand", "SB-S04", "nobody won, so nobody pays"),
        ("MJ sets exposed", "MJ-S01", "East, West and North pay South 80"),
        ("MJ-Q08", "MJ-S02", "East pays West 400 - 0, North pays West 400 - 0"),
        ("MJ sets exposed", "MJ-S03", "East pays South 2 x 80"),
        ("YEE normal win", "YEE-S01", "West pays South 6, the others nothing"),
        ("YEE self-drawn", "YEE-S02", "East, West and North pay South 8"),
        ("YEE seven flowers", "YEE-S03",
         "East and West pay South 15, North pays 2 x 15 for the eighth flower"),
        ("MH-Q06", "MH-S01", "East, West and North pay South 240"),
        ("MH-Q02", "MH-S02", "East pays West 20 - 0, North pays West 20 - 0"),
        ("MH-Q06", "MH-S03", "East pays South 2 x 240"),
        ("MH double dice", "MH-S04",
         "the two dice are equal, so every value and payment counts twice"),
        ("LASFS sets open", "LASFS-S01", "East, West and North pay South 60"),
        ("LASFS-Q03", "LASFS-S02", "East pays West 8 - 0, North pays West 8 - 0"),
        ("LASFS sets open", "LASFS-S03", "East pays South 2 x 60"),
        ("LASFS dead round", "LASFS-S04",
         "South pays East 8 - 0, West pays East 8 - 2, North pays East 8 - 0,"
         " South pays West 2 - 0, North pays West 2 - 0"),
    ],
)  # fmt: skip
def test_a_way_of_paying_is_told_with_who_pays(name, id, who):
    assert told(name)[id] == who
    line = f"  {id}  {rulebook.rule(id).name}: {who}."
    assert line in explain(CASES[name].request).splitlines()
    assert why_not(CASES[name].request, id) == []


@pytest.mark.parametrize("name", CASES)
def test_the_rules_told_are_those_that_changed_the_payments(name):
    """Nothing is told of a hand that pays nothing; East's double is told where East pays."""
    answer = score(CASES[name].request)
    found = dict(used(CASES[name].request, answer))
    pays = {
        player for each in answer.get("transfers", ()) for player in (each["from"], each["to"])
    }
    own = {each["rule"] for each in answer.get("events", ()) if each["transfers"]}
    assert found or not pays or own, "payments without a rule"
    for id in found:
        if id.endswith("-S03") and id[:2] in ("SB", "MJ", "MH", "LA"):
            assert "E" in pays
        if id == "SA-S05":
            assert "bettor" in pays


def test_a_hand_that_nobody_won_pays_by_no_rule_of_a_winner():
    for name in ("SB drawn hand", "LASFS dead round"):
        assert [id for id in told(name) if id[-3:] in ("S01", "S02")] == []


def test_double_dice_double_a_bouquet_and_a_penalty_has_the_double_of_east():
    bouquet = {"event": "bouquet", "seat": "W", "tiles": ["F1", "F2", "F3", "F4"]}
    request = {"system": "HANDS", "win": None, "dice": [3, 3], "events": [bouquet]}
    assert list(dict(used(request, score(request)))) == ["MH-S04"]
    request = request | {"dice": [3, 4]}
    assert used(request, score(request)) == []
    false = {"event": "false_mah_jongg_exposed", "seat": "S"}
    request = {"system": "LASFS", "win": None, "events": [false]}
    assert used(request, score(request)) == [("LASFS-S03", "South pays East 2 x 250")]


def test_a_seat_that_an_event_put_out_pays_in_full():
    events = [{"event": "wrong_count", "seat": "N"}]
    assert told("SA-Q04", events=events)["SA-S04"] == "North pays in full, though out of the hand"
    assert "SA-S04" not in told("SA-Q04")


def test_the_eighth_flower_lies_with_who_shows_it_or_in_the_wall():
    request = CASES["YEE seven flowers"].request
    win = {key: value for key, value in request["win"].items() if key != "last_flower_holder"}
    shown = told("YEE seven flowers", win=win)["YEE-S03"]
    assert shown == "East and West pay South 15, North pays 2 x 15 for the eighth flower"
    in_the_wall = {seat: hand for seat, hand in request["players"].items() if seat != "N"}
    none = told("YEE seven flowers", win=win, players=in_the_wall)["YEE-S03"]
    assert none == "East, West and North pay South 15"


@pytest.mark.parametrize(
    ("name", "id", "why"),
    [
        ("SB drawn hand", "SB-S01", "Nobody won."),
        ("SB drawn hand", "SB-S02", "Nobody won, so there are no losers."),
        ("SB drawn hand", "SB-S03", "East is not among those who pay or receive."),
        ("SB-Q06", "SB-S02", "The losers' hands are worth the same."),
        ("SB-Q06", "SB-S04", "The hand was won."),
        ("MH-Q06", "MH-S04", "No dice were given."),
        ("LASFS sets open", "LASFS-S04", "The hand was won."),
        ("YEE normal win", "YEE-S02",
         "The winner got it from another player, so it is paid by YEE-S01."),
        ("YEE self-drawn", "YEE-S01",
         "The winner drew the winning tile, so it is paid by YEE-S02."),
        ("YEE seven flowers", "YEE-S02", "Seven flowers are paid for by YEE-S03."),
        ("YEE triple six", "YEE-S01", "Nobody won."),
        ("SA-Q04", "SA-S04", "No hand is dead and none was exposed in error."),
        ("SA-Q04", "SA-S05", "Nobody bets on this hand."),
        ("SA-Q04", "SA-S02",
         "The winning tile was a discard, so only who discarded it pays twice."),
        ("SB no complete hand", "SB-S01", "The winner's tiles are not four sets and a pair."),
    ],
)  # fmt: skip
def test_a_rule_that_nobody_paid_by_says_why(name, id, why):
    assert why_not(CASES[name].request, id)[0] == why
    assert id not in told(name)


def test_the_rarer_reasons_are_told_too():
    dice = CASES["MH-Q06"].request | {"dice": [3, 4]}
    assert why_not(dice, "MH-S04") == ["The two dice were not equal."]
    nothing = {"system": "LASFS", "win": None, "events": [{"event": "long_hand", "seat": "S"}]}
    assert why_not(nothing, "LASFS-S04") == ["No hand was scored."]
    level = CASES["LASFS dead round"].request
    hands = {seat: {"concealed": level["players"][seat]["concealed"]} for seat in "SN"}
    idle = read_hand("B135 C135 D135 WESWN")
    hands |= {"E": idle, "W": idle}
    assert why_not(level | {"players": hands}, "LASFS-S04") == [
        "No hand is worth more than another."
    ]
    alone = {seat: {"dead": True} for seat in "EWN"} | {
        "S": CASES["SB-Q06"].request["players"]["S"]
    }
    untold = CASES["SB-Q06"].request | {"players": alone}
    assert why_not(untold, "SB-S02") == ["The losers' hands were not given."]
    zero = {"config": {"special_hands": [{"id": "dear", "mahjiang": 0, "calling": 0}]}}
    table = CASES["MJ sets exposed"].request
    table = table | zero | {"win": table["win"] | {"special": "dear"}}
    assert why_not(table, "MJ-S01") == ["The winning hand is worth nothing."]
    backed = {"system": "SHOP-A", "win": None, "bettor": "W"}
    assert why_not(backed, "SA-S05") == ["Nothing is paid that it would change."]
    assert lines(backed, score(backed)) == []
