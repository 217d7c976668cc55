"""The serial link: frames, the memory of the last answer, one request a scan.

The board speaks only when spoken to (design architecture, "Serial link"). `poll` is called once a
scan, takes at most CHUNK bytes, executes at most one request and never waits. The event lines of
an answer are written one a scan, so that no scan has more than one line to write.
"""

from array import array

from mjtable.commands import HELLO, Commands
from mjtable.crc import crc16
from mjtable.pages import COUNTS
from mjtable.request import GOOD, Request
from mjtable.wire import Writer

CHUNK = 8  # bytes taken a scan: 1600 a second
REQUESTS, REPEATS = 0, 1  # places in `counts`; a bad line is counted at REPEATS + its verdict


def _sealed(body):
    """A constant line with its checksum."""
    crc = crc16(body, 0, len(body))
    return body + b"*" + ("0000" + hex(crc)[2:].upper())[-4:].encode() + b"\n"


class Link:
    """The link of one table over one port; `port` has `recv_into(buf)` and `send(buf, n)`."""

    def __init__(self, table, uid="0"):
        self.counts = array("i", [0] * len(COUNTS))
        self.request = Request()
        self.writer = Writer()
        self.commands = Commands(table, self.request, self.writer, self.counts, uid)
        self.heard_ms = 0  # time of the last good request
        self._chunk = bytearray(CHUNK)
        self._at = 0
        self._got = 0
        self._last = bytearray(len(self.request.buf))  # the request that was answered last
        self._last_n = 0
        self._more = 0  # event lines the answer still lacks
        self._bad = (
            b"",
            _sealed(b"0 err crc"),
            _sealed(b"0 err long"),
            _sealed(b"0 err syntax"),
        )

    @property
    def idle(self):
        """Nothing is half read or half written: a scan without new bytes would change nothing."""
        return self._more == 0 and self._at == self._got

    def poll(self, port, now_ms):
        """One scan's work."""
        if self._more:
            self._more = self.commands.event_line()
            if self._more == 0:
                port.send(self.writer.buf, self.writer.n)
            return
        if self._at == self._got:
            self._at = 0
            self._got = port.recv_into(self._chunk)
        bad = GOOD
        request = self.request
        while self._at < self._got:
            byte = self._chunk[self._at]
            self._at += 1
            if byte != 10:
                request.add(byte)
                continue
            verdict = request.check()
            if verdict == GOOD:
                self.heard_ms = now_ms
                self._answer(port)
                return
            self._count(REPEATS + verdict)
            bad = verdict
        if bad != GOOD:
            port.send(self._bad[bad], len(self._bad[bad]))

    def _answer(self, port):
        """Answer a good request: from memory when it is the last one again."""
        commands = self.commands
        command = commands.number()
        if command != HELLO and self._is_last():
            self._count(REPEATS)
            port.send(self.writer.buf, self.writer.n)
            return
        self._count(REQUESTS)
        self._remember(command)
        self._more = commands.execute(command)
        if self._more == 0:
            port.send(self.writer.buf, self.writer.n)

    def _is_last(self):
        """The same id with the same body as the request answered last."""
        request = self.request
        if request.end != self._last_n:
            return False
        last = self._last
        buf = request.buf
        for i in range(self._last_n):
            if buf[i] != last[i]:
                return False
        return True

    def _remember(self, command):
        """Keep the request; `hello` clears the memory instead."""
        self._last_n = 0
        if command != HELLO:
            buf = self.request.buf
            last = self._last
            for i in range(self.request.end):
                last[i] = buf[i]
            self._last_n = self.request.end

    def _count(self, which):
        """Count, staying a small integer."""
        self.counts[which] = self.counts[which] + 1 & 0x3FFFFFFF
