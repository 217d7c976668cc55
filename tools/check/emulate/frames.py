"""Frames on the pipes to and from Node: kind (one letter), length (4 bytes, low first), content.

To Node: `u` bytes for the board, `a` how many of its bytes were taken (4 bytes), `h` a program has
the port open (1 byte), `i` the machine's answer (JSON), `c` "reset".
From Node: `u` bytes of the board, `a` how many of ours it took, `o` outputs (JSON; wants an `i`),
`n` a note for people, `d` a detail for the curious,
`r` the chip was reset and why, `e` it failed.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

HEAD = struct.Struct("<cI")


def frame(kind: str, content: bytes = b"") -> bytes:
    """One frame."""
    return HEAD.pack(kind.encode(), len(content)) + content


class FrameReader:
    """Cuts a stream of bytes into frames."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, data: bytes) -> Iterator[tuple[str, bytes]]:
        """The frames that are whole with `data`."""
        self._rest += data
        while len(self._rest) >= HEAD.size:
            kind, length = HEAD.unpack_from(self._rest)
            end = HEAD.size + length
            if len(self._rest) < end:
                return
            content = bytes(self._rest[HEAD.size : end])
            del self._rest[:end]
            yield kind.decode("latin-1"), content
