"""The analogue inputs: currents of both motor groups, and eight slow levels behind a multiplexer.

Front end (design hardware §1.5): two turns through a 1000:1 transformer, 1 kOhm, 1.65 V in the
middle: 2 mV a milliampere, 0.8 mV a count. Each scan takes one sample of each group; four make a
period of 20 ms, and the sum of their squares measures the current. They lie a quarter of the
mains' period apart: with sin^2 and cos^2 taken twice each the sum is 4 x rms^2 whatever the phase.
At 49 or 51 Hz it swings by 6.3 % with the phase, the root of it by 3.2 %: 1.6 % to either side. A
half-wave (a shorted triac in diode mode) sums up as well: a transformer takes away its mean, not
its pulses.

The middle is followed slowly (1.3 s); the mean of a whole period is the middle, so a current does
not move it. Four samples of which one was late are no period and count for nothing. The
multiplexer is read, and goes on to the next of eight channels, once a period: each change of its
address costs the I/O chain two long frames.
"""

from array import array

from hal.self_check import BIAS, CURRENT
from hal.temperature import BAY, HS
from mjtable.kit.hosted import for_host

CHANNELS = 8
CH_NTC_HS, CH_NTC_BAY, CH_V12, CH_V5SAFE = range(4, 8)
MUX_SHIFT = 8  # AMUX_A0 is bit 8 of outputs.aux
MIDDLE = 2048
MIDDLE_OFF = 200  # counts; the divider and the amplifier are within 3 %
SLOW = 8  # 2^8 samples = 1.3 s
ROOT_MA = 3300  # root of the sum of squares * 3300 / 16384 = mA
ROOT_SHIFT = 14
SUPPLY_COUNTS = 1240  # 1 V of the 2.5 V that +5V_SAFE gives behind its divider
DEAD_MA = 12  # the motor bus is dead, so this much is no motor
PERIOD = 4  # samples
SLOW_SAMPLE = 2  # with it the multiplexer is read: not in the scan that judges
STEP_MS = 5
MASK = 0x3FFFFFFF
UNKNOWN = 0xFFFF  # +5V_SAFE was not read since the start or since motor power was let go


def root(n):
    """Integer square root, 0..2^30 - 1, rounded down; at most 10 steps."""
    if n < 2:
        return n
    guess = 512 if n < 262_144 else 32_768
    while True:
        better = guess + n // guess >> 1
        if better >= guess:
            return guess
        guess = better


def milliamps(square):
    """Current of a sum of four squares, mA rms."""
    return root(square) * ROOT_MA + (1 << ROOT_SHIFT - 1) >> ROOT_SHIFT


def square_of(ma):
    """The sum of four squares that a current of 0..3000 mA rms gives, rounded up."""
    counts = ((ma << ROOT_SHIFT) + ROOT_MA - 1) // ROOT_MA
    return counts * counts


class Wave:
    """One group's current, period by period."""

    def __init__(self):
        self.square = 0  # sum of the last period's four squares, counts^2
        self.sum_ = 0  # of this period's samples, from the middle
        self.squares = 0
        self.middle = MIDDLE  # counts without current, as followed
        self._slow = MIDDLE << SLOW

    def set_middle(self, counts):
        """Where no current is."""
        self.middle = counts
        self._slow = counts << SLOW

    def end(self):
        """The period is over."""
        self.square = self.squares
        self._slow += self.sum_
        self.middle = self._slow >> SLOW
        self.sum_ = self.squares = 0

    def drop(self):
        """What was sampled is no period."""
        self.sum_ = self.squares = 0


