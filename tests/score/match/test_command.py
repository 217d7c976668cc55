"""`mjscore match`: what its verbs print, store and refuse."""

import json
import os
import subprocess
import sys

import pytest

from mjscore.cli import match_common
from tests.score.match.commands import PATHS, on_a_terminal, refused
from tests.score.match.scorers import hand, small_score

AGAIN = "confirmed hand 1, as before; nothing was stored a second time\n"


def test_a_match_is_begun_in_the_data_folder(run, tmp_path):
    result = run("new", "Friday", "shop-b-144", "Ann", "Bob", "Cem", "Dan")
    path = tmp_path / "mjscore" / "Friday.mjmatch"
    assert result.stdout == f"Began Friday: SHOP-B-144, Ann deals first. Kept in {path}.\n"
    assert path.is_file()
    again = run("new", "Friday", "shop-b-144", "Ann", "Bob", "Cem", "Dan")
    assert refused(again) == f"name: {path} exists already; choose another name"


def test_a_match_with_everything(run, tmp_path):
    run("new", "club", "SHOP-A", "Ann", "Bob", "Cem", "Dan", "--fifth", "Eve", "--role", "bettor",
        "-c", "east_hop=true", "-c", "jokerless_double_scope=whole_hand", "--rounds", "2",
        "--pieces", "25x6,5x10,200x4")  # fmt: skip
    setup = json.loads(run("show", "club", "--json").stdout)["match"]
    assert setup["config"] == {"east_hop": True, "jokerless_double_scope": "whole_hand"}
    assert (setup["fifth"], setup["role"], setup["rounds"]) == ("Eve", "bettor", 2)
    assert setup["ledger"]["start"] == 1000
    run("new", "points", "YEE", "Ann", "Bob", "Cem", "Dan", "--start", "500")
    setup = json.loads(run("show", "points", "--json").stdout)["match"]
    assert setup["ledger"] == {"start": 500, "pieces": []}


@pytest.mark.parametrize("options", [["-c", "limit"], ["-c", "=3"], ["-c", "a=1", "-c", "a=2"]])
def test_options_are_written_once_with_a_value(run, options):
    result = run("new", "x", "YEE", "Ann", "Bob", "Cem", "Dan", *options)
    assert refused(result) == (
        f"config: {options[-1]!r} is no option; write each once, as OPTION=VALUE"
    )


def test_a_hand_is_itemised_stored_and_then_confirmed(run, friday):
    result = run("add", "Friday", give=hand("S"))
    assert result.stdout == "Bob (S): value 10\nNobody pays anything.\nconfirmed hand 1\n"
    assert run("add", "Friday", "--draw").stdout == "Nobody pays anything.\nconfirmed hand 2\n"


def test_doubles_limits_and_rules_are_itemised(run, friday, monkeypatch):
    def score(request):
        sheet = {"lines": [["SB-P20", 10], ["XX-P01", 4]], "doubles": [["SB-D04", 3]],
                 "limits": ["SB-L01"], "value": 300, "reading": "C2 C3"}  # fmt: skip
        return small_score(request) | {"hands": {"S": sheet}, "transfers": [
            {"from": "E", "to": "S", "amount": 600}]}  # fmt: skip

    monkeypatch.setattr(match_common, "scorer", lambda: score)
    lines = run("add", "Friday", give=hand("S")).stdout.splitlines()
    assert lines[0] == "Bob (S): value 300  C2 C3"
    assert [line.split()[:2] for line in lines[1:5]] == [
        ["SB-P20", "10"], ["XX-P01", "4"], ["SB-D04", "x8"], ["SB-L01", "limit"]]  # fmt: skip
    assert lines[1].endswith("basal score") and lines[2].endswith("4")  # unknown: no name
    assert lines[5:] == ["Ann pays Bob 600", "confirmed hand 1"]


def test_confirmed_is_said_after_the_commit_only(run, friday, monkeypatch):
    from mjscore.match.store import Store

    def full(self, *given):
        raise match_common.MatchError("the disk is full", "file")

    monkeypatch.setattr(Store, "append", full)
    result = run("add", "Friday", give=hand("S"))
    assert result.exit_code == 2
    assert "confirmed" not in result.stdout
    assert result.stderr == "mjscore: file: the disk is full\n"


