"""Copying a release to a board, and everything that can happen meanwhile."""

import errno

import pytest

from mjtool.errors import LinkLostError
from mjtool.flash.board import Board
from mjtool.flash.errors import BoardError, FlashError
from mjtool.flash.install import install
from mjtool.flash.progress import Progress
from mjtool.flash.slots import look, switch
from mjtool.output import Output
from tests.mjtool import small_release
from tests.mjtool.fake_board import BLOCK, PICO, PICO_2, START_HZ, VREG, FakeBoard, blank, cut
from tests.mjtool.fake_prompt import Direct
from tests.mjtool.small_release import put

BLOCKS = 64
OLD = ("0.1.0",) * 3
NEW = ("0.2.0",) * 3


@pytest.fixture
def small():
    """A board with MicroPython and nothing else; a small flash keeps the tests quick."""
    return FakeBoard(blank(BLOCKS))


def flash(fake, release, line=None):
    """Install over `line` and restart."""
    line = line or Direct(fake)
    board = Board(line, "board")
    done = install(board, release, look(board), Progress(Output(True)))
    board.restart()
    return done


def test_releases_go_from_slot_to_slot(small, old, new):
    done = flash(small, old)
    assert (small.started, done.slot, done.copied, done.kept) == (OLD, "a", 9, 0)
    done = flash(small, new)
    assert (small.started, done.slot, small.content("/active")) == (NEW, "b", b"b\n")
    done = flash(small, old)
    assert (small.started, done.slot, done.copied, done.bytes) == (OLD, "a", 0, 0)


def test_the_same_release_again_writes_no_file(small, old):
    flash(small, old)
    line = Direct(small)
    assert flash(small, old, line).copied == 0
    assert not any("/a/" in command and "'wb'" in command for command in line.commands)


def test_only_what_differs_is_copied(small, old, new, tmp_path):
    flash(small, old)
    flash(small, new)
    files = old.files | {"mjtable/version.py": b'VERSION = "0.1.0"  # better\n'}
    line = Direct(small)
    done = flash(small, small_release.release(tmp_path / "third", "0.1.1", files), line)
    assert (done.slot, done.copied, done.kept) == ("a", 2, 7), "the start module comes along, last"
    written = [command for command in line.commands if "'wb'" in command and "/a/" in command]
    assert "/a/mjtable/version.py" in written[0]
    assert "/a/hal/start.py" in written[1]


def test_a_file_too_many_is_removed(small, old, new):
    """A .py that was left behind would hide the .mpy of the same name."""
    flash(small, old)
    small.put("/b/mjtable/words.py", b"old")
    small.put("/b/drivers/deep/x.py", b"old")
    flash(small, new)
    assert small.started == NEW
    assert small.content("/b/mjtable/words.py") is None
    assert [row[0] for row in small.files.ilistdir("/b")].count("drivers") == 0


def test_launcher_is_replaced_only_when_it_differs(small, old, new, tmp_path):
    flash(small, old)
    assert small.content("/main.py") == old.files["main.py"]
    line = Direct(small)
    same = small_release.contents("0.3.0") | {"main.py": old.files["main.py"]}
    flash(small, small_release.release(tmp_path, "0.3.0", same), line)
    assert not any("main.py.new" in c and "mj_copy" in c for c in line.commands)
    line = Direct(small)
    flash(small, new, line)
    assert "mj_copy('/a/main.py', '/main.py.new')" in line.commands
    assert "os.rename('/main.py.new', '/main.py')" in line.commands
    assert small.content("/main.py") == new.files["main.py"]


def test_a_firmware_copied_by_hand_is_not_written_over(small, old, new):
    put(small, old)
    small.files.fs.remove("/a/manifest.json")
    small.put("/main.py", old.files["main.py"])
    assert flash(small, new).slot == "b"
    assert small.started == NEW


