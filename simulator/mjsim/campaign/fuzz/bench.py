"""The firmware's own link and table behind a port, and the verdict on what came in.

What a good line is says the oracle here, from the protocol's page alone: another checksum routine,
a regular expression, no code of the firmware.
"""

from __future__ import annotations

import binascii
import re
from typing import Any

from mjsim.board.runner import CLOCK_MASK, SCAN_MS
from mjsim.table.session import SimTable
from mjtable.link.link import Link

WITHIN_MS = 100
LINE = 165
"""Longest line: body, `*`, four digits."""
LONGEST = 200
"""Of an answer without event lines."""
BODY = re.compile(rb"[1-9][0-9]{0,4} [!-)+-~]+( [a-z0-9_]+=[A-Za-z0-9_.:+,-]*)*")
TAKEN = 16
"""Bytes that a board takes in one scan at most."""
HOMED_MS, REST_MS = 30_000, 2_000


def is_good(line: bytes) -> bool:
    """A request as the protocol's page has it; its line feed is gone."""
    line = line.removesuffix(b"\r")
    body, star, digits = line.rpartition(b"*")
    return (len(line) <= LINE and bool(star) and bool(BODY.fullmatch(body))
            and digits.upper() == b"%04X" % binascii.crc_hqx(body, 0xFFFF))  # fmt: skip


def good_in(data: bytes) -> list[bytes]:
    """Bodies of the good lines among those in `data`."""
    return [_body(line) for line in data.split(b"\n") if is_good(line)]


def framed(body: bytes) -> bytes:
    """A body, any bytes, as a line."""
    return b"%s*%04X\n" % (body, binascii.crc_hqx(body, 0xFFFF))


def _body(line: bytes) -> bytes:
    return line.rpartition(b"*")[0]


class Bad(AssertionError):
    """The firmware did what it must not do; the message says what."""


class Bench:
    """A homed table at rest that believes in a real board; `feed` lets it read, 5 ms a scan.

    `record`: bytes of its recorder's ring.
    """

    def __init__(self, record: int = 0) -> None:
        table = self.session = _ready(record)
        self.table: Any = table.table
        self.inputs, self.outputs = table.board.inputs, table.board.outputs
        self.inputs.sim = 0
        self.inputs.rose[:] = self.inputs.fell[:] = bytes(len(self.inputs.rose))
        self.inputs.edges = 0
        self.link = Link(self.table, "fuzz")
        self.incoming = bytearray()
        self.sent: list[bytes] = []
        self.executed: list[bytes] = []
        self._id = 0
        commands: Any = self.link.commands
        execute = commands.execute

        def heard(command: int) -> bool:
            request = self.link.request
            self.executed.append(bytes(request.buf[: request.end]))
            return bool(execute(command))

        commands.execute = heard

    def recv_into(self, buf: bytearray) -> int:
        """What the board reads in one scan."""
        n = min(TAKEN, len(self.incoming), len(buf))
        buf[:n] = self.incoming[:n]
        del self.incoming[:n]
        return n

    def send(self, buf: bytes | bytearray, n: int) -> int:
        """The board answers."""
        self.sent.append(bytes(buf[:n]))
        return n

    def scan(self) -> None:
        """Five milliseconds and a scan."""
        inputs = self.inputs
        inputs.now_ms = inputs.now_ms + SCAN_MS & CLOCK_MASK
        self.table.step(inputs, self.outputs)
        inputs.edges = 0
        if self.outputs.light:
            self.link.poll(self, inputs.now_ms)

    def feed(self, data: bytes) -> None:
        """Everything is read and worked off; `sent` and `executed` are of this."""
        self.sent.clear()
        self.executed.clear()
        self.incoming += data
        left = 100 + 12 * (len(data) + 1)
        while self.incoming or not self.link.idle:
            self.scan()
            left -= 1
            if not left:
                raise Bad("the link still works at it")

    def judge(self, data: bytes) -> int:
        """Feed `data`, any bytes, then a good line: `Bad` when a promise breaks; as `answers`."""
        self.feed(data + b"\n")
        good = good_in(data)
        for request in self.executed:
            if _body(request) not in good:
                raise Bad("a bad line was executed: %r" % request)
            good.remove(_body(request))
        for answer in self.sent:
            if len(answer) >= LONGEST or not answer.endswith(b"\n"):
                raise Bad("no answer of the protocol: %r" % answer)
        return self.answers()

    def answers(self) -> int:
        """ms of virtual time until a good line is answered; no trace of it is left here."""
        self._id = self._id % 60_000 + 1
        before, done = len(self.sent), len(self.executed)
        self.incoming += framed(b"%d marker.get" % self._id)
        start = b"%d ok " % self._id
        for waited in range(SCAN_MS, WITHIN_MS + SCAN_MS, SCAN_MS):
            self.scan()
            if len(self.sent) > before:
                if not self.sent[before].startswith(start):
                    raise Bad("another answer to the next good line: %r" % self.sent[before])
                del self.sent[before:], self.executed[done:]
                return waited
        raise Bad("the next good line was not answered within %d ms" % WITHIN_MS)


def _ready(record: int) -> SimTable:
    """A table that somebody has homed, and left; it keeps no events, so that memory stays flat."""
    table = SimTable("four_port", seed=3, record=record)
    table.hearing.keep = False
    table.press("elevator")
    table.run_until("ready", HOMED_MS)
    table.run_for(REST_MS)
    return table
