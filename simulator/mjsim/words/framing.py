"""A line of the serial link, as a host writes it."""

from __future__ import annotations


def crc16(body: bytes) -> int:
    """CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF (design architecture "Serial link")."""
    crc = 0xFFFF
    for byte in body:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021) & 0xFFFF if crc & 0x8000 else crc << 1
    return crc


def framed(body: str) -> bytes:
    """`body` as a line of the link: body, `*`, CRC in four hex digits, line feed."""
    raw = body.encode("ascii")
    return b"%s*%04X\n" % (raw, crc16(raw))
