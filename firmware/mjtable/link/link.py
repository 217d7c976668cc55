"""The serial link: frames, the memory of the last answer, one request at a time.

The board speaks only when spoken to (design architecture, "Serial link"). `poll` takes at most
CHUNK bytes and never waits. A request is worked off in steps, one a call, so that a scan takes
only as many as it has time for: the line is complete and its checksum right, it is looked up, it
is executed, its answer is sealed and sent; rows of a page are written a few at a time, and event
lines one at a time. Nothing is received meanwhile.
"""

from array import array

from mjtable.kit.crc import START, crc16
from mjtable.kit.hosted import for_host
from mjtable.kit.letters import lay, lay_hex, line_end, same
from mjtable.link.commands import HELLO, Commands
from mjtable.link.pages import COUNTS
from mjtable.link.request import GOOD, SYNTAX, Request
from mjtable.link.wire import SEAL, Writer

CHUNK = 24  # bytes that a call has room for; how many come is the driver's (hal/usb_serial.py)
BAD = 4  # bad lines a scan
HEAR, LOOK_UP, EXECUTE, GO_ON, SEND, WAIT = 0, 1, 2, 3, 4, 5  # the steps
REQUESTS, REPEATS = 0, 1  # places in `counts`; a bad line is counted at REPEATS + its verdict


def _sealed(body):
    """A constant line with its checksum."""
    made = bytearray(len(body) + SEAL)
    n = lay(made, 0, body, len(body))
    lay(made, n, b"*", 1)
    lay_hex(made, n + 1, crc16(body, 0, n, START), 4)
    lay(made, n + 5, b"\n", 1)
    return bytes(made)


class Link:
    """The link of one table over one port; `port` has `recv_into(buf)` and `send(buf, n)`."""

    def __init__(self, table, uid="0"):
        self.counts = array("i", [0] * len(COUNTS))
        self.request = Request()
        self.writer = Writer()
        self.commands = Commands(table, self.request, self.writer, self.counts, uid)
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

    def has_more(self):
        """Another step can be taken without new bytes, and without the host's reading."""
        if self._step == HEAR:
            return self._at != self._got
        return self._step != WAIT

    def poll(self, port, now_ms):
        """One step."""
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
            self._step = SEND if self.commands.execute(self._command) else GO_ON
        elif step == GO_ON:
            if self.commands.go_on():
                self._step = SEND
        else:
            if step == SEND:
                self.commands.seal()
            # the answer before may still be on its way to a host that does not read
            self._step = WAIT if port.send(self.writer.buf, self.writer.n) == 0 else HEAR

    def _hear(self, port):
        """Take what came, up to the end of a good line or of the last of BAD bad ones."""
        bad = GOOD
        left = BAD
        while self._at < self._got and left and self._add():
            verdict = self.request.check()
            if verdict == GOOD:
                self._step = LOOK_UP
                return
            self._count(REPEATS + verdict)
            bad = verdict
            left -= 1
        if bad != GOOD:
            port.send(self._bad[bad], len(self._bad[bad]))

    def _add(self):
        """Take the rest of a line, or as much of it as came; True when it is complete."""
        end = line_end(self._chunk, self._at, self._got)
        self.request.add(self._chunk, self._at, end)
        self._at = end + 1 if end < self._got else end
        return end < self._got

    def _look_up(self, port, now_ms):
        """Which command it is; the answer from memory when it is the last request again."""
        self._step = HEAR
        if not self.request.split():
            self._count(REPEATS + SYNTAX)
            port.send(self._bad[SYNTAX], len(self._bad[SYNTAX]))
            return
        self.commands.table.heard(now_ms)
        command = self.commands.number()
        if command != HELLO and self._is_last():
            self._count(REPEATS)
            port.send(self.writer.buf, self.writer.n)
            return
        self._count(REQUESTS)
        self._remember(command)
        self._command = command
        self._step = EXECUTE

    def _is_last(self):
        """The same id with the same body as the request answered last."""
        n = self._last_n
        return self.request.end == n and same(self.request.buf, self._last, n)

    def _remember(self, command):
        """Keep the request; `hello` clears the memory instead."""
        self._last_n = 0
        if command != HELLO:
            self._last_n = lay(self._last, 0, self.request.buf, self.request.end)

    def _count(self, which):
        """Count, staying a small integer."""
        self.counts[which] = self.counts[which] + 1 & 0x3FFFFFFF
