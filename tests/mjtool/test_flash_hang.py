"""A new firmware that hangs or crashes while it is imported: the next reset starts the old."""

import pytest

from mjtool.errors import LinkLostError
from mjtool.flash.board import Board
from mjtool.flash.slots import FAILED, look, switch
from tests.mjtool import small_release
from tests.mjtool.fake_board import WDT_RESET, FakeBoard, Hang, Reset, blank, cut
from tests.mjtool.fake_prompt import Direct
from tests.mjtool.small_release import put
from tests.mjtool.test_flash_install import BLOCKS, NEW, OLD, flash

NOTE = (b"firmware in /b hung, crashed or lost its power while it was first imported: it is left "
        b"out until it is flashed again\n")
HANG = b"import machine\nmachine.hang()\n"
CRASH = b"import machine\nmachine.reset()\n"
MODULES = ("hal/__init__.py", "hal/start.py", "hal/parts.py", "mjtable/table.py",
           "mjtable/version.py")


@pytest.fixture
def table(old, new):
    """The old firmware has run; the new one was imported at the prompt and switched to."""
    board = FakeBoard(blank(BLOCKS))
    flash(board, old)
    put(board, new, "b")
    switched(board)
    return board


def switched(fake):
    """What `mjtool flash` does last; the board is not restarted yet."""
    line = Board(Direct(fake), "board")
    switch(line, look(line).slots["b"])


def copy_of(fake):
    """Another board with the same flash memory, that has not been switched on yet."""
    image = bytes(fake.chip.buffer)
    board = FakeBoard(blank(BLOCKS))
    board.chip.buffer[:] = image
    return board


def spoiled(table, module, how):
    """The new firmware fails when it runs on its own, though it did not at the prompt."""
    table.put(f"/b/{module}", how + (table.content(f"/b/{module}") or b""))


# --------------------------------------------------------------------------- the launcher


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("how", [HANG, CRASH])
def test_after_power_on_the_next_switching_on_starts_the_old_firmware(table, module, how):
    spoiled(table, module, how)
    table.power_up()
    if how == HANG:
        assert table.hung and not table.timers, "power-on may be maintenance: no watchdog"
        assert table.content("/active") == b"b!\n", "written before the import"
        table.power_up()
    assert (table.started, table.content("/fallback")) == (OLD, NOTE)


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("how", [HANG, CRASH])
def test_after_the_computers_restart_the_board_comes_back_by_itself(table, module, how):
    spoiled(table, module, how)
    table.restart()
    assert (table.started, table.content("/fallback")) == (OLD, NOTE)
    assert table.cause == WDT_RESET


def test_a_firmware_left_out_stays_out_and_is_written_down_once(table):
    spoiled(table, "hal/start.py", HANG)
    table.restart()
    table.chip.log.clear()
    for _ in range(3):
        table.power_up()
        assert table.started == OLD
    assert table.chip.log == []


def test_a_trial_that_went_well_is_over(table):
    table.restart()
    assert (table.started, table.content("/active"), table.content("/fallback")) == (
        NEW, b"b\n", None)
    table.chip.log.clear()
    table.restart()
    assert table.started == NEW and table.chip.log == [] and not table.timers


def test_a_trial_that_ends_with_an_error_is_over_too(table):
    """It did not hang: its own words are worth more, and it is asked again at each start."""
    spoiled(table, "hal/start.py", b"import nothing\n")
    table.restart()
    assert (table.started, table.content("/active")) == (OLD, b"b\n")
    assert b"/b does not start: ImportError: no module named 'nothing'" in table.content(
        "/fallback")


def test_a_hang_without_an_old_firmware_ends_at_the_prompt(new, tmp_path):
    board = FakeBoard(blank(BLOCKS))
    files = new.files | {"hal/start.py": HANG + new.files["hal/start.py"]}
    put(board, small_release.release(tmp_path / "bad", "0.2.0", files))
    board.put("/main.py", new.files["main.py"])
    board.put("/active", b"a?\n")
    board.power_up()
    assert board.hung
    board.power_up()
    assert not board.hung and board.started is None
    assert "no set of the firmware starts; run `mjtool flash`" in board.printed
    assert look(Board(Direct(board), "board")).running is None
    assert (flash(board, new).slot, board.started) == ("b", NEW)


