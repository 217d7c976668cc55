"""The firmware's own link and table behind a port, and the verdict on what came in.

What a good line is says the oracle here, from the protocol's page alone: another checksum routine,
a regular expression, no code of the firmware.
"""

from __future__ import annotations

import binascii
import re
from typing import Any

from mjsim.board.board import MemoryStore
from mjtable.link.link import Link
from mjtable.scan.image import Inputs, Outputs
from mjtable.table import Table
from tools.check.explore.rig import Rig, thaw

SCAN_MS = 5
WITHIN_MS = 100
LINE = 165  # longest line: body, `*`, four digits
BODY = re.compile(rb"[1-9][0-9]{0,4} [!-)+-~]+( [a-z0-9_]+=[A-Za-z0-9_.:+,-]*)*")
READY: list[bytes] = []


def is_good(line: bytes) -> bool:
    """A request as the protocol's page has it; its line feed is gone."""
    line = line.removesuffix(b"\r")
    body, star, digits = line.rpartition(b"*")
    return (len(line) <= LINE and bool(star) and bool(BODY.fullmatch(body))
            and digits.upper() == b"%04X" % binascii.crc_hqx(body, 0xFFFF))


def framed(body: bytes) -> bytes:
    """A body as a line."""
    return b"%s*%04X\n" % (body, binascii.crc_hqx(body, 0xFFFF))


class Bad(AssertionError):
    """The firmware did what it must not do; the message says what."""


class Bench:
    """A homed table at rest, as on a real board; `feed` lets it read, 5 ms a scan."""

    def __init__(self) -> None:
        if not READY:
            READY.append(_ready())
        rig: Rig = thaw(READY[0])
        self.table: Any = rig.table
        self.inputs, self.outputs = rig.board.inputs, rig.board.outputs
        self.inputs.rose[:] = self.inputs.fell[:] = bytes(len(self.inputs.rose))
        self.inputs.edges = 0
        self.link = Link(self.table, "fuzz")
        self.incoming = bytearray()
        self.sent: list[bytes] = []
        self.executed: list[bytes] = []
        self._id = 0
        execute = self.link.commands.execute

        def heard(command: int) -> bool:
            request = self.link.request
            self.executed.append(bytes(request.buf[:request.end]))
            return bool(execute(command))

        self.link.commands.execute = heard

    def recv_into(self, buf: bytearray) -> int:
        """What the board reads in one scan."""
        n = min(16, len(self.incoming), len(buf))
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
        inputs.now_ms = inputs.now_ms + SCAN_MS & 0x3FFFFFFF
        self.table.step(inputs, self.outputs)
        inputs.edges = 0
        if self.outputs.light:
            self.link.poll(self, inputs.now_ms)

    def feed(self, data: bytes) -> None:
        """Everything is read and worked off."""
        self.incoming += data
        left = 100 + 12 * (len(data) + 1)
        while self.incoming or not self.link.idle:
            self.scan()
            left -= 1
            if not left:
                raise Bad("the link still works at it")

    def judge(self, data: bytes) -> None:
        """Feed `data`, any bytes, then a good line: `Bad` when a promise breaks."""
        self.sent.clear()
        self.executed.clear()
        self.feed(data + b"\n")
        good = [line.removesuffix(b"\r").rpartition(b"*")[0] for line in data.split(b"\n")
                if is_good(line)]
        for request in self.executed:
            if request.rpartition(b"*")[0] not in good and request not in good:
                raise Bad(f"a bad line was executed: {request!r}")
        for answer in self.sent:
            if len(answer) >= 200 or not answer.endswith(b"\n"):
                raise Bad(f"no answer of the protocol: {answer!r}")
        self.answers()

    def answers(self) -> int:
        """ms of virtual time until a good line is answered."""
        self._id = self._id % 60_000 + 1
        self.sent.clear()
        self.incoming += framed(b"%d marker.get" % self._id)
        start = b"%d ok " % self._id
        for waited in range(SCAN_MS, WITHIN_MS + SCAN_MS, SCAN_MS):
            self.scan()
            if self.sent:
                if not self.sent[0].startswith(start):
                    raise Bad(f"another answer to the next good line: {self.sent[0]!r}")
                return waited
        raise Bad(f"the next good line was not answered within {WITHIN_MS} ms")


def _ready() -> bytes:
    rig = Rig("four_port", 3).start()
    rig.press("elevator")
    rig.run_until("ready", 30_000)
    rig.run_for(2_000)
    return rig.freeze()


def boots(slots: dict[int, bytes], machine: int = 0) -> Any:
    """A table that starts from these records and scans a while; `Bad` when it should not be so."""
    from mjtable.game.profiles import PROFILES
    from mjtable.generated.setting_table import MAXS, MINS
    from mjtable.memory.chronicle import FIRST, ROWS

    table = Table(machine, MemoryStore(slots))
    inputs, outputs = Inputs(), Outputs()
    inputs.machine, inputs.edges = machine, 0x1FF
    for _ in range(8):
        inputs.now_ms += SCAN_MS
        table.step(inputs, outputs)
        inputs.edges = 0
    for value, low, high in zip(table.settings.value, MINS, MAXS, strict=True):
        if not low <= value <= high:
            raise Bad(f"a setting out of its range came back: {value}")
    if not 0 <= table.profile < len(PROFILES) or not 0 <= table.marker.dealer < 4:
        raise Bad("a profile or a dealer that does not exist came back")
    if not FIRST <= table.journal.chronicle.rows <= ROWS or outputs.motors:
        raise Bad("the chronicle is longer than its room, or something moves")
    while table.journal.chronicle.file_at_rest():
        pass
    return table
