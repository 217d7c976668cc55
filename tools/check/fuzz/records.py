"""Bytes as the records of a store: what a fuzzer or a seed makes of them.

    slot (modulo the slots there are)   length   that many bytes ...

A slot above 127 gets its frame and checksum put right, so that what is behind them is reached.
"""

from __future__ import annotations

import random

from mjtable.kit.crc import START, crc16
from mjtable.memory.store import PAYLOAD, SLOT_BYTES, SLOTS
from tools.check.fuzz.bench import boots

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
