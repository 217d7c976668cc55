"""`mjtool verify`: every file on the board against the release; each difference has its words."""

import hashlib

import pytest

from tests.mjtool import small_release
from tests.mjtool.small_release import put


@pytest.fixture
def place(table, tmp_path):
    """The release that the table's board runs."""
    return tmp_path / "0.1.0"


def verify(run, table, place):
    """Exit code and the lines of the result."""
    result = run("verify", "-p", table.url, "-r", place)
    return result.exit_code, result.stdout.splitlines()


def test_a_board_with_the_release_and_nothing_else(table, place, run):
    code, lines = verify(run, table, place)
    digest = hashlib.sha256((place / "manifest.json").read_bytes()).hexdigest()
    assert code == 0
    assert f"its manifest's SHA-256         {digest}" in lines
    assert lines[-5:] == [
        "part of the board  firmware  compared",
        "/a (starts)        0.1.0     all 10 files as the release",
        "/b                           empty",
        "launcher                     boot.py and main.py as the release, nothing else",
        "All 13 files on the board are the release's, or records of the table."]
    assert table.board.started == ("0.1.0",) * 3, "it plays again"


def test_it_writes_nothing(table, place, run):
    table.board.chip.log.clear()
    verify(run, table, place)
    assert table.board.chip.log == []


@pytest.mark.parametrize(("spoil", "text"), [
    (lambda board: board.put("/a/hal/parts.py", b'VERSION = "0.1.0"  \n'),
     "/a/hal/parts.py is not the file of release 0.1.0: it was changed or is damaged; `mjtool "
     "flash` puts the release's files on the board."),
    (lambda board: board.files.fs.remove("/a/mjtable/words.mpy"),
     "/a/mjtable/words.mpy of release 0.1.0 is not on the board; `mjtool flash` puts the "
     "release's files on the board."),
    (lambda board: board.put("/a/hal/parts.mpy", b"M\x06"),
     "/a/hal/parts.mpy belongs to no release and could hide a file of the firmware; look what it "
     "is (`mpremote fs cat :/a/hal/parts.mpy`) and remove it (`mpremote fs rm "
     ":/a/hal/parts.mpy`)."),
    (lambda board: board.put("/lib/mjtable.py", b""),
     "/lib/mjtable.py belongs to no release and could hide a file of the firmware; look what it "
     "is (`mpremote fs cat :/lib/mjtable.py`) and remove it (`mpremote fs rm :/lib/mjtable.py`)."),
    (lambda board: board.put("/main.py.new", b""),
     "/main.py.new was left behind by a flash that was interrupted; flash again, or remove it "
     "(`mpremote fs rm :/main.py.new`)."),
    (lambda board: board.put("/boot.py", b"pass\n"),
     "/boot.py is not the file of release 0.1.0: it was changed or is damaged; `mjtool flash` "
     "puts the release's files on the board."),
    (lambda board: board.put("/a/manifest.json", board.content("/a/manifest.json") + b"\n"),
     "/a/manifest.json is not the file of release 0.1.0: it was changed or is damaged; `mjtool "
     "flash` puts the release's files on the board."),
    (lambda board: board.files.fs.remove("/active"),
     "/active does not say which firmware starts, so it is /a; flash the release again."),
    (lambda board: board.put("/active", b"b!\n"),
     "The firmware in /b never finished its first start, so the table starts /a instead; flash "
     "the release again."),
])  # fmt: skip
def test_each_way_to_differ_is_a_sentence(table, place, run, spoil, text):
    spoil(table.board)
    code, lines = verify(run, table, place)
    assert code == 4
    assert text in lines
    assert lines[-1].startswith("This board is not the release: ")


