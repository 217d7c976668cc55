"""Every command of mjtool with the link cut in its middle, over TCP and over a pseudo-terminal.

The table answers `hello`, then the line breaks: before the answer to the next request, or within
it. A command that is not in `COMMANDS` fails the first test: add its row.
"""

import contextlib
import os
import socket
import threading
import time
import tty

import pytest
import typer

from mjscore.match.folder import path_of
from mjscore.match.game import Match
from mjscore.match.setup import checked
from mjtable.link.link import Link
from mjtool import client as client_module
from mjtool import options
from mjtool.cli import app
from mjtool.client import Client
from mjtool.commands import care
from mjtool.commands import match as match_command
from mjtool.flash import reach
from tests.command_line import ran
from tests.mjtool import small_release
from tests.protocol.fake_table import FakeTable
from tests.score.match.scorers import small_score

LOST, NOBODY = 7, 3
BROKE = ("the connection broke", "no answer to `", "could not be confirmed")
COMMANDS = {
    # what is typed, the exit code, one of these sentences on stderr
    "ports": ((), 0, ()),  # asks `hello` alone, and that was answered
    "status": ((), LOST, BROKE),
    "faults": ((), LOST, BROKE),
    "record": (("x.mjrec",), LOST, BROKE),
    "trends": ((), LOST, BROKE),
    "chronicle": ((), LOST, BROKE),
    "press": (("elevator",), LOST, BROKE),
    "roll": ((), LOST, BROKE),
    "marker": (("--dealer", "B"), LOST, BROKE),
    "profile": (("MJG",), LOST, BROKE),
    "ack": ((), LOST, BROKE),
    "watch": (("--seconds", "5"), LOST, BROKE),
    "share": (("--list",), LOST, BROKE),
    "log": (("--follow", "--seconds", "5"), LOST, BROKE),
    "match": (("Friday", "--keep", "match"), LOST, BROKE),
    "service motor": (("belt_a", "--seconds", "0.2"), LOST, BROKE),
    "service sensors": ((), LOST, BROKE),
    "bench motor": (("belt_a",), LOST, BROKE),
    "bench sensor": (("cnt_a",), LOST, BROKE),
    "bench identify": ((), LOST, BROKE),
    "bench mechanism": (("lift_a",), LOST, BROKE),
    "bench mains": ((), LOST, BROKE),
    "bench panel": ((), LOST, BROKE),
    "bench lamps": ((), LOST, BROKE),
    "bench dice": ((), LOST, BROKE),
    "bench latency": ((), LOST, BROKE),
    "bench all": ((), LOST, BROKE),
    "bench after-move": ((), LOST, BROKE),
    "commission": (("--from", "B2"), LOST, BROKE),
    "settings get": ((), LOST, BROKE),
    "settings set": (("mains.hz", "50"), LOST, BROKE),
    "config get": (("mains.hz",), LOST, BROKE),
    "config set": (("mains.hz", "50"), LOST, BROKE),
    "config diff": ((), LOST, BROKE),
    "config export": ((), LOST, BROKE),
    "config import": (("settings.toml",), LOST, BROKE),
    "console": ((), LOST, BROKE),
    "doctor": ((), LOST, BROKE),
    "report": (("bug.zip",), LOST, BROKE),
    "bridge": (("--mqtt", "mqtt://127.0.0.1:1", "--once"), LOST, BROKE),
    # the answer to `restart` may be lost in the restart itself: the prompt is waited for instead
    "flash": (("--release", "0.2.0", "--yes"), LOST, ("its port has not come back",)),
    "verify": (("--release", "0.2.0"), LOST, ("its port has not come back",)),
}
ELSEWHERE = {
    "dashboard": "goes on and finds the table again: tests/browser/test_dashboard.py",
    "play": "keeps the score without a table, too: tests/play",
    "demo": "has a table of its own: tests/mjtool/test_demo.py",
}
"""Commands that no lost link ends, and where that is tested."""
MOVE = ("press", "roll")
"""Commands that move something: never sent a second time, which their sentence may say."""


def walk(command, path=()):
    for name, each in getattr(command, "commands", {}).items():
        if getattr(each, "commands", None):
            yield from walk(each, (*path, name))
        else:
            yield " ".join((*path, name))


def test_no_command_is_missing():
    assert set(walk(typer.main.get_command(app))) == {*COMMANDS, *ELSEWHERE}, \
        "each command has a row here"


