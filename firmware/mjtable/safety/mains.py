"""Watches the mains: half-cycles lost, dropouts, wrong frequency (design hardware §1.6, §4.2).

The board measures; the image carries the longest gap between zero crossings, the frequency and
the 12 V power-fail comparator. A lost half-cycle slows motors down, so running time limits are
put off by as much; two of them stop everything.
"""

from mjtable.generated.fault_codes import HALF_CYCLE_LOST, MAINS_DROPOUT, MAINS_FREQUENCY
from mjtable.generated.iomap import BIT_PFAIL, BYTE_PFAIL
from mjtable.generated.setting_table import S_MAINS_HZ, S_MAINS_TOLERANCE_DHZ
from mjtable.generated.timing import MAINS_GONE_MS, MAINS_LOST_ONE_MS, MAINS_LOST_TWO_MS
from mjtable.scan import events
from mjtable.scan.clock import MASK, passed, sooner

TOUCHES = {
    "reads": "inputs.level inputs.mains_dhz inputs.mains_gap_ms now settings.value",
    "calls": "charts.refresh events.add raise_fault",
    "writes": "charts.limit_due",
}

FREQUENCY_MS = 1000  # off for this long (design hardware §4.1)
STEADY_MS = MAINS_GONE_MS  # good for this long: the mains are back


class Mains:
    """`due` is when to look again without a change; `stretch_ms` sums what limits were put off."""

    STATE = ("due", "stretch_ms", "out", "off", "_gap", "_steady_due", "_off_due")

    def __init__(self, table):
        self.table = table
        self.due = 0  # look once at the start
        self.stretch_ms = 0
        self.out = False  # dropped out, and not steady again yet
        self.off = False  # the frequency is wrong
        self._gap = False  # within a gap that is known already
        self._steady_due = -1
        self._off_due = -1

    def cause(self):
        """Fault that stands right now, 0 when the mains are well."""
        if self.out:
            return MAINS_DROPOUT
        return MAINS_FREQUENCY if self.off else 0

    def step(self):
        """One look at the image."""
        now = self.table.now
        gap_ms = self.table.inputs.mains_gap_ms
        failing = self.table.inputs.level[BYTE_PFAIL] & BIT_PFAIL != 0
        if gap_ms >= MAINS_LOST_TWO_MS or failing:
            self._drop(gap_ms)
        elif gap_ms >= MAINS_LOST_ONE_MS:
            self._steady_due = -1
            if not self._gap and not self.out:
                self._gap = True
                self._half_cycle(gap_ms)
        else:
            self._gap = False
            if self.out:
                self._settle(now)
        self._frequency(now)
        self.due = sooner(self._steady_due, self._off_due)

    def _drop(self, gap_ms):
        """Two half-cycles lost, or 12 V low: everything off, latched."""
        self._steady_due = -1
        if not self.out:
            self.out = True
            self._event("dropout", gap_ms)
            self.table.raise_fault(MAINS_DROPOUT, "mains", gap_ms)

    def _half_cycle(self, gap_ms):
        """One half-cycle lost: motors ride through, their limits are put off."""
        self.stretch_ms = (self.stretch_ms + gap_ms) & MASK
        for chart in self.table.charts:
            if chart.limit_due >= 0:
                chart.limit_due = (chart.limit_due + gap_ms) & MASK
                chart.refresh()
        self._event("half_cycle", gap_ms)
        self.table.raise_fault(HALF_CYCLE_LOST, "mains", gap_ms)

    def _settle(self, now):
        """After a dropout the mains must have been good for a while."""
        if self._steady_due < 0:
            self._steady_due = (now + STEADY_MS) & MASK
        elif passed(now, self._steady_due):
            self._steady_due = -1
            self.out = False
            self._event("back", 0)

    def _frequency(self, now):
        """Off by more than the tolerance for FREQUENCY_MS; not judged without mains."""
        value = self.table.settings.value
        error_dhz = abs(self.table.inputs.mains_dhz - 10 * value[S_MAINS_HZ])
        if self.out or error_dhz <= value[S_MAINS_TOLERANCE_DHZ]:
            self._off_due = -1
            if self.off and not self.out:
                self.off = False
                self._event("back", 0)
        elif not self.off:
            if self._off_due < 0:
                self._off_due = (now + FREQUENCY_MS) & MASK
            elif passed(now, self._off_due):
                self._off_due = -1
                self.off = True
                self._event("frequency", 0)
                self.table.raise_fault(MAINS_FREQUENCY, "mains", self.table.inputs.mains_dhz)

    def _event(self, did, gap_ms):
        self.table.events.add(events.MAINS, did, "", gap_ms)
