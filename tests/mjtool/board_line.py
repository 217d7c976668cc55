"""A fake board behind a port: without threads and in time of its own, or behind a real PTY.

At a `board://` port the board answers while the host writes, and time goes on only while the host
waits (`Clock`): no outcome depends on how fast the machine is.
"""

import contextlib
import os
import pty
import select
import threading
import time
import tty

import serial

from mjtool import exchange
from mjtool.flash import reach
from tests.mjtool.fake_prompt import Firmware, Prompt
from tests.patience import HANG_S

CLOCKS = (exchange, reach)  # mjtool's modules that wait for a board
MPREMOTE = "mpremote.transport_serial.time"
LONGEST_S = 10.0  # mpremote's patience


class BoardLine:
    """Who answers at a board's port, and what a restart does.

    `silent` versions start and never answer; those in `hellos` crash after that many answers.
    """

    url = "board://1"

    def __init__(self, board):
        self.board = board
        self.silent = ()
        self.refusal = ""
        self.hellos = {}
        self.after_reset = lambda board: None
        self.drop_after = None  # bytes from the host, then the line is cut

    def side(self):
        """Who answers now."""
        if self.board.started is None:
            return Prompt(self.board)
        if self.board.started[0] in self.silent:
            return None
        return Firmware(self.board, self.refusal, self.hellos)

    def restart(self):
        self.board.restart()
        self.after_reset(self.board)


class Clock:
    """Stands still but for `sleep`: stands in for the module `time` where the tool waits."""

    def __init__(self):
        self.now = 0.0

    def monotonic(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds


class SlowClock:
    """For a real board's side: mpremote's patience lasts HANG_S, and its pauses are short."""

    @staticmethod
    def monotonic():
        return time.monotonic() * LONGEST_S / HANG_S

    @staticmethod
    def sleep(seconds):
        time.sleep(0.0002)


class Port:
    """pyserial's side of a `board://` port; a board that restarts closes the connection."""

    def __init__(self, line, clock, timeout):
        self.line, self.clock, self.timeout = line, clock, timeout
        self.rts = self.dtr = True
        self.pending = b""
        self.side = None
        self.is_open = self.cut = False

    def open(self):
        self.side, self.is_open = self.line.side(), True

    def close(self):
        self.is_open = False

    def isOpen(self):  # noqa: N802  # pyserial's name
        return self.is_open

    @property
    def in_waiting(self):
        return len(self.pending) or int(self.cut)

    def inWaiting(self):  # noqa: N802  # pyserial's name
        return self.in_waiting

    def read(self, size=1):
        if self.cut and not self.pending:
            raise serial.SerialException("socket disconnected")
        if not self.pending:
            self.clock.sleep(self.timeout)
        found, self.pending = self.pending[:size], self.pending[size:]
        return found

    def write(self, data):
        if self.cut:
            raise serial.SerialException("connection failed")
        line = self.line
        if line.drop_after is not None:
            line.drop_after -= len(data)
            if line.drop_after < 0:
                line.drop_after, self.cut = None, True
                return
        if self.side is not None:
            self.pending += self.side.feed(data)
            if self.side.resets:
                self.cut = True
                line.restart()

    def flush(self):
        pass


def at_board_ports(monkeypatch, *lines):
    """From now on the tool reaches these boards, and waits by a clock of its own."""
    clock, real = Clock(), serial.serial_for_url
    known = {line.url: line for line in lines}

    def found(url, **options):
        if url not in known:
            return real(url, **options)
        return Port(known[url], clock, options["timeout"])

    monkeypatch.setattr(serial, "serial_for_url", found)
    waits_by(monkeypatch, clock)


def waits_by(monkeypatch, clock):
    """Give the tool and mpremote this clock."""
    for module in CLOCKS:
        monkeypatch.setattr(module, "time", clock)
    monkeypatch.setattr(MPREMOTE, clock)


class PtyServer(BoardLine):
    """A board at a PTY, which stays open over restarts."""

    def __init__(self, board):
        super().__init__(board)
        self._end = threading.Event()
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.url = os.ttyname(self._slave)
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *problem):
        self._end.set()
        self._thread.join(HANG_S)

    def _serve(self):
        while not self._end.is_set():
            with contextlib.suppress(OSError):
                self._talk()

    def _talk(self):
        """Until the board restarts."""
        side = self.side()
        while not self._end.is_set():
            if not select.select([self._master], [], [], 0.02)[0]:
                continue
            os.write(self._master, side.feed(os.read(self._master, 1024)))
            if side.resets:
                self.restart()
                return
