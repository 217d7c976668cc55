"""`mjtool flash` as a person gives it, to a board that can fail; once over a real PTY."""

import hashlib
from types import SimpleNamespace

import pytest
from mpremote.transport_serial import SerialTransport

from mjshare.frame import encode
from mjtool.flash import reach
from tests.mjtool import small_release
from tests.mjtool.board_line import PtyServer, SlowClock, waits_by
from tests.mjtool.fake_board import FakeBoard, blank
from tests.mjtool.fake_prompt import Direct
from tests.mjtool.small_release import put


@pytest.fixture
def new(tmp_path):
    return small_release.zipped(tmp_path / "new.zip", "0.2.0")


def size_of(version):
    """Bytes of a small release."""
    return sum(map(len, small_release.contents(version).values()))


def test_a_new_board(server, new, run):
    result = run("flash", "-p", server.url, "-r", new, "--yes")
    assert result.exit_code == 0, result.stderr
    assert result.stdout == (
        f"Raspberry Pi Pico with RP2040 at {server.url} runs firmware 0.2.0. Slot a, 9 files "
        f"copied ({size_of('0.2.0') // 1024} KB), 0 already there.\n")
    assert result.stderr.splitlines() == ["copying 9 files to slot a ...",
                                          "verifying 9 files on the board ...",
                                          "importing it on the board, nothing moves ...",
                                          "waiting for the table ..."]
    assert server.board.started == ("0.2.0",) * 3


def test_a_table_is_asked_for_maintenance_and_answers_again(table, new, run_json):
    code, [value] = run_json("flash", "-p", table.url, "-r", new, "--yes")
    assert code == 0
    assert value == {"port": table.url, "board": "Raspberry Pi Pico with RP2040",
                     "version": "0.2.0", "before": "0.1.0", "slot": "b", "copied": 9, "kept": 0,
                     "bytes": size_of("0.2.0")}
    assert table.board.content("/active") == b"b\n"


def test_check_says_same_and_different(table, new, tmp_path, run, run_json):
    place = tmp_path / "0.1.0"
    result = run("flash", "--check", "-p", table.url, "-r", place)
    assert result.exit_code == 0
    assert "All 9 files are the same." in result.stdout
    assert "firmware on the board          0.1.0" in result.stdout
    table.board.put("/a/hal/own.py", b"")
    table.board.files.fs.remove("/boot.py")
    result = run("flash", "--check", "-p", table.url, "-r", place)
    assert result.exit_code == 4
    assert "/a/hal/own.py      extra\n/boot.py           missing\n" in result.stdout
    code, [value] = run_json("flash", "--check", "-p", table.url, "-r", new)
    assert (code, value["same"], value["active"]) == (4, False, "a")
    assert value["version"] == {"board": None, "release": "0.2.0", "other": None}
    assert {"file": "/a/hal/parts.py", "is": "differs"} in value["differences"]
    assert table.board.started == ("0.1.0",) * 3, "the table runs again"


def test_rollback_and_forth(table, new, run):
    assert run("flash", "-p", table.url, "-r", new, "--yes").exit_code == 0
    result = run("flash", "--rollback", "-p", table.url, "--yes")
    assert result.stdout == (f"Raspberry Pi Pico with RP2040 at {table.url} runs firmware 0.1.0 "
                             "(before: 0.2.0).\n")
    assert table.board.content("/main.py").endswith(b"# 0.1.0\n"), "its launcher comes along"
    assert "runs firmware 0.2.0 (before: 0.1.0)" in run(
        "flash", "--rollback", "-p", table.url, "--yes").stdout


def test_rollback_needs_a_complete_firmware(table, run):
    result = run("flash", "--rollback", "-p", table.url, "--yes")
    assert result.exit_code == 5
    assert "slot b holds no complete firmware to go back to" in result.stderr
    assert "What to do: flash the release you want" in result.stderr
    assert table.board.started == ("0.1.0",) * 3