@pytest.mark.parametrize("how", [HANG, CRASH])
def test_stopped_at_every_step_of_the_launcher(table, how):
    """A hang or a reset at any access to the file system, of a firmware that hangs as well."""
    spoiled(table, "hal/start.py", how)
    steps = []
    probe = copy_of(table)
    probe.before = lambda what, path: steps.append((what, path))
    probe.power_up()
    assert ("open w", "/active") in steps
    for at in range(len(steps)):
        for stop in (Hang, Reset):
            board = copy_of(table)
            board.before = stopping(at, stop)
            board.power_up()
            board.before = lambda what, path: None
            for _ in range(2):
                if board.started is None:
                    board.power_up()
            assert board.started == OLD, (steps[at], stop)


def stopping(at, stop):
    """Stops at access number `at`, once."""
    left = [at]

    def before(what, path):
        left[0] -= 1
        if left[0] == -1:
            raise stop

    return before


@pytest.mark.parametrize("how", [HANG, b""])
def test_power_cut_at_every_write_of_the_launcher(table, how):
    """With one that hangs at most one more start is wasted, with a good one none."""
    spoiled(table, "hal/start.py", how)
    image = bytes(table.chip.buffer)
    table.chip.log.clear()
    table.restart()
    log = list(table.chip.log)
    assert log
    for at in range(len(log)):
        for seed in (0, 1, 2):
            board = FakeBoard(cut(image, log, at, seed))
            if board.hung:
                board.power_up()
            assert board.started in ((OLD,) if how else (OLD, NEW))


def test_what_cannot_be_noted_is_not_tried(table):
    """Without the note a hang would be for ever."""
    def full(what, path):
        if (what, path) == ("open w", "/active"):
            raise OSError(28, "ENOSPC")

    spoiled(table, "hal/start.py", HANG)
    table.before = full
    table.power_up()
    assert table.started == OLD
    assert "main: /active cannot be written" in table.printed
    assert b"/b is not tried: /active cannot be written" in table.content("/fallback")


# --------------------------------------------------------------------------- mjtool


def test_a_failed_one_is_not_kept_and_not_gone_back_to(table, old, new, tmp_path):
    """The next release goes over it, not over the one that runs."""
    spoiled(table, "hal/start.py", HANG)
    table.restart()
    slots = look(Board(Direct(table), "board"))
    assert (slots.active, slots.mark, slots.running.version) == ("b", FAILED, "0.1.0")
    third = small_release.release(tmp_path, "0.3.0")
    assert flash(table, third).slot == "b"
    assert table.started == ("0.3.0",) * 3
    assert look(Board(Direct(table), "board")).slots["a"].version == "0.1.0"


def test_the_same_release_once_more_is_another_trial(table, new):
    """The power failed in the middle of the first one."""
    table.put("/active", b"b!\n")
    table.power_up()
    assert table.started == OLD
    done = flash(table, new)
    assert (done.slot, done.copied, table.started) == ("b", 0, NEW)
    assert table.content("/active") == b"b\n"


def test_one_that_never_ran_is_not_kept_for_one_that_did(table, tmp_path):
    """The computer was taken away before the restart; then comes a third release."""
    assert look(Board(Direct(table), "board")).running.version == "0.1.0"
    assert flash(table, small_release.release(tmp_path, "0.3.0")).slot == "b"


def test_a_running_firmware_flashed_again_is_not_on_trial(table, new):
    """Nothing about it is new; a power cut at its start must not put the other one in."""
    table.restart()
    table.before = lambda what, path: trials.append(path) if what == "open w" else None
    trials = []
    flash(table, new)
    assert table.started == NEW and trials == []


def test_the_import_at_the_prompt_hangs(table, old):
    table.put("/active", b"a\n")
    table.power_up()
    table.put("/b/hal/start.py", HANG)
    board = Board(Direct(table), "board")
    with pytest.raises(LinkLostError):
        board.import_error("/b")
    assert table.started == OLD
