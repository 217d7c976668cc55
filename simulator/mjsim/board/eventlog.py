"""The event log: one record per input edge, output change and state change.

Records are `(t_ms, what, name, value)`: time in ms of virtual time at the scan that saw
it, `what` one of "input", "output", "state". The same run gives the same log whatever the
way of scanning, so its hash compares runs. Off by default: the runner has a second loop
for it, and the plain loop knows nothing of it.
"""

from __future__ import annotations

import hashlib
import json
from collections import deque
from collections.abc import Iterable
from typing import Any, TextIO

from mjtable.generated.iomap import INPUTS, MOTORS, OUTPUTS

TRACE_RECORDS = 40
"""Records shown with a violation."""

Record = tuple[int, str, str, object]


class EventLog:
    """Collects records; writes each as a JSON line to `sink` when there is one.

    `keep` is how many records stay in memory: None for all, a number for the last ones.
    """

    def __init__(self, sink: TextIO | None = None, keep: int | None = None) -> None:
        self.records: deque[Record] = deque(maxlen=keep)
        self.count = 0
        self._sink = sink
        self._hash = hashlib.sha256()
        self._motors = self._aux = 0
        self._lamps = bytearray(24)
        self._digits = bytearray(4)

    def add(self, t_ms: int, what: str, name: str, value: object) -> None:
        """Append one record."""
        record = (t_ms, what, name, value)
        self.records.append(record)
        self.count += 1
        self._hash.update(repr(record).encode())
        if self._sink is not None:
            self._sink.write(as_json(record) + "\n")

    def digest(self) -> str:
        """Hash of everything logged so far, equal for equal runs."""
        return self._hash.hexdigest()

    def edges(self, t_ms: int, level: bytearray, rose: bytearray, fell: bytearray) -> None:
        """Log the latched edges of one scan, byte by byte and bit by bit.

        A pulse shorter than a scan has both latches set: its two records end at the level.
        """
        for byte in range(len(level)):
            both = rose[byte] | fell[byte]
            if not both:
                continue
            for bit in range(8):
                mask = 1 << bit
                if not both & mask:
                    continue
                name = INPUTS[byte * 8 + bit]
                now = 1 if level[byte] & mask else 0
                if rose[byte] & fell[byte] & mask:
                    self.add(t_ms, "input", name, 1 - now)
                self.add(t_ms, "input", name, now)

    def outputs(self, t_ms: int, out: Any) -> None:
        """Log what changed in the output image since the last call."""
        if out.motors != self._motors:
            self._bits(t_ms, out.motors ^ self._motors, out.motors, MOTORS)
            self._motors = out.motors
        if out.aux != self._aux:
            self._bits(t_ms, out.aux ^ self._aux, out.aux, OUTPUTS[16:])
            self._aux = out.aux
        if out.beep:  # a pulse of one scan: the number of the pattern to play
            self.add(t_ms, "output", "beep", out.beep)
        if out.lamps != self._lamps:
            for index, colour in enumerate(out.lamps):
                if colour != self._lamps[index]:
                    self.add(t_ms, "output", "lamp_%02d" % index, colour)
            self._lamps[:] = out.lamps
        if out.digits != self._digits:
            self._digits[:] = out.digits
            self.add(t_ms, "output", "digits", bytes(out.digits).hex())

    def _bits(self, t_ms: int, changed: int, value: int, names: Iterable[str]) -> None:
        for bit, name in enumerate(names):
            if changed >> bit & 1:
                self.add(t_ms, "output", name, value >> bit & 1)


def as_json(record: Record) -> str:
    """One record as a JSON object on one line."""
    t_ms, what, name, value = record
    return json.dumps({"t_ms": t_ms, "what": what, "name": name, "value": value})


def as_text(record: Record) -> str:
    """One record as a line for people: seconds, kind, name, value."""
    t_ms, what, name, value = record
    return "%10.3f s  %-6s %-14s %s" % (t_ms / 1000, what, name, value)


def trace(records: Iterable[Record], last: int = TRACE_RECORDS) -> list[str]:
    """The last records as lines for people."""
    return [as_text(record) for record in list(records)[-last:]]
