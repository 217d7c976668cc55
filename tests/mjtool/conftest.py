"""What the host's tests share."""

import json
import shutil
import tempfile
from functools import partial
from types import SimpleNamespace

import pytest

from mjtool import client as client_module
from mjtool.cli import app
from tests.command_line import ran
from tests.mjtool import small_release
from tests.mjtool.board_line import BoardLine, at_board_ports
from tests.mjtool.device import Device
from tests.mjtool.fake_board import FakeBoard, blank
from tests.mjtool.small_release import put


@pytest.fixture(autouse=True)
def quick_and_alone(monkeypatch):
    """Short waits, and neither port nor shared link nor files of the computer that tests."""
    run = tempfile.mkdtemp(prefix="mj")  # a socket's path has to be short
    monkeypatch.setenv("XDG_RUNTIME_DIR", run)
    monkeypatch.setenv("XDG_STATE_HOME", run)
    monkeypatch.setattr(client_module, "ANSWER_S", 0.15)
    # pyserial waits 0.3 s after closing a socket, out of politeness to slow servers
    monkeypatch.setattr("serial.urlhandler.protocol_socket.time",
                        SimpleNamespace(sleep=lambda seconds: None))
    monkeypatch.setattr("mjtool.ports.list_ports.comports", list)
    monkeypatch.delenv("MJTOOL_PORT", raising=False)
    monkeypatch.setenv("COLUMNS", "200")
    yield
    shutil.rmtree(run, ignore_errors=True)


@pytest.fixture
def device():
    """A simulated table at a TCP port."""
    with Device() as found:
        yield found


@pytest.fixture
def old(tmp_path):
    """A release, opened."""
    return small_release.release(tmp_path, "0.1.0")


@pytest.fixture
def new(tmp_path):
    """The next one."""
    return small_release.release(tmp_path, "0.2.0")


@pytest.fixture
def server(monkeypatch):
    """A new board with MicroPython at a port."""
    line = BoardLine(FakeBoard(blank(64)))
    at_board_ports(monkeypatch, line)
    return line


@pytest.fixture
def table(server, tmp_path):
    """A board that runs 0.1.0."""
    put(server.board, small_release.release(tmp_path, "0.1.0"))
    for path in ("main.py", "boot.py"):
        server.board.put(f"/{path}", small_release.contents("0.1.0")[path])
    server.board.put("/active", b"a\n")
    server.board.power_up()
    assert server.board.started == ("0.1.0",) * 3
    return server


@pytest.fixture
def run():
    """Runs a command line and gives its result."""
    return partial(ran, app)


@pytest.fixture
def run_json(run):
    """Runs a command line with --json: the exit code and the objects on stdout."""

    def invoke(*words):
        result = run(*words, "--json")
        return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()]

    return invoke
