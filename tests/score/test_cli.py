"""The command `mjscore`: what it prints, how it ends, what it does with bad lines and pipes."""

import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from mjscore.cli import main, stream
from mjscore.cli.pictures import one, shown, way_for
from mjscore.cli.sheet import arithmetic
from mjscore.cli.typed import request_of
from mjscore.engine import score
from mjscore.errors import ScoreError
from mjscore.wall import PROFILES
from tests.patience import HANG_S

COMMAND = str(Path(sys.executable).parent / "mjscore")
VECTORS = json.loads((Path(__file__).parents[1] / "data/rule_vectors.json").read_text())["vectors"]
REQUESTS = [vector["input"] for vector in VECTORS if vector["kind"] == "score"]
LINE = json.dumps(REQUESTS[0]).encode()
HAND = "(D111) (B222) C23467 DR*2 +C8"
TYPED = ("score", "SHOP-B", "S", HAND, "--from", "W")


@pytest.fixture
def run(monkeypatch, capsys):
    """Runs a command line: exit code, stdout, stderr."""

    def invoke(*words, stdin=b""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main([str(word) for word in words])
        out, err = capsys.readouterr()
        assert "\x1b" not in out + err and "Traceback" not in err
        return code, out, err

    return invoke


def test_one_answer_a_line(run):
    lines = b"\n".join(json.dumps(request).encode() for request in REQUESTS)
    code, out, err = run("score", stdin=lines)
    assert (code, err) == (0, "")
    answers = [json.loads(line) for line in out.splitlines()]
    assert answers == [json.loads(json.dumps(score(request))) for request in REQUESTS]


def test_a_bad_line_is_told_in_its_place_and_the_next_is_answered(run):
    bad = [
        b"{",
        b'{"system": "SHOP-C"}',
        b"\xff\xfe",
        b"[1]",
        b'{"a": 1, "a": 2}',
        b"\x00",
        b"NaN",
    ]
    code, out, _ = run("score", stdin=b"\n".join([LINE, *bad, b"", b"   ", LINE]))
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 2
    assert len(lines) == len(bad) + 4, "the two blank lines are answered as well"
    assert all(line["legal"] for line in (lines[0], lines[-1]))
    for line in lines[1:-1]:
        assert set(line["error"]) == {"message", "field", "rule"}
        assert all(line["error"].values())
    assert lines[2]["error"] == {
        "message": "system: there is no system 'SHOP-C'; did you mean \"SHOP-B\"? [ENG-01]",
        "field": "system",
        "rule": "ENG-01",
    }
    text = "request: this line is not UTF-8: byte 1 is none [1.5]"
    assert lines[3]["error"] == {"message": text, "field": "request", "rule": "1.5"}


def test_every_line_in_gives_one_line_out_and_a_blank_one_an_error(run):
    code, out, _ = run("score", stdin=b"\n" + LINE + b"\r\n \t\r\n" + LINE)
    answers = [json.loads(line) for line in out.splitlines()]
    assert [answer.get("legal") for answer in answers] == [None, True, None, True]
    blank = {
        "message": "request: this text is empty: no JSON [1.5]", "field": "request", "rule": "1.5",
    }  # fmt: skip
    assert (answers[0]["error"], answers[2]["error"], code) == (blank, blank, 2)
    assert run("score", stdin=LINE + b"\n")[:1] == (0,), "the end of the last line is no line"


def test_a_line_without_end_is_refused_and_the_next_is_answered(run, monkeypatch):
    monkeypatch.setattr(stream, "LONGEST", 5000)
    for long in (b"[" * 5001, b"x" * 23000):
        code, out, _ = run("score", stdin=long + b"\n" + LINE + b"\n")
        first, second = map(json.loads, out.splitlines())
        assert (code, first["error"]["message"]) == (
            2, "request: this line is longer than 5000 bytes [1.5]")  # fmt: skip
        assert second["legal"] is True
    code, out, _ = run("score", stdin=b" " * 4000 + b"\n" + LINE)
    assert (code, len(out.splitlines())) == (2, 2)


def test_a_fault_of_the_program_does_not_stop_the_other_lines(run, monkeypatch):
    def failing(request):
        raise ZeroDivisionError("zero")

    monkeypatch.setattr(stream, "score", failing)
    code, out, _ = run("score", stdin=LINE + b"\n" + LINE)
    assert code == 2
    assert out.count("the program failed at this request: ZeroDivisionError: zero") == 2


def test_requests_from_a_file(run, tmp_path):
    path = tmp_path / "requests.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + LINE + b"\r\n" + LINE)
    assert run("score", path)[1] == run("score", stdin=LINE + b"\n" + LINE)[1]
    assert run("score", "-", stdin=LINE)[0] == 0
    code, out, err = run("score", tmp_path / "none")
    assert (code, out) == (2, "")
    assert re.fullmatch(r"mjscore: cannot read .*none: No such file or directory\n", err)
    assert "cannot read" in run("score", tmp_path)[2]


def test_a_typed_hand_is_the_same_request(run):
    code, out, _ = run(*TYPED)
    answer = json.loads(out)
    full = score(REQUESTS[0])
    assert code == 0
    assert answer["hands"]["S"] == json.loads(json.dumps(full["hands"]["S"]))
    assert answer["left_out"] == ["E", "W", "N"]
    assert answer["transfers"] == full["transfers"]
    request = json.loads(run(*TYPED, "--request")[1])
    assert request["win"] == {"seat": "S", "tile": "C8", "source": "discard", "from": "W"}


def test_typed_losers_settle_too(run):
    losers = (
        "--E",
        "(WE*4) C1579 D3579 B46",
        "--W",
        "C13579 D3579 B4689",
        "--N",
        "C2468 D2468 B13579",
    )
    answer = json.loads(run(*TYPED, *losers)[1])
    assert "left_out" not in answer
    assert answer["hands"]["E"]["value"] == 32
    assert answer["net"] == {"E": -36 + 128, "S": 72, "W": -82, "N": -82}
    code, _, err = run(*TYPED, *losers[:2])
    assert code == 2
    assert "players.W: this hand is scored and must be given" in err


def test_every_option_of_a_typed_hand_reaches_the_request():
    given = {
        "giver": "west", "source": "robbed_kong", "wind": "s", "streak": 2, "dice": "3,4",
        "config": ["limit=null", "extras=double"], "single_wait": True, "first_turn": "earth",
        "special": "x", "last_flower_holder": "N", "bettor": "E", "flags": ["last-tile",
        "bettor_shown"], "N": "B1 @dead",
    }  # fmt: skip
    request, left_out = request_of(["mjg", "south", "B12", "+B3"], given)
    assert left_out == []
    assert request == {
        "system": "MJG", "round_wind": "S", "dealer_streak": 2, "dice": [3, 4], "bettor": "E",
        "bettor_shown": True, "config": {"limit": None, "extras": "double"},
        "players": {
            "N": {"melds": [], "concealed": ["B1"], "bonus": [], "bonus_undeclared": [],
                  "dead": True},
            "S": {"melds": [], "concealed": ["B1", "B2"], "bonus": [], "bonus_undeclared": []},
        },
        "win": {"seat": "S", "tile": "B3", "source": "robbed_kong", "from": "W",
                "single_wait": True, "first_turn": "earth", "special": "x",
                "last_flower_holder": "N", "last_tile": True},
    }  # fmt: skip
    drawn, _ = request_of(["YEE", "E", "B1 +B1"], {"drawn": True})
    assert drawn["win"]["source"] == "wall"
    assert set(drawn["players"]) == {"E"}  # no loser is scored
    assert request_of(["LASFS", "-"], {"E": "B1"})[0]["win"] is None


@pytest.mark.parametrize(
    "words, given, told",
    [
        (["SHOP-C", "S", "B1"], {}, 'did you mean "SHOP-B"?'),
        (["SHOP-B"], {}, "after the system stand the winner's seat and his hand"),
        (["SHOP-B", "Q", "B1"], {}, '"Q" is no seat; seats are E, S, W, N'),
        (["SHOP-B", "S", "B1"], {}, "mark the winning tile with a plus"),
        (["SHOP-B", "S", "B1 +B1"], {}, "say where the winning tile is from"),
        (["SHOP-B", "S", "B1 +B1"], {"drawn": True, "source": "wall"}, "both given"),
        (["SHOP-B", "S", "B1 +B1"], {"drawn": True, "S": "B1"}, "S won and is given twice"),
        (["SHOP-B", "S", "B1 +B1"], {"drawn": True, "E": "+B1"}, "E did not win"),
        (["SHOP-B", "-", "B1"], {}, "nobody won: hands are given by --E"),
        (["SHOP-B", "S", "B1 +B1"], {"drawn": True, "flags": ["lasttile"]}, '"last_tile"?'),
        (["SHOP-B", "S", "B1 +B1"], {"drawn": True, "config": ["limit"]}, "is no NAME=VALUE"),
        (["SHOP-B", "S", "B1 +B1"], {"drawn": True, "dice": "7"}, "write them as 3,4"),
        (["SHOP-B", "S", "B1 x"], {}, "players.S: column 4: expected"),
    ],
)
def test_what_was_typed_wrong_is_told(words, given, told):
    with pytest.raises(ScoreError) as problem:
        request_of(words, given)
    assert told in str(problem.value)


def test_a_sheet_for_people_names_every_line(run):
    code, out, _ = run(*TYPED, "--pretty", "--tiles", "codes")
    assert code == 0
    assert out.splitlines()[0] == "SHOP-B: South wins with C8, discarded by West."
    assert "  (D1*3) (B2*3) C234 C678 DR*2" in out
    assert re.search(r"SB-P02 +pung of 1 or 9 on the table +4", out)
    assert re.search(r"^East +South +36$", out, re.M)
    assert "Together: East -36, South +72, West -18, North -18." in out
    assert "Only the winner's hand was given: what East, West, North settle" in out


def test_sheets_of_many_requests_with_an_error_between(run):
    limited = next(v["input"] for v in VECTORS if v["id"] == "PUB-SB-EX7-on-table-limited")
    none = {**REQUESTS[0], "win": {**REQUESTS[0]["win"], "tile": "C1"}}
    lines = [json.dumps(each).encode() for each in (limited, none)] + [b"{", LINE]
    code, out, _ = run("score", "--pretty", stdin=b"\n".join(lines))
    assert code == 2
    assert "SB-L02" in out and "the value is 300" in out
    assert "This is no winning hand: " in out
    assert "error: request: this text is no JSON" in out
    assert out.count("South wins with") == 3
    claimed = [{"kind": "pung", "tiles": [tile] * 3, "state": "open"} for tile in ("B1", "B2")]
    winner = {"melds": claimed, "concealed": ["B3"] * 3 + ["B4", "B5", "B6", "DR"]}
    hands = {
        "system": "HANDS",
        "dice": [3, 3],
        "players": {"E": {"dead": True}, "S": {"dead": True}, "W": {"dead": True}, "N": winner},
        "win": {"seat": "N", "tile": "DR", "source": "wall"},
        "events": [{"event": "bouquet", "seat": "E", "tiles": ["F1", "F2", "F3", "F4"]}],
    }
    text = run("score", "--pretty", stdin=json.dumps(hands).encode())[1]
    assert "drawn from the wall. Double dice." in text
    assert "  32 points, rounded to 40: 40 x 2 = 80; double dice: 160\n" in text
    assert "MH-B01 bouquet (East): each other player pays at once" in text


def test_tiles_that_are_no_run_are_not_named_as_one(run):
    nobles = "B19 C19 D19 WE WS WW WN DR DG DW"
    out = run("score", "LASFS", "S", nobles + " +DW", "--drawn", "--pretty", "--tiles", "names")[1]
    assert "1 + 9 of bamboos, 1 + 9 of characters, 1 + 9 of dots, east wind" in out
    assert "1-9" not in out


def test_a_hand_of_the_card_is_named_with_its_jokers(run):
    words = ("score", "SHOP-A", "S", "B222 B4*3 J B666 DG*3 +DG", "--from", "W", "--pretty")
    out = run(*words, "--tiles", "codes")[1]
    told = "hand 1 of the card, exposed: 3 x B2, 4 x B4, 3 x B6, 4 x DG; 1 joker for B4"
    assert f"  {told}\n" in out
    flowers = ("score", "SHOP-A", "S", "F12 B1133557799 DG +DG", "--drawn", "--pretty")
    assert "2 x flower, 2 x 1 of bamboos" in run(*flowers)[1]


def test_the_rules_of_payment_are_in_the_answer_where_asked_for(run):
    code, out, _ = run("score", "--settled-by", stdin=LINE + b"\n{\n")
    first, second = map(json.loads, out.splitlines())
    assert (code, second["error"]["field"]) == (2, "request")
    plain = json.loads(run("score", stdin=LINE)[1])
    assert first.pop("settled_by") == [
        ["SB-S01", "East, West and North pay South 18"],
        ["SB-S03", "East pays South 2 x 18"],
    ]
    assert first == plain
    typed = json.loads(run(*TYPED, "--settled-by")[1])
    assert [id for id, _ in typed["settled_by"]] == ["SB-S01", "SB-S03"]
    none = {**REQUESTS[0], "win": {**REQUESTS[0]["win"], "tile": "C1"}}
    illegal = json.loads(run("score", "--settled-by", stdin=json.dumps(none).encode())[1])
    assert set(illegal) == {"system", "legal", "reason", "rule"}


def test_how_points_and_doubles_make_a_value_is_told():
    assert arithmetic({"points": 18, "doubles_total": 0}) == "18 points"
    told = arithmetic({"points": 34, "points_rounded": 40, "doubles_total": 4})
    assert told == "34 points, rounded to 40: 40 x 2 x 2 x 2 x 2 = 640"
    assert arithmetic({"points": 3, "doubles_total": 5}) == "3 points: 3 x 2^5 = 96"


def test_tiles_as_pictures_codes_and_names(monkeypatch):
    text = "(C555) {WE*4} B234 DR*2 J F12S3 +C8 /F1 ?A3 @dead"
    assert shown(text, "codes") == text
    names = shown(text, "names")
    assert names.startswith(
        "(5 of characters x3), {east wind x4}, 2-3-4 of bamboos, red dragon x2"
    )
    assert names.endswith("+8 of characters, /flower 1, ?animal 3, @dead")
    pictures = shown(text, "pictures")
    assert pictures.startswith("(\U0001f00b\U0001f00b\U0001f00b)  {\U0001f000")
    assert "\U0001f004\ufe0e\U0001f004\ufe0e" in pictures  # red dragons as text, not as an emoji
    assert one("C8", "pictures") == "\U0001f00e C8"
    assert way_for("auto") == "names"  # stdout is no terminal here
    with pytest.raises(ScoreError, match='did you mean "pictures"'):
        way_for("picture")
    monkeypatch.setattr(sys, "stdout", Terminal("utf-8"))
    monkeypatch.setenv("TERM", "xterm")
    assert way_for("auto") == "pictures"
    monkeypatch.setenv("TERM", "linux")
    assert way_for("auto") == "names"
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdout", Terminal("ascii"))
    assert way_for("auto") == "names"


class Terminal(io.TextIOWrapper):
    """A stdout with a person before it."""

    def __init__(self, encoding):
        super().__init__(io.BytesIO(), encoding=encoding)

    def isatty(self):
        return True

    def read_back(self):
        self.flush()
        return self.buffer.getvalue().decode(self.encoding)


@pytest.mark.parametrize("encoding, line", [("utf-8", "─"), ("ascii", "---")])
def test_on_a_terminal_a_typed_hand_is_a_ruled_sheet(monkeypatch, encoding, line):
    monkeypatch.setattr(sys, "stdout", Terminal(encoding))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert main([*TYPED]) == 0
    text = sys.stdout.read_back()
    assert line in text and "SB-P02" in text
    assert "\x1b[1m" in text and "\x1b[3" not in text  # bold, no colour
    for name, value in (("NO_COLOR", "1"), ("TERM", "dumb")):
        with monkeypatch.context() as changed:
            changed.setenv(name, value)
            changed.setattr(sys, "stdout", Terminal(encoding))
            assert main([*TYPED]) == 0
            assert "\x1b" not in sys.stdout.read_back()
    monkeypatch.setattr(sys, "stdout", Terminal(encoding))
    assert main([*TYPED, "--json"]) == 0
    assert json.loads(sys.stdout.read_back())["legal"]


def test_explain_tells_rules_and_what_is_lacking(run, tmp_path):
    words = ("explain", *TYPED[1:])
    code, out, err = run(*words)
    assert code == 0
    assert "SB-P20  basal score: " in out
    assert "only the winner's hand was given" in err
    code, out, _ = run(*words, "--why-not", "SB-D04")
    assert code == 0
    assert "  - There are winds or dragons." in out
    assert "It counts." in run(*words, "--why-not", "sb-p20")[1]
    assert "It counts." in run("explain", "--why-not", "SB-P02", stdin=LINE)[1]
    path = tmp_path / "requests.jsonl"
    path.write_bytes(LINE)
    assert "SB-P20  basal score: " in run("explain", path)[1]
    code, out, _ = run("explain", "--why-not", "SB-P98", stdin=LINE + b"\n{\n" + LINE)
    assert (code, out.count('error: rule: no rule "SB-P98"')) == (2, 2)
    code, _, err = run(*words, "--why-not", "YEE-V01")
    assert code == 2
    assert "is a rule of YEE" in err


@pytest.mark.parametrize("profile", PROFILES)
def test_deal_draws_every_wall_and_breaks_it_once(run, profile):
    dice = "1,2,6" if profile == "YEE" else "3,4"
    code, out, _ = run("deal", "--profile", profile, "--dice", dice, "--dealer-side", "b")
    assert code == 0
    picture = out.split("Two letters")[0].split("\n", 1)[1]
    picture = re.sub(r"East,? the dealer|(East|South|West|North)|\(side .\)", "", picture)
    letters = re.findall(r"[ESWN.*]{2}", picture)
    assert len(letters) == json.loads(run("deal", "--profile", profile, "--dice", dice,
                                          "--json")[1])["left"] / 2 + 53 / 2  # fmt: skip
    assert "".join(letters).count("E") == 14
    assert "".join(letters).count("*") == 1
    assert picture.count("#") in (1, 2)  # across one sign, upright two


@pytest.mark.parametrize(
    "dice, wall, breaks",
    [("1,1,3", "E", "EE#.. .. .. .. ..\n"), ("1,1,5", "W", "..#EE"), ("1,1,4", "S", "##"),
     ("1,1,6", "N", "##")],
)  # fmt: skip
def test_the_break_lies_left_of_the_counted_stack(run, dice, wall, breaks):
    text = run("deal", "--profile", "YEE", "--dice", dice)[1]
    if wall in "EW":
        assert breaks in text
        return
    lines = text.splitlines()
    at = next(number for number, line in enumerate(lines) if line.strip() == breaks)
    above, below = lines[at - 1], lines[at + 1]
    if wall == "S":  # counted downwards: the sixth above, the seventh, which East takes, below
        assert (above.split()[-2:], below.split()[-2:]) == (["..", "6"], ["EE", "7"])
    else:  # counted upwards
        assert (above.split()[:2], below.split()[:2]) == (["9", "EE"], ["8", ".."])


def test_deal_as_json_and_its_errors(run):
    code, out, _ = run("deal", "--profile", "shop-b-136", "--dice", "4 3", "--json")
    dealt = json.loads(out)
    expected = next(v["expected"] for v in VECTORS if v["id"] == "PUB-SB-BREAK7")
    assert code == 0
    assert {key: dealt[key] for key in expected} == expected
    assert (dealt["profile"], dealt["dice"]) == ("SHOP-B-136", [4, 3])
    for words, told in (
        (("--profile", "SHOPB", "--dice", "3,4"), "there is no table profile 'SHOPB'"),
        (("--profile", "hands", "--dice", "3,4"), "'HANDS'; the profiles of HANDS are HANDS-144, "
         "HANDS-148 [ENG-04]"),
        (("--profile", "YEE", "--dice", "3,4"), "YEE throws 3 dice, not 2"),
        (("--profile", "YEE", "--dice", "x"), "write them as 3,4"),
        (("--profile", "MJG", "--dice", "3,4", "--dealer-side", "Q"), "the table has no side 'Q'"),
        (("--dice", "3,4"), "Missing option '--profile'"),
    ):
        code, out, err = run("deal", *words)
        assert (code, out) == (2, "")
        assert told in err and err.startswith("mjscore: ") and err.count("\n") == 1


def test_rules_are_looked_up(run):
    assert re.search(r"^SHOP-B +97$", run("rules")[1], re.M)
    out = run("rules", "yee")[1]
    assert re.search(r"^YEE-V03 +24 points +", out, re.M)
    assert "worth: 2 points" in run("rules", "SHOP-B", "sb-p09")[1]
    assert run("rules", "SB-Q07")[1].startswith("SB-Q07 own flower inside a full set")
    assert json.loads(run("rules", "SHOP-B", "SB-P09", "--json")[1])["points"] == 2
    assert len(json.loads(run("rules", "SHOP-B", "--json")[1])) == 97
    assert json.loads(run("rules", "--json")[1])["TBL"] == 11
    for words, told in (
        (("SHOP-B", "SB-P99"), 'SHOP-B has no rule "SB-P99"; did you mean'),
        (("SHOP-D",), 'no system "SHOP-D"; did you mean'),
    ):
        code, _, err = run("rules", *words)
        assert (code, told in err) == (2, True)


def test_help_version_and_unknown_words(run):
    code, out, _ = run()
    assert (code, "Examples:" in out) == (2, True)
    code, out, _ = run("--help")
    assert code == 0
    for name in ("score", "explain", "vectors", "deal", "rules", "schema", "match"):
        assert re.search(rf"^  {name} +\S", out, re.M)
        assert run(name, "--help")[0] == 0
    summaries = out.split("Commands:")[1].split("Exit codes")[0]
    assert "..." not in summaries
    assert re.fullmatch(r"mjscore \d+\.\d+\.\d+\n", run("--version")[1])
    for words, told in (
        (("schemas",), 'there is no command "schemas"; did you mean "schema"?'),
        (("score", "--pritty"), "No such option: --pritty"),
        (("schema", "requests"), 'did you mean "request"?'),
        (("score", "--pretty", "--json"), "sheets for people and JSON are asked for at once"),
        ((*TYPED, "--pretty", "--json"), "sheets for people and JSON are asked for at once"),
        (("score", "--tiles", "bones"), '"bones" is no way to show tiles'),
    ):
        code, out, err = run(*words)
        assert (code, out) == (2, "")
        assert told in err and err.count("\n") == 1


@pytest.mark.parametrize("name", ["", "score", "explain", "vectors", "deal", "rules", "schema"])
def test_every_example_of_the_help_works(run, name):
    words = [name, "--help"] if name else ["--help"]
    lines = run(*words)[1].replace("\\\n", "").splitlines()
    examples = [line.strip().split("<")[0] for line in lines if re.match(r" +mjscore [a-z]", line)]
    assert examples or name in ("vectors", "schema")
    for example in examples:
        code, out, err = run(*shlex.split(example)[1:], stdin=LINE)
        assert code == 0 and out, (example, err)
        assert "no winning hand" not in out and '"legal":false' not in out, example


def test_what_stdout_cannot_encode_is_no_error(monkeypatch):
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert main([*TYPED, "--pretty", "--tiles", "pictures"]) == 0
    sys.stdout.flush()
    assert b"(D1*3) (B2*3) C234 C678 DR*2" in sys.stdout.buffer.getvalue()
    assert b"?" not in sys.stdout.buffer.getvalue(), "pictures give way to codes"
    odd = b'{"system": "YEE", "wi\\ud800n": 1, "\\ud83c\\udc19": 2, "config": "\\ud800"}\n'
    for encoding in ("ascii", "utf-8"):
        for words in (["score"], ["score", "--pretty"], ["explain"]):
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(odd + LINE)))
            monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
            assert main(words) == 2
            assert b"SB-P02" in sys.stdout.buffer.getvalue()


