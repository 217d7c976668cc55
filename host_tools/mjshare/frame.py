"""Lines of the serial link: body, `*`, CRC-16 in four hex digits, line feed.

Pure functions over bytes; what a body means is `message.py`'s business. Written from the design's
page, not from the firmware, so that the two check each other.
"""

import binascii

BODY_LIMIT = 160
LINE_LIMIT = BODY_LIMIT + 6


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF."""
    return binascii.crc_hqx(data, 0xFFFF)


def encode(body: str) -> bytes:
    """The line for `body`; ValueError when a body may not look like this."""
    data = body.encode("ascii", errors="strict")
    if len(data) > BODY_LIMIT:
        raise ValueError(f"a line may have {BODY_LIMIT} characters, this one has {len(data)}")
    if b"*" in data or not all(32 <= byte < 127 for byte in data):
        raise ValueError(f"a line holds printable characters without *: {body!r}")
    return data + b"*%04X\n" % crc16(data)


def decode(line: bytes) -> str | None:
    """The body of a line without its line feed; None when its checksum does not fit."""
    body, star, digits = line.removesuffix(b"\r").rpartition(b"*")
    if not star or digits != b"%04X" % crc16(body):
        return None
    if not all(32 <= byte < 127 for byte in body):
        return None
    return body.decode("ascii")


def deframe(data: bytes) -> tuple[list[str], bytes, int]:
    """Bodies of the good lines in `data`, the rest without a line feed yet, bytes thrown away."""
    *lines, rest = data.split(b"\n")
    bodies = []
    discarded = 0
    for line in lines:
        body = decode(line)
        if body is None:
            discarded += len(line) + 1
        else:
            bodies.append(body)
    if len(rest) > 2 * LINE_LIMIT:
        discarded += len(rest) - LINE_LIMIT
        rest = rest[-LINE_LIMIT:]
    return bodies, rest, discarded
