"""MJG: the players' own table of special hands, and what is wrong with a bad one."""

import pytest

from mjscore.engine import score
from mjscore.errors import ScoreError
from tests.score.typed import request

WONDERS = "B19 C19 D19 WESWN DRGW"


def with_table(*table):
    """South wins with the hand that the table calls wonders."""
    made = request("MJG", {"S": WONDERS}, "S B1 discard W", config={"special_hands": list(table)})
    made["players"]["S"]["special"] = "wonders"
    return made


def test_a_hand_of_the_table_without_a_value_for_calling_is_worth_nothing_when_called():
    made = with_table({"id": "wonders", "mahjiang": 700})
    made["players"]["N"]["special"] = "wonders"
    hands = score(made)["hands"]
    assert (hands["S"]["value"], hands["N"]["value"]) == (700, 0)


@pytest.mark.parametrize("limit", [None, 5000])
def test_the_table_is_not_cut_where_no_limit_bites(limit):
    made = with_table({"id": "wonders", "mahjiang": 5000})
    made["config"]["limit"] = limit
    sheet = score(made)["hands"]["S"]
    assert (sheet["value"], sheet["limits"]) == (5000, ["MJ-L03"])


@pytest.mark.parametrize(("table", "field", "says"), [
    ([{"id": "wonders", "mahjiang": 1}, {"id": "snake", "mahjiang": 2},
      {"id": "wonders", "mahjiang": 3}],
     "config.special_hands[2].id", "the hand 'wonders' is in the table twice"),
    ([{"id": "wonders"}], "config.special_hands[0].mahjiang",
     "the hand 'wonders' needs mahjiang, what it is worth when won"),
    ([{"id": "wonders", "mahjiang": 1}, {"id": "snake", "calling": 5}],
     "config.special_hands[1].mahjiang", "the hand 'snake' needs mahjiang"),
    (7, "config.special_hands",
     "must be a list of hands, each with id, mahjiang and calling, not 7"),
    ([{"id": ""}], "config.special_hands[0].id", "must be a name, not ''"),
    ([{"mahjiang": 5}], "config.special_hands[0].id", "must be a name, not None"),
    ([7], "config.special_hands[0]", "must have id, mahjiang and calling, and this is 7"),
    ([{"id": "wonders", "mahjiang": -1}], "config.special_hands[0].mahjiang",
     "must be a whole number from 0 to 1000000000, not -1"),
    ([{"id": "wonders", "mahjiang": 1, "calling": True}], "config.special_hands[0].calling",
     "must be a whole number from 0 to 1000000000, not True"),
])  # fmt: skip
def test_a_bad_table_is_refused_in_a_sentence(table, field, says):
    with pytest.raises(ScoreError) as told:
        score(with_table() | {"config": {"special_hands": table}})
    assert (told.value.field, told.value.rule) == (field, "MJ-L03")
    assert says in str(told.value)


def test_a_hand_that_is_not_in_the_table():
    with pytest.raises(ScoreError, match="config.special_hands has no hand 'wonders'"):
        score(with_table({"id": "snake", "mahjiang": 5}))
