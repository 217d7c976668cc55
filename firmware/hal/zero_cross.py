"""Zero crossings of the mains: gaps and frequency (design hardware §1.6, pin ZC).

A PIO state machine times them (`pio_programs.zero_cross`), one word a crossing, so nothing the
program does, and no stall, disturbs a measurement. Without a word the clock tells how long
nothing came: the gap then grows in the steps that the firmware knows. A gap that has ended shows
its true length for one scan.
"""

from mjtable.scan.clock import MASK
from mjtable.generated.timing import MAINS_GONE_MS, MAINS_LOST_ONE_MS, MAINS_LOST_TWO_MS

START = 31 << 15  # the PIO counts down from here, a step a microsecond; at 0 it stays
EXTRA_US = 2  # passed but not counted in every word
LONG_MS = 50
LOST_US = MAINS_LOST_ONE_MS * 1000
SHORT_US = 7_500  # shorter: noise made two of one; 66 Hz
WORDS = 16  # in one frequency, 0.16 s: even, for the opto's two halves differ
HALVES_DHZ = WORDS * 5_000_000  # / the sum of that many half-cycles in us = tenths of a hertz
STEP_DHZ = 2  # smaller changes are not told


class ZeroCross:
    """`sm`: the running state machine; only its `rx_fifo()` and `get()` are used."""

    def __init__(self, sm):
        self._waiting = sm.rx_fifo
        self._get = sm.get
        self._last_ms = -1  # scan that saw the last crossing
        self._timed = False  # the first word has no crossing before it
        self._sum_us = 0
        self._words = 0
        self.gap_ms = 0
        self.mains_dhz = 500

    def step(self, now_ms):
        """Once a scan. True when `gap_ms` or `mains_dhz` has changed. At most 8 words."""
        if self._last_ms < 0:
            self._last_ms = now_ms
        changed = False
        gap_ms = 0
        words = self._waiting()
        if words:
            self._last_ms = now_ms
            while words:
                words -= 1
                us = START - self._get() + EXTRA_US
                if not self._timed:
                    self._timed = True
                elif us >= LOST_US:
                    gap_ms = max(gap_ms, us // 1000)
                elif us >= SHORT_US:
                    self._sum_us += us
                    self._words += 1
                    if self._words == WORDS and self._average():
                        changed = True
        elif now_ms - self._last_ms & MASK >= MAINS_LOST_ONE_MS:
            gap_ms = self._level(now_ms - self._last_ms & MASK)
        if gap_ms != self.gap_ms:
            self.gap_ms = gap_ms
            changed = True
        return changed

    def _level(self, idle_ms):
        """What a gap shows that still goes on; it is as long as `idle_ms` or a scan longer."""
        if idle_ms < MAINS_LOST_TWO_MS:
            return MAINS_LOST_ONE_MS
        if idle_ms < LONG_MS:
            return MAINS_LOST_TWO_MS
        return LONG_MS if idle_ms < MAINS_GONE_MS else MAINS_GONE_MS

    def _average(self):
        """As many half-cycles as make one frequency; True when it has changed."""
        dhz = (HALVES_DHZ + self._sum_us // 2) // self._sum_us
        self._sum_us = 0
        self._words = 0
        if abs(dhz - self.mains_dhz) < STEP_DHZ:
            return False
        self.mains_dhz = dhz
        return True
