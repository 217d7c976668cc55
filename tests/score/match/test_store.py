"""The file of a match: append-only, committed before it is confirmed, safe for two programs."""

import json
import sqlite3
import threading
from contextlib import closing

import pytest

from mjscore.match import folder, newfile, schema, store
from mjscore.match.errors import MatchError
from mjscore.match.game import Match
from tests.score.match.scorers import hand, small_score


def told(act):
    with pytest.raises(MatchError) as caught:
        act()
    return str(caught.value)


def reopened(match):
    return Match.open(match._file.path, small_score)


def raw(match):
    return sqlite3.connect(match._file.path, isolation_level=None)


def test_a_match_is_resumed_as_it_was(match):
    match.do(match.hand(hand("S")))
    match.do(match.hand(hand("E", 40)))
    match.do(match.void("1"))
    with reopened(match) as again:
        assert again.sheet == match.sheet
        assert again.journal == match.journal
        again.do({"do": "undo"})
        assert again.sheet.state.totals["Bob"] == 40 + 3 * 80


def test_a_committed_match_is_one_file_with_everything_in_it(match, tmp_path):
    match.do(match.hand(hand("S")))
    assert [path.name for path in tmp_path.iterdir()] == ["Friday.mjmatch"]


def test_real_matches_wait_for_the_disk(match, monkeypatch):
    monkeypatch.undo()
    with reopened(match) as real:
        assert real._file._connection.execute("PRAGMA synchronous").fetchone() == (3,)  # EXTRA
        assert real._file._connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)


@pytest.mark.parametrize("statement", ["DELETE FROM journal", "UPDATE journal SET action = '{}'"])
def test_nobody_takes_anything_out_of_the_journal(match, statement):
    with pytest.raises(sqlite3.IntegrityError, match="the journal is append-only"):
        raw(match).execute(statement)


def test_a_second_program_with_an_old_view_is_refused(match):
    with reopened(match) as other:
        match.do(match.hand(hand("S")))
        assert told(lambda: other.do(other.hand(hand("W")))) == (
            "file: another program has changed the match meanwhile, so nothing was stored; look "
            "at it and try again")
        other.reload()
        other.do(other.hand(hand("W")))
    assert [row.winner for row in match.reload().rows] == ["Bob", "Dan"]


def test_a_file_that_another_program_holds_is_told(match, monkeypatch):
    monkeypatch.setattr(store, "WAIT_S", 0.01)
    other = raw(match)
    other.execute("BEGIN EXCLUSIVE")
    path = match._file.path
    assert told(lambda: reopened(match)) == f"file: {path} is in use by another program"


def test_what_was_not_stored_is_not_in_the_sheet_either(match):
    raw(match).execute("CREATE TRIGGER full BEFORE INSERT ON journal "
                       "BEGIN SELECT raise(ABORT, 'no room'); END")  # fmt: skip
    assert told(lambda: match.do(match.hand(hand("S")))) == (
        f"file: {match._file.path} does not take that (no room)")
    assert match.sheet.rows == () and len(match.journal) == 1


def test_two_matches_of_one_name(match, begin):
    assert told(begin) == (
        f"name: {match._file.path} exists already; choose another name")


def test_an_older_file_gets_the_tables_that_it_lacks(match):
    path = match._file.path
    match.do(match.hand(hand("S")))
    match.close()
    old = sqlite3.connect(path)
    old.executescript("DROP TABLE marker_set; PRAGMA user_version = 1;")
    old.close()
    with Match.open(path, small_score) as again:
        assert again.marker_set("E66") is None
        again.remember_marker("E66", again.marker)
        assert again.marker_set("E66") == again.marker
        assert len(again.sheet.rows) == 1
        assert again._file._connection.execute("PRAGMA user_version").fetchone() == (2,)


def test_a_file_of_a_newer_program_is_left_alone(match):
    raw(match).execute("PRAGMA user_version = 9")
    assert told(lambda: reopened(match)) == (
        f"file: {match._file.path} has version 9 and this mjscore reads up to {schema.VERSION}; "
        "update it")


def test_a_file_of_another_program_is_left_alone(tmp_path):
    path = tmp_path / "x.mjmatch"
    other = sqlite3.connect(path)
    other.executescript("CREATE TABLE songs (name TEXT)")
    assert told(lambda: store.open_file(path)) == f"file: {path} is no match"


def test_files_that_are_no_match(tmp_path):
    path = tmp_path / "x.mjmatch"
    assert told(lambda: store.open_file(path)) == f"file: there is no match file {path}"
    path.write_bytes(b"")
    assert told(lambda: store.open_file(path)) == (
        f"file: {path} is empty: no match was ever begun in it")
    path.write_bytes(b"not a database, but long enough to look at" * 40)
    assert told(lambda: store.open_file(path)) == (
        f"file: {path} is no match, or is damaged (file is not a database)")


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    path = tmp_path / "file" / "x.mjmatch"
    assert told(lambda: store.create(path, [])).startswith(f"file: {path} cannot be used (")


