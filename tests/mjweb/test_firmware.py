"""The firmware from a page: by `mjtool flash`'s functions, with the port let go meanwhile."""

import contextlib

import pytest

from mjtool.errors import PortInUseError
from mjweb.acts import firmware
from mjweb.acts.jobs import Job, run
from tests.mjtool import small_release
from tests.mjtool.board_line import BoardLine, at_board_ports
from tests.mjtool.fake_board import FakeBoard, blank
from tests.mjtool.small_release import put
from tests.mjweb.conftest import plain
from tests.patience import await_


@pytest.fixture
def board(monkeypatch, tmp_path):
    """A board that runs 0.1.0, at a port of its own."""
    line = BoardLine(FakeBoard(blank(64)))
    at_board_ports(monkeypatch, line)
    old = small_release.release(tmp_path, "0.1.0")
    put(line.board, old)
    for path in ("main.py", "boot.py"):
        line.board.put(f"/{path}", small_release.contents("0.1.0")[path])
    line.board.put("/active", b"a\n")
    line.board.power_up()
    return line


@pytest.fixture
def place(tmp_path):
    """Where the next release lies."""
    return small_release.folder(tmp_path / "dist", "0.2.0")


def done(what, board, place, agreed=""):
    """A job to its end, and whether the link was let go for it."""
    told = []

    @contextlib.contextmanager
    def apart():
        told.append("gone")
        yield
        told.append("back")

    job = Job(firmware.FLASH, what, can_stop=False)
    run(job, firmware.work(what, board.url, apart, place, agreed))
    if job.results:
        assert told == ["gone", "back"]
    return job


def test_checked_written_and_taken_back(board, place):
    seen = done(firmware.CHECK, board, place).results[0]
    assert (seen.board_version, seen.release_version, seen.same) == ("0.1.0", "0.2.0", False)
    job = done(firmware.WRITE, board, place, "0.2.0")
    assert job.results[0].version == "0.2.0" and board.board.started[0] == "0.2.0"
    assert any("copying" in line for line in job.lines)
    job = done(firmware.BACK, board, place, "0.1.0")
    assert job.results[0].version == "0.1.0" and board.board.started[0] == "0.1.0"


def test_only_what_was_agreed_is_written(board, place):
    job = done(firmware.WRITE, board, place, "0.3.0")
    assert "nothing was written" in job.problem.what and board.board.started[0] == "0.1.0"


def test_no_release_is_a_sentence(board, tmp_path):
    assert "no such release" in done(firmware.CHECK, board, tmp_path / "none").problem.what


def test_who_keeps_the_port_is_told(monkeypatch):
    monkeypatch.setattr(firmware, "shared", lambda url: "unix:///somebody")
    monkeypatch.setattr(firmware, "FREE_S", 0.0)
    with pytest.raises(PortInUseError, match="the board needs the port alone"):
        firmware.wait_until_free("/dev/ttyACM0")


def test_versions_and_that_a_simulated_table_has_no_board(browser):
    page = plain(browser.get("/firmware"))
    assert browser.table.hello.fw in page and "no board to write to" in page
    assert 'action="/firmware/check"' not in browser.get("/firmware")
    assert "simulated" in browser.post("/firmware/check")
    assert browser.post("/firmware/boom") == "There is no such thing to do with a firmware."


def test_the_link_is_let_go_and_comes_back(browser):
    follower = browser.app.state.follower
    with follower.apart():
        await_(lambda: browser.now["link"] == "paused")
        assert "There is no link" in plain(browser.get("/sensors"))
    await_(lambda: browser.now["link"] == "ok")


def test_who_may_only_look_writes_nothing(reader):
    for what in ("check", "write", "back"):
        assert reader.web.post(f"/firmware/{what}").status_code == 403
