"""What the board measures and no scan needs, for whoever asks: currents as they are, raw levels.

Dividers: hardware/blocks/amux.py. A counter's raw wire is the phototransistor's own voltage: dark
near 3.3 V, a tile pulls it down; its comparator stands at 1650 mV.
"""

from hal.analogue import CH_V5SAFE, CH_V12, UNKNOWN, milliamps

REFERENCE_MV = 3300
TENTHS = (10, 10, 10, 10, 0, 0, 43, 20)  # by channel: mV before the divider; 33k + 10k, 10k + 10k
LEVELS = (CH_V12, CH_V5SAFE, 0, 1, 2, 3)  # in the order of `level_mv`


class Gauges:
    """`group` 0 is A, 1 is B. All answers are integers; -1: not known yet."""

    def __init__(self, analogue, currents):
        self.analogue = analogue
        self.currents = currents

    def group_ma(self, group):
        """Current of the last whole period, mA rms."""
        return milliamps(self.analogue.b.square if group else self.analogue.a.square)

    def idle_ma(self, group):
        """The same with none of its motors on, as learnt."""
        return self.currents.groups[group].off_ma

    def learnt_ma(self, motor):
        """Running current of a motor, 0: not learnt."""
        return self.currents.run_ma[motor] if self.currents.learnt >> motor & 1 else 0

    def level_mv(self, which):
        """0: 12 V, 1: +5V_SAFE, 2 to 5: raw levels of the tile counters A to D."""
        channel = LEVELS[which]
        counts = self.analogue.levels[channel]
        if counts == UNKNOWN:
            return -1
        return counts * REFERENCE_MV // 10 * TENTHS[channel] >> 12
