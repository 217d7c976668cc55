"""What people are told of a match: contents of entries, consequences, and a page of any width."""

import csv
import io
import re

import pytest

from mjscore.cli import match_sheet
from mjscore.cli.match_output import Output
from mjscore.match.words import content
from tests.score.match.commands import on_a_terminal
from tests.score.match.scorers import hand
from tests.score.shop_a_hands import request, tiles_of


@pytest.fixture
def evening(run):
    """One entry of every kind that is no hand, in a match with a reserve."""
    run("new", "Fri", "SHOP-B-136", "Ann", "Bob", "Cem", "Dan", "--fifth", "Eve")
    for words in (["pay", "Fri", "Ann", "Bob", 20, "--why", "the cups\nand saucers"],
                  ["sit", "Fri", "Cem"], ["dice", "Fri", "3,4"], ["rounds", "Fri", 0],
                  ["rounds", "Fri", 3], ["seats", "Fri", "Dan", "Ann", "Bob", "Cem"],
                  ["penalty", "Fri", "rude_word", "Ann", "--exposed", "Bob, Cem", "--value", 5,
                   "--tiles", "F1, F2"]):  # fmt: skip
        assert run(*words).exit_code == 0, words
    return run


SAID = {
    "0.1": "Ann to Bob 20, the cups and saucers", "0.2": "Eve takes the chair of Cem",
    "0.3": "3 4", "0.4": "open", "0.5": "3 rounds", "0.6": "A Dan, B Ann, C Bob, D Cem",
    "0.7": "rude word, Ann, exposed Bob Cem, tiles F1 F2, value 5",
}  # fmt: skip


def test_an_entry_that_is_no_hand_says_what_it_is(evening):
    for label, said in SAID.items():
        first = evening("hand", "Fri", label).stdout.splitlines()[0]
        assert first.endswith(f" {label}: {said}"), label


def test_the_sheet_says_it_below_the_entry(evening):
    lines = evening("show", "Fri").stdout.splitlines()
    for label, said in SAID.items():
        at = next(at for at, line in enumerate(lines) if line.startswith(label))
        assert lines[at + 1].strip() == said


def test_csv_has_a_column_for_it(evening):
    head, *rows = csv.reader(io.StringIO(evening("export", "Fri", "--csv").stdout, newline=""))
    assert {row[0]: row[head.index("about")] for row in rows} == SAID


def test_seats_of_a_new_round_name_who_is_east():
    seats = {"do": "seats", "chairs": ["Ann", "Bob", "Cem", "Dan"], "first": "C"}
    assert content(seats) == "A Ann, B Bob, C Cem, D Dan; side C is East"


def test_a_marker_put_right_is_told_in_words():
    marker = {"dealer": "B", "wind": "E", "streak": 1, "hand": 3, "round": 2}
    assert content({"do": "marker", "marker": marker}) == (
        "dealer side B, prevailing wind E, streak 1, hand 3 of round 2"
    )


def test_a_bet_is_told_once_the_hand_is_played(run):
    run("new", "x", "SHOP-A", "Ann", "Bob", "Cem", "Dan", "--fifth", "Eve", "--role", "bettor")
    run("bet", "x", "Bob")
    for verb in (["show", "x"], ["hand", "x", "0.1"], ["history", "x"], ["export", "x", "--csv"]):
        text = run(*verb).stdout
        assert "placed face down" in text and "on Bob" not in text, verb
    run("bet", "x")
    assert "taken back" in run("hand", "x", "0.2").stdout
    run("bet", "x", "Cem")
    run("bet", "x", "--shown")
    assert run("show", "x").stdout.endswith("; the bet is cancelled.\n")
    assert "on Cem, shown: it is cancelled" in run("hand", "x", "0.4").stdout
    run("add", "x", give=hand("S"))
    assert run("hand", "x", "0.1").stdout == "bet 0.1: on Bob\n"