def test_json_is_one_object_and_nothing_else(run, friday):
    value = json.loads(run("add", "Friday", "--json", give=hand("S")).stdout)
    assert value["confirmed"] == "hand 1"
    assert value["row"]["net"] == {"Ann": -20, "Bob": 40, "Cem": -10, "Dan": -10}
    assert value["marker"] == {"dealer": "B", "wind": "E", "streak": 0, "hand": 2, "round": 1}
    assert (value["changes"], value["misfits"]) == ([], [])
    result = run("add", "Friday", "--json", give=hand("S", source="dealt"))
    assert result.exit_code == 2
    assert json.loads(result.stdout)["error"]["field"] == "win.source"


def test_the_same_mark_twice(run, friday):
    run("add", "Friday", "--ref", "a1", give=hand("S"))
    result = run("add", "Friday", "--ref", "a1", give=hand("S"))
    assert result.stdout.endswith(AGAIN)
    value = json.loads(run("add", "Friday", "--ref", "a1", "--json", give=hand("S")).stdout)
    assert (value["confirmed"], value["again"]) == ("hand 1", True)


def test_a_mark_of_something_else_is_refused(run, friday):
    run("add", "Friday", "--draw", "--ref", "abc")
    assert refused(run("pay", "Friday", "Ann", "Bob", 3, "--ref", "abc")) == (
        "ref: the mark abc belongs to hand 1 already, which says something else; nothing was"
        " stored"
    )
    assert json.loads(run("show", "Friday", "--json").stdout)["totals"]["Bob"] == 0


@pytest.mark.parametrize("words", [["sit", "Cem"], ["void", "1"], ["undo"], ["end"],
                                   ["dice", "3,4"], ["pay", "Ann", "Bob", "3"]])  # fmt: skip
def test_every_verb_may_be_given_again_with_its_mark(run, words):
    run("new", "Friday", "SHOP-B-136", "Ann", "Bob", "Cem", "Dan", "--fifth", "Eve")
    run("add", "Friday", "--draw")
    words = [words[0], "Friday", *words[1:], "--ref", "abc"]
    assert run(*words).exit_code == 0
    again = run(*words)
    assert again.exit_code == 0 and ", as before; nothing was stored a second" in again.stdout
    assert len(json.loads(run("history", "Friday", "--json").stdout)["journal"]) == 3


def test_a_hand_typed_by_name_is_known_by_its_mark_though_the_seats_moved_on(real):
    real("new", "x", "LASFS", "Ann", "Bob", "Cem", "Dan")
    words = ["add", "x", "--ref", "abc", "--from", "Cem",
             "--hand", "Bob: (D111) (B222) C23467 DR*2 +C8", "--hand", "Ann: B235689 C2358 D235",
             "--hand", "Cem: B3468 C3468 D34568", "--hand", "Dan: B467 C23467 D23467"]  # fmt: skip
    assert real(*words).stdout.endswith("confirmed hand 1\n")
    assert real(*words).stdout.endswith(AGAIN)
    assert len(json.loads(real("history", "x", "--json").stdout)["journal"]) == 2


def test_the_score_sheet_in_a_pipe(run, friday):
    run("add", "Friday", give=hand("S"))
    run("pay", "Friday", "ann", "dan", 5, "--why", "tea")
    run("add", "Friday", give=hand("W"))
    run("void", "Friday", 1)
    assert run("show", "Friday").stdout == (
        "Friday: SHOP-B-136\n"
        "no   what        East  winner  value  Ann (N)    * Bob (E)  Cem (S)    Dan (W)\n"
        "1    hand, void  Ann                  0          0          0          0\n"
        "1.1  payment                          -5 (-5)    0          0          5 (+5)\n"
        "     ann to dan 5, tea\n"
        "2    hand        Ann   Dan     10     -25 (-20)  -10 (-10)  -10 (-10)  45 (+40)\n"
        "     total                            -25        -10        -10        45\n"
        "     chips                            1975       1990       1990       2045\n"
        "Ann: 2 of 500, 8 of 100, 17 of 10, 2 of 2 and 1 point\n"
        "Bob: 2 of 500, 8 of 100, 18 of 10, 5 of 2\n"
        "Cem: 2 of 500, 8 of 100, 18 of 10, 5 of 2\n"
        "Dan: 2 of 500, 8 of 100, 19 of 10, 27 of 2 and 1 point\n"
        "Next: Bob deals; dealer side B, prevailing wind E, streak 0, hand 2 of round 1.\n"
    )


