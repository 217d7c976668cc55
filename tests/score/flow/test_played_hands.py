"""Whole hands, played at random by the rules: tiles, turns, draws, and the request scored."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjscore import engine, wall
from mjscore.errors import ScoreError
from mjscore.tiles import CODES
from mjtable.game import profiles
from tests.score.flow.people import PROFILES, People, every_tile_once, new_hand
from tests.score.flow.play.hand_play import ACTIONS, NAMES
from tests.score.flow.test_hand_play import picture

HANDS = 12
SEEDS = st.integers(0, 10**6)


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


@given(st.sampled_from(PROFILES), SEEDS)
@settings(max_examples=60)
def test_a_hand_nobody_wins_draws_as_many_tiles_as_the_rules_say(name, seed):
    rng = random.Random(seed)
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


@given(st.sampled_from(PROFILES), SEEDS)
@settings(max_examples=40)
def test_whatever_people_try_is_done_or_refused_and_no_tile_is_lost(name, seed):
    rng = random.Random(seed)
    play = new_hand(name, rng, judge=judge, bettor=rng.choice((None, "S")) if name == "SHOP-A"
                    else None)  # fmt: skip
    if play.phase == "exchange":
        play.exchange(play.charleston()._replace(step=3, agreed=False))
    for _ in range(150):
        if play.phase == "over":
            break
        before = picture(play)
        try:
            play.apply(random_action(play, rng))
        except ScoreError as refused:
            assert picture(play) == before, str(refused)
        if play.result is None or play.result.kind != "win":
            every_tile_once(play)
    if play.result is not None:
        assert sum(judge(play.result.request)["net"].values()) == 0


def random_action(play, rng):
    """Often the sensible thing of the player in turn, otherwise anything at all."""
    seat = play.seats[play.turn]
    if rng.random() < 0.6:
        do = {"draw": "draw", "opening": "bonus", "robbable": "replace"}.get(play.phase, "discard")
        tile = rng.choice([t for t in seat.concealed if t >= 34] or seat.concealed)
        told = {"do": do, "seat": seat.seat}
        return told if do in ("draw", "replace") else told | {"tile": tile}
    do = rng.choice(sorted(ACTIONS))
    own = play.seats[rng.randrange(4)]
    offered = [play.offer.tile] if play.offer else []
    values = {
        "seat": own.seat,
        "tile": rng.choice(own.concealed + offered),
        "kind": rng.choice(("pung", "kong", "chow", "quint", "win", "star", "concealed")),
        "tiles": rng.sample(own.concealed, 2),
        "named": None,
        "claims": [{"seat": n, "kind": rng.choice(("pung", "chow", "win"))} for n in range(2)],
        "what": rng.choice(("drew_out_of_turn", "sneezed")),
        "exposed": rng.sample("ESWN", rng.randrange(4)),
        "value": rng.choice((0, 25)),
    }
    if rng.random() < 0.05:
        values[rng.choice(sorted(values))] = rng.choice((None, [], {}, "X", -1, 3.5, CODES))
    return {"do": do, **{key: values[key] for key in NAMES[do]}}
