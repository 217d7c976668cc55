"""The USB cable between a host and the simulated board, with the board's own driver at its end.

`hal/usb_serial.py` runs here as on the board: what it takes and sends in a scan is what a board
takes and sends. Behind it TinyUSB: packets of 64 bytes come in, what is written goes out at once,
for the host here always reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hal.usb_serial import BULK, CONTROL, PACKET_ID, TAKEN, UsbSerial

IN_LIMIT = 1024
"""Bytes kept until the firmware reads them, 0.2 s of its reading; of more the oldest are dropped,
so that a good line behind a flood is answered soon."""


class Ready:
    """What `select.poll` is to the driver: it gives one thing when its stream is ready."""

    def __init__(self, data: bytearray | None) -> None:
        self._data = data  # None: there is always room

    def ipoll(self, _wait_ms: int) -> Iterator[bool]:
        """Once, or not at all."""
        if self._data is None or self._data:
            yield True


class UsbCable:
    """`put` what the host sends, `take` what the board has sent; `serial` is the board's end."""

    def __init__(self) -> None:
        self._to_board = bytearray()
        self._from_board = bytearray()
        self._packet = 0
        self.serial: Any = UsbSerial(Ready(self._to_board), self, Ready(None), self, self)

    @property
    def waiting(self) -> bool:
        """The board has something to read or to send."""
        return bool(self._to_board) or not self.serial.idle

    def put(self, data: bytes) -> None:
        """The host sends."""
        self._to_board += data
        del self._to_board[:-IN_LIMIT]
        self._packet ^= PACKET_ID

    def take(self) -> bytes:
        """What has come out since the last time."""
        data = bytes(self._from_board)
        self._from_board.clear()
        return data

    # what the driver sees

    def readinto(self, buf: bytearray) -> int:
        """One byte, which is there."""
        buf[0] = self._to_board.pop(0)
        return 1

    def write(self, buf: bytearray, first: int = 0, size: int = 1) -> int:
        """The stack takes this much."""
        self._from_board += buf[first:first + size]
        return size

    def __getitem__(self, address: int) -> int:
        """16 bits of a register: an endpoint for bulk data; the host takes packets at once."""
        return BULK if address == CONTROL else self._packet if address == TAKEN else 0
