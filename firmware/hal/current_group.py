"""One of the two groups of motors behind one current transformer: its limits and its difference.

Sums of milliamperes ignore phase; motors of one kind have nearly the same, and the tolerance of
20 %, at least 12 mA, covers the rest. With no motor on, what is more than the snubbers' current is
taken as squares: a snubber's current leads, a motor's lags. A shorted triac in diode mode then
shows too: a half-wave has half the motor's running current, and more in a winding, which its mean
saturates. (Half of a belt's 25 mA alone would be at the limit.) A difference is told once it has
lasted CURRENT_OFF_MS.
"""

from hal.analogue import milliamps, square_of
from mjtable.scan.clock import MASK
from mjtable.generated.timing import CURRENT_MISMATCH_PCT, CURRENT_OFF_MA, CURRENT_OFF_MS

SNUBBERS_MA = 5  # none of its motors on, the motor bus live (design hardware §1.3)
SNUBBERS_MAX_MA = 12  # more is no snubber
STARTING_PCT = 220  # of the running current: 1.8 and the tolerance
TELL_MA = 4  # smaller changes of a difference are not told
CLIPPED_MA = 1500  # the converter ends at 550; keeps squares within the small integers
NO_LIMIT = 0x3FFFFFFF


class Group:
    """Motors `first` to `first` + 7. `amps_ma`: measured minus modelled, 0 within tolerance.

    The sums are running currents of its motors that are on for long, just started, just stopped.
    """

    def __init__(self, first):
        self.first = first
        self.bits = 255 << first
        self.off_ma = SNUBBERS_MA
        self.steady_ma = 0
        self.starting_ma = 0
        self.stopped_ma = 0
        self.amps_ma = 0
        self._idle = True
        self._low = 0  # limits of the sum of four squares
        self._high = 0
        self._since_ms = -1  # outside the limits since then
        self.limits(True)

    def limits(self, known):
        """New limits after a change of the sums.

        Not `known`: a motor has no learnt current, so that nothing can be said.
        """
        steady_ma = self.steady_ma
        changing_ma = self.starting_ma + self.stopped_ma
        self._idle = steady_ma + changing_ma == 0
        self._low = 0
        if self._idle:
            self._high = square_of(self.off_ma) + square_of(CURRENT_OFF_MA + 1)
        elif not known:
            self._high = NO_LIMIT
        else:
            spread_ma = steady_ma * CURRENT_MISMATCH_PCT // 100
            if spread_ma < CURRENT_OFF_MA:
                spread_ma = CURRENT_OFF_MA
            steady_ma += self.off_ma
            high_ma = steady_ma + spread_ma + 1 + changing_ma * STARTING_PCT // 100
            self._high = square_of(min(high_ma, CLIPPED_MA))
            if self.steady_ma and steady_ma > spread_ma:
                self._low = square_of(min(steady_ma - spread_ma, CLIPPED_MA))

    def within(self, square):
        """The measurement is as it should be."""
        return self._low <= square <= self._high

    def judge(self, now_ms, square):
        """One measurement; True when `amps_ma` has changed."""
        amps_ma = 0
        if self._low <= square <= self._high:
            self._since_ms = -1
        elif self._since_ms < 0:
            self._since_ms = now_ms
        elif now_ms - self._since_ms & MASK >= CURRENT_OFF_MS:
            amps_ma = self._difference(square)
            if self.amps_ma and abs(amps_ma - self.amps_ma) < TELL_MA:
                amps_ma = self.amps_ma
        if amps_ma == self.amps_ma:
            return False
        self.amps_ma = amps_ma
        return True

    def _difference(self, square):
        if self._idle:
            return milliamps(square - square_of(self.off_ma))
        return milliamps(square) - self.off_ma - self.steady_ma - self.starting_ma
