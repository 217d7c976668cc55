"""The two blocks of memory between host and VM, as `fakes/hub.py` lays them out."""

from __future__ import annotations

import struct
from dataclasses import dataclass

FRAMES = 5
RX_MOST = 512
EVENT = struct.Struct("<iiBBBBiii20s20s")
EVENT_SIZE = 64
_HEAD = struct.Struct("<HBB")
_ANALOGUE = struct.Struct("<hh8Hi")
_TAIL = struct.Struct("<HBB")
_DONE = struct.Struct("<BBHiHBBHHiHHH")
_DONE_SIZE = 32
RUNNING, UNFED, QUIET = range(3)

Record = tuple[int, int, int, str, str, int, int, int]
"""Number, the board's time, kind, s1, s2, i1, i2, i3 of an event."""


def block_in(scans: int, frames: bytes, dark: bytes, gpios: tuple[int, ...], analogue: bytes,
             fresh: bool, rx: bytes = b"", reads: bool = True, faults: int = 0,
             skip: bool = False) -> bytes:  # fmt: skip
    """One message: up to `scans` scans, the first with these five frames."""
    return b"".join((
        _HEAD.pack(scans, reads, fresh), frames, dark, struct.pack("<5i", *gpios), analogue,
        _TAIL.pack(len(rx), faults, skip), rx,
    ))  # fmt: skip


def analogue(amp_a: int, amp_b: int, mux: tuple[int, ...], half_us: int) -> bytes:
    """Peaks of both currents in counts, eight slow levels in counts, half a mains period."""
    return _ANALOGUE.pack(amp_a, amp_b, *mux, half_us)


@dataclass
class Done:
    """What a message came to."""

    status: int
    enabled: int
    scans: int
    motors: int
    aux: int
    arm: int
    emit: int
    kicks: int
    fram_most: int
    blocked: int
    rx_left: int
    tx: bytes
    events: list[Record]


def block_out(data: bytes) -> Done:
    """Block OUT in words."""
    (status, enabled, scans, motors, aux, arm, emit, tx_n, n, kicks, fram_most, blocked,
     rx_left) = _DONE.unpack_from(data)  # fmt: skip
    at = _DONE_SIZE + tx_n
    events = [_record(data, at + EVENT_SIZE * i) for i in range(n)]
    return Done(status, enabled, scans, motors, aux, arm, emit, kicks, fram_most, blocked,
                rx_left, data[_DONE_SIZE:at], events)  # fmt: skip


def _record(data: bytes, at: int) -> Record:
    number, t_ms, kind, n1, n2, _, i1, i2, i3, s1, s2 = EVENT.unpack_from(data, at)
    return number, t_ms, kind, s1[:n1].decode(), s2[:n2].decode(), i1, i2, i3
