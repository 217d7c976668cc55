"""The exchange of tiles: directions, blind passes, what is refused."""

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from mjscore.errors import ScoreError
from mjscore.flow.charleston import (
    BLIND,
    FIRST_EXCHANGE,
    SECOND_EXCHANGE,
    STEPS,
    TILES,
    Charleston,
)
from mjscore.flow.customs import tile_set
from mjscore.tiles import INDEX, JOKER

VECTORS = Path(__file__).parents[2] / "data" / "rule_vectors.json"
YES = dict.fromkeys("ESWN", True)


def dealt(seed=3):
    tiles = tile_set("SHOP-A")
    random.Random(seed).shuffle(tiles)
    return Charleston((tuple(tiles[:14]), *(tuple(tiles[14 + 13 * n : 27 + 13 * n])
                                            for n in range(3))))  # fmt: skip


def plain(hand, count=3):
    return [tile for tile in hand if tile != JOKER][:count]


def pass_on(state, **instead):
    given = {seat: plain(state.hands[n]) for n, seat in enumerate("ESWN")}
    return state.passed({**given, **instead}), {**given, **instead}


def test_the_order_of_the_documents_exchanges():  # SA-F02, SA-F03
    rows = json.loads(VECTORS.read_text(encoding="utf-8"))["vectors"]
    told = next(row for row in rows if row["id"] == "PUB-SA-CHARLESTON")["expected"]
    assert list(FIRST_EXCHANGE) == told["first"] and list(SECOND_EXCHANGE) == told["second"]
    assert told["tiles"] == TILES


def test_every_pass_goes_to_the_right_across_or_left():
    state, on = dealt(), {"right": 1, "across": 2, "left": 3}
    for step, direction in enumerate(STEPS):
        if step == 3:
            state = state.agree(YES)
        assert state.direction == direction
        before = state
        state, given = pass_on(state)
        for seat, letter in enumerate("ESWN"):
            to = (seat + on[direction]) % 4
            assert list(state.received[to]) == list(given[letter])
            assert not Counter(given[letter]) - Counter(state.hands[to])
            assert len(state.hands[seat]) == len(before.hands[seat])
    assert state.complete and state.direction == ""


def test_right_is_the_next_in_turn():
    state = dealt()
    souths, given = plain(state.hands[1]), None
    state, given = pass_on(state)
    assert given["S"] == souths and list(state.received[2]) == souths  # South's right is West


def test_no_tile_is_lost_and_easts_fourteen_stay_fourteen():
    state = dealt()
    every = Counter(tile for hand in state.hands for tile in hand)
    for _ in range(3):
        state, _ = pass_on(state)
    assert [len(hand) for hand in state.hands] == [14, 13, 13, 13]
    assert Counter(tile for hand in state.hands for tile in hand) == every


def test_a_blind_pass_hands_on_the_three_just_received():  # SA-F06
    state, _ = pass_on(dealt())
    received, own = state.received[2], state.hands[2]
    state, _ = pass_on(state, W=BLIND)
    assert state.received[0] == received  # across from West sits East
    assert sorted(state.hands[2]) == sorted(
        (*(Counter(own) - Counter(received)).elements(), *state.received[2])
    )


def test_the_first_pass_cannot_be_blind_but_that_of_the_second_exchange_can():  # SA-Q15
    with pytest.raises(ScoreError, match="tiles.N: nothing has been received yet.*SA-Q15"):
        pass_on(dealt(), N=BLIND)
    state = dealt()
    for _ in range(3):
        state, _ = pass_on(state)
    received = state.received[1]
    state, _ = pass_on(state.agree(YES), S=BLIND)
    assert state.received[0] == received  # left of South sits East


def test_the_second_exchange_needs_all_four():  # SA-F03
    state = dealt()
    for _ in range(3):
        state, _ = pass_on(state)
    assert not state.complete and state.direction == ""
    with pytest.raises(ScoreError, match="only if all four agree.*SA-F03"):
        pass_on(state)
    assert state.agree({**YES, "W": False}).complete
    assert not state.agree(YES).complete
    with pytest.raises(ScoreError, match="all four players are asked.*SA-F03"):
        state.agree({"E": True})


def test_an_exchange_once_begun_is_completed():  # SA-F04
    state, _ = pass_on(dealt())
    assert not state.complete
    with pytest.raises(ScoreError, match="is agreed on after the first"):
        state.agree(YES)
    for _ in range(2):
        state, _ = pass_on(state)
    state, _ = pass_on(state.agree(YES))
    assert not state.complete
    done = state._replace(step=6)
    with pytest.raises(ScoreError, match="the exchange is over.*SA-F04"):
        pass_on(done)


def test_jokers_stay_where_they_are():  # SA-F05
    state = dealt()
    hand = (JOKER, *state.hands[3][1:])
    state = state._replace(hands=(*state.hands[:3], hand))
    with pytest.raises(ScoreError, match="tiles.N: jokers are not passed.*SA-F05"):
        pass_on(state, N=[JOKER, *plain(hand, 2)])


def test_passes_that_are_none():
    state = dealt()
    with pytest.raises(ScoreError, match="every pass is 3 tiles, not 2.*SA-F04"):
        pass_on(state, E=plain(state.hands[0], 2))
    with pytest.raises(ScoreError, match="all four players pass at the same time.*SA-F02"):
        state.passed({"E": plain(state.hands[0])})
    strange = next(tile for tile in range(34) if tile not in state.hands[0])
    with pytest.raises(ScoreError, match="E has no .. to pass.*SA-F02"):
        pass_on(state, E=[strange, *plain(state.hands[0], 2)])
    assert INDEX["J"] == JOKER
