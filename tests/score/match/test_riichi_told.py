"""RIICHI in a match: declaration, dora, honba, sticks typed short, and kept with the people."""

import json

import pytest

from mjscore.engine import score
from mjscore.match.opening import opened
from tests.score.match.commands import refused
from tests.score.match.test_evening import typed

FOUR = ["Ann", "Bob", "Cem", "Dan"]
HAND = "C234 D456 B234 B67 D55 +B8"
HANDS = ("--drawn", "--hand", f"Bob: {HAND}")


@pytest.fixture
def evening(real):
    real("new", "Friday", "RIICHI", *FOUR)
    return real


def row(real, at=-1):
    return json.loads(real("show", "Friday", "--json").stdout)["rows"][at]


def told(real):
    return row(real)["request"].get("riichi")


def test_what_is_typed_beside_a_hand_is_scored(evening):
    evening("add", "Friday", *HANDS)
    assert row(evening)["net"] == {"Ann": -1300, "Bob": 2700, "Cem": -700, "Dan": -700}
    evening("undo", "Friday")
    evening("add", "Friday", *HANDS, "--riichi",
            "riichi ippatsu dora=D4,C9 ura=B1 honba=2 sticks=bob,Dan")  # fmt: skip
    assert told(evening) == {"declared": "riichi", "ippatsu": True, "dora": ["D4", "C9"],
                             "ura_dora": ["B1"], "honba": 2, "sticks": ["S", "N"]}  # fmt: skip
    # 3 han by the tiles, riichi, ippatsu, three D5, one B2: nine han, and two honba
    assert row(evening)["net"] == {"Ann": -8200, "Bob": 17600, "Cem": -4200, "Dan": -5200}


def test_red_fives_are_told_where_they_are_played(real):
    real("new", "Friday", "RIICHI", *FOUR, "-c", "red_fives=true")
    real("add", "Friday", *HANDS, "--riichi", "double red=1")
    assert ["RI-D03", 1] in row(real)["answer"]["hands"]["S"]["doubles"]


def test_an_edit_changes_what_is_told_alone(evening):
    evening("add", "Friday", *HANDS, "--riichi", "riichi dora=D4 sticks=Bob")
    evening("edit", "Friday", "1", "--riichi", "dora=D4,C1")
    assert told(evening) == {"declared": "riichi", "dora": ["D4", "C1"], "sticks": ["S"]}
    evening("edit", "Friday", "1", "--riichi", "none honba=1")
    assert told(evening) == {"honba": 1}
    evening("edit", "Friday", "1", "--from", "Cem")
    assert told(evening) == {"honba": 1}


def test_sticks_stay_with_the_people_when_seats_change(evening):
    """Ann won the first hand and dealt again; once it is Bob's win, everybody sits elsewhere."""
    evening("add", "Friday", "--drawn", "--hand", f"Ann: {HAND}")
    evening("add", "Friday", *HANDS, "--riichi", "sticks=Cem honba=0")
    before = row(evening)["net"]
    assert told(evening)["sticks"] == ["W"] and before["Cem"] < -1000
    evening("edit", "Friday", "1", "--draw")
    assert row(evening)["seats"]["E"] == "Ann"
    evening("edit", "Friday", "1", "--drawn", "--hand", f"Bob: {HAND}")
    assert row(evening)["seats"]["E"] == "Bob"
    assert told(evening)["sticks"] == ["S"]
    assert row(evening)["net"]["Cem"] - row(evening)["net"]["Dan"] == -1000


@pytest.mark.parametrize(("words", "says"), [
    ("richi", 'riichi: "richi" says nothing of a riichi hand; did you mean "riichi"?'),
    ("sticks=Eve", "riichi: Eve does not play this hand; it is Ann, Bob, Cem, Dan"),
    ("dora=X1", "riichi.dora[0]: there is no tile 'X1'"),
    ("ippatsu", "riichi.ippatsu: there is no ippatsu without riichi [RI-Y03]"),
    ("ura=B1", "riichi.ura_dora: only who declared riichi turns the ura dora over: tell the "),
    ("riichi double", "riichi: say riichi or double, not both"),
    ("honba=-1", 'riichi: "honba=-1": honba is a whole number from 0 to 99'),
    ("sticks=-1", "riichi: -1 does not play this hand; it is Ann, Bob, Cem, Dan"),
    ("red=1", "riichi.red_fives: red fives count with the option red_fives only"),
])  # fmt: skip
def test_what_cannot_be_is_told(evening, words, says):
    assert refused(evening("add", "Friday", *HANDS, "--riichi", words)).startswith(says)
    assert not json.loads(evening("show", "Friday", "--json").stdout)["rows"]


@pytest.mark.parametrize(("words", "says"), [
    (("--riichi", "none ippatsu"), "riichi.ippatsu: there is no ippatsu without riichi"),
    (("--riichi", "honba=1 honba=2"), 'riichi: "honba=2": honba is told twice'),
    (("--source", "loose_kong"), "win.source: no kong lies with this hand, so no tile came after"),
    (("--flag", "first_turn=heaven"), "win.first_turn: only East can be complete with the dealt"),
    (("--flag", "first_turn=earth"), "win.first_turn: heaven and earth are won before anybody"),
])  # fmt: skip
def test_an_edit_makes_nothing_that_cannot_be(evening, words, says):
    evening("add", "Friday", *HANDS, "--riichi", "riichi ippatsu")
    before = row(evening)
    assert refused(evening("edit", "Friday", "1", *words)).startswith(says)
    assert row(evening) == before


def test_other_systems_have_no_riichi(real):
    real("new", "Friday", "YEE", *FOUR)
    result = real("add", "Friday", "--drawn", "--hand", "Bob: C234 D456 B234 B67 D55 +B8",
                  "--riichi", "riichi")  # fmt: skip
    assert refused(result) == "riichi: --riichi is about RIICHI, and YEE is played"


def test_it_belongs_to_a_typed_hand(evening):
    assert refused(evening("add", "Friday", "--draw", "--riichi", "honba=1")) == (
        "draw: --draw says that nobody won, and --riichi is about a win")


def test_the_questions_ask_for_it_and_keep_it(evening, capsys):
    keys = ("b\r", "drawn\r", "c234d456b234b67d55+b8\r")
    with opened("Friday", None, score) as match:
        typed(match, capsys, *keys, "riichi dora=D4 sticks=Bob,dan\r", "y\r")
        kept = {"declared": "riichi", "dora": ["D4"], "sticks": ["S", "N"]}
        assert match.sheet.rows[0].request["riichi"] == kept
        typed(match, capsys, "edit 1\r", "\r\r\r\r", "y\r")
        assert match.sheet.rows[0].request["riichi"] == kept and match.sheet.rows[0].entry.edits
        typed(match, capsys, "edit 1\r", "\r\r\r", "\x15none\r", "y\r")
        assert "riichi" not in match.sheet.rows[0].request