def test_a_file_that_cannot_be_opened(tmp_path):
    path = tmp_path / f"{'long' * 70}.mjmatch"
    assert told(lambda: store.create(path, [])).startswith(f"file: {path} cannot be used (")
    folder = tmp_path / "folder.mjmatch"
    folder.mkdir()
    assert told(lambda: store.create(folder, [])) == (
        f"name: {folder} exists already; choose another name")


def test_a_match_is_never_there_half_begun(tmp_path, monkeypatch):
    path, seen = tmp_path / "x.mjmatch", []

    def stopped(connection, line):
        seen.append([found.suffix for found in tmp_path.iterdir()])
        raise KeyboardInterrupt

    monkeypatch.setattr(store, "_write", stopped)
    with pytest.raises(KeyboardInterrupt):
        store.create(path, [None])
    assert path.name not in seen[0] and ".mjmatch" not in seen[0]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("links", [True, False])
def test_two_programs_that_begin_the_same_match(tmp_path, monkeypatch, links):
    path, line = tmp_path / "x.mjmatch", store.Line(1, "now", None, {"do": "new"})
    write = store._write

    def overtaken(connection, line):
        write(connection, line)
        path.write_text("of another program")

    def no_links(old, new):
        raise OSError("no links here")

    monkeypatch.setattr(store, "_write", overtaken)
    if not links:
        monkeypatch.setattr(newfile.os, "link", no_links)
    assert told(lambda: store.create(path, [line])) == (
        f"name: {path} exists already; choose another name")
    assert path.read_text() == "of another program"
    monkeypatch.setattr(store, "_write", write)
    path.write_text("")  # no match
    with closing(store.create(path, [line])) as found:
        assert found.journal() == [line]
    assert list(tmp_path.iterdir()) == [path]


def test_a_damaged_journal_is_told(match):
    other = raw(match)
    other.execute("DROP TRIGGER journal_is_not_changed")
    other.execute("UPDATE journal SET action = 'oh'")
    path = match._file.path
    assert told(lambda: reopened(match)) == (
        f"file: {path} is damaged: a line of its journal cannot be read")
    other.execute("UPDATE journal SET action = '{}', seq = 3")
    assert told(lambda: reopened(match)) == (
        f"file: {path} is damaged: lines of the journal are missing")


def test_everything_ever_confirmed_stays_in_the_journal(match):
    for action in (match.hand(hand("S")), {"do": "undo"}, match.hand(hand("W")), {"do": "end"}):
        match.do(action)
    assert [line.action["do"] for line in match.journal] == ["new", "hand", "undo", "hand", "end"]
    (text,) = raw(match).execute("SELECT action FROM journal WHERE seq = 2").fetchone()
    assert json.loads(text)["request"]["win"]["seat"] == "S"


def test_matches_live_in_the_data_folder(begin, tmp_path, monkeypatch):
    home = tmp_path / "mjscore"
    assert folder.path_of("club 7") == home / "club 7.mjmatch"
    assert folder.matches() == []
    assert told(lambda: folder.existing("Friday")) == (
        "name: there is no match Friday; none was begun yet")
    home.mkdir()
    for name in ("b", "a"):
        (home / f"{name}.mjmatch").write_text("x")
    (home / "killed.mjmatch").write_text("")
    assert [path.stem for path in folder.matches()] == ["a", "b"]
    assert folder.existing("a") == home / "a.mjmatch"
    assert told(lambda: folder.existing("Friday")) == (
        "name: there is no match Friday; known are a, b")
    monkeypatch.setenv("XDG_DATA_HOME", "relative")  # ignored, as the specification has it
    monkeypatch.setattr(folder.sys, "platform", "linux")
    assert folder.folder() == folder.Path.home() / ".local/share/mjscore"
    monkeypatch.setattr(folder.sys, "platform", "darwin")
    assert folder.folder() == folder.Path.home() / "Library/Application Support/mjscore"
    monkeypatch.setattr(folder.sys, "platform", "win32")
    monkeypatch.setenv("APPDATA", "C:/data")
    assert folder.folder() == folder.Path("C:/data/mjscore")


def test_two_programs_at_once_store_each_hand_once(match):
    told_off = []

    def keep_adding(mark):
        with reopened(match) as own:
            for number in range(15):
                while True:
                    try:
                        own.do(own.hand(hand("S")), ref=f"{mark}{number}")
                        break
                    except MatchError as problem:
                        told_off.append(str(problem))
                        own.reload()

    programs = [threading.Thread(target=keep_adding, args=[mark]) for mark in "ab"]
    for program in programs:
        program.start()
    for program in programs:
        program.join()
    refs = [line.ref for line in match._file.journal()[1:]]
    assert sorted(refs) == sorted(f"{mark}{number}" for mark in "ab" for number in range(15))
    assert {text.partition(",")[0] for text in told_off} <= {
        "file: another program has changed the match meanwhile"}  # fmt: skip