@pytest.mark.parametrize(("other", "message"), [
    ({"micropython_min": "1.30.0"},
     "the board has MicroPython 1.28.0, firmware 0.1.0 needs 1.30.0 or newer"),
    ({"mpy": "5.0"}, "MicroPython 1.28.0 takes byte code version 6, firmware 0.1.0 is version 5"),
])
def test_rollback_to_a_firmware_for_another_micropython_is_refused(
        table, new, run, other, message):
    """MicroPython was replaced since that one ran; the running firmware is left alone."""
    assert run("flash", "-p", table.url, "-r", new, "--yes").exit_code == 0
    table.board.put("/a/manifest.json",
                    small_release.manifest(small_release.contents("0.1.0"), "0.1.0", **other))
    result = run("flash", "--rollback", "-p", table.url, "--yes")
    assert result.exit_code == 4
    assert message in result.stderr
    assert "docs/FLASHING.md on the board" in result.stderr
    assert table.board.content("/active") == b"b\n"
    assert table.board.started == ("0.2.0",) * 3, "it runs again"


def test_rollback_to_a_firmware_that_does_not_answer(table, new, run):
    run("flash", "-p", table.url, "-r", new, "--yes")
    table.silent = ("0.1.0",)
    result = run("flash", "--rollback", "-p", table.url, "--yes")
    assert result.exit_code == 5
    assert "set back to 0.1.0, but nobody answers for long" in result.stderr
    assert "hold the marker key while you switch it on" in result.stderr


# ----------------------------------------------------------------- boards that do not come back


@pytest.mark.parametrize("version", ["0.2.0", "0.1.0"])
def test_a_new_firmware_that_cannot_be_imported_is_not_switched_to(table, tmp_path, run, version):
    """The launcher would start the old one: of the same version it would look like the new."""
    files = small_release.contents(version) | {"hal/start.py": b"import nothing"}
    place = small_release.folder(tmp_path / "bad", version, files)
    result = run("flash", "-p", table.url, "-r", place, "--yes")
    assert result.exit_code == 5
    assert (f"firmware {version} in /b does not start on this board (ImportError: no module named "
            f"'nothing'); nothing was switched. Likely cause: the release does not run on "
            "this board. What to do: go on with the firmware that the board has") in result.stderr
    assert table.board.content("/active") == b"a\n"
    assert table.board.started == ("0.1.0",) * 3
    assert run("flash", "-p", table.url, "-r", place, "--yes").exit_code == 5, "not at a rerun"


def test_byte_code_that_the_micropython_does_not_take(table, run):
    """MicroPython was replaced meanwhile."""
    files = small_release.contents("0.2.0")
    del files["hal/start.py"]
    files["hal/start.mpy"] = b"M\x05"
    for path, data in {**files, "manifest.json": small_release.manifest(files, "0.2.0")}.items():
        table.board.put(f"/b/{path}", data)
    result = run("flash", "--rollback", "-p", table.url, "--yes")
    assert result.exit_code == 5
    assert ("firmware 0.2.0 in /b does not start on this board (ValueError: incompatible .mpy "
            "file); nothing was switched. Likely cause: the board's MicroPython does not fit the "
            "release. What to do: put the MicroPython named in docs/FLASHING.md on the board, "
            "then try again") in result.stderr
    assert table.board.started == ("0.1.0",) * 3


def test_a_rollback_that_cannot_be_imported_is_not_switched_to(table, new, run):
    run("flash", "-p", table.url, "-r", new, "--yes")
    files = small_release.contents("0.1.0") | {"hal/parts.py": b"raise MemoryError('too much')\n"}
    table.board.put("/a/hal/parts.py", files["hal/parts.py"])
    table.board.put("/a/manifest.json", small_release.manifest(files, "0.1.0"))
    result = run("flash", "--rollback", "-p", table.url, "--yes")
    assert result.exit_code == 5
    assert "0.1.0 in /a does not start on this board (MemoryError: too much)" in result.stderr
    assert table.board.started == ("0.2.0",) * 3


