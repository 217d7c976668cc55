"""Whole hands, played at random by the rules: tiles, turns, draws, and the request scored."""

import random

import pytest

from mjscore import engine, wall
from mjscore.errors import ScoreError
from mjtable import profiles
from tests.score.flow.people import PROFILES, People, new_hand

HANDS = 12


def judge(request):
    """The engine; a request that it cannot use is a mistake of the play, not of the players."""
    try:
        return engine.score(request)
    except ScoreError as error:
        raise AssertionError(f"{error}: {request}") from error


def formula(name, kongs, others):
    """Draws from the head after the deal, as chapters 3 to 8 print them."""
    r = kongs + others
    return {
        "SHOP-A": 99,
        "SHOP-B-136": 136 - 53 - r - (14 + 2 * kongs),
        "SHOP-B-144": 144 - 53 - r - (14 + 2 * kongs),
        "MJG": 136 - 53 - r - (14 + 2 * kongs),
        "YEE": 75 - r,
        "HANDS-144": 144 - 53 - r - (14 + 2 * kongs),
        "HANDS-148": 148 - 53 - r - (14 + 2 * kongs),
        "LASFS": 91 - r - (8 - r % 2),
    }[name]


@pytest.mark.parametrize("name", PROFILES)
def test_a_hand_nobody_wins_draws_as_many_tiles_as_the_rules_say(name):
    for seed in range(HANDS):
        rng = random.Random(f"{name}{seed}")
        people = People(new_hand(name, rng), rng)
        people.complete = lambda player, tile=None: False
        play = people.to_the_end()
        ends = {"SHOP-A": "new_wall", "LASFS": "dead_round"}.get(play.system, "drawn")
        assert play.result.kind == ends and play.result.request["win"] is None
        expected = formula(name, people.kongs, people.others)
        # the last kong closes the wall with its own stack, LASFS's last replacement with one tile
        closes = {"YEE": 0, "SHOP-A": 0, "LASFS": 1}.get(play.system, 2 * bool(people.kongs))
        assert expected <= people.head_draws <= max(expected, 0) + closes
        assert play.wall.ended


@pytest.mark.parametrize("name", PROFILES)
def test_a_hand_played_to_the_end_is_scored_without_a_flag_set_by_hand(name):
    ends = set()
    for seed in range(HANDS):
        rng = random.Random(f"{seed}{name}")
        dice = [rng.randint(1, 6) for _ in range(profiles.dice(profiles.index_of(name)))]
        play = new_hand(name, rng, judge=judge, dice=dice, round_wind=rng.choice("ESWN"), streak=1)
        People(play, rng).to_the_end()
        ends.add(play.result.kind)
        answer = judge(play.result.request)
        assert answer["legal"] and sum(answer["net"].values()) == 0
        if play.result.kind == "win":
            assert answer == play.result.answer
            winner = "ESWN"[play.result.winner]
            assert answer["net"][winner] > 0 and play.result.request["win"]["seat"] == winner
    assert "win" in ends or wall.system_of(name) in ("SHOP-A", "HANDS")


def test_turns_go_round_unless_a_tile_is_claimed():
    rng = random.Random(7)
    people = People(new_hand("SHOP-B-136", rng), rng, eager=0.0)
    people.complete = lambda player, tile=None: False
    people.to_the_end()
    assert people.turns == [n % 4 for n in range(len(people.turns))]
    assert len(people.turns) == 1 + 69  # East's first discard and 83 - 14 draws
