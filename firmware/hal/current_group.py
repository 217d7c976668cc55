"""One of the two groups of motors behind one current transformer: its limits and its difference.

Sums of milliamperes ignore phase; motors of one kind have nearly the same, and the tolerance of
20 %, at least 12 mA, covers the rest. With no motor on, what is more than the snubbers' current is
taken as squares: a snubber's current leads, a motor's lags. A shorted triac in diode mode then
shows too: a half-wave has half the motor's running current, and more in a winding, which its mean
saturates. (Half of a belt's 25 mA alone would be at the limit.) A difference is told once it has
lasted CURRENT_OFF_MS.
"""

from hal.analogue import milliamps, square_of
from mjtable.clock import MASK
from mjtable.timing import CURRENT_MISMATCH_PCT, CURRENT_OFF_MA, CURRENT_OFF_MS

SNUBBERS_MA = 5  # none of its motors on, the motor bus live (design hardware §1.3)
SNUBBERS_MAX_MA = 12  # more is no snubber
STARTING_PCT = 220  # of the running current: 1.8 and the tolerance
TELL_MA = 4  # smaller changes of a difference are not told
CLIPPED_MA = 1500  # the converter ends at 550; keeps squares within the small integers
NO_LIMIT = 0x3FFFFFFF


class Group:
    """Motors `first` to `first` + 7. `amps_ma`: measured minus modelled, 0 within tolerance."""

    def __init__(self, first):
        self.first = first
        self.off_ma = SNUBBERS_MA
        self.amps_ma = 0
        self._idle = True
        self._model_ma = 0
        self._low = 0  # limits of the sum of four squares
        self._high = 0
        self._since_ms = -1  # outside the limits since then
        self.limits(0, 0, 0, True)

    def limits(self, steady_ma, starting_ma, stopped_ma, known):
        """New limits: running mA of the motors on for long, just started, just stopped.

        Not `known`: one of them has no learnt current, so that nothing can be said.
        """
        self._idle = steady_ma + starting_ma + stopped_ma == 0
        if self._idle:
            self._low = 0
            self._high = square_of(self.off_ma) + square_of(CURRENT_OFF_MA + 1)
            return
        self._model_ma = self.off_ma + steady_ma + starting_ma
        spread_ma = max(steady_ma * CURRENT_MISMATCH_PCT // 100, CURRENT_OFF_MA)
        high_ma = self.off_ma + steady_ma + spread_ma + 1
        high_ma += (starting_ma + stopped_ma) * STARTING_PCT // 100
        high_ma = min(high_ma, CLIPPED_MA)
        low_ma = min(self.off_ma + steady_ma - spread_ma, CLIPPED_MA)
        self._low = square_of(low_ma) if known and steady_ma and low_ma > 0 else 0
        self._high = square_of(high_ma) if known else NO_LIMIT

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
        return milliamps(square) - self._model_ma
