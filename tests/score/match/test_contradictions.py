"""What a command line contradicts, leaves out or would destroy is told, and nothing is stored."""

import errno
import json
import os

import pytest

from tests.score.match.commands import on_a_terminal, refused
from tests.score.match.scorers import hand

ALL = ["--hand", "Ann: B1", "--hand", "Cem: B2", "--hand", "Dan: B3"]
WON = ["--hand", "Bob: C2 +C4", *ALL]


@pytest.mark.parametrize(("words", "told"), [
    ([*WON, "--draw"],
     "draw: --draw says that nobody won, and the hand of Bob has a winning tile"),
    (["--draw", "--drawn"], "draw: --draw says that nobody won, and --drawn is about a win"),
    (["--draw", "--from", "Ann"], "draw: --draw says that nobody won, and --from is about a win"),
    ([*WON, "--drawn", "--source", "wall"],
     "source: --drawn and --source contradict each other; say one of them"),
    ([*WON, "--drawn", "--from", "Ann"],
     "source: --drawn and --from contradict each other; say one of them"),
    (["hand.json", *WON], "request: hand.json and --hand are two hands; give one of them"),
    (["--flag", "last_tile"],
     'hand: --flag belongs to a typed hand; type it, --hand "NAME: TILES +C8"'),
    (["--hand", "Bob: C2 +C4", "--hand", "Cem: B2"],
     "players: SHOP-B counts the losers' hands too; add --hand \"Ann: TILES\" "
     '--hand "Dan: TILES" [ENG-09]'),
])  # fmt: skip
def test_a_hand_that_contradicts_itself_is_not_stored(run, friday, words, told):
    assert refused(run("add", "Friday", *words)) == told
    assert json.loads(run("show", "Friday", "--json").stdout)["rows"] == []


def test_a_request_with_a_winner_is_no_draw(run, friday, tmp_path):
    path = tmp_path / "hand.json"
    path.write_text(json.dumps(hand("S")))
    assert refused(run("add", "Friday", path, "--draw")) == (
        "draw: --draw says that nobody won, and the request has a winner"
    )
    path.write_text(json.dumps({"players": {}}))
    assert run("add", "Friday", path, "--draw").stdout.endswith("confirmed hand 1\n")


def test_a_draw_of_lasfs_needs_four_hands(run):
    run("new", "x", "LASFS", "Ann", "Bob", "Cem", "Dan")
    assert refused(run("add", "x", "--draw", *ALL)) == (
        'players: LASFS counts all four hands of a draw; add --hand "Bob: TILES" [ENG-09]'
    )
    assert refused(run("add", "x", give={"win": None})).count("TILES") == 4
    over = {"win": None, "players": {}, "events": [{"event": "fine", "seat": "E"}]}
    assert run("add", "x", give=over).exit_code == 0  # the event may have ended the hand


@pytest.mark.parametrize(("words", "give", "told"), [
    (["--draw"], None, "entry: payment 0.1 is no hand, so --draw says nothing of it"),
    (["--over"], None, "entry: payment 0.1 is no hand, so --over says nothing of it"),
    ([*WON], None, "entry: payment 0.1 is no hand, so --hand says nothing of it"),
    ([], "", "request: no change came; payment 0.1 has from, to, amount, why: give those that "
             'change as JSON in a file or on stdin, {"from": ...}'),
    ([], {}, "entry: nothing would change; payment 0.1 has from, to, amount, why"),
    ([], {"sum": 3}, "entry: payment 0.1 has from, to, amount, why, but no sum"),
])  # fmt: skip
def test_an_entry_that_is_no_hand_takes_its_own_fields(run, friday, words, give, told):
    run("pay", "Friday", "Ann", "Bob", 5)
    assert refused(run("edit", "Friday", "0.1", *words, give=give)) == told


def test_without_a_request_it_is_said_how_to_give_one(run, friday):
    assert refused(run("add", "Friday", give="\n")) == (
        'request: no request came; type --hand "NAME: TILES", say --draw when nobody won, or '
        "give a request as JSON in a file or on stdin")  # fmt: skip


def test_a_payment_is_no_penalty(run, friday):
    assert refused(run("penalty", "Friday", "payment", "Ann")) == (
        "event: a payment by agreement is entered by the verb pay: FROM TO POINTS"
    )


def test_an_export_never_replaces_the_match(run, friday, tmp_path):
    kept = tmp_path / "mjscore" / "Friday.mjmatch"
    link, twin = tmp_path / "link", tmp_path / "twin"
    link.symlink_to(kept)
    os.link(kept, twin)
    before = kept.read_bytes()
    for target in (kept, f"{kept}-journal", link, twin):
        for force in ([], ["--force"]):
            assert refused(run("export", "Friday", "--csv", "-o", target, *force)) == (
                f"out: {target} is the match itself; choose another file"
            )
    assert kept.read_bytes() == before and not (kept.parent / "Friday.mjmatch-journal").exists()


def test_an_export_replaces_another_file_by_force_only(run, friday, tmp_path):
    target = tmp_path / "sheet.csv"
    target.write_text("mine")
    assert refused(run("export", "Friday", "--csv", "-o", target)) == (
        f"out: {target} exists already; --force replaces it"
    )
    assert target.read_text() == "mine"
    assert run("export", "Friday", "--csv", "-o", target, "--force").exit_code == 0
    assert target.read_text().startswith("no,what,")


def test_a_full_disk_leaves_the_old_file(run, friday, tmp_path, monkeypatch):
    target = tmp_path / "sheet.csv"
    target.write_text("mine")

    def full(number):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    result = run("export", "Friday", "--csv", "-o", target, "--force")
    assert refused(result) == f"out: {target} cannot be written (No space left on device)"
    assert target.read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir() if "sheet" in path.name] == ["sheet.csv"]


def test_an_export_may_go_to_what_is_no_file(run, friday, tmp_path):
    assert run("export", "Friday", "--csv", "-o", "/dev/null").exit_code == 0
    assert os.path.exists("/dev/null") and not os.path.isfile("/dev/null")


def test_at_a_terminal_replacing_is_asked(friday, tmp_path):
    target = tmp_path / "sheet.csv"
    target.write_text("mine")
    words = ["export", "Friday", "--csv", "-o", target]
    text, code = on_a_terminal(words, b"\n", tmp_path)
    assert (code, target.read_text()) == (1, "mine") and "Nothing was written." in text
    _, code = on_a_terminal(words, b"y\n", tmp_path)
    assert code == 0 and target.read_text().startswith("no,what,")


@pytest.mark.parametrize(("key", "code"), [(b"\x03", 130), (b"\x04", 1)])
def test_leaving_at_the_question_stores_nothing_and_says_so(run, friday, tmp_path, key, code):
    text, ended = on_a_terminal(["add", "Friday", "--draw"], key, tmp_path)
    assert ended == code and text.rstrip().endswith("Nothing was stored.")
    assert "Traceback" not in text
    assert json.loads(run("show", "Friday", "--json").stdout)["rows"] == []


def test_without_a_verb_the_help_is_printed(run):
    result = run()
    assert result.exit_code == 2 and result.stderr == ""
    assert result.stdout.startswith("Usage: ") and "history" in result.stdout
    assert "score" not in [line.split()[0] for line in result.stdout.splitlines() if line.strip()]
    assert run("score", "Friday").exit_code == 2