class Analogue:
    """`adc_a`, `adc_b`, `adc_mux`: have `read_u16()`; what they say goes to the two others."""

    def __init__(self, adc_a, adc_b, adc_mux, currents, temperature):
        self._read_a = adc_a.read_u16
        self._read_b = adc_b.read_u16
        self._read_mux = adc_mux.read_u16
        self._take = self._take  # found at once, both
        self._measured = currents.step
        self._currents = currents
        self._temperature = temperature
        self.a = Wave()
        self.b = Wave()
        self.levels = array("H", (0,) * CHANNELS)  # counts of the slow channels
        self.levels[CH_V5SAFE] = UNKNOWN
        self._channel = CH_V5SAFE  # the first to be read: nothing is armed before
        self._turn = 0  # the channel that comes next when +5V_SAFE is not waited for
        self._proof = True  # disarmed: +5V_SAFE has to be seen dead
        self._samples = 0
        self._last_ms = 0  # the last sample's time
        self._whole = True  # no sample of this period was late
        self.mux_bits = CH_V5SAFE << MUX_SHIFT  # for `outputs.aux`: the channel to be read next

    def step(self, now_ms, motors):
        """Once a scan, `motors` as they have been on since the last. True: the image changes."""
        self._take()
        apart_ms = now_ms - self._last_ms & MASK
        self._last_ms = now_ms
        if self._samples > 1 and not STEP_MS - 1 <= apart_ms <= STEP_MS + 1:
            self._whole = False
        if self._samples == SLOW_SAMPLE:
            return self._slow_channel(self._channel)
        if self._samples < PERIOD:
            return False
        self._samples = 0
        if not self._whole:
            self._whole = True
            self.a.drop()
            self.b.drop()
            return False
        self.a.end()
        self.b.end()
        return self._measured(now_ms, motors, self.a.square, self.b.square)

    def _take(self):
        """One sample of each group."""
        wave = self.a
        counts = (self._read_a() >> 4) - wave.middle
        wave.sum_ += counts
        wave.squares += counts * counts
        wave = self.b
        counts = (self._read_b() >> 4) - wave.middle
        wave.sum_ += counts
        wave.squares += counts * counts
        self._samples += 1

    def _slow_channel(self, channel):
        """Read it and go on to the next."""
        counts = self._read_mux() >> 4
        self.levels[channel] = counts
        if channel == CH_V5SAFE and counts <= SUPPLY_COUNTS:
            self._proof = False
        if channel == self._turn:
            self._turn = channel + 1 & CHANNELS - 1
        # as long as it is to be seen dead every second reading is that of +5V_SAFE
        self._channel = CH_V5SAFE if self._proof and channel != CH_V5SAFE else self._turn
        self.mux_bits = self._channel << MUX_SHIFT
        if channel == CH_NTC_HS:
            return self._temperature.take(HS, counts)
        return channel == CH_NTC_BAY and self._temperature.take(BAY, counts)

    def is_opto_supply_live(self):
        """+5V_SAFE is there, as seen at most 160 ms ago; also while that is not known."""
        return self.levels[CH_V5SAFE] > SUPPLY_COUNTS

    opto_supply_live = for_host(is_opto_supply_live)

    def disarmed(self):
        """Motor power was just let go: what was seen of +5V_SAFE is out of date.

        The address that is out stays: the reading after the next one is the first that counts.
        """
        self.levels[CH_V5SAFE] = UNKNOWN
        self._proof = True

    def learn(self):
        """The motor bus is live and steady: see `Currents.learn`."""
        return self._currents.learn(self.a.square, self.b.square)

    def check(self, sleep_ms):
        """Before the first scan, all dead: 0, BIAS or CURRENT of `self_check`; takes 40 ms."""
        sums = [0, 0]
        for _ in range(PERIOD):
            sums[0] += self._read_a() >> 4
            sums[1] += self._read_b() >> 4
            sleep_ms(STEP_MS)
        self.a.set_middle(sums[0] // PERIOD)
        self.b.set_middle(sums[1] // PERIOD)
        for _ in range(PERIOD):
            self._take()
            sleep_ms(STEP_MS)
        self._samples = 0
        for wave in (self.a, self.b):
            wave.end()
            if abs(wave.middle - MIDDLE) > MIDDLE_OFF:
                return BIAS
            if milliamps(wave.square) > DEAD_MA:
                return CURRENT
        return 0