def heeds_sigint():
    """A shell without a terminal starts what runs in its background with SIGINT ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def test_the_installed_command_answers_at_once_and_ends_quietly():
    with subprocess.Popen([COMMAND, "score"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, preexec_fn=heeds_sigint) as started:  # fmt: skip
        started.stdin.write(LINE + b"\n")
        started.stdin.flush()
        assert json.loads(started.stdout.readline())["legal"]  # before the input ends
        started.stdin.write(b"{\n")
        started.stdin.flush()
        assert b'"error"' in started.stdout.readline()
        started.send_signal(signal.SIGINT)
        assert started.wait(HANG_S) == 130
        assert started.stderr.read() == b""


def test_a_closed_pipe_is_no_error():
    read, write = os.pipe()
    os.close(read)
    lines = (LINE + b"\n") * 50
    for words in (["score"], ["score", "--pretty"]):
        done = subprocess.run([COMMAND, *words], input=lines, stdout=write, stderr=subprocess.PIPE,
                              timeout=HANG_S)  # fmt: skip
        assert (done.returncode in (1, 141), done.stderr) == (True, b"")
    os.close(write)


@pytest.mark.parametrize(
    "redirection, told",
    [
        (">&-", "mjscore: stdin and stdout must be open\n"),
        ("<&-", "mjscore: stdin and stdout must be open\n"),
        (">/dev/full", "mjscore: cannot write: No space left on device\n"),
    ],
)
def test_closed_and_full_outputs_are_told_in_one_sentence(redirection, told):
    done = subprocess.run(["/bin/sh", "-c", f'"{COMMAND}" score {redirection}'], input=LINE,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)  # fmt: skip
    assert (done.returncode, done.stderr.decode()) == (2, told)


def test_plain_scoring_starts_without_the_command_parser():
    code = (
        "import sys; from mjscore.cli import main; main(['score', sys.argv[1]]); "
        "print([m for m in ('typer', 'rich', 'tomllib', 'sqlite3') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code, os.devnull], capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stderr
