"""A loser's points, or his scoring sets alone, pay exactly what his whole hand pays."""

import random

import pytest

from mjscore.compact import parse, to_compact
from mjscore.engine import score
from mjscore.errors import ScoreError
from mjscore.systems import SYSTEMS, game
from tests.score.second import deals

COUNTING = [system for system in SYSTEMS if game(system).losers]
HANDS_A_SYSTEM = 150


def won(system, rng):
    """A hand that somebody won, all four told."""
    while True:
        request = deals.request(system, rng)
        answer = score(request)
        if request.get("win") and answer["legal"] and len(request.get("players", ())) == 4:
            return request, answer


def losers(request):
    return [seat for seat in "ESWN" if seat != request["win"]["seat"]]


def scoring(hand):
    """What of a hand can count: melds, triplets and pairs, what lies beside."""
    held = hand.get("concealed") or []
    kept = [tile for tile in held if held.count(tile) > 1]
    return {**hand, "concealed": kept, "dead": True}


@pytest.mark.parametrize("system", COUNTING)
def test_points_pay_what_the_tiles_pay(system):
    rng = random.Random(61)
    for _ in range(HANDS_A_SYSTEM):
        request, answer = won(system, rng)
        twice = 2 if answer.get("double_dice") else 1
        players = dict(request["players"])
        # a bouquet is told by tiles
        paid = {event.get("seat") for event in answer.get("events", ())}
        silent = [seat for seat in losers(request) if seat not in paid]
        for seat in rng.sample(silent, min(len(silent), rng.randint(1, 3))):
            players[seat] = {"value": answer["hands"][seat]["value"] // twice}
        told = score(request | {"players": players})
        assert (told["transfers"], told["net"]) == (answer["transfers"], answer["net"])
        assert list(told["hands"]) == list(answer["hands"])


@pytest.mark.parametrize("system", COUNTING)
def test_scoring_sets_alone_count_what_the_whole_hand_counts(system):
    rng = random.Random(62)
    for _ in range(HANDS_A_SYSTEM):
        request, answer = won(system, rng)
        players = dict(request["players"])
        for seat in losers(request):
            players[seat] = scoring(players[seat])
        told = score(request | {"players": players})
        assert told["net"] == answer["net"]
        for seat in losers(request):
            assert told["hands"][seat]["lines"] == answer["hands"][seat]["lines"]


@pytest.mark.parametrize("system", COUNTING)
def test_nothing_is_worth_nothing(system):
    request, _ = won(system, random.Random(63))
    nothing = {seat: {"dead": True} for seat in losers(request)}
    zero = {seat: {"value": 0} for seat in losers(request)}
    winner = {request["win"]["seat"]: request["players"][request["win"]["seat"]]}
    answers = [score(request | {"players": winner | rest}) for rest in (nothing, zero)]
    assert answers[0]["net"] == answers[1]["net"]
    assert {answers[0]["hands"][seat]["value"] for seat in nothing} == {0}


@pytest.mark.parametrize(("hand", "told"), [
    ({"value": -1}, "points are a whole number from 0 to 1000000, not -1"),
    ({"value": True}, "points are a whole number from 0 to 1000000, not True"),
    ({"value": 4, "concealed": ["B1"]}, "a hand is told by its tiles or by its points, not by"),
])  # fmt: skip
def test_points_that_are_none(hand, told):
    request, _ = won("SHOP-B", random.Random(64))
    seat = losers(request)[0]
    with pytest.raises(ScoreError, match=told):
        score(request | {"players": {**request["players"], seat: hand}})


def test_points_of_the_winner_and_of_who_is_not_counted_are_refused():
    request, _ = won("SHOP-B", random.Random(65))
    seat = request["win"]["seat"]
    with pytest.raises(ScoreError, match="the winner's hand is told by its tiles"):
        score(request | {"players": {**request["players"], seat: {"value": 3}}})
    yee = {"system": "YEE", "win": {"seat": "E", "tile": "D1", "source": "wall"}, "players": {
        "E": parse("B123 B456 C789 {WE*4} D1").hand, "S": {"value": 3}}}  # fmt: skip
    with pytest.raises(ScoreError, match="YEE does not count this hand, so nobody tells its"):
        score(yee)


def test_points_are_typed_compactly():
    typed = parse("@value=12").hand
    assert typed["value"] == 12 and to_compact(typed) == "@value=12"
    with pytest.raises(ScoreError, match="column 1: expected @dead"):
        parse("@value=lots")
