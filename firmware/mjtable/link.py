"""The serial link: frames, the memory of the last answer, one request at a time.

The board speaks only when spoken to (design architecture, "Serial link"). `poll` is called once a
scan, takes at most CHUNK bytes and never waits. A request is worked off in steps, one a scan, so
that no scan has much to do: the line is complete (its checksum was taken along with its bytes),
it is looked up, it is executed, its answer is sealed, it is sent; rows of a page are written a few
at a time, and each event line is a step of its own. Nothing is received meanwhile.
"""

import struct
from array import array

from mjtable.commands import HELLO, Commands
from mjtable.crc import START, crc16
from mjtable.hosted import for_host
from mjtable.pages import COUNTS
from mjtable.request import GOOD, LINE, SYNTAX, Request
from mjtable.wire import Writer

_COPY = "%ds" % (LINE + 1)  # a whole request; a loop takes 9 us a byte
CHUNK = 8  # bytes taken a scan: 1600 a second
HEAR, LOOK_UP, EXECUTE, GO_ON, SEAL, EVENT_LINE, SEND = 0, 1, 2, 3, 4, 5, 6  # the steps
REQUESTS, REPEATS = 0, 1  # places in `counts`; a bad line is counted at REPEATS + its verdict


def _sealed(body):
    """A constant line with its checksum."""
    crc = crc16(body, 0, len(body), START)
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
        self._step = HEAR  # what the next poll does
        self._command = 0  # number of the command to execute
        self._bad = (
            b"",
            _sealed(b"0 err crc"),
            _sealed(b"0 err long"),
            _sealed(b"0 err syntax"),
        )

    def is_idle(self):
        """Nothing is half read or half written: a scan without new bytes would change nothing."""
        return self._step == HEAR and self._at == self._got

    idle = for_host(is_idle)

    def poll(self, port, now_ms):
        """One scan's work."""
        step = self._step
        if step == HEAR:
            if self._at == self._got:
                self._at = 0
                self._got = port.recv_into(self._chunk)
            if self._got:
                self._hear(port)
        elif step == LOOK_UP:
            self._look_up(port, now_ms)
        elif step == EXECUTE:
            self._step = SEAL if self.commands.execute(self._command) else GO_ON
        elif step == GO_ON:
            if self.commands.go_on():
                self._step = SEAL
        elif step == SEAL:
            self._seal()
        elif step == EVENT_LINE:
            self.commands.event_line()
            self._seal()
        else:
            self._step = HEAR
            port.send(self.writer.buf, self.writer.n)

    def _hear(self, port):
        """Take what came, up to the end of a good line."""
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
                self._step = LOOK_UP
                return
            self._count(REPEATS + verdict)
            bad = verdict
        request.sum()
        if bad != GOOD:
            port.send(self._bad[bad], len(self._bad[bad]))

    def _look_up(self, port, now_ms):
        """Which command it is; the answer from memory when it is the last request again."""
        self._step = HEAR
        if not self.request.split():
            self._count(REPEATS + SYNTAX)
            port.send(self._bad[SYNTAX], len(self._bad[SYNTAX]))
            return
        self.heard_ms = now_ms
        command = self.commands.number()
        if command != HELLO and self._is_last():
            self._count(REPEATS)
            port.send(self.writer.buf, self.writer.n)
            return
        self._count(REQUESTS)
        self._remember(command)
        self._command = command
        self._step = EXECUTE

    def _seal(self):
        """End the line with its checksum; the answer goes out when it was the last one."""
        if not self.writer.seal():
            self._step = SEAL
        elif self.commands.has_more():
            self._step = EVENT_LINE
        else:
            self._step = SEND

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
            struct.pack_into(_COPY, self._last, 0, self.request.buf)
            self._last_n = self.request.end

    def _count(self, which):
        """Count, staying a small integer."""
        self.counts[which] = self.counts[which] + 1 & 0x3FFFFFFF