def test_the_history_is_readable(run, friday):
    seats = {"E": "Ann", "S": "Bob", "W": "Cem", "N": "Dan"}
    won = hand("S")
    won["win"] |= {"tile": "C8", "source": "discard", "from": "W"}
    run("add", "Friday", give=won)
    run("pay", "Friday", "Ann", "Bob", 5)
    run("edit", "Friday", "1.1", give={"amount": 7})
    run("edit", "Friday", "1", "--draw")
    run("undo", "Friday")
    run("void", "Friday", "1.1")
    run("end", "Friday")
    lines = run("history", "Friday").stdout.splitlines()
    assert [re.sub(r" *\d+  \S+ \S+  ", "", line, count=1) for line in lines] == [
        "began SHOP-B-136: Ann, Bob, Cem, Dan",
        "hand 1: Bob wins with C8, discarded by Cem",
        "payment 1.1: Ann to Bob 5",
        "edit of payment 1.1: Ann to Bob 7",
        "edit of hand 1: nobody wins",
        "undo of edit of hand 1",
        "void of payment 1.1",
        "the end of the match",
    ]
    over = {"do": "hand", "request": {"win": None}, "seated": seats, "over": True}
    assert content(over) == "nobody wins, ended by a penalty"


def test_what_a_penalty_leads_to_is_told(real):
    real("new", "x", "SHOP-A", "Ann", "Bob", "Cem", "Dan", "--fifth", "Eve", "--role", "bettor")
    for words, told in (
        (["mistaken_mahjong", "Ann"], r"SA-X01 mistaken mahjong \(Ann\): nobody showed a hand"),
        (["wrong_count", "Bob"], r"SA-X07 wrong count \(Bob\): the hand is dead"),
        (["bettor_shown"], r"SA-X11 bettor shown: all bets of this hand are cancelled"),
    ):
        text = real("penalty", "x", *words).stdout
        assert re.match(told, text), text
    real("bet", "x", "Bob")
    assert real("show", "x").stdout.endswith("; the bet is cancelled.\n")


def test_the_hand_of_the_card_is_named(real):
    real("new", "x", "SHOP-A", "Ann", "Bob", "Cem", "Dan")
    for text in (real("add", "x", give=request(tiles_of(10))).stdout,
                 real("hand", "x", "1").stdout):  # fmt: skip
        assert "\n  hand 10 of the card, " in text


def test_only_where_the_profile_shows_a_wind_there_is_a_column(run):
    for profile, there in (("SHOP-A", False), ("SHOP-B-144", False), ("YEE", False), ("MJG", True),
                           ("HANDS-148", True), ("LASFS", True)):  # fmt: skip
        run("new", profile, profile, "Ann", "Bob", "Cem", "Dan")
        assert (" wind " in run("show", profile).stdout.splitlines()[1]) is there, profile


@pytest.fixture
def long(begin):
    """A match with long names and large numbers."""
    match = begin("MJG", fifth="Fridolin")
    match.do(match.hand(hand(None)))
    match.do({"do": "pay", "from": "Bob", "to": "Ann", "amount": 4321})
    match.do({"do": "pay", "from": "Ann", "to": "Fridolin", "amount": 123456, "why": "a bet " * 9})
    return match


def test_a_narrow_sheet_cuts_no_number(long, tmp_path):
    (tmp_path / "mjscore").mkdir()
    path = tmp_path / "Friday.mjmatch"
    numbers = {"-119135", "(-123456)", "123456", "(+123456)", "(+4321)", "-4321"}
    for columns in (160, 100, 80, 60, 40):
        text, code = on_a_terminal(["show", "Friday", "--file", path], b"", tmp_path, columns)
        lines = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in text.splitlines()]
        assert code == 0 and numbers <= set(" ".join(lines).replace(",", "").split()), columns
        assert max(map(len, lines)) <= columns
        assert ("wind" in lines[1]) is (columns == 160)


def test_the_grid_loses_east_and_wind_before_it_is_stacked(long):
    grid = match_sheet._cells(Output(False), long.sheet)
    assert grid.heads[:6] == ["no", "what", "East", "wind", "winner", "value"]
    less = grid.without("East", "wind")
    assert less.kept == ("no", "what", "winner", "value") and less.width() < grid.width()
    assert len({len(row) for row in [less.heads, *less.rows]}) == 1
