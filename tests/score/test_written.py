"""An answer's line of JSON is that of its values, in every system; waits are found two ways."""

import json
import random

import pytest

from mjscore.engine import score, score_text
from mjscore.errors import ScoreError
from mjscore.registry import SYSTEMS
from mjscore.request import parse
from mjscore.shapes import alone, splits, waits
from mjscore.view import View
from tests.score.riichi_hands import hong_kong
from tests.score.riichi_hands import request as riichi
from tests.score.second.deals import request


def asked(system, number):
    rng = random.Random(f"written {system} {number}")
    return {"HKOS": hong_kong, "RIICHI": riichi}.get(system, lambda rng: request(system, rng))(rng)


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_line_is_that_of_the_values(system):
    for number in range(150):
        question = asked(system, number)
        try:
            answer = score(question)
        except ScoreError as error:
            answer = error.as_dict()
        assert score_text(json.dumps(question)) == json.dumps(answer, separators=(",", ":"))


def test_a_tile_alone_is_the_only_wait():
    seen = set()
    for number in range(600):
        made = parse(asked(("SHOP-B", "MJG", "LASFS")[number % 3], number))
        if made.win is None:
            continue
        view = View(made, made.hands[made.win.seat])
        tile, before = made.win.tile, view.counts[:]
        if tile < 0 or not splits(before):
            continue
        before[tile] -= 1
        held = view.held(before)
        only = waits(before, held) == [tile]
        assert alone(before, tile, held) is only
        seen.add(only)
    assert seen == {True, False}