def test_the_sheet_says_what_has_to_be_done(run):
    run("new", "x", "SHOP-A", "Ann", "Bob", "Cem", "Dan", "--fifth", "Eve", "--role", "bettor")
    run("dice", "x", "3,4")
    run("bet", "x", "Bob")
    text = run("show", "x").stdout
    assert "Eve (bets)" in text
    assert "dice 3 4; a bet is placed.\n" in text
    assert "Bob" not in text.splitlines()[-1]  # the bettor lies face down
    run("new", "y", "SHOP-B-136", "Ann", "Bob", "Cem", "Dan", "--fifth", "Eve", "--rounds", "1")
    assert "Eve (waits)" in run("show", "y").stdout
    for _ in range(4):
        run("add", "y", give=hand("N"))
    assert "; the full game is over." in run("show", "y").stdout
    run("rounds", "y", 8)
    for _ in range(12):
        run("add", "y", give=hand("N"))
    assert "; new seats are diced for first." in run("show", "y").stdout


def test_one_entry_again(run, friday):
    run("add", "Friday", give=hand("S"))
    run("add", "Friday", give=hand("E", source="dealt"))
    run("edit", "Friday", 1, give=hand("E"))
    assert run("hand", "Friday", 1).stdout.startswith("hand 1\nAnn (E): value 10\n")
    assert run("hand", "Friday", "hand 2").stdout == (
        "hand 2\nIt does not fit and counts nothing: win.source: only East is dealt a whole hand "
        "[SB-L04]\n"
    )
    assert json.loads(run("hand", "Friday", 2, "--json").stdout)["problem"]["rule"] == "SB-L04"
    text = run("show", "Friday").stdout
    assert "1   hand, edited" in text and "2   hand, does not fit" in text
    assert text.endswith("hand 2 does not fit and counts nothing: win.source: only East is dealt "
                         "a whole hand [SB-L04]\n")  # fmt: skip


def test_a_change_says_what_else_it_changed(run, friday):
    run("add", "Friday", give=hand("S"))
    run("add", "Friday", give=hand("E", source="dealt"))
    result = run("edit", "Friday", 1, give=hand("E"))
    assert result.stdout.endswith("confirmed edit of hand 1\n")
    assert "changed: hand 2 no longer fits and counts nothing: win.source" in result.stderr
    assert "changed: next: dealer side B" in result.stderr
    result = run("pay", "Friday", "Ann", "Bob", 5)
    assert result.stderr.startswith("hand 2 does not fit and counts nothing: win.source")


@pytest.mark.parametrize(("words", "said"), [
    (["void", "1"], "void of hand 1"), (["undo"], "undo of hand 1"),
    (["sit", "Cem"], "change of players 1.1"), (["seats", "Dan", "Cem", "Bob", "Ann"],
                                                "seating 1.1"),
    (["end"], "the end of the match"), (["dice", "3,4"], "dice 1.1"),
    (["penalty", "fine", "Bob"], "penalty 1.1"), (["rounds", "4"], "length of the game 1.1"),
    (["penalty", "fine", "Bob", "--over"], "hand 2"),
])  # fmt: skip
def test_what_is_confirmed(run, words, said):
    run("new", "Friday", "SHOP-B-136", "Ann", "Bob", "Cem", "Dan", "--fifth", "Eve")
    run("add", "Friday", give=hand("S"))
    result = run(words[0], "Friday", *words[1:])
    assert result.stdout.splitlines()[-1] == f"confirmed {said}"