def test_check_tells_what_the_board_wrote_down(table, tmp_path, run, run_json):
    place = tmp_path / "0.1.0"
    result = run("flash", "--check", "-p", table.url, "-r", place)
    assert "/fallback" not in result.stdout and "/crash.txt" not in result.stdout
    table.board.put("/crash.txt", b"Traceback (most recent call last):\n  ...\nValueError: 7\n")
    result = run("flash", "--check", "-p", table.url, "-r", place)
    assert ("Last words of a program that stopped, maybe long ago (/crash.txt):\n"
            "    Traceback (most recent call last):\n      ...\n    ValueError: 7\n"
            ) in result.stdout
    assert result.exit_code == 0, "an old note is no difference"
    put(table.board, small_release.release(tmp_path, "0.2.0"), "b")
    table.board.put("/a/hal/start.py", b"import nothing")
    table.board.power_up()
    assert table.board.started == ("0.2.0",) * 3
    result = run("flash", "--check", "-p", table.url, "-r", place)
    assert ("The board did not start its active slot (/fallback):\n    firmware in /a does not "
            "start: ImportError: no module named 'nothing'\n") in result.stdout
    _, [value] = run_json("flash", "--check", "-p", table.url, "-r", place)
    assert value["fallback"].startswith("firmware in /a does not start: ImportError")
    assert value["crash"].endswith("ValueError: 7")


def test_a_launcher_that_starts_the_wrong_slot_is_taken_back(table, tmp_path, run):
    files = small_release.contents("0.2.0")
    files["main.py"] = files["main.py"].replace(b'== "b" else', b'== "a" else')
    place = small_release.folder(tmp_path / "bad", files=files)
    result = run("flash", "-p", table.url, "-r", place, "--yes")
    assert result.exit_code == 5
    assert ("firmware 0.1.0 answered instead of 0.2.0; 0.1.0 is back and answers. Likely cause: "
            "the new release does not run on this board. What to do: go on with the old firmware"
            ) in result.stderr
    assert table.board.content("/active") == b"a\n"


def test_a_new_firmware_that_only_reaches_the_prompt_is_taken_back(table, tmp_path, run):
    crash = small_release.START + "    raise ValueError\n"
    files = small_release.contents("0.2.0") | {"hal/start.py": crash.encode()}
    place = small_release.folder(tmp_path / "bad", files=files)
    result = run("flash", "-p", table.url, "-r", place, "--yes")
    assert result.exit_code == 5
    assert ("firmware 0.2.0 did not answer, or not for long, after the restart; 0.1.0 is back"
            in result.stderr)
    assert table.board.started == ("0.1.0",) * 3


def test_a_new_firmware_that_crashes_after_its_first_answer_is_taken_back(table, new, run):
    table.hellos = {"0.2.0": 1}
    result = run("flash", "-p", table.url, "-r", new, "--yes")
    assert result.exit_code == 5
    assert "firmware 0.2.0 did not answer, or not for long, after" in result.stderr
    assert "0.1.0 is back and answers" in result.stderr


def test_a_board_that_hangs_is_given_back_to_the_person(table, new, run):
    table.silent = ("0.2.0",)
    result = run("flash", "-p", table.url, "-r", new, "--yes")
    assert result.exit_code == 5
    assert ("firmware 0.2.0 did not answer, or not for long, after the restart, and going back "
            "to 0.1.0 failed (neither a table nor a MicroPython prompt answers)") in result.stderr
    assert "then run `mjtool flash --rollback`" in result.stderr


def test_neither_the_new_nor_the_old_answers(table, new, run):
    def crashed(board):
        if board.started:
            board.started = None

    table.after_reset = crashed
    result = run("flash", "-p", table.url, "-r", new, "--yes")
    assert result.exit_code == 5
    assert "set back to 0.1.0, which does not answer either" in result.stderr
    assert "switch the table off and on" in result.stderr


def test_a_first_firmware_that_does_not_answer_has_no_older_one(server, new, run):
    server.silent = ("0.2.0",)
    result = run("flash", "-p", server.url, "-r", new, "--yes")
    assert result.exit_code == 5
    assert "there is no older firmware on the board to go back to" in result.stderr
    assert "flash another release in maintenance" in result.stderr


