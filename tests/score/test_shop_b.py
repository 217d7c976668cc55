"""SHOP-B: the option that plays it with 136 tiles, without flowers and seasons."""

import pytest

from mjscore.engine import score
from mjscore.errors import ScoreError
from tests.score.typed import request

WON = {"S": "B234 C345 D456 B678 D5"}


@pytest.mark.parametrize(("hand", "name", "tile"), [
    ("| F2", "bonus", "F2"), ("| S4", "bonus", "S4"), ("| ?F1", "bonus_undeclared", "F1"),
])  # fmt: skip
def test_a_set_of_136_tiles_has_no_flowers(hand, name, tile):
    hands = {"S": f"{WON['S']} {hand}"}
    assert score(request("SHOP-B", hands, "S D5 wall", config={"flowers": True}))["legal"]
    with pytest.raises(ScoreError) as told:
        score(request("SHOP-B", hands, "S D5 wall", config={"flowers": False}))
    assert str(told.value) == (
        f"players.S.{name}: {tile} is not in the set, as the option flowers is false [SB-T01]"
    )


def test_a_hand_without_flowers_is_scored_alike_in_both_sets():
    asked = [request("SHOP-B", WON, "S D5 wall", config={"flowers": flowers})
             for flowers in (True, False)]  # fmt: skip
    assert score(asked[0]) == score(asked[1])
