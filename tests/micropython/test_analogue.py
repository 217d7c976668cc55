"""The converter: currents of both groups from four samples, eight slow levels, the start test."""

import math
import random

import pytest

from hal.analogue import (
    CH_NTC_BAY,
    CH_NTC_HS,
    CH_V5SAFE,
    CHANNELS,
    MUX_SHIFT,
    PERIOD,
    SLOW_SAMPLE,
    Analogue,
    Wave,
    milliamps,
    root,
    square_of,
)
from hal.self_check import BIAS, CURRENT
from mjtable.generated.iomap import AUX_AMUX_A0, AUX_AMUX_A1, AUX_AMUX_A2
from tests.micropython.waves import Converter, Multiplexer, half_wave, sine

SCAN_S = 0.005
ROOM = 2048


class Listener:
    """Stands for currents and temperatures."""

    def __init__(self):
        self.heard = []
        self.changed = False

    def step(self, now_ms, motors, square_a, square_b):
        self.heard.append((now_ms, motors, square_a, square_b))
        return self.changed

    def take(self, sensor, counts):
        self.heard.append((sensor, counts))
        return self.changed

    def learn(self, square_a, square_b):
        self.heard.append(("learn", square_a, square_b))
        return True


class Bench:
    """The driver on a simulated front end."""

    def __init__(self, a=None, b=None, slow=None):
        self.a, self.b = a or Converter(), b or Converter()
        self.mux = Multiplexer(slow or [ROOM] * CHANNELS)
        self.currents, self.temperature = Listener(), Listener()
        self.driver = Analogue(self.a, self.b, self.mux, self.currents, self.temperature)
        self.scans = 0

    def scan(self, times=1, motors=0):
        """Scans; the frame with the new address goes out after each. True: one told a change."""
        told = False
        for _ in range(times):
            self.scans += 1
            self.a.at_s = self.b.at_s = self.scans * SCAN_S
            told = self.driver.step(5 * self.scans, motors) or told
            self.mux.address = self.driver.mux_bits >> MUX_SHIFT
        return told

    def sleep_ms(self, ms):
        self.a.at_s += ms / 1000
        self.b.at_s += ms / 1000


def measured_ma(current, scans=600):
    """Every reading of the last second."""
    bench = Bench(a=Converter(current))
    bench.scan(scans - 200)
    readings = []
    for _ in range(200):
        bench.scan()
        readings.append(milliamps(bench.driver.a.square))
    return readings


# ------------------------------------------------------------------------ arithmetic
def test_roots_are_exact():
    for n in [*range(3000), *(k * k + d for k in range(50, 32_768, 97) for d in (-1, 0, 1))]:
        assert root(n) == math.isqrt(n)
    assert root((1 << 30) - 1) == 32_767


def test_milliamps_and_squares_are_each_others_inverse():
    for ma in range(1, 1001):
        assert milliamps(square_of(ma)) == ma


def test_nothing_leaves_the_small_integers():
    full = 4 * 4095 * 4095  # more than the converter can give
    assert full < 1 << 30
    assert root(full) * 3300 + (1 << 13) < 1 << 30
    assert square_of(3000) < 1 << 30


# ------------------------------------------------------------------------ currents
@pytest.mark.parametrize("degrees", range(0, 90, 5))
def test_a_sine_measures_the_same_at_every_phase(degrees):
    readings = measured_ma(sine(70, phase=math.radians(degrees)))
    assert all(69 <= ma <= 71 for ma in readings)


@pytest.mark.parametrize("ma", [0, 5, 12, 25, 37, 62, 87, 174, 348, 540])
def test_currents_from_snubbers_to_the_clamp(ma):
    assert all(abs(reading - ma) <= 1 for reading in measured_ma(sine(ma, phase=0.4)))


@pytest.mark.parametrize("hz", [49.0, 49.5, 50.5, 51.0])
def test_off_frequency_the_reading_swings_by_no_more_than_one_and_a_half_percent(hz):
    readings = measured_ma(sine(300, hz))
    assert max(readings) <= 300 * 1.017 + 1 and min(readings) >= 300 * 0.983 - 1
    assert max(readings) - min(readings) >= 3  # the swing is real
    assert abs(sum(readings) / len(readings) - 300) < 1.5


def test_an_amplifier_off_its_middle_is_no_current():
    """1 % resistors: 16 mV, which would read as 8 mA."""
    bench = Bench(a=Converter(sine(40), offset_mv=16))
    bench.scan(1500)
    assert abs(milliamps(bench.driver.a.square) - 40) <= 1
    assert bench.driver.a.middle == 2067


def test_a_motor_that_starts_shows_within_a_period_and_moves_no_middle():
    bench = Bench()
    bench.scan(200)
    bench.a.current = sine(87, phase=1.0)
    bench.scan(4)
    assert 86 <= milliamps(bench.driver.a.square) <= 88
    bench.scan(400)
    assert abs(bench.driver.a.middle - 2048) <= 1


@pytest.mark.parametrize("seed", range(3))
def test_late_scans_move_no_middle(seed):
    """Scans late at the same phase of the mains; a motor that stops would seem to draw current."""
    chance = random.Random(seed)
    bench = Bench(a=Converter(sine(300)))
    for n in range(4000):
        late_ms = chance.choice((2, 3, 4)) if n % 4 == 0 and chance.random() < 0.3 else 0
        bench.a.at_s = 0.005 * n + 0.001 * late_ms
        bench.driver.step(5 * n + late_ms, 1)
    heard = len(bench.currents.heard)
    assert heard > 300, "most periods count all the same"
    bench.scans = n
    bench.a.current = sine(0)
    bench.scan(20)
    assert milliamps(bench.driver.a.square) <= 1