# ----------------------------------------------------------------- before anything is written


def test_wrong_board_is_left_as_it_was(server, new, run):
    server.board.implementation._machine = "Generic ESP32 module with ESP32"
    server.board.put("/main.py", b"import machine\nmachine.started('other')\n")
    before = bytes(server.board.chip.buffer)
    result = run("flash", "-p", server.url, "-r", new, "--yes")
    assert result.exit_code == 4
    assert "this board is `Generic ESP32 module with ESP32`" in result.stderr
    assert bytes(server.board.chip.buffer) == before
    assert server.board.started == ("other",), "its own program runs again"


def test_old_micropython_and_the_table_plays_on(table, new, run):
    table.board.implementation = type(table.board.implementation)(("micropython", (1, 24, 1, "")))
    table.board.implementation._machine = "Raspberry Pi Pico with RP2040"
    table.board.implementation._mpy = 0x1306
    result = run("flash", "-p", table.url, "-r", new, "--yes")
    assert result.exit_code == 4
    assert "has MicroPython 1.24.1, firmware 0.2.0 needs 1.26.0 or newer" in result.stderr
    assert table.board.started == ("0.1.0",) * 3


@pytest.mark.parametrize(("refusal", "message"), [
    ("err busy state=sorting", "the table does not restart now (busy). Likely cause: something "
     "moves, or a set is being sorted. What to do: wait until the table stands still"),
    ("err unknown command=restart", "cannot restart into maintenance by command. Likely cause: it "
     "is older than this mjtool. What to do: switch the table off, hold the marker key"),
    ("err key state=ready", "the table does not restart while its motor power is on and nobody "
     "holds its service key. Likely cause: it was homed since it was switched on. What to do: "
     "hold the service key at the table and give the same command again"),
])
def test_a_table_that_does_not_restart(table, new, run, refusal, message):
    table.refusal = refusal
    result = run("flash", "-p", table.url, "-r", new, "--yes")
    assert result.exit_code == 6
    assert message in result.stderr


def test_a_simulated_table_has_no_board(device, new, run):
    result = run("flash", "-p", device.url, "-r", new, "--yes")
    assert result.exit_code == 2
    assert "this is a simulated table: it has no board" in result.stderr


def test_a_table_that_answers_after_its_restart_instead_of_its_prompt(table, new, run):
    table.after_reset = lambda board: board.power_up()
    result = run("flash", "-p", table.url, "-r", new, "--yes")
    assert result.exit_code == 5
    assert "restarted for maintenance but shows no MicroPython prompt" in result.stderr


def test_nobody_there(server, new, run, monkeypatch):
    monkeypatch.setattr(server, "side", lambda: None)
    result = run("flash", "-p", server.url, "-r", new, "--yes")
    assert result.exit_code == 3
    assert "neither a table nor a MicroPython prompt answers" in result.stderr
    assert "docs/FLASHING.md" in result.stderr


def test_another_program_has_the_port(server, new, run, monkeypatch):
    busy = SimpleNamespace(resets=False, feed=lambda data: encode("0 err busy"))
    monkeypatch.setattr(server, "side", lambda: busy)
    result = run("flash", "-p", server.url, "-r", new, "--yes")
    assert result.exit_code == 3
    assert "another program already talks to this table" in result.stderr


def test_no_board_is_plugged_in(new, run):
    result = run("flash", "-r", new, "--yes")
    assert result.exit_code == 3
    assert "no board with MicroPython is plugged in" in result.stderr
    assert "has no MicroPython yet (then it shows up as a drive)" in result.stderr


def test_two_boards_have_to_be_told_apart(new, run, monkeypatch):
    ports = [SimpleNamespace(device=f"/dev/ttyACM{n}", vid=0x2E8A, pid=5) for n in (0, 1)]
    monkeypatch.setattr("mjtool.flash.reach.list_ports.comports", lambda: ports)
    monkeypatch.setattr("mjtool.flash.reach.sorted", lambda rows: rows, raising=False)
    result = run("flash", "-r", new, "--yes")
    assert result.exit_code == 2
    assert "more than one board: /dev/ttyACM0, /dev/ttyACM1" in result.stderr


