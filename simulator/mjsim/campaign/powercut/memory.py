"""The board's memory as it is: the drivers of the FRAM, and a chip that can die at any byte.

`Fram` and `Medium` are the board's own. What the table saves is in their shadow at once; on the
chip it arrives 16 bytes a scan, and whole when the mains fail in time.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from hal.fram import CHUNK, Fram
from hal.medium import Medium
from mjsim.generated import constants as C
from mjtable.memory.store import KINDS, PAYLOAD, SLOT_BYTES, SLOTS, Store

SCAN_MS = C.SCAN_PERIOD_MS


class PowerGone(BaseException):
    """The chip has no supply any more; nothing in the firmware can catch that."""


class Chip:
    """The memory chip behind `machine.I2C`: every byte is kept as it arrives."""

    def __init__(self, cells: bytes | bytearray = bytes(SLOTS * SLOT_BYTES)) -> None:
        self.cells = bytearray(cells)
        self.budget = -1  # bytes that still arrive; -1: all

    def readfrom_mem_into(self, _addr: int, at: int, buf: bytearray, *, addrsize: int = 8) -> None:
        """Read from an address."""
        buf[:] = self.cells[at : at + len(buf)]

    def writeto(self, _addr: int, buf: bytearray) -> int:
        """Two address bytes, then data; how many were answered."""
        at = buf[0] << 8 | buf[1]
        for index in range(2, len(buf)):
            if self.budget == 0:
                raise PowerGone
            self.budget -= 1
            self.cells[at + index - 2] = buf[index]
        return len(buf)


class NoFile:
    """The flash: what is kept there at rest is another test's (tests/micropython)."""

    def recall(self, _buf: bytearray) -> int:
        """Nothing is kept."""
        return 0

    def save(self, _buf: bytearray, _n: int) -> bool:
        """Nothing is kept."""
        return True


class Memory:
    """What `SimTable` takes as its store; `now` tells the time, `told` is called at each write."""

    def __init__(self) -> None:
        self.now: Callable[[], int] = lambda: 0
        self.told: Callable[[], None] = lambda: None
        self.file = b""  # the chronicle's, on the flash, written at rest alone
        self._start(Chip())

    def _start(self, chip: Chip) -> None:
        self.chip = chip
        self._fram = Fram(chip)
        self._medium = Medium(self._fram, [NoFile(), NoFile()])
        self._at = self.now()

    def read(self, slot: int, buf: bytearray) -> int:
        """The board's store reads."""
        return int(self._medium.read(slot, buf))

    def write(self, slot: int, buf: bytearray, n: int) -> int:
        """The board's store writes."""
        self._catch_up()
        self._at = self.now()
        done = int(self._medium.write(slot, buf, n))
        self.told()
        return done

    def readinto(self, buf: bytearray) -> int:
        """The chronicle's file."""
        buf[: len(self.file)] = self.file
        return len(self.file)

    def write_chronicle(self, buf: bytearray, n: int) -> bool:
        """The first n bytes of `buf` are the chronicle's file now."""
        self.file = bytes(buf[:n])
        return True

    def _catch_up(self) -> None:
        """What the scans since have sent."""
        scans = (self.now() - self._at) // SCAN_MS
        while scans > 0 and self._medium.pump():
            scans -= 1
        self._at = self.now()

    def pending(self) -> int:
        """Bytes that are on their way to the chip now."""
        self._catch_up()
        fram = self._fram
        return int(fram._queued * SLOT_BYTES + SLOT_BYTES - fram._next)

    def die(self, arrive: int = -1) -> None:
        """The power goes: of what is on its way so many bytes arrive (-1: all). Then afresh."""
        self._catch_up()
        self.chip.budget = arrive
        with suppress(PowerGone):
            self._medium.flush()
        self._start(Chip(self.chip.cells))

    def after(self, arrive: int) -> Memory:
        """The memory as `die(arrive)` would leave it; this one goes on."""
        self._catch_up()
        other = Memory()
        cells = bytearray(self.chip.cells)
        for at, byte in self._coming()[:arrive]:
            cells[at] = byte
        other._start(Chip(cells))
        other.file = self.file
        return other

    def _coming(self) -> list[tuple[int, int]]:
        """Address and value of each byte on its way, in order."""
        fram = self._fram
        first = fram._slot * SLOT_BYTES
        found = [(first + at, fram._staged[at]) for at in range(fram._next, SLOT_BYTES)]
        for slot in fram._queue[: fram._queued]:
            row = self._medium._shadow[slot]
            found += [(slot * SLOT_BYTES + at, row[at]) for at in range(SLOT_BYTES)]
        return found

    def restored(self) -> tuple[bytes, ...]:
        """What a board that starts now finds: each kind's newest record, and which are torn."""
        store, buf = Store(self), bytearray(PAYLOAD)
        found = [bytes(buf[: store.load(kind, buf)]) for kind in range(len(KINDS))]
        return *found, b"%d" % store.damaged


assert SLOT_BYTES % CHUNK == 0