class Gone(Exception):
    """The cable is out."""


class Line:
    """The board's side, which breaks at the first answer that is not that to `hello`."""

    def __init__(self, read, write, half):
        self._read, self._write, self._half = read, write, half

    def recv_into(self, buf):
        data = self._read(len(buf))
        buf[: len(data)] = data
        return len(data)

    def send(self, buf, n):
        data = bytes(buf[:n])
        if b" product=" in data:
            self._write(data)
            return
        if self._half:
            self._write(data[: len(data) // 2])
        raise Gone


class CutTable:
    """A table whose line breaks, and stays broken. `kind`: tcp or pty."""

    def __init__(self, kind, half, link):
        self._half = half
        self._kind = kind
        self._table = FakeTable()
        self._table.inputs.sim = 0
        self._end = threading.Event()
        self.cut = threading.Event()
        if kind == "tcp":
            self._server = socket.create_server(("127.0.0.1", 0))
            self._server.settimeout(0.02)
            self.url = "socket://127.0.0.1:%d" % self._server.getsockname()[1]
        else:
            self._ends = os.openpty()
            tty.setraw(self._ends[1])
            os.set_blocking(self._ends[0], False)
            self.url = str(link)  # another pseudo-terminal may get this one's number at once
            link.symlink_to(os.ttyname(self._ends[1]))
        self._thread = threading.Thread(target=self._tcp if kind == "tcp" else self._pty)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *problem):
        self._end.set()
        self._thread.join()

    def _tcp(self):
        with self._server:
            while not self._end.is_set() and not self.cut.is_set():
                try:
                    connection, _ = self._server.accept()
                except TimeoutError:
                    continue
                with connection, contextlib.suppress(OSError):
                    connection.setblocking(False)
                    self._run(connection.recv, connection.sendall)

    def _pty(self):
        master, slave = self._ends
        self._run(lambda n: os.read(master, n), lambda data: os.write(master, data))
        os.unlink(self.url)
        os.close(slave)
        os.close(master)

    def _run(self, read, write):
        def waiting(n):
            try:
                data = read(n)
            except BlockingIOError:
                return b""
            if not data and self._kind == "tcp":
                raise ConnectionError("the host has gone")
            return data

        link, now_ms = Link(self._table, "E6614103E7452D2F"), 0
        line = Line(waiting, write, self._half)
        try:
            while not self._end.is_set():
                now_ms += 5
                link.poll(line, now_ms)
                time.sleep(0.0005)
        except Gone:
            self.cut.set()


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder with what the commands need, and no long waiting for a table that is gone."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    (tmp_path / "settings.toml").write_text("dice.roll_ms = 3000\n")
    small_release.folder(tmp_path / "0.2.0")
    monkeypatch.setattr(match_command, "scorer", lambda: small_score)
    with Match.begin(path_of("Friday"), checked("Friday", "MJG", list("WXYZ")), small_score):
        pass

    def impatient(url, *, reconnect_s=0.0, **others):
        return Client(url, reconnect_s=0.05, **others)

    monkeypatch.setattr(options, "Client", impatient)
    monkeypatch.setattr(care, "Client", impatient)
    monkeypatch.setattr(client_module, "PAUSE_S", 0.01)
    monkeypatch.setattr(reach, "RESTART_S", 0.1)
    monkeypatch.setattr(reach, "PROMPT_S", 0.1)
    return tmp_path


@pytest.mark.parametrize("half", [False, True], ids=["before the answer", "within the answer"])
@pytest.mark.parametrize("kind", ["tcp", "pty"])
@pytest.mark.parametrize("command", COMMANDS)
def test_the_link_is_cut_in_the_middle(place, command, kind, half):
    words, code, sentences = COMMANDS[command]
    if command == "share" and kind == "pty":
        pytest.skip("a terminal that nobody shares has nobody to list (test_share.py)")
    with CutTable(kind, half, place / "port") as table:
        said = ran(app, *command.split(), *words, "-p", table.url, given="status\n")
        assert table.cut.is_set() or command == "ports", said.stderr
        url = table.url
    assert said.exit_code == code, said.stderr
    assert not sentences or any(sentence in said.stderr for sentence in sentences), said.stderr
    assert not sentences or url in said.stderr or command == "doctor"
    assert not sentences or "What to do: " in said.stderr
    if command not in MOVE and code == LOST:
        assert "sent twice" not in said.stderr