def test_the_only_board_is_found(server, new, run, monkeypatch):
    monkeypatch.setattr("mjtool.flash.reach.list_ports.comports", lambda: [
        SimpleNamespace(device=server.url, vid=0x2E8A, pid=5)])
    assert run("flash", "-r", new, "--yes").exit_code == 0


def test_nobody_to_ask(server, new, run):
    result = run("flash", "-p", server.url, "-r", new)
    assert result.exit_code == 2
    assert "nobody can be asked here whether to write to the board" in result.stderr
    assert "add --yes" in result.stderr
    assert server.board.commands == 0


@pytest.mark.parametrize(("answer", "code"), [(True, 0), (False, 2)])
def test_a_person_is_asked(table, new, run, monkeypatch, answer, code):
    asked = []
    monkeypatch.setattr("mjtool.commands.flash.sys", SimpleNamespace(
        stdin=SimpleNamespace(isatty=lambda: True)))
    monkeypatch.setattr("mjtool.commands.flash.Confirm.ask",
                        lambda question, **rest: asked.append(question) or answer)
    assert run("flash", "-p", table.url, "-r", new).exit_code == code
    assert asked == ["Raspberry Pi Pico with RP2040 with MicroPython 1.28.0 at "
                     f"{table.url} has firmware 0.1.0. Put 0.2.0 on it?"]
    assert table.board.started[0] == ("0.2.0" if answer else "0.1.0")


def test_check_and_rollback_exclude_each_other(run):
    assert run("flash", "--check", "--rollback").exit_code == 2


# ----------------------------------------------------------------- the line


@pytest.mark.parametrize("after", [3000, 4000, 5500])
def test_a_line_that_breaks_leaves_the_old_firmware(table, new, run, after):
    table.drop_after = after
    result = run("flash", "-p", table.url, "-r", new, "--yes")
    assert result.exit_code == 7
    assert "the board stopped answering" in result.stderr
    assert "give the same command again, it copies only what is missing" in result.stderr
    table.board.power_up()
    assert table.board.started == ("0.1.0",) * 3
    assert run("flash", "-p", table.url, "-r", new, "--yes").exit_code == 0


def test_a_person_who_interrupts_leaves_the_old_firmware_running(table, new, run, monkeypatch):
    real = SerialTransport.raw_paste_write
    presses = iter([KeyboardInterrupt])

    def half(self, data):
        if data.startswith(b"w(") and (press := next(presses, None)):
            self.serial.write(b"w(b'")
            raise press
        real(self, data)

    monkeypatch.setattr(SerialTransport, "raw_paste_write", half)
    result = run("flash", "-p", table.url, "-r", new, "--yes")
    assert result.exit_code == 130
    assert reach.hello(table.url)["fw"] == "0.1.0"


def test_over_a_pty(table, new, run, monkeypatch):
    """From a table on, which answers at once: nothing that stays away is waited for."""
    waits_by(monkeypatch, SlowClock)
    monkeypatch.setattr(reach, "STAYS_S", 0.0)
    with PtyServer(table.board) as server:
        result = run("flash", "-p", server.url, "-r", new, "--yes")
        assert result.exit_code == 0, result.stderr
        assert server.board.started == ("0.2.0",) * 3
        assert run("flash", "--check", "-p", server.url, "-r", new).exit_code == 0


def test_the_direct_line_is_mpremotes(server):
    """What the quick tests use behaves like the real transport."""
    data = b"\x00\x04'\xff" * 99
    real = SerialTransport(server.url, timeout=2)
    real.enter_raw_repl()
    try:
        for line in (real, Direct(FakeBoard(blank(16)))):
            line.fs_writefile("/x", data)
            assert bytes(line.fs_readfile("/x")) == data
            assert [row.name for row in line.fs_listdir("/")] == ["x"]
            assert line.fs_hashfile("/x", "sha256") == hashlib.sha256(data).digest()
            with pytest.raises(FileNotFoundError):
                line.fs_stat("/y")
    finally:
        real.close()
