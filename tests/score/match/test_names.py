"""Names of matches and people, and what a match begins with."""

import pytest

from mjscore.errors import ScoreError
from mjscore.match import names
from mjscore.match.errors import MatchError
from mjscore.match.setup import FIELDS, checked, read

FOUR = ["Ann", "Bob", "Cem", "Dan"]


def sentence(act):
    with pytest.raises(MatchError) as caught:
        act()
    return str(caught.value)


@pytest.mark.parametrize("name", ["Friday", "7", "club 2026-11", "a.b", "Zürich", "麻將"])
def test_a_match_may_be_called(name):
    assert names.match_name(name) == name


NO_MATCH = ["", "a/b", "..", "a\\b", ".hidden", "end.", " a", "a\nb", "a" * 61, None, 7, "a:b"]
NOBODY = ["", " Ann", "Ann ", "A\tB", "x" * 25, None, 4, "=1+1", "-A", "@b"]


@pytest.mark.parametrize("name", NO_MATCH)
def test_a_match_may_not_be_called(name):
    assert sentence(lambda: names.match_name(name)) == (
        f"name: {name!r} is no name for a match; use letters and digits, inside also space, dot, "
        "dash and underscore, at most 60")  # fmt: skip


@pytest.mark.parametrize("name", NOBODY)
def test_a_person_may_not_be_called(name):
    assert sentence(lambda: names.person(name)) == (
        f"players: {name!r} is no name for a person; use 1 to 24 printable characters, not "
        "beginning with one of = + - @")  # fmt: skip


def test_people_are_four_and_perhaps_a_fifth_all_different():
    assert names.people(FOUR, "Eve") == (*FOUR, "Eve")
    for wrong in (FOUR[:3], [*FOUR, "Eve"], None, "Anna"):
        assert sentence(lambda wrong=wrong: names.people(wrong)) == (
            "players: a match has four players, in the order of sides A, B, C, D")
    assert sentence(lambda: names.people(["Ann", "Bob", "ann", "Dan"])) == (
        "players: the name ann is there twice")
    assert sentence(lambda: names.people(FOUR, "BOB")) == "players: the name BOB is there twice"


@pytest.mark.parametrize("text", ["", "a\nb", "x" * 101, "\ud800", 5])
def test_a_mark_that_is_none(match, text):
    assert sentence(lambda: names.mark(text)) == (
        f"ref: {text!r} is none; use 1 to 100 printable characters")
    assert sentence(lambda: match.do({"do": "end"}, ref=text)).startswith("ref: ")


def test_a_person_is_found_whatever_the_capitals():
    assert names.known("cEM", tuple(FOUR), "to") == "Cem"
    assert sentence(lambda: names.known("Eve", tuple(FOUR), "to")) == (
        "to: 'Eve' does not play in this match; known are Ann, Bob, Cem, Dan")


def test_a_setup_survives_the_journal():
    setup = checked("Friday", "HANDS-148", FOUR, "Eve", "rotating", {"cap_ordinary": False},
                    rounds=4)  # fmt: skip
    assert read(setup.as_action()) == setup
    assert set(setup.as_action()) == FIELDS
    assert (setup.system, setup.people) == ("HANDS", (*FOUR, "Eve"))


def test_the_fifth_waits_unless_it_is_said_otherwise():
    assert checked("x", "YEE", FOUR, "Eve").role == "reserve"
    assert checked("x", "SHOP-A", FOUR, "Eve", "bettor").role == "bettor"
    assert checked("x", "YEE", FOUR).role is None


@pytest.mark.parametrize(("options", "told"), [
    ({"profile": "SHOP-C"}, "profile: there is no profile 'SHOP-C'; did you mean"),
    ({"profile": "SHOP-B"}, "profile: there is no profile 'SHOP-B'; the profiles of SHOP-B are "
     "SHOP-B-136, SHOP-B-144"),
    ({"config": []}, "config: config is an object of options"),
    ({"role": "bettor"}, "role: a role needs a fifth person"),
    ({"fifth": "Eve", "role": "cook"}, "role: 'cook' is none of reserve, rotating, bettor"),
    ({"fifth": "Eve", "role": "bettor"},
     "role: nobody can bet in SHOP-B; only SHOP-A knows a bettor [SA-T13]"),
    ({"rounds": -1}, "rounds: -1 is no number of points from 0"),
])  # fmt: skip
def test_a_setup_that_cannot_be_played(options, told):
    given = {"name": "x", "profile": "SHOP-B-136", "players": FOUR} | options
    assert sentence(lambda: checked(**given)).startswith(told)


def test_a_journal_begins_with_a_setup():
    whole = checked("x", "YEE", FOUR).as_action()
    for wrong in ({"do": "hand"}, whole | {"more": 1}, {**whole, "do": "old"}):
        assert sentence(lambda wrong=wrong: read(wrong)) == (
            "journal.1: a match begins with its setup")


def test_the_scorer_judges_the_options_before_there_is_a_file(begin, tmp_path):
    with pytest.raises(ScoreError) as caught:
        begin(config={"bad": 1})
    assert str(caught.value) == "config.bad: there is no option 'bad'"
    assert not (tmp_path / "Friday.mjmatch").exists()
