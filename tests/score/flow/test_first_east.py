"""Throwing for East, ties, new seats; chips and counting sticks."""

import json
from pathlib import Path

import pytest

from mjscore.errors import ScoreError
from mjscore.flow import chips
from tests.score.flow.play.first_east import new_seats, places_after, throwing

FOUR = ("Ann", "Bob", "Cid", "Dan")
VECTORS = Path(__file__).parents[2] / "data" / "rule_vectors.json"


def test_the_highest_total_is_east_and_the_others_follow_to_the_right():  # SA-T04, SB-T04
    state = throwing(FOUR).thrown({"Ann": 4, "Bob": 7, "Cid": 11, "Dan": 7})
    assert state.east == "Cid"
    assert places_after(FOUR, state) == {"Cid": "E", "Dan": "S", "Ann": "W", "Bob": "N"}


def test_those_who_tie_throw_again_and_nobody_else():  # SA-Q03
    state = throwing(FOUR).thrown({"Ann": 9, "Bob": 9, "Cid": 2, "Dan": 9})
    assert state.east is None and state.throwers == ("Ann", "Bob", "Dan")
    with pytest.raises(ScoreError, match="Ann, Bob, Dan throws now, not Ann, Cid.*SA-Q03"):
        state.thrown({"Ann": 5, "Cid": 6})
    state = state.thrown({"Ann": 5, "Bob": 8, "Dan": 8})
    assert state.throwers == ("Bob", "Dan")
    assert state.thrown({"Bob": 3, "Dan": 6}).east == "Dan"


def test_new_seats_are_taken_in_the_order_of_the_totals():  # SB-T13
    state = throwing(FOUR).thrown({"Ann": 4, "Bob": 7, "Cid": 11, "Dan": 7})
    assert state.throwers == ("Bob", "Dan")
    with pytest.raises(ScoreError, match="those who tie throw again first.*SB-T13"):
        new_seats(state)
    state = state.thrown({"Bob": 2, "Dan": 12})
    assert new_seats(state) == {"Cid": "E", "Dan": "S", "Bob": "W", "Ann": "N"}


def test_throws_that_cannot_be():
    with pytest.raises(ScoreError, match="four different players"):
        throwing(("Ann", "Bob", "Cid", "Ann"))
    with pytest.raises(ScoreError, match="no dice show 1 .*SA-T04|no dice show 1.*SA-T04"):
        throwing(FOUR).thrown({"Ann": 1, "Bob": 7, "Cid": 11, "Dan": 7})
    with pytest.raises(ScoreError, match="no dice show 19"):
        throwing(FOUR).thrown({"Ann": 19, "Bob": 7, "Cid": 11, "Dan": 7})
    assert throwing(FOUR).thrown({"Ann": 18, "Bob": 2, "Cid": 11, "Dan": 7}).east == "Ann"
    with pytest.raises(ScoreError, match="Ann, Bob, Cid, Dan throws now, not Ann.*SA-T04"):
        throwing(FOUR).thrown({"Ann": 6})
    level = throwing(FOUR).thrown({"Ann": 9, "Bob": 9, "Cid": 2, "Dan": 3})
    with pytest.raises(ScoreError, match="those who tie throw again first.*SA-Q03"):
        places_after(FOUR, level)
    done = level.thrown({"Ann": 9, "Bob": 8})
    with pytest.raises(ScoreError, match="nobody throws now"):
        done.thrown({})


def test_american_chips_are_a_thousand_points():  # SA-T11
    rows = json.loads(VECTORS.read_text(encoding="utf-8"))["vectors"]
    row = next(row for row in rows if row["id"] == "PUB-SA-CHIPS")
    told = {int(worth): number for worth, number in row["input"]["chips"].items()}
    assert {chip.worth: chip.each for chip in chips.chips("SHOP-A")} == told
    assert chips.total(told) == chips.beginning("SHOP-A") == row["expected"]["total"]


def test_four_values_of_chips_and_sticks():  # MH-T04, SB-T15
    worths = {chip.name: chip.worth for chip in chips.chips("HANDS")}
    assert worths == {"yellow": 100, "white": 500, "green or blue": 1000, "red": 2000}
    assert [len(chips.chips(each)) for each in ("SHOP-B", "HANDS")] == [4, 4]
    assert [chips.beginning(each) for each in ("SHOP-B", "HANDS")] == [2000, 20000]
    assert chips.chips("LASFS") == chips.chips("SHOP-B")


def test_points_laid_out_in_chips_and_what_is_too_small_for_them():  # MH-Q15
    assert chips.laid_out("HANDS", 3640) == ({2000: 1, 1000: 1, 500: 1, 100: 1}, 40)
    assert chips.laid_out("SHOP-A", 255) == ({200: 1, 25: 2, 5: 1}, 0)
    with pytest.raises(ScoreError, match="0 or more points, not -5.*MH-Q15"):
        chips.laid_out("SHOP-A", -5)
    with pytest.raises(ScoreError, match="there is no system 'HAND'.*did you mean"):
        chips.chips("HAND")
