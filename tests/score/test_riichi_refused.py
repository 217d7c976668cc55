"""RIICHI: what contradicts itself, or cannot be, is refused in a sentence; mistyped words too."""

import random

import pytest

from mjscore.cli import main
from mjscore.engine import score
from mjscore.entry.riichi import told
from mjscore.errors import ScoreError
from mjscore.tiles import SEATS
from tests.score.compare_riichi import theirs
from tests.score.riichi_hands import request
from tests.score.test_riichi import asked

KONG = {"kind": "kong", "tiles": ["B9"] * 4, "state": "closed"}
WITH_KONG = {"E": {"melds": [KONG], "concealed": "C2 C3 C4 D4 D5 D6 B6 B7 D9 D9".split()}}
OPEN = {"E": {"melds": [{"kind": "chow", "tiles": ["C2", "C3", "C4"], "state": "open"}],
              "concealed": "D4 D5 D6 B2 B3 B4 B6 B7 D9 D9".split()}}  # fmt: skip
SOUTH = {"S": {"concealed": "C2 C3 C4 D4 D5 D6 B2 B3 B4 B6 B7 D9 D9".split()}}
WALL = {"source": "wall", "from": None}
AFTER_KONG = {"source": "loose_kong", "from": None}

CLASHES = [
    ({"ippatsu": True}, {}, {}, "riichi.ippatsu: there is no ippatsu without riichi [RI-Y03]"),
    ({"ura_dora": ["D8"]}, {}, {},
     "riichi.ura_dora: only who declared riichi turns the ura dora over: tell the riichi, or leave"
     " them out [RI-D02]"),
    ({"declared": "riichi"}, {"players": OPEN}, {},
     "riichi.declared: riichi is declared with a closed hand only, and here a set lies open"
     " [RI-Y01]"),
    ({"declared": "riichi", "ippatsu": True}, {"players": WITH_KONG} | AFTER_KONG, {},
     "riichi.ippatsu: a kong ends ippatsu, and this tile came after one [RI-Y03]"),
    ({}, {"players": WITH_KONG, "last_tile": True} | AFTER_KONG, {},
     "win.last_tile: the tile after a kong is none of the wall, so never its last one: leave"
     " last_tile out, or say that the tile came from the wall [RI-Y15]"),
    ({}, {"source": "robbed_kong", "last_tile": True}, {},
     "win.last_tile: nobody lays a kong after the last tile, so none is robbed then: leave"
     " last_tile out, or say that the tile was discarded [RI-Y16]"),
    ({}, AFTER_KONG, {},
     "win.source: no kong lies with this hand, so no tile came after one: say that it came from"
     " the wall, or lay down the kong [RI-Y13]"),
    ({}, {"source": "loose_flower", "from": None}, {},
     "win.source: there are no flowers to be replaced in RIICHI: say loose_kong after a kong, else"
     " wall [RI-T01]"),
    ({}, {"players": WITH_KONG, "first_turn": "heaven"} | WALL, {},
     "win.first_turn: heaven and earth are won before any set is laid down, and here one lies"
     " [RI-M14]"),
    ({}, {"players": WITH_KONG, "source": "dealt", "from": None}, {},
     "win.first_turn: heaven and earth are won before any set is laid down"),
    ({"declared": "double"}, {"first_turn": "heaven"} | WALL, {},
     "win.first_turn: heaven and earth are won before anybody could declare riichi [RI-M14]"),
    ({}, {"first_turn": "heaven", "last_tile": True} | WALL, {},
     "win.first_turn: heaven and earth are won in the first turn, and that is not the last tile"
     " [RI-M14]"),
    ({}, {"players": SOUTH, "seat": "S", "first_turn": "earth"}, {},
     "win.first_turn: earth is won with the first tile that the winner draws, and this one is"
     " another player's [RI-M15]"),
    ({}, {"players": SOUTH, "seat": "S", "first_turn": "heaven"} | WALL, {},
     "win.first_turn: only East can be complete with the dealt tiles [LASFS-L01]"),
    ({}, {"first_turn": "earth"} | WALL, {},
     "win.first_turn: East has the first turn: this is for the others [LASFS-L02]"),
    ({}, {"first_turn": "heaven"}, {}, "win.first_turn: only East can be complete with the dealt"),
    ({}, {"source": "robbed_kong", "from": None}, {},
     "win.from: the player who gave the tile is needed for source robbed_kong [ENG-11]"),
    ({}, {"source": "robbed_kong", "from": "E"}, {},
     "win.from: nobody wins on his own discard: from and seat are the same [ENG-07]"),
    ({"red_fives": 1}, {}, {},
     "riichi.red_fives: red fives count with the option red_fives only: choose it, or leave them"
     " out [RI-D03]"),
    ({"red_fives": 3}, {}, {"red_fives": True},
     "riichi.red_fives: these are more red fives than the hand has fives [RI-D03]"),
    ({"dora": ["D9", "D9", "D9"]}, {}, {},
     "riichi.dora: hand and indicators together have more than four of one tile [ENG-01]"),
    ({"declared": "riichi", "dora": ["D9", "D9"], "ura_dora": ["D9"]}, {}, {},
     "riichi.dora: hand and indicators together have more than four of one tile [ENG-01]"),
    ({"honba": -1}, {}, {}, "riichi.honba: must be a whole number from 0 to 99, not -1 [RI-S05]"),
    ({"sticks": -1}, {}, {}, "riichi.sticks: must be the seats that laid them, such as"),
    ({"declared": ["riichi", "double"]}, {}, {},
     "riichi.declared: must be riichi or double, not ['riichi', 'double'] [RI-Y01]"),
]  # fmt: skip