def test_when_the_active_slot_is_broken_the_other_becomes_active_first(small, old, new):
    flash(small, old)
    flash(small, new)
    small.put("/b/hal/start.py", b"broken")
    small.power_up()
    assert small.started == OLD, "the launcher's own way out"
    line = Direct(small)
    line.fails_at = 30
    with pytest.raises(LinkLostError):
        flash(small, new, line)
    assert small.content("/active") == b"a\n"
    small.power_up()
    assert small.started == OLD
    flash(small, new)
    assert small.started == NEW


def test_the_launcher_writes_down_why_it_took_the_other_set(small, old, new):
    flash(small, old)
    flash(small, new)
    assert small.content("/fallback") is None, "a good start writes nothing"
    small.put("/b/hal/start.py", b"raise ValueError('incompatible .mpy file')")
    small.power_up()
    note = (b"firmware in /b does not start: ValueError: incompatible .mpy file: put the "
            b"MicroPython named in docs/FLASHING.md on the board\n")
    assert (small.started, small.content("/fallback")) == (OLD, note)
    small.chip.log.clear()
    small.power_up()
    assert small.chip.log == [], "the same again is not written again"
    small.put("/a/hal/start.py", b"import nothing")
    small.power_up()
    assert small.content("/fallback") == note + (b"firmware in /a does not start: ImportError: "
                                                 b"no module named 'nothing'\n")
    assert "main: no set of the firmware starts; run `mjtool flash`" in small.printed
    small.put("/b/hal/start.py", new.files["hal/start.py"])
    small.power_up()
    assert (small.started, small.content("/fallback")) == (NEW, b"")


def test_remains_of_a_set_that_does_not_start_are_collected_before_the_other_is_loaded(
        small, old, new):  # fmt: skip
    """Else the other set lies behind them, and no large block is left."""
    flash(small, old)
    flash(small, new)
    small.put("/b/mjtable/table.py", b"import nothing")
    small.power_up()
    assert small.started == OLD
    at = small.loaded.index("collect")
    before, after = small.loaded[:at], small.loaded[at + 1 :]
    assert before and after
    assert {place[:3] for place in before} == {"/b/"} and {place[:3] for place in after} == {"/a/"}


@pytest.mark.parametrize(("machine", "hz", "volts"), [
    (PICO, 200_000_000, 12), (PICO_2, START_HZ, 11)])  # fmt: skip
def test_the_launcher_raises_the_clock_of_the_rp2040_alone(machine, hz, volts, old):
    board = FakeBoard(blank(BLOCKS), machine=machine)
    put(board, old)
    board.put("/main.py", old.files["main.py"])
    board.power_up()
    assert board.started == OLD
    assert (board.hz, board.mem32[VREG] >> 4 & 15) == (hz, volts)


def test_a_full_file_system_does_not_keep_the_launcher(small, old, new):
    flash(small, old)
    flash(small, new)
    small.put("/b/hal/start.py", b"import nothing")

    def full(what, path):
        if (what, path) == ("open w", "/fallback"):
            raise OSError(errno.ENOSPC, "ENOSPC")

    small.before = full
    small.power_up()
    assert small.started == OLD
    assert "main: /fallback cannot be written" in small.printed


# --------------------------------------------------------------------------- power cuts


def cuts(fake, action):
    """Images after a power cut at every program and erase of `action`."""
    image = bytes(fake.chip.buffer)
    fake.chip.log.clear()
    action()
    log = list(fake.chip.log)
    assert log
    return [cut(image, log, at, seed) for at in range(len(log)) for seed in (0, 1)]


def test_power_cut_while_flashing_starts_old_or_new(small, old, new):
    flash(small, old)
    started = []
    for image in cuts(small, lambda: flash(small, new)):
        board = FakeBoard(image)
        started.append(board.started)
        flash(board, new)
        assert board.started == NEW, "the second run ends the work"
    assert set(started) == {OLD, NEW}


def test_power_cut_while_flashing_over_a_third_release(small, old, new, tmp_path):
    flash(small, small_release.release(tmp_path, "0.0.9"))
    flash(small, old)
    for image in cuts(small, lambda: flash(small, new)):
        board = FakeBoard(image)
        assert board.started in (OLD, NEW)
        assert look(Board(Direct(board), "board")).running.version in ("0.1.0", "0.2.0")


