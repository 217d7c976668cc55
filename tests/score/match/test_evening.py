"""`mjscore match play`: an evening by questions, its keys counted, what it stores compared."""

import json

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from mjscore.cli import match_evening
from mjscore.cli.match_output import Output
from mjscore.compact import parse
from mjscore.engine import score
from mjscore.match.game import Match
from mjscore.match.setup import checked
from tests.score.match.commands import on_a_terminal, refused

ENTER, TAB, CTRL_C, CTRL_U = "\r", "\t", "\x03", "\x15"
TILES = "(d111)(b222)c23467dr*2+c8"
MOST_KEYS = 40


@pytest.fixture
def open_match(tmp_path):
    opened = []

    def begin(profile="SHOP-B-136"):
        setup = checked("Friday", profile, ["Ann", "Bob", "Cem", "Dan"])
        opened.append(Match.begin(tmp_path / f"{profile}.mjmatch", setup, score))
        return opened[-1]

    yield begin
    for match in opened:
        match.close()


def typed(match, capsys, *keys):
    """Type these keys at the questions; what was printed."""
    with create_pipe_input() as pipe:
        pipe.send_text("".join(keys) + "q" + ENTER)
        with create_app_session(input=pipe, output=DummyOutput()):
            match_evening.evening(Output(False), match)
    said = capsys.readouterr()
    return said.out + said.err


def test_a_common_hand_of_shop_b_takes_at_most_forty_keys(open_match, capsys):
    match = open_match()
    keys = ["b", ENTER, "c", ENTER, *TILES, ENTER, ENTER, "4", ENTER, ENTER, ENTER]
    text = typed(match, capsys, *keys)
    print("keys:", len(keys))
    assert len(keys) <= MOST_KEYS and len("".join(keys)) == len(keys)
    assert "confirmed hand 1" in text and "Dan pays Bob 18" in text
    row = match.sheet.rows[0]
    assert (row.winner, row.value) == ("Bob", 18)
    assert row.net == {"Ann": -44, "Bob": 72, "Cem": -6, "Dan": -22}


def test_what_is_stored_is_what_score_gives_for_the_same_hand(open_match, capsys):
    match = open_match()
    typed(match, capsys, "bob", ENTER, "drawn", ENTER, TILES, ENTER, "(we*4)", ENTER,
          "b3468c3468d34568", ENTER, "dw*3 dg*2", ENTER, "y", ENTER)
    players = {"E": parse("(WE*4)").hand | {"dead": True}, "S": parse(TILES).hand,
               "W": parse("b3468c3468d34568").hand,
               "N": parse("DW*3 DG*2").hand | {"dead": True}}  # fmt: skip
    told = score({"system": "SHOP-B", "players": players,
                  "win": {"seat": "S", "tile": "C8", "source": "wall"}})
    row = match.sheet.rows[0]
    seats = dict(zip("ESWN", ["Ann", "Bob", "Cem", "Dan"], strict=True))
    assert row.net == {seats[seat]: points for seat, points in told["net"].items()}
    assert told["hands"]["E"]["value"] and told["hands"]["N"]["value"]


def test_hand_after_hand_undo_and_a_part_of_an_earlier_one(open_match, capsys):
    match = open_match()
    text = typed(
        match, capsys, "nobody", ENTER, ENTER,
        "b", ENTER, "c", ENTER, TILES, ENTER, ENTER, ENTER, ENTER, ENTER,
        "undo", ENTER, "redo", ENTER,
        "edit 2", ENTER, ENTER, "dan", ENTER, ENTER, ENTER, ENTER, ENTER, "last", ENTER, ENTER,
        "show", ENTER,
    )  # fmt: skip
    assert "confirmed undo of hand 2" in text and "confirmed edit of hand 2" in text
    request = match.sheet.rows[1].request
    assert request["win"] == {"seat": "S", "tile": "C8", "source": "discard", "from": "N",
                              "last_tile": True}  # fmt: skip
    assert "total" in text and "1   hand          Ann   nobody" in text


def test_what_is_wrong_stays_on_the_line_and_nothing_is_lost(open_match, capsys):
    match = open_match()
    typed(match, capsys, "b", ENTER, "c", ENTER, "(d111", ENTER, ")(b222)c23467dr*2+c8", ENTER,
          ENTER, ENTER, ENTER, ENTER)
    assert match.sheet.rows[0].value == 18


def test_the_name_is_completed(open_match, capsys):
    match = open_match()
    typed(match, capsys, "B", TAB, ENTER, "C", TAB, ENTER, TILES, ENTER, *[ENTER] * 4)
    assert match.sheet.rows[0].winner == "Bob"


def test_a_hand_that_does_not_win_is_told_and_can_be_left(open_match, capsys):
    match = open_match()
    text = typed(match, capsys, "b", ENTER, "c", ENTER, "b1+b2", ENTER, ENTER, ENTER, ENTER,
                 "b", ENTER, CTRL_C, "b", ENTER, "c", ENTER, TILES, ENTER, *[ENTER] * 3,
                 "no", ENTER)  # fmt: skip
    assert "make 1, and must make 13" in text
    assert "Left; nothing was stored." in text and "Nothing was stored." in text
    assert match.sheet.rows == ()


def test_dice_and_a_draw_of_lasfs_with_four_hands(open_match, capsys):
    match = open_match("LASFS")
    typed(match, capsys, "dice 3,4", ENTER, "nobody", ENTER, "(we*4)", ENTER, "0", ENTER, "8",
          ENTER, ENTER, ENTER)
    assert match.sheet.rows[1].request["players"]["W"] == {"value": 8}
    assert match.sheet.rows[1].net["Ann"] > 0 and match.sheet.rows[0].entry.kind == "dice"


def test_only_who_sits_at_a_terminal_is_asked(run, friday, tmp_path):
    assert refused(run("play", "Friday")) == (
        "play: match play asks a person at a terminal; a script uses match add")
    assert json.loads(run("show", "Friday", "--json").stdout)["rows"] == []


def test_a_real_terminal(run, friday, tmp_path):
    text, code = on_a_terminal(["play", "Friday"], b"q\r", tmp_path, asks=b"Who won")
    assert code == 0 and "Hand 1: Ann deals; dealer side A" in text


def test_after_a_hand_that_cannot_be_only_the_wrong_answer_is_typed_again(open_match, capsys):
    """Thirteen tiles are wanted and twelve came: the questions come again, with the answers."""
    match = open_match()
    short = TILES.replace("c23467", "c2346")
    keys = ["b", ENTER, "c", ENTER, *short, ENTER, ENTER, "4", ENTER, ENTER]
    again = [ENTER, *TILES, ENTER, ENTER, ENTER, ENTER, "y", ENTER]
    text = typed(match, capsys, *keys, *again)
    assert "must make 13 (without the winning tile)" in text
    assert "The same questions, answered as they were; Ctrl-C leaves the hand." in text
    assert match.sheet.rows[0].net == {"Ann": -44, "Bob": 72, "Cem": -6, "Dan": -22}


def test_a_mark_that_cannot_be_is_told_and_taken_off_again(open_match, capsys):
    match = open_match("RIICHI")
    hand = "c234d456b234b67d55+b8"
    text = typed(match, capsys, "b", ENTER, "drawn", ENTER, hand, ENTER, "riichi", ENTER,
                 "first_turn=heaven", ENTER, "last_tile", ENTER, "yes", ENTER)  # fmt: skip
    assert "win.first_turn: only East can be complete with the dealt tiles" in text
    win = match.sheet.rows[0].request["win"]
    assert win["last_tile"] and "first_turn" not in win