def test_back_and_forth(run, friday):
    run("add", "Friday", give=hand("S"))
    run("void", "Friday", 1)
    assert run("undo", "Friday").stdout == "confirmed undo of void of hand 1\n"
    assert run("redo", "Friday").stdout == "confirmed redo of void of hand 1\n"
    assert run("restore", "Friday", 1).stdout == "confirmed restoring of hand 1\n"
    assert run("undo", "Friday").stdout == "confirmed undo of restoring of hand 1\n"
    run("redo", "Friday")
    for _ in range(3):
        run("undo", "Friday")
    assert run("redo", "Friday").stdout == "confirmed redo of hand 1\n"
    run("end", "Friday")
    assert refused(run("add", "Friday", give=hand("S"))) == (
        "hand: the match is ended; resume it first"
    )
    assert "Friday: SHOP-B-136, ended" in run("show", "Friday").stdout
    assert run("undo", "Friday").stdout == "confirmed undo of the end of the match\n"
    run("redo", "Friday")
    assert run("resume", "Friday").stdout == "confirmed going on with the match\n"
    assert "redo of the end of the match\n" in run("history", "Friday").stdout
    assert "redo of hand 1\n" in run("history", "Friday").stdout


def test_an_entry_that_is_no_hand_is_edited_field_by_field(run, friday):
    run("pay", "Friday", "Ann", "Bob", 5, "--why", "tea")
    run("edit", "Friday", "0.1", give={"amount": 50})
    value = json.loads(run("show", "Friday", "--json").stdout)
    assert value["totals"] == {"Ann": -50, "Bob": 50, "Cem": 0, "Dan": 0}


def test_everything_confirmed_is_in_the_history(run, friday):
    run("add", "Friday", give=hand("S"))
    run("undo", "Friday")
    lines = run("history", "Friday").stdout.splitlines()
    assert len(lines) == 3 and lines[2].endswith("  undo of hand 1")
    journal = json.loads(run("history", "Friday", "--json").stdout)["journal"]
    assert [line["action"]["do"] for line in journal] == ["new", "hand", "undo"]


def test_the_marker_in_words_and_as_the_table_takes_it(run, friday):
    run("add", "Friday", give=hand("S"))
    assert run("marker", "Friday").stdout == (
        "Marker: dealer side B, prevailing wind E, streak 0, hand 2 of round 1.\n"
    )
    assert json.loads(run("marker", "Friday", "--json").stdout) == {
        "dealer": "B", "wind": "E", "streak": 0, "hand": 2, "round": 1}  # fmt: skip


def test_the_list_of_matches(run, tmp_path):
    assert run("list").stdout == f"No match yet in {tmp_path / 'mjscore'}.\n"
    run("new", "b", "YEE", "Ann", "Bob", "Cem", "Dan")
    run("new", "a", "MJG", "Ann", "Bob", "Cem", "Dan", "--fifth", "Eve")
    run("add", "a", give=hand("S"))
    run("end", "b")
    (tmp_path / "mjscore" / "c.mjmatch").write_text("no match")
    result = run("list")
    assert result.stdout == (
        "match  profile  hands  people\n"
        "a      MJG      1      Ann, Bob, Cem, Dan, Eve\n"
        "b      YEE      0      Ann, Bob, Cem, Dan       ended\n"
    )
    assert "c.mjmatch is no match, or is damaged" in result.stderr
    assert [row["name"] for row in json.loads(run("list", "--json").stdout)["matches"]] == [
        "a", "b"]  # fmt: skip


def test_names_that_the_terminal_cannot_write_are_replaced_not_fatal(run, friday):
    def plain(*words):
        return subprocess.run(
            [sys.executable, "-c", "from mjscore.cli.match import app; app()", *words],
            capture_output=True, env={**os.environ, "PYTHONPATH": PATHS,
                                      "PYTHONIOENCODING": "ascii"})  # fmt: skip

    run("new", "Sunday", "YEE", "Zoë", "Bob", "Cem", "陳")
    for words in (["show", "Sunday"], ["export", "Sunday", "--csv"]):
        done = plain(*words)
        assert (done.returncode, done.stderr) == (0, b"")
        assert b"Zo?" in done.stdout
    assert json.loads(run("show", "Sunday", "--json").stdout)["totals"]["Zo\u00eb"] == 0