def test_a_manifest_forged_with_its_file_is_seen(table, place, run):
    """Both on the board fit each other; the release's own manifest is what counts."""
    files = small_release.contents("0.1.0") | {"hal/parts.py": b"VERSION = '0.1.0'\n"}
    table.board.put("/a/hal/parts.py", files["hal/parts.py"])
    table.board.put("/a/manifest.json", small_release.manifest(files, "0.1.0"))
    code, lines = verify(run, table, place)
    assert code == 4
    assert [line.split(" ")[0] for line in lines[-3:-1]] == ["/a/hal/parts.py", "/a/manifest.json"]
    assert lines[-1] == "This board is not the release: 2 problems."


def test_another_version_is_told_once(table, run, tmp_path):
    new = small_release.folder(tmp_path / "0.2.0", "0.2.0")
    code, lines = verify(run, table, new)
    assert code == 4
    assert ("The table starts firmware 0.1.0 from /a, the release is 0.2.0; give the release of "
            "0.1.0 with --release, or update with `mjtool flash`.") in lines
    assert not any(line.startswith("/a/") for line in lines)


def test_the_other_slot_needs_its_release_too(table, place, run, run_json, tmp_path):
    put(table.board, small_release.release(tmp_path / "old", "0.0.9"), "b")
    code, lines = verify(run, table, place)
    assert code == 4
    assert ("/b holds firmware 0.0.9, which is in none of the releases given; put its release "
            "beside that of 0.1.0 in one folder and name it with --release, or flash the release "
            "once more, which takes this slot.") in lines
    small_release.zipped(tmp_path / "0.0.9.zip", "0.0.9")
    code, [value] = run_json("verify", "-p", table.url, "-r", tmp_path)
    assert (code, value["good"], value["problems"]) == (0, True, [])
    assert value["parts"][1] == {"part": "/b", "version": "0.0.9",
                                 "is": "all 10 files as the release"}
    table.board.put("/b/hal/parts.py", b"")
    code, [value] = run_json("verify", "-p", table.url, "-r", tmp_path)
    assert [row["file"] for row in value["problems"]] == ["/b/hal/parts.py"]


def test_a_slot_without_a_manifest_is_unknown(table, place, run):
    table.board.put("/b/hal/start.py", b"def main(): pass\n")
    code, lines = verify(run, table, place)
    assert code == 4
    assert "/b                           no manifest, 1 unknown files" in lines
    assert any(line.startswith("/b/hal/start.py belongs to no release") for line in lines)


def test_records_of_the_table_are_no_strangers(table, place, run):
    for name in ("table.0", "settings.1", "chronicle.0"):
        table.board.put(f"/store/{name}", b"record")
    table.board.put("/crash.txt", b"ValueError: 7\n")
    code, lines = verify(run, table, place)
    assert code == 0
    assert "    ValueError: 7" in lines
    table.board.put("/store/table.2", b"")
    assert verify(run, table, place)[0] == 4


@pytest.mark.parametrize(("refusal", "text"), [
    ("err key", "the table does not restart while its motor power is on and nobody holds its "
            "service key. Likely cause: it was homed since it was switched on. What to do: hold "
            "the service key at the table and give the same command again"),
    ("err busy", "the table does not restart now (busy). Likely cause: something moves, or a set "
             "is being sorted. What to do: wait until the table stands still"),
])
def test_a_board_in_run_mode_says_what_to_press(table, place, run, refusal, text):
    table.refusal = refusal
    result = run("verify", "-p", table.url, "-r", place)
    assert result.exit_code == 6
    assert text in result.stderr


def test_a_simulated_table_and_a_damaged_release(device, tmp_path, run):
    place = small_release.folder(tmp_path / "0.2.0")
    result = run("verify", "-p", device.url, "-r", place)
    assert result.exit_code == 2
    assert "this is a simulated table: it has no board" in result.stderr
    (place / "main.py").write_bytes(b"print(1)\n")
    result = run("verify", "-p", device.url, "-r", place)
    assert result.exit_code == 2
    assert "main.py is not the file that the manifest names: its hash differs" in result.stderr
