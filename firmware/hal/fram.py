"""The FRAM on the I2C bus (MB85RC256V or FM24CL64B, address 0x50): 16 slots of 64 bytes.

Writing takes no wait and wears nothing out, but the bus is slow: 18 bytes are 0.43 ms at 400 kHz.
So a changed slot queues up, is copied whole when its turn comes, and goes out 16 bytes a scan,
front to back, one slot after the other. A power cut tears at most that one slot; the other one of
its kind (`mjtable.memory.store`) is whole. First changed, first written: the slot that is
overwritten is then always the older one of its kind.

Only `writeto` with one ready-made buffer is used in the scan: `writeto_mem` and `writevto` join
their buffers on the heap (extmod/machine_i2c.c). The bus should have a time-out of 2 ms, so that
a stuck wire does not hold up the scan for the default of 50.
"""

from mjtable.kit.hosted import for_host
from mjtable.kit.letters import lay, lay_part
from mjtable.memory.store import SLOT_BYTES, SLOTS

ADDRESS = 0x50
CHUNK = 16  # bytes a call puts on the bus, beside the two of the memory address
TRIES = 3  # of one piece, while the start or a power failure waits for it
RETRY_CALLS = 20  # pump() calls between two tries: 100 ms
GIVE_UP = 10  # failures in a row: the chip is gone until the next start


class Fram:
    """`i2c` as machine.I2C. `present` while the chip answers, `failed` counts its refusals."""

    def __init__(self, i2c, addr=ADDRESS):
        self._i2c = i2c
        self._addr = addr
        self.failed = 0
        self._queue = bytearray(SLOTS)  # slots in the order of their change
        self._queued = 0
        self._staged = bytearray(SLOT_BYTES)
        self._slot = 0
        self._next = SLOT_BYTES  # byte of the staged slot that goes out next; the end: none
        self._shadow = None
        self._out = bytearray(2 + CHUNK)
        self._in = bytearray(CHUNK)
        self._pause = 0
        self._row = 0  # failures in a row
        self.present = self._read(0)

    def is_pending(self):
        """True while something waits to be written."""
        return self.present and (self._queued > 0 or self._next < SLOT_BYTES)

    pending = for_host(is_pending)

    def load(self, shadow):
        """Read all slots into `shadow`, SLOTS bytearrays of SLOT_BYTES. At start: takes 25 ms.

        A piece that cannot be read stays as it is in `shadow`; the answer is then False.
        """
        for slot in range(SLOTS):
            for at in range(0, SLOT_BYTES, CHUNK):
                if not self.present or not self._read(slot * SLOT_BYTES + at):
                    self.present = False
                    return False
                for index in range(CHUNK):
                    shadow[slot][at + index] = self._in[index]
        return True

    def _read(self, address):
        for _ in range(TRIES):
            try:
                self._i2c.readfrom_mem_into(self._addr, address, self._in, addrsize=16)
                return True
            except OSError:
                self.failed += 1
        return False

    def take(self, slot, shadow):
        """`shadow[slot]` has changed: write it, as it will be when its turn comes."""
        self._shadow = shadow
        for index in range(self._queued):
            if self._queue[index] == slot:
                return
        self._queue[self._queued] = slot
        self._queued += 1

    def pump(self):
        """Once a scan: at most 16 bytes. True when the bus was used."""
        if not self.present:
            return False
        if self._pause:
            self._pause -= 1
            return False
        if self._next == SLOT_BYTES:
            if not self._queued:
                return False
            self._stage()
        self._write_piece()
        return True

    def flush(self):
        """Power fails: write all that waits, now (1.7 ms a slot). True when nothing waits."""
        tries = TRIES
        while tries and self.is_pending():
            self._pause = 0
            if self._next == SLOT_BYTES:
                self._stage()
            if not self._write_piece():
                tries -= 1
        return not self.is_pending()

    def _stage(self):
        """Copy the slot whose turn it is, so that what goes out is of one moment."""
        queue = self._queue
        slot = queue[0]
        self._queued -= 1
        for index in range(self._queued):
            queue[index] = queue[index + 1]
        lay(self._staged, 0, self._shadow[slot], SLOT_BYTES)
        self._slot = slot
        self._next = 0

    def _write_piece(self):
        """The next 16 bytes of the staged slot; after a failure the same ones again, later."""
        at = self._next
        address = self._slot * SLOT_BYTES + at
        self._out[0] = address >> 8
        self._out[1] = address & 255
        lay_part(self._out, 2, self._staged, at, at + CHUNK)
        if self._is_taken():
            self._next = at + CHUNK
            self._row = 0
            return True
        self.failed += 1
        self._row += 1
        self._pause = RETRY_CALLS
        if self._row >= GIVE_UP:
            self.present = False
        return False

    def _is_taken(self):
        """The chip has acknowledged every byte of `_out`."""
        try:
            return self._i2c.writeto(self._addr, self._out) == 2 + CHUNK
        except OSError:
            return False
