"""Bytes as the records of a store: what a fuzzer or a seed makes of them.

    slot (modulo the slots there are)   length   that many bytes ...

A slot above 127 gets its frame and checksum put right, so that what is behind them is reached.
"""

from __future__ import annotations

import random
from typing import Any

from mjsim.board.board import MemoryStore
from mjsim.board.runner import SCAN_MS
from mjsim.campaign.fuzz.bench import Bad
from mjtable.game.profiles import PROFILES
from mjtable.generated.setting_table import MAXS, MINS
from mjtable.kit.crc import START, crc16
from mjtable.memory.chronicle import FIRST, ROWS
from mjtable.memory.store import PAYLOAD, SLOT_BYTES, SLOTS
from mjtable.scan.image import Inputs, Outputs
from mjtable.table import Table

CHRONICLE = (64, 65)  # the simulated store's slots for the chronicle's file


def slots(data: bytes) -> dict[int, bytes]:
    """The records in `data`."""
    found: dict[int, bytes] = {}
    at = 0
    while at + 2 <= len(data):
        number, size = data[at], data[at + 1]
        content = data[at + 2:at + 2 + size]
        at += 2 + size
        place = number % (SLOTS + len(CHRONICLE))
        if place >= SLOTS:
            found[CHRONICLE[place - SLOTS]] = content[:200]
        else:
            found[place] = _framed(content, place) if number > 127 else content[:SLOT_BYTES]
    return found


def _framed(content: bytes, place: int) -> bytes:
    """A whole record of the slot's kind with `content` as what it keeps."""
    payload = content[:PAYLOAD]
    head = bytes((1, place & 1, 0x50 + (place >> 1), len(payload))) + payload
    crc = crc16(head, 0, len(head), START)
    return (head + bytes((crc & 255, crc >> 8, 1))).ljust(SLOT_BYTES, b"\x00")


def boots(slots: dict[int, bytes], machine: int = 0) -> Any:
    """A table that starts from these records and scans a while; `Bad` when it should not be so."""
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


def judge(data: bytes) -> None:
    """A table starts from these records: nothing escapes, nothing out of range comes back."""
    boots(slots(data), len(data) & 1)


def spoilt(seed: int, number: int) -> bytes:
    """Spoilt store `number` of a seed."""
    chance = random.Random(seed * 1_000_003 + number)
    parts = []
    for _ in range(chance.randrange(1, 12)):
        size = chance.choice((0, 1, 36, 40, 57, 64, 200, 255))
        content = chance.randbytes(size) if chance.random() < 0.5 else bytes(
            chance.choice((0, 1, 2, 3, 17, 68, 136, 255)) for _ in range(size))
        parts.append(bytes((chance.randrange(256), size)) + content)
    return b"".join(parts)
