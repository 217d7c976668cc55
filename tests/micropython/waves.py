"""Currents and levels at the converter's pins, computed with floats as a laboratory would."""

import math

MV_PER_MA = 2.0  # two turns, 1000:1, 1 kOhm
MV_PER_COUNT = 3300 / 4096
ROOT2 = math.sqrt(2)


def sine(ma_rms, hz=50.0, phase=0.0):
    """Milliamperes at a time in seconds."""
    return lambda t: ROOT2 * ma_rms * math.sin(2 * math.pi * hz * t + phase)


def half_wave(ma_rms, hz=50.0, phase=0.0):
    """What a triac in diode mode lets through of such a sine, as a transformer passes it on."""
    whole = sine(ma_rms, hz, phase)
    mean = ROOT2 * ma_rms / math.pi
    return lambda t: max(0.0, whole(t)) - mean


class Converter:
    """An ADC channel: `current` in mA at `at_s`, 1.65 V plus `offset_mv` in the middle."""

    def __init__(self, current=lambda t: 0.0, offset_mv=0.0):
        self.current = current
        self.offset_mv = offset_mv
        self.at_s = 0.0

    def read_u16(self):
        """As machine.ADC gives it: twelve bits, spread over sixteen."""
        mv = 1650 + self.offset_mv + self.current(self.at_s) * MV_PER_MA
        counts = min(4095, max(0, int(mv / MV_PER_COUNT)))
        return counts << 4 | counts >> 8


class Multiplexer:
    """The 74HC4051 on the third channel: its address comes with the frame of the scan before."""

    def __init__(self, counts):
        self.counts = list(counts)
        self.address = 0

    def read_u16(self):
        counts = self.counts[self.address]
        return counts << 4 | counts >> 8