@pytest.mark.parametrize("degrees", range(0, 180, 15))
def test_a_half_wave_shows_at_every_phase(degrees):
    """55 % of the whole wave by theory; four samples see 50 to 62 %."""
    readings = measured_ma(half_wave(87, phase=math.radians(degrees)), scans=1200)
    assert all(0.48 * 87 - 1 <= ma <= 0.63 * 87 + 1 for ma in readings)


def test_each_group_has_its_own_converter():
    bench = Bench(a=Converter(sine(30)), b=Converter(sine(60)))
    bench.scan(8, motors=0x101)
    assert (milliamps(bench.driver.a.square), milliamps(bench.driver.b.square)) == (30, 60)
    assert bench.currents.heard[-1] == (40, 0x101, bench.driver.a.square, bench.driver.b.square)


def test_a_late_scan_costs_little():
    """70 us of jitter (design micropython §3) on a current of 300 mA."""
    bench = Bench(a=Converter(sine(300)))
    for n in range(400):
        bench.a.at_s = n * SCAN_S + (70e-6 if n % 3 else 0)
        bench.driver.step(5 * n, 0)
    assert abs(milliamps(bench.driver.a.square) - 300) <= 6


# ------------------------------------------------------------------------ slow levels
def proven():
    """After its first reading, which is that +5V_SAFE is dead: the others take turns from now."""
    slow = [ROOM] * CHANNELS
    slow[CH_V5SAFE] = 30
    bench = Bench(slow=slow)
    bench.scan(SLOW_SAMPLE)
    return bench


def test_every_channel_is_read_after_its_address_went_out():
    bench = Bench(slow=range(100, 108))
    bench.scan(PERIOD * CHANNELS)
    assert list(bench.driver.levels) == list(range(100, 108))
    assert bench.temperature.heard == [(0, 104), (1, 105)]


def test_an_address_stays_for_a_period():
    """In turn, but the opto supply first, and again in its own turn."""
    bench = proven()
    seen = []
    for _ in range(PERIOD * CHANNELS):
        seen.append(bench.driver.mux_bits >> MUX_SHIFT)
        bench.scan()
    assert seen == [channel % 8 for channel in range(8) for _ in range(PERIOD)]
    assert AUX_AMUX_A0 | AUX_AMUX_A1 | AUX_AMUX_A2 == 7 << MUX_SHIFT


def test_a_step_tells_when_the_image_changes():
    bench = proven()
    assert not bench.scan(PERIOD * CHANNELS)
    bench.temperature.changed = True
    assert [bench.scan(PERIOD) for _ in range(CHANNELS)] == [
        channel in (CH_NTC_HS, CH_NTC_BAY) for channel in range(CHANNELS)
    ]
    bench.temperature.changed, bench.currents.changed = False, True
    assert bench.scan(PERIOD)


def test_the_opto_supply_is_seen_and_forgotten_when_power_is_let_go():
    """What is not known counts as live, from the start and after each disarming."""
    bench = Bench(slow=[ROOM] * CHANNELS)
    bench.mux.counts[CH_V5SAFE] = 30
    assert bench.driver.opto_supply_live
    bench.scan(SLOW_SAMPLE)
    assert not bench.driver.opto_supply_live
    bench.mux.counts[CH_V5SAFE] = 3103  # half of 5 V
    bench.scan(PERIOD * CHANNELS)
    assert bench.driver.opto_supply_live
    bench.mux.counts[CH_V5SAFE] = 30
    bench.scan(PERIOD * CHANNELS)
    assert not bench.driver.opto_supply_live
    bench.driver.disarmed()
    assert bench.driver.opto_supply_live
    bench.scan(2 * PERIOD)
    assert not bench.driver.opto_supply_live


def test_learning_hears_both_currents():
    bench = Bench(a=Converter(sine(30)))
    bench.scan(8)
    assert bench.driver.learn()
    assert bench.currents.heard[-1] == ("learn", bench.driver.a.square, bench.driver.b.square)


# ------------------------------------------------------------------------ before the first scan
@pytest.mark.parametrize(
    "front_end, answer",
    [
        (Converter(), 0),
        (Converter(offset_mv=33), 0),
        (Converter(offset_mv=-400), BIAS),
        (Converter(offset_mv=1650), BIAS),  # the amplifier hangs at its supply
        (Converter(sine(10)), 0),
        (Converter(sine(14)), CURRENT),  # the bus is dead: no motor can draw that
    ],
)
@pytest.mark.parametrize("side", "ab")
def test_the_front_end_is_tested_before_the_first_scan(front_end, answer, side):
    front_end.at_s = 0.0
    bench = Bench(**{side: front_end})
    assert bench.driver.check(bench.sleep_ms) == answer


def test_after_the_start_test_the_middle_is_known():
    bench = Bench(a=Converter(offset_mv=33))
    bench.driver.check(bench.sleep_ms)
    bench.scan(1)
    assert milliamps(bench.driver.a.square) <= 1


def test_a_wave_starts_without_current():
    wave = Wave()
    assert (wave.square, wave.middle) == (0, 2048)
