"""Whole games: throws, deals, hands and the rotation, until the rules say that it is over."""

import random

import pytest

from mjscore import wall
from mjscore.flow.rotation import after, reseated, start
from mjtable.game import profiles
from tests.score.flow.people import PROFILES, People, new_hand
from tests.score.flow.play.first_east import new_seats, throwing

PLAYERS = ("Ann", "Bob", "Cid", "Dan")
OPEN_HANDS = 30  # of a game without an end


def throw(rng, number=2):
    return [rng.randint(1, 6) for _ in range(number)]


def seated(rng):
    """Players by side, as thrown for: East at side A, the others counter-clockwise."""
    state = throwing(PLAYERS)
    while state.throwers:
        state = state.thrown({player: sum(throw(rng)) for player in state.throwers})
    return sorted(PLAYERS, key=lambda player: "ESWN".index(new_seats(state)[player]))


@pytest.mark.parametrize("name", PROFILES)
def test_a_whole_game_ends_when_the_rules_say(name):
    rng = random.Random(name)
    chairs, now, hands, seatings = seated(rng), start(name), 0, 1
    deals = dict.fromkeys(PLAYERS, 0)  # turns as dealer, retentions not counted
    number = profiles.dice(profiles.index_of(name))
    last = None
    while not now.over and hands < (OPEN_HANDS if not now.rounds else 1000):
        if now.reseat:
            chairs, now, seatings = seated(rng), reseated(now), seatings + 1
        if now.streak == 0 and last != "new_wall":
            deals[chairs[now.dealer]] += 1
        dice = throw(rng, number)
        assert (
            wall.deal(name, dice, "ABCD"[now.dealer]).left
            == profiles.tiles(profiles.index_of(name)) - 53
        )
        play = new_hand(name, rng, dice=dice, round_wind="ESWN"[now.wind], streak=now.streak)
        People(play, rng, eager=0.9, watched=False).to_the_end()
        winner = play.result.winner
        last = play.result.kind
        dealer = now.dealer
        now = after(now, last, None if winner is None else "ESWN"[winner])
        hands += 1
        assert now.dealer in (dealer, (dealer + 1) % 4)
    length = {"YEE": 4, "SHOP-A": 0, "LASFS": 0}.get(wall.system_of(name), 8)
    assert now.over is bool(length)
    if length:
        assert set(deals.values()) == {length} and hands >= 4 * length
        assert seatings == (1 if name == "YEE" else 2)
    if name == "SHOP-A":
        assert now.hand == 1 and now.dealer == 0  # nobody won: the same game goes on, SA-Q07
