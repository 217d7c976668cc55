"""The clock of the RP2040's flash beside a core at 200 MHz.

MicroPython divides the core's clock by 4 at this speed, 50 MHz, and does so again each time
it has written flash (`rp2_flash.c`). The flash of a Pico, W25Q16JV, takes 133 MHz, and its maker's
own set-up for 200 MHz divides by 2: a word that is not in the cache then costs 40 cycles, not 80.
What is read past the cache before and after the change must be the same; a flash that cannot keep
up stays at the slower clock.
"""

from mjtable.kit.flat import flat

SSI = 0x18000000  # RP2040 datasheet §4.10.13
DIVISOR = SSI + 0x14  # BAUDR
FAST, SAFE = 2, 4


@flat("ptr32 int")
def set_divisor(ssi, divisor):
    """Nothing may read flash meanwhile: interrupts off, and this as machine code in memory."""
    while ssi[10] & 1:  # SR.BUSY
        pass
    ssi[2] = 0  # SSIENR
    ssi[5] = divisor
    ssi[2] = 1
    return 0


class FlashClock:
    """`registers`: machine.mem32; `contents`: a checksum of some KB of flash, past the cache."""

    def __init__(self, registers, contents, lock, unlock, ssi=SSI):
        self._registers = registers
        self._contents = contents
        self._lock = lock
        self._unlock = unlock
        self._ssi = ssi
        self.too_fast = False  # for this flash

    def fast(self):
        """At the start and after flash was written, outputs dead."""
        if self.too_fast or self._registers[DIVISOR] == FAST:
            return
        before = self._contents()
        self._set(FAST)
        if self._contents() != before:
            self._set(SAFE)
            self.too_fast = True

    def _set(self, divisor):
        state = self._lock()
        set_divisor(self._ssi, divisor)
        self._unlock(state)


class AnyFlash:
    """Stands in for it on the RP2350, which keeps its own clock."""

    def fast(self):
        """Nothing to do."""