def test_export_and_import(run, friday, tmp_path):
    run("add", "Friday", give=hand("S"))
    assert run("export", "Friday", "--csv").stdout.startswith("no,what,about,dealer,")
    target = tmp_path / "friday.json"
    assert run("export", "Friday", "--json", "--out", target).stdout == ""
    copy = tmp_path / "copy.mjmatch"
    assert run("import", target, "--file", copy).stdout == (
        f"Imported Friday: 1 entries. Kept in {copy}.\n"
    )
    assert run("show", "Friday", "--file", copy).stdout == run("show", "Friday").stdout
    assert refused(run("import", target)).endswith(
        "Friday.mjmatch exists already; --name NAME imports it under another name, --file PATH "
        "keeps it elsewhere")  # fmt: skip
    assert refused(run("import", target, "--file", copy)).endswith(
        "copy.mjmatch exists already; --file PATH keeps it elsewhere")  # fmt: skip
    assert run("import", target, "--name", "Old").stdout.startswith("Imported Old: 1 entries.")
    assert run("show", "Old").stdout == run("show", "Friday").stdout.replace("Friday", "Old")
    assert refused(run("import", "-", give=" ")) == (
        "import: nothing came; give the file that `export --json` wrote, or send it to stdin")
    assert refused(run("export", "Friday")) == "export: say --csv or --json"
    wrong = tmp_path / "no" / "folder"
    assert refused(run("export", "Friday", "--csv", "-o", wrong)) == (
        f"out: {wrong} cannot be written (No such file or directory)"
    )


def test_a_file_of_another_match(run, friday, tmp_path):
    path = tmp_path / "mjscore" / "Friday.mjmatch"
    assert refused(run("show", "Monday", "--file", path)) == (
        f"name: the match in {path} is called Friday, not Monday"
    )


@pytest.mark.parametrize(("give", "told"), [
    ("{", "request: this text is no JSON"), ("[]", "request: one JSON object is wanted"),
])  # fmt: skip
def test_a_request_that_is_none(run, friday, give, told):
    assert refused(run("add", "Friday", give=give)).startswith(told)


def test_a_request_file(run, friday, tmp_path):
    path = tmp_path / "hand.json"
    assert refused(run("add", "Friday", path)) == (
        f"request: {path} cannot be read (No such file or directory)"
    )
    path.write_bytes(b"\xff\xfe")
    assert refused(run("add", "Friday", path)) == (
        f"request: {path} cannot be read (it is no UTF-8 text)"
    )
    path.write_text(json.dumps(hand("S")))
    assert run("add", "Friday", path).exit_code == 0


def test_verbs_that_ask_for_the_impossible(run, friday):
    assert refused(run("sit", "Friday", "Ann")) == "in: nobody waits in this match"
    assert refused(run("dice", "Friday", "3+4")) == "dice: '3+4' are no dice; write 3,4"
    assert refused(run("bet", "Friday", "--shown")) == (
        "shown: there is no bet that could be shown"
    )
    assert refused(run("bet", "Friday", "Bob")) == "backs: nobody bets in this match [SA-T13]"
    assert refused(run("void", "Friday", "3")) == ("entry: there is no entry 3; there is none yet")


def test_penalties_name_people_and_what_they_need(run, monkeypatch):
    asked = []
    monkeypatch.setattr(
        match_common,
        "scorer",
        lambda: lambda request: asked.append(request) or small_score(request | {"events": []}),
    )
    run("new", "x", "SHOP-A", "Ann", "Bob", "Cem", "Dan")
    run("penalty", "x", "mistaken_mahjong", "bob", "--exposed", "Cem,Dan", "--value", "25")
    assert asked[-1]["events"] == [
        {"event": "mistaken_mahjong", "seat": "S", "exposed": ["W", "N"], "value": 25}
    ]
    run("penalty", "x", "bouquet", "Ann", "--tiles", "F1,F2,F3,F4")
    assert asked[-1]["events"][-1:] == [
        {"event": "bouquet", "seat": "E", "tiles": ["F1", "F2", "F3", "F4"]}]  # fmt: skip


BOB_CEM_DAN = ["--hand", "Bob: D1", "--hand", "Cem: B2", "--hand", "Dan: B3"]
ANN_AND_CEM = ["--hand", "Ann: B1", "--hand", "Cem: B2"]


