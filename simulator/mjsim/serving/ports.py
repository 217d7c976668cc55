"""Virtual serial ports: byte pipes the firmware's link can poll (`tcp_port`, `pty_port`).

A port has `url` (what `mjtool --port` takes), `recv_into(buf) -> n` with at most 8 bytes a
call (what a board reads in one scan), `send(buf, n)`, `pump()` which moves bytes between the
operating system and its buffers and never blocks, `sockets()` to wait for, and `close()`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mjsim.board.board import take

IN_LIMIT = 1024
"""Bytes kept until the firmware reads them, 0.6 s of its reading; of more the oldest are dropped,
so that a good line behind a flood is answered soon."""
READS = 16
"""Times a port is read in one look at it: a flood is not given the simulator's whole time."""
READ_BYTES = 65536
OUT_LIMIT = 65536
"""Bytes kept for a host that does not read; more are dropped, as USB does."""


class Pipe:
    """The buffers both kinds of port share."""

    url = ""

    def __init__(self) -> None:
        self.incoming = bytearray()
        self.outgoing = bytearray()

    @property
    def pending(self) -> int:
        """Bytes received and not yet read by the firmware."""
        return len(self.incoming)

    def arrived(self, data: bytes) -> None:
        """The host sent this."""
        self.incoming += data
        del self.incoming[:-IN_LIMIT]

    def recv_into(self, buf: bytearray) -> int:
        """Move at most 8 received bytes to the start of `buf`; their number."""
        return take(self.incoming, buf)

    def send(self, buf: bytes | bytearray | memoryview, n: int) -> int:
        """Queue the first `n` bytes of `buf` for the host."""
        if len(self.outgoing) + n <= OUT_LIMIT:
            self.outgoing += bytes(buf[:n])
        return n

    def sockets(self) -> list[Any]:
        """What to wait for with select."""
        return []

    def pump(self) -> None:
        """Read and write whatever is ready now."""

    def close(self) -> None:
        """Let go of the operating system's part."""

    def forget(self) -> None:
        """Drop both buffers: a host came or went."""
        self.incoming.clear()
        self.outgoing.clear()


def pump_all(ports: Iterable[Pipe]) -> int:
    """Pump every port; the number of bytes now waiting for the firmware."""
    waiting = 0
    for port in ports:
        port.pump()
        waiting += port.pending
    return waiting