@pytest.mark.parametrize(("riichi", "win", "config", "told"), CLASHES)
def test_what_cannot_be_is_refused(riichi, win, config, told):
    players = win.get("players")
    win = {key: value for key, value in win.items() if key != "players"}
    with pytest.raises(ScoreError) as problem:
        score(asked(players, riichi, config, **win))
    assert str(problem.value).startswith(told)


@pytest.mark.parametrize(("riichi", "win"), [
    ({"declared": "riichi", "ippatsu": True, "ura_dora": ["D8"]}, {"last_tile": True}),
    ({"declared": "double", "ippatsu": True}, {"source": "robbed_kong"}),
    ({"declared": "riichi", "ura_dora": ["C1"]}, {"players": WITH_KONG} | AFTER_KONG),
    ({"dora": ["D9", "D9"]}, {"first_turn": "heaven"} | WALL),
])  # fmt: skip
def test_what_can_be_is_scored(riichi, win):
    players = win.get("players")
    win = {key: value for key, value in win.items() if key != "players"}
    assert score(asked(players, riichi, **win))["legal"]


def test_what_the_library_refuses_is_refused():
    """Marks put upon random hands at random: whatever it calls an error is one here."""
    rng, met = random.Random("contradictions"), set()
    for _ in range(3000):
        made = request(rng)
        win, beside = made["win"], made["riichi"]
        beside |= {"declared": rng.choice(["", "riichi", "double"]), "ippatsu": rng.random() < 0.3}
        win |= {"last_tile": rng.random() < 0.3,
                "first_turn": rng.choice([None, None, "heaven", "earth"])}  # fmt: skip
        error = theirs(made)
        if not isinstance(error, str) or error in ("hand_not_winning", "no_yaku"):
            continue
        met.add(error)
        with pytest.raises(ScoreError):
            score(made)
    assert len(met) >= 11, met


def test_what_is_told_of_a_drawn_hand_is_checked_too():
    drawn = {"system": "RIICHI", "win": None, "riichi": {"honba": 100}}
    with pytest.raises(ScoreError, match="must be a whole number from 0 to 99, not 100"):
        score(drawn)


def test_other_systems_have_no_riichi():
    hands = {seat: {"dead": True} for seat in SEATS}
    with pytest.raises(ScoreError) as problem:
        score({"system": "YEE", "players": hands, "win": None, "riichi": {"honba": 1}})
    assert str(problem.value) == "riichi: only RIICHI asks for it, and YEE is played [RI-S05]"


@pytest.mark.parametrize(("words", "says"), [
    ("riichi double",
     "riichi: say riichi or double, not both: double is a riichi in the first turn"),
    ("riichi riichi", 'riichi: "riichi" is told twice'),
    ("honba=1 honba=2", 'riichi: "honba=2": honba is told twice'),
    ("dora=C3 dora=D5", 'riichi: "dora=D5": dora is told twice; write all of it as dora=C3,D5'),
    ("honba=-1", 'riichi: "honba=-1": honba is a whole number from 0 to 99'),
    ("honba=many", 'riichi: "honba=many": honba is a whole number from 0 to 99'),
    ("red=100", 'riichi: "red=100": red is a whole number from 0 to 4'),
    ("riichi=yes", 'riichi: "riichi=yes": riichi stands alone'),
    ("ippatsu=1", 'riichi: "ippatsu=1": ippatsu stands alone'),
    ("dora", 'riichi: "dora": write what it is behind =, as dora=C3,D5'),
    ("honba", 'riichi: "honba": write what it is behind =, as honba=2'),
    ("sticks=", 'riichi: "sticks=": write what it is behind =, as sticks=E,S'),
    ("dora=C3,", 'riichi: "dora=C3,": a comma stands between two, as in dora=C3,D5'),
    ("riichi none", 'riichi: "none" takes off what was told of an earlier hand, and stands first'),
    ("richi", 'riichi: "richi" says nothing of a riichi hand; did you mean "riichi"?'),
    ("ippatsu chombo", 'riichi: "chombo" says nothing of a riichi hand; known are riichi, double,'
     " ippatsu, dora, ura, sticks, honba, red"),
])  # fmt: skip
def test_words_that_say_nothing_are_refused(words, says, capsys):
    with pytest.raises(ScoreError) as problem:
        told(words)
    assert str(problem.value) == says
    typed = ["score", "RIICHI", "E", "C234 D456 B234 B67 D99 +B8", "--from", "W"]
    assert main([*typed, "--riichi", words]) == 2
    assert capsys.readouterr().err == f"mjscore: {says}\n"


def test_capitals_make_no_difference():
    assert told("RIICHI Dora=c3") == {"declared": "riichi", "dora": ["C3"]}