def test_hands_may_be_typed(run, friday, monkeypatch):
    from mjscore.errors import ScoreError

    asked = []

    def score(request):
        asked.append(request)
        raise ScoreError("seen", "", "")

    monkeypatch.setattr(match_common, "scorer", lambda: score)
    run("add", "Friday", "--hand", "bob: (D111) C23 +C4", "--hand", "N: C1", *ANN_AND_CEM,
        "--from", "Ann", "--flag", "last-tile", "--mark", "first_turn=earth")  # fmt: skip
    assert asked[-1]["win"] == {"seat": "S", "tile": "C4", "source": "discard", "from": "E",
                                "last_tile": True, "first_turn": "earth"}  # fmt: skip
    assert asked[-1]["players"]["S"]["concealed"] == ["C2", "C3"]
    assert asked[-1]["players"]["N"]["concealed"] == ["C1"]
    others = [*ANN_AND_CEM, "--hand", "Dan: D1"]
    run("add", "Friday", "--hand", "Bob: C2+C4", *others, "--drawn")
    assert asked[-1]["win"] == {"seat": "S", "tile": "C4", "source": "wall"}
    run("add", "Friday", "--hand", "Bob: C2+C4", *others, "--source", "loose_kong", "--flag",
        "last_flower_holder=cem", "--flag", "special=seven")  # fmt: skip
    assert asked[-1]["win"]["last_flower_holder"] == "W"
    assert asked[-1]["win"]["special"] == "seven"
    assert asked[-1]["win"]["source"] == "loose_kong"


@pytest.mark.parametrize(("words", "told"), [
    (["--hand", "C2"], "hand: 'C2' is no hand; write it as NAME: TILES"),
    (["--hand", "Eve: C2"], "hand: Eve does not play this hand; it is Ann, Bob, Cem, Dan"),
    (["--hand", "Ann: C2", "--hand", "E: C3"], "hand: Ann has two hands"),
    (["--hand", "Ann: +C2", "--hand", "Bob: +C3"], "hand: two hands have a winning tile"),
    (["--hand", "Ann: C2"], "hand: no hand has a winning tile; write it as +C8, or say --draw"),
    (["--from", "Ann"],
     'hand: --from belongs to a typed hand; type it, --hand "NAME: TILES +C8"'),
    (["--drawn", "--hand", "Ann: C2+C3", "--flag", "last_tyle", *BOB_CEM_DAN],
     "flag: there is no flag 'last_tyle'; did you mean \"last_tile\"?"),
    (["--drawn", "--hand", "Ann: C2+C3", "--flag", "last_flower_holder=Eve", *BOB_CEM_DAN],
     "flag: Eve does not play this hand; it is Ann, Bob, Cem, Dan"),
])  # fmt: skip
def test_typed_hands_that_make_no_request(run, friday, words, told):
    assert refused(run("add", "Friday", *words)) == told


def test_a_person_at_a_terminal_is_asked_before_it_is_stored(run, friday, tmp_path):
    text, code = on_a_terminal(["add", "Friday", "--draw"], b"n\n", tmp_path)
    assert (code, "Store this?" in text, "confirmed" in text) == (1, True, False)
    assert "Nothing was stored." in text
    text, code = on_a_terminal(["add", "Friday", "--draw"], b"y\n", tmp_path)
    assert code == 0 and "confirmed hand 1" in text
    text, code = on_a_terminal(["add", "Friday", "--draw", "--yes"], b"", tmp_path)
    assert code == 0 and "Store this?" not in text and "confirmed hand 2" in text
    text, _ = on_a_terminal(["show", "Friday"], b"", tmp_path)
    assert "● Ann (E)" in text
    text, code = on_a_terminal(["add", "Friday"], b"", tmp_path)
    assert code == 2 and "no request came; type --hand" in text


def test_four_people_sit_down(run, friday):
    assert refused(run("seats", "Friday", "Dan", "Cem", "Bob")) == (
        "seats: four people sit down, at sides A, B, C, D, and 3 came: Dan, Cem, Bob")


def test_one_round_is_no_rounds(run, friday):
    run("rounds", "Friday", 1)
    assert "\n     1 round\n" in run("show", "Friday").stdout


def test_an_edit_that_says_nothing_is_told_what_it_may_say(run, friday):
    run("add", "Friday", give=hand("S"))
    assert refused(run("edit", "Friday", 1)) == (
        "request: say what is different: --from, --drawn, --source, --flag, --riichi or somebody's"
        " --hand; or the whole hand: --draw, or a request as JSON in a file or on stdin")
