"""Chips and sticks only show points, which are exact (rules SA-T11, SB-T15, MH-T04, MH-Q15)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjscore.match import ledger
from mjscore.match.errors import MatchError
from mjscore.match.ledger import Ledger, Piece
from tests.score.match.scorers import hand

SYSTEMS = ("SHOP-A", "SHOP-B", "MJG", "YEE", "HANDS", "LASFS")


def test_everybody_begins_shop_a_with_a_thousand_points_in_twenty_chips():
    chips = ledger.of_system("SHOP-A")
    assert chips.start == 1000
    assert {piece.value: piece.count for piece in chips.pieces} == {25: 6, 5: 10, 200: 4}


def test_hands_has_four_colours():
    chips = ledger.of_system("HANDS")
    assert {piece.value: piece.name for piece in chips.pieces} == {
        100: "yellow", 500: "white", 1000: "green or blue", 2000: "red"}  # fmt: skip


def test_shop_b_has_sticks_of_four_values():
    assert len({piece.value for piece in ledger.of_system("SHOP-B").pieces}) == 4


def shown(chips, *points):
    return list(chips.shown(dict(zip("ABCDE", points, strict=False))).values())


def test_everybody_begins_with_the_chips_that_were_handed_out():
    assert shown(ledger.of_system("SHOP-A"), 1000, 1000, 1000, 1000) == [
        "4 of 200, 6 of 25, 10 of 5"] * 4  # fmt: skip
    assert shown(ledger.of_system("HANDS"), *[ledger.of_system("HANDS").start] * 5) == [
        "4 red, 8 green or blue, 6 white, 10 yellow"] * 5  # fmt: skip


def test_the_winner_has_what_the_others_gave_away():
    chips = ledger.of_system("SHOP-A")
    assert shown(chips, 975, 1075, 975, 975) == [
        "4 of 200, 6 of 25, 5 of 5", "4 of 200, 6 of 25, 25 of 5", "4 of 200, 6 of 25, 5 of 5",
        "4 of 200, 6 of 25, 5 of 5"]  # fmt: skip
    assert shown(chips, 0, 4000, 0, 0) == [
        "0 points", "16 of 200, 24 of 25, 40 of 5", "0 points", "0 points"]  # fmt: skip


def test_points_that_no_piece_shows_are_said():
    chips = Ledger(0, (Piece("yellow", 100), Piece("white", 500), Piece("", 2000)))
    assert shown(chips, 4740, -500, 0, 501, -1) == [
        "2 of 2000, 1 white, 2 yellow and 40 points", "owes 500 points", "0 points",
        "1 white and 1 point", "owes 1 point"]  # fmt: skip
    assert Ledger().shown({"Ann": 30}) == {}


@given(st.sampled_from(SYSTEMS), st.lists(st.integers(-3000, 3000), min_size=3, max_size=4))
def test_pieces_and_rest_make_the_points_exactly(system, differences):
    chips = ledger.of_system(system)
    worth = {piece.name or f"of {piece.value}": piece.value for piece in chips.pieces}
    points = {number: chips.start + each for number, each in enumerate(differences)}
    points[9] = chips.start - sum(differences)  # as in a match, nothing is lost
    laid = chips.laid_out(points)
    for name, (found, rest) in laid.items():
        assert sum(worth[kind] * number for kind, number in found) + rest == max(points[name], 0)
    for piece in chips.pieces:
        kind = piece.name or f"of {piece.value}"
        assert sum(dict(found).get(kind, 0) for found, _ in laid.values()) <= (
            piece.count * len(points))  # fmt: skip


def test_the_ledger_keeps_points_that_no_chip_can_show(begin):
    match = begin("HANDS-144")
    match.do(match.hand(hand("S", 10)))
    assert match.sheet.state.totals == {"Ann": -20, "Bob": 40, "Cem": -10, "Dan": -10}


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_ledger_survives_the_journal(system):
    assert ledger.read(ledger.of_system(system).as_json()) == ledger.of_system(system)


def test_pieces_may_be_typed():
    assert ledger.typed("25x6,5x10, 200x4", None).start == 1000
    assert ledger.typed("yellow=100,red=2000", 5000) == Ledger(
        5000, (Piece("yellow", 100), Piece("red", 2000)))


@pytest.mark.parametrize(("text", "start", "told"), [
    ("25x", None, "pieces: '25x' is no piece; write NAME=VALUE or VALUExNUMBER"),
    ("red", None, "pieces: 'red' is no piece; write NAME=VALUE or VALUExNUMBER"),
    ("0x3", None, "ledger.pieces: 0 is no number of points from 1 to 1000000000000"),
    ("25x6", 100, "ledger.start: the pieces make 150, not 100 points"),
    ("a=5,b=5", None, "ledger.pieces: two pieces are worth the same"),
])  # fmt: skip
def test_pieces_that_make_no_sense(text, start, told):
    with pytest.raises(MatchError) as caught:
        ledger.typed(text, start)
    assert str(caught.value) == told


@pytest.mark.parametrize(("data", "told"), [
    (None, "ledger: chips are given as start and pieces"),
    ({"start": 1}, "ledger: chips are given as start and pieces"),
    ({"start": True, "pieces": []}, "ledger.start: True is no number of points from"),
    ({"start": 1, "pieces": 5}, "ledger.pieces: pieces are a list of [name, value, number]"),
    ({"start": 1, "pieces": [[1]]}, "ledger.pieces: pieces are a list of [name, value, number]"),
    ({"start": 1, "pieces": [["a", 1, -1]]}, "ledger.pieces: -1 is no number of points from 0"),
])  # fmt: skip
def test_a_broken_ledger_in_a_journal(data, told):
    with pytest.raises(MatchError) as caught:
        ledger.read(data)
    assert str(caught.value).startswith(told)
