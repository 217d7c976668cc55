"""From whom a tile came is never assumed; parts of a hand are edited; a person gets a new name."""

import json
import time

import pytest

from mjscore.cli import match_look
from tests.score.match.commands import on_a_terminal, refused

OTHERS = ["--hand", "Ann: B235689 C2358 D235", "--hand", "Cem: B3468 C3468 D34568",
          "--hand", "Dan: B467 C23467 D23467"]  # fmt: skip
BOB = "Bob: (D111) (B222) C23467 DR*2 +C8"
HAND = ["--hand", BOB, *OTHERS]


@pytest.fixture
def evening(real):
    """A match of SHOP-B in its usual file, with the engine of the rules."""
    assert real("new", "Friday", "SHOP-B-136", "Ann", "Bob", "Cem", "Dan").exit_code == 0


def rows(real):
    return json.loads(real("show", "Friday", "--json").stdout)["rows"]


def test_from_whom_is_refused_where_nobody_can_be_asked_and_nothing_is_stored(real, evening):
    assert refused(real("add", "Friday", *HAND)) == (
        "source: say where C8 came from: --from NAME (Ann, Cem, Dan), --drawn or --source")
    assert rows(real) == []


def test_from_whom_is_asked_of_a_person_at_a_terminal(real, evening, tmp_path):
    text, code = on_a_terminal(["add", "Friday", *HAND, "--yes"], b"cem\n", tmp_path)
    assert code == 0 and "Who discarded C8 (Ann, Cem, Dan; wall = drawn)" in text
    assert rows(real)[0]["request"]["win"] == {
        "seat": "S", "tile": "C8", "source": "discard", "from": "W"}  # fmt: skip


def test_a_drawn_tile_is_drawn_only_when_somebody_says_so(real, evening):
    real("add", "Friday", *HAND, "--drawn")
    assert rows(real)[0]["request"]["win"]["source"] == "wall"


@pytest.mark.parametrize(("change", "win"), [
    (["--from", "Dan"], {"source": "discard", "from": "N"}),
    (["--drawn"], {"source": "wall"}),
    (["--source", "robbed_kong"], {"source": "robbed_kong", "from": "W"}),
    (["--flag", "last_tile"], {"source": "discard", "from": "W", "last_tile": True}),
    (["--from", "Ann", "--flag", "last_tile=false"], {"source": "discard", "from": "E"}),
])  # fmt: skip
def test_how_a_hand_was_won_is_edited_alone(real, evening, change, win):
    real("add", "Friday", *HAND, "--from", "Cem")
    before = rows(real)[0]["request"]
    assert real("edit", "Friday", "1", *change).exit_code == 0
    (row,) = rows(real)
    assert row["request"] == before | {"win": {"seat": "S", "tile": "C8"} | win}


def test_one_hand_of_four_is_edited_alone(real, evening):
    real("add", "Friday", *HAND, "--from", "Cem")
    assert real("edit", "Friday", "1", "--hand", "Ann: (B999) B23568 C28 D239").exit_code == 0
    players = rows(real)[0]["request"]["players"]
    assert players["E"]["melds"][0]["tiles"] == ["B9"] * 3
    assert players["W"]["concealed"][:2] == ["B3", "B4"]
    assert refused(real("edit", "Friday", "1", "--hand",
                        "Ann: B235689 C235 D235 +D5")).startswith("source: say where D5 came")


def test_of_a_draw_no_winner_is_made_by_saying_from_whom(real, evening):
    real("add", "Friday", "--draw")
    assert refused(real("edit", "Friday", "1", "--from", "Ann")) == (
        "hand: nobody won hand 1; type the winner's hand with its tile, as +C8")


def test_an_edited_part_goes_with_its_people_when_the_seats_have_moved(real, evening):
    real("add", "Friday", "--draw")
    real("add", "Friday", *HAND, "--from", "Cem")
    real("edit", "Friday", "1", *HAND, "--from", "Cem")  # Bob deals hand 2 now
    real("edit", "Friday", "2", "--from", "Dan")
    row = rows(real)[1]
    assert row["winner"] == "Bob" and row["seats"]["E"] == "Bob"
    assert row["seats"][row["request"]["win"]["from"]] == "Dan"


def test_a_person_gets_another_name_in_everything_that_was_entered(real, evening):
    real("add", "Friday", *HAND, "--from", "Cem")
    real("pay", "Friday", "bob", "Dan", 5)
    done = real("rename", "Friday", "bob", "Robert")
    assert (done.stdout, done.stderr) == ("confirmed new name: bob is called Robert\n", "")
    assert rows(real)[0]["winner"] == "Robert"
    assert "Robert to Dan 5" in real("show", "Friday").stdout
    assert real("pay", "Friday", "Robert", "Dan", 1).exit_code == 0
    assert "new name: bob is called Robert" in real("history", "Friday").stdout
    assert refused(real("rename", "Friday", "robert", "Robert")) == (
        "new: Robert is called so already; nothing was stored")
    real("undo", "Friday")
    assert real("undo", "Friday").stdout == "confirmed undo of new name\n"
    assert rows(real)[0]["winner"] == "Bob"


def test_a_penalty_a_seat_and_a_bet_know_the_new_name(real):
    real("new", "x", "SHOP-A", "Ann", "Bob", "Cem", "Dan", "--fifth", "Eve", "--role", "bettor")
    real("bet", "x", "Cem")
    real("penalty", "x", "mistaken_mahjong", "bob", "--exposed", "Cem,Dan,Bob", "--value", "25")
    real("seats", "x", "Dan", "Ann", "Bob", "Cem")
    real("rename", "x", "Cem", "Zoe")
    sheet = real("show", "x").stdout
    assert "Zoe" in sheet and "Cem" not in sheet
    assert real("export", "x", "--csv").stdout.count("does not sit") == 0
    assert refused(real("rename", "x", "Ann", "zoe")) == "new: the name Zoe is there already"
    assert refused(real("rename", "x", "Cem", "Kay")) == (
        "old: 'Cem' does not play in this match; known are Ann, Bob, Zoe, Dan, Eve")


def test_times_are_shown_as_the_clock_on_the_wall_and_kept_in_utc(real, evening, monkeypatch):
    with monkeypatch.context() as there:
        there.setenv("TZ", "Asia/Hong_Kong")
        time.tzset()
        assert match_look.local("2026-03-01T20:15:00+00:00") == "2026-03-02 04:15"
        assert match_look.local("a Friday") == "a Friday"
    time.tzset()
    (line,) = json.loads(real("history", "Friday", "--json").stdout)["journal"]
    assert line["at"].endswith("+00:00")
