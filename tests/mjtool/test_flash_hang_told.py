"""`mjtool flash` with a firmware that hangs while it is imported: what it says, what runs then."""

import pytest

from tests.mjtool import small_release
from tests.mjtool.small_release import put
from tests.mjtool.test_flash_hang import CRASH, HANG, NOTE
from tests.mjtool.test_flash_install import NEW, OLD

AT_START = b"import machine\nif '!' in open('/active').read():\n    machine.hang()\n"
STOPPED = "while it imported firmware 0.2.0 in /b; nothing was switched. Likely cause: the cable"


def bad(tmp_path, how, module="hal/parts.py"):
    """A release whose import ends so."""
    files = small_release.contents("0.2.0")
    files[module] = how + files[module]
    return small_release.folder(tmp_path / "bad", "0.2.0", files)


@pytest.mark.parametrize("how", [HANG, CRASH])
def test_it_hangs_at_the_prompt_and_the_board_frees_itself(table, tmp_path, run, how):
    """Ctrl-C does not come through: a timer restarts the board."""
    table.board.deaf = "ctrl-c"
    result = run("flash", "-p", table.url, "-r", bad(tmp_path, how), "--yes")
    assert result.exit_code == 7
    assert STOPPED in result.stderr
    assert "this firmware hangs or crashes on this board. What to do: wait 10 s" in result.stderr
    assert "if it stops there again, stay with the old firmware" in result.stderr
    assert (table.board.started, table.board.content("/active")) == (OLD, b"a\n")


def test_it_hangs_at_the_prompt_with_interrupts_off(table, tmp_path, run):
    table.board.deaf = "all"
    result = run("flash", "-p", table.url, "-r", bad(tmp_path, HANG), "--yes")
    assert result.exit_code == 7
    assert STOPPED in result.stderr
    assert ("if nobody answers, switch the table off and on. The board still starts what it "
            "started before") in result.stderr
    assert table.board.hung
    table.board.power_up()
    assert table.board.started == OLD


def test_it_hangs_at_its_first_start_and_the_old_one_answers(table, tmp_path, run):
    notes = []
    table.board.before = lambda what, path: notes.append(path) if what == "open w" else None
    result = run("flash", "-p", table.url, "-r", bad(tmp_path, AT_START), "--yes")
    assert result.exit_code == 5
    assert ("firmware 0.1.0 answered instead of 0.2.0 (the board wrote: "
            + NOTE.decode().strip() + "); 0.1.0 is back and answers") in result.stderr
    assert (table.board.started, table.board.content("/active")) == (OLD, b"a\n")
    assert table.board.content("/fallback") == b""
    assert notes.count("/active") == 1, "the old firmware is on no trial, or it would lose"


def test_it_hangs_at_its_first_start_and_no_watchdog_runs(table, tmp_path, run):
    """Somebody switched the table off and on at that very moment."""
    table.after_reset = lambda board: board.put("/active", b"b?\n") or board.power_up() \
        if board.content("/active") == b"b!\n" else None
    table.board.deaf = "all"
    result = run("flash", "-p", table.url, "-r", bad(tmp_path, AT_START), "--yes")
    assert result.exit_code == 5
    assert "firmware 0.2.0 did not answer, or not for long, after the restart" in result.stderr
    assert ("What to do: switch the table off and on: a firmware that hung while it was loaded is "
            "left out and the old one starts; if nobody answers then, switch the table off, hold "
            "the marker key while you switch it on again") in result.stderr
    assert table.board.hung
    table.board.power_up()
    assert table.board.started == OLD


def test_ctrl_c_gets_a_hung_launcher_to_its_prompt(table, tmp_path, run):
    """The next flash does not need the table switched off."""
    put(table.board, small_release.release(tmp_path / "x", "0.2.0"), "b")
    table.board.put("/b/hal/parts.py", HANG)
    table.board.put("/active", b"b?\n")
    table.board.power_up()
    assert table.board.hung
    place = small_release.folder(tmp_path / "good", "0.2.0")
    result = run("flash", "-p", table.url, "-r", place, "--yes")
    assert result.exit_code == 0, result.stderr
    assert table.board.started == NEW


def test_check_quotes_the_board(table, tmp_path, run):
    put(table.board, small_release.release(tmp_path / "x", "0.2.0"), "b")
    table.board.put("/active", b"b!\n")
    table.board.power_up()
    result = run("flash", "--check", "-p", table.url, "-r", tmp_path / "x" / "0.2.0")
    assert ("The board did not start its active slot (/fallback):\n    firmware in /b hung, "
            "crashed or lost its power") in result.stdout


def test_a_rollback_to_one_that_hangs_at_its_start(table, tmp_path, run):
    release = small_release.release(tmp_path / "x", "0.2.0", small_release.contents("0.2.0") | {
        "hal/parts.py": AT_START + small_release.contents("0.2.0")["hal/parts.py"]})
    put(table.board, release, "b")
    result = run("flash", "--rollback", "-p", table.url, "--yes")
    assert result.exit_code == 5
    assert "the board was set back to 0.2.0, but 0.1.0 answers instead" in result.stderr
    assert table.board.started == OLD