def test_power_cut_at_the_first_flash_starts_nothing_or_all(small, new):
    started = set()
    for image in cuts(small, lambda: flash(small, new)):
        board = FakeBoard(image)
        started.add(board.started)
        flash(board, new)
        assert board.started == NEW
    assert started == {None, NEW}


def test_power_cut_while_rolling_back(small, old, new):
    flash(small, old)
    flash(small, new)

    def back():
        board = Board(Direct(small), "board")
        switch(board, look(board).slots["a"])

    started = [FakeBoard(image).started for image in cuts(small, back)]
    assert set(started) <= {OLD, NEW}
    assert started[0] == NEW


# --------------------------------------------------------------------------- interruptions


def test_interrupted_at_every_command_the_old_firmware_stays(small, old, new):
    flash(small, old)
    image = bytes(small.chip.buffer)
    line = Direct(small)
    flash(small, new, line)
    for at in range(len(line.commands) - 1):
        board = FakeBoard(image)
        broken = Direct(board)
        broken.fails_at = at
        with pytest.raises(LinkLostError, match="stopped answering .*Likely cause: the cable.*"
                                                "same command again, it copies only what is m"):
            flash(board, new, broken)
        board.power_up()
        assert board.started == OLD
        flash(board, new)
        assert board.started == NEW


def test_an_interrupted_copy_is_gone_on_with(small, old, new):
    flash(small, old)
    line = Direct(small)
    line.fails_at = 35
    with pytest.raises(LinkLostError):
        flash(small, new, line)
    done = flash(small, new)
    assert 0 < done.kept < 9
    assert small.started == NEW


def test_full_file_system_is_refused_before_anything_is_written(small, old, new):
    flash(small, old)
    small.put("/log.txt", b"x" * BLOCK * (BLOCKS - 24))
    before = bytes(small.chip.buffer)
    with pytest.raises(FlashError, match=r"too full: \d+ KB are free for the new firmware, "
                       r"\d+ KB are needed\. Likely cause: files of your own.*nothing was chang"):
        flash(small, new)
    assert bytes(small.chip.buffer) == before


def test_full_in_the_middle_of_the_copy(small, old, new):
    flash(small, old)

    def full(what, path):
        if what == "write" and path == "/b/mjtable/table.py":
            raise OSError(errno.ENOSPC, "ENOSPC")

    small.before = full
    with pytest.raises(BoardError, match="became full at /b/mjtable/table.py.*remove them .*still "
                       "starts what it started before"):
        flash(small, new)
    small.before = lambda what, path: None
    small.power_up()
    assert small.started == OLD


def test_a_damaged_file_system_is_named(small, new):
    def damaged(what, path):
        if what == "mkdir":
            raise OSError(errno.EIO, "EIO")

    small.before = damaged
    with pytest.raises(BoardError, match=r"refused /a \(EIO\)\. Likely cause: the file system is "
                       "damaged"):
        flash(small, new)


@pytest.mark.parametrize("name", ["mjtable/table.py", "manifest.json", "main.py.new",
                                  "active.new"])
def test_what_arrives_wrong_is_never_started(small, old, new, name):
    flash(small, old)
    line = Direct(small)
    opened = [""]

    def spoil(text):
        if text.startswith("w(") and f"{name}'" in opened[0]:
            return "w(b'not this')"
        if name == "main.py.new":
            return text.replace("mj_copy('/b/main.py'", "mj_copy('/a/main.py'")
        opened[0] = text
        return text

    line.change = spoil
    with pytest.raises(FlashError, match=f"{name}.* (is not the release's after copying|is not "
                       "what was (copied|written)).*(worn|replace)"):
        flash(small, new, line)
    small.power_up()
    assert small.started == OLD


def test_a_board_out_of_memory_is_quoted(small, new):
    def poor(what, path):
        if what.startswith("open"):
            raise MemoryError("memory allocation failed")

    flash(small, new)
    small.before = poor
    with pytest.raises(BoardError, match="MemoryError: memory allocation failed.*out of memory"):
        look(Board(Direct(small), "board"))
