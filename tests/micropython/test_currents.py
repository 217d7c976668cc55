"""Measured against expected currents: strays, open and blocked motors, starts, what is learnt."""

import math

import pytest

from hal.analogue import Analogue, square_of
from hal.current_group import SNUBBERS_MA
from hal.currents import STARTING_MS, Currents
from hal.learning import RECORD_BYTES, VERSION, default_ma
from hal.temperature import Temperature
from mjtable.generated.iomap import M_BELT, M_DRUM, M_HATCH, M_HEAD, M_LIFT, M_RING
from mjtable.generated.timing import CURRENT_OFF_MA, CURRENT_OFF_MS
from tests.micropython.waves import Converter, Multiplexer, half_wave, sine

SCAN_MS = 5
DRUM, RING, HATCH = 1 << M_DRUM, 1 << M_RING, 1 << M_HATCH
BELT, HEAD, LIFT = 1 << M_BELT, 1 << M_HEAD, 1 << M_LIFT
ALL_LEARNT = (1 << 18) - 1


def ma_of(motors):
    """Running current of some motors, as of machine.toml."""
    return sum(default_ma(motor) for motor in range(16) if motors >> motor & 1)


class Bench:
    """The model, with currents said in milliamperes."""

    def __init__(self, learnt=ALL_LEARNT, now_ms=0):
        self.currents = Currents()
        self.currents.learnt = learnt
        self.now_ms = now_ms

    def run(self, ms, motors=0, a_ma=None, b_ma=None):
        """Scans for that long; without a figure, a group draws what it should. Changes told."""
        a_ma = SNUBBERS_MA + ma_of(motors & 0xFF) if a_ma is None else a_ma
        b_ma = SNUBBERS_MA + ma_of(motors & 0xFF00) if b_ma is None else b_ma
        told = []
        for _ in range(ms // SCAN_MS):
            self.now_ms += SCAN_MS
            if self.currents.step(
                self.now_ms & 0x3FFFFFFF, motors, square_of(a_ma), square_of(b_ma)
            ):
                told.append((self.currents.amps_a_ma, self.currents.amps_b_ma))
        return told


def test_the_running_currents_of_the_start():
    """P / (200 V * 0.8), design hardware §2.1."""
    currents = Currents()
    assert currents.run_ma[M_DRUM] == 87 and currents.run_ma[M_BELT] == 25
    assert [currents.run_ma[motor] for motor in (M_RING, M_HEAD, M_LIFT)] == [37, 43, 37]
    assert (currents.amps_a_ma, currents.amps_b_ma) == (0, 0)


def test_motors_as_learnt_are_no_difference():
    bench = Bench()
    for motors in (0, DRUM, DRUM | RING, DRUM | RING | BELT | HEAD, HEAD | LIFT, 0):
        assert bench.run(1000, motors) == []


# ------------------------------------------------------------------------ nothing is on
@pytest.mark.parametrize("learnt", [0, ALL_LEARNT])
@pytest.mark.parametrize("group", "ab")
def test_a_motor_that_runs_by_itself_shows_after_60_ms(learnt, group):
    bench = Bench(learnt)
    bench.run(200)
    stray = {group + "_ma": SNUBBERS_MA + 25}
    assert bench.run(CURRENT_OFF_MS, **stray) == []
    told = bench.run(20, **stray)
    assert len(told) == 1 and max(told[0]) > CURRENT_OFF_MA and min(told[0]) == 0
    assert bench.run(20) == [(0, 0)]


def test_a_stray_current_shorter_than_60_ms_does_not_show():
    bench = Bench()
    bench.run(200)
    assert bench.run(CURRENT_OFF_MS, a_ma=60) + bench.run(20) + bench.run(50, a_ma=60) == []


def test_snubbers_alone_may_draw_a_little_more():
    bench = Bench()
    assert bench.run(1000, a_ma=SNUBBERS_MA + 5, b_ma=0) == []


def test_what_is_more_than_the_snubbers_is_taken_as_squares():
    """15 mA with snubbers of 5: the rest is 14, for the currents are not in phase."""
    bench = Bench()
    bench.run(200)
    assert bench.run(100, a_ma=15) == [(14, 0)]


def test_a_motor_that_was_switched_off_gets_its_time_to_stop():
    bench = Bench()
    bench.run(1000, DRUM | HEAD)
    assert bench.run(40, 0, a_ma=92, b_ma=48) + bench.run(500, 0) == []


def test_a_motor_that_goes_on_after_it_was_switched_off_shows():
    bench = Bench()
    bench.run(1000, DRUM)
    told = bench.run(200, 0, a_ma=92)
    assert told[0][0] > 80


def test_a_stray_motor_shows_while_the_other_group_starts():
    bench = Bench()
    bench.run(300, HEAD)
    told = bench.run(100, HEAD | LIFT, a_ma=42)
    assert told[0][0] > CURRENT_OFF_MA and told[0][1] == 0


# ------------------------------------------------------------------------ motors on
def test_an_open_motor_is_missing():
    bench = Bench()
    assert bench.run(STARTING_MS, DRUM, a_ma=SNUBBERS_MA) == []
    told = bench.run(100, DRUM, a_ma=SNUBBERS_MA)
    assert told == [(-87, 0)]


def test_a_blown_fuse_takes_a_whole_group():
    bench = Bench()
    bench.run(1000, DRUM | RING | HEAD)
    told = bench.run(100, DRUM | RING | HEAD, a_ma=0)
    assert told[0][0] < -100 and told[0][1] == 0


def test_a_stray_motor_shows_beside_motors_that_are_on():
    bench = Bench()
    bench.run(1000, RING)
    told = bench.run(100, RING, a_ma=SNUBBERS_MA + 37 + 62)  # and the hatch
    assert told[0][0] >= 60


@pytest.mark.parametrize("pct", [85, 115])
def test_a_fifth_more_or_less_is_tolerated(pct):
    bench = Bench()
    assert bench.run(2000, DRUM | RING, a_ma=SNUBBERS_MA + ma_of(DRUM | RING) * pct // 100) == []


def test_a_starting_motor_may_draw_its_start():
    bench = Bench()
    bench.run(1000, RING)
    start_ma = SNUBBERS_MA + 37 + 87 * 18 // 10
    assert bench.run(STARTING_MS, RING | DRUM, a_ma=start_ma) == []
    assert bench.run(1000, RING | DRUM) == []


def test_a_motor_that_starts_for_too_long_shows():
    bench = Bench()
    told = bench.run(STARTING_MS + 200, DRUM, a_ma=SNUBBERS_MA + 157)
    assert len(told) == 1 and told[0][0] > 60


def test_a_motor_switched_off_and_on_again_leaves_nothing_behind():
    bench = Bench()
    bench.run(1000, DRUM)
    for _ in range(5):
        bench.run(20, 0)
        bench.run(30, DRUM)
    bench.run(1000, DRUM)
    assert bench.run(100, DRUM, a_ma=150) == [(58, 0)]
    bench.run(500, 0)
    assert bench.run(100, 0, a_ma=40) == [(40, 0)]


def test_each_start_has_its_own_time():
    """Belts that start one after another never blind the group: a dead drum shows meanwhile."""
    bench = Bench()
    bench.run(1000, DRUM)
    motors, told = DRUM, []
    for n in range(12):
        motors ^= BELT << n % 4
        told += bench.run(150, motors, a_ma=SNUBBERS_MA + ma_of(motors & ~DRUM))
    assert told and told[0][0] < -40


def test_a_motor_without_a_learnt_current_is_not_judged():
    bench = Bench(learnt=ALL_LEARNT & ~DRUM)
    assert bench.run(2000, DRUM | HEAD, a_ma=400) == []
    assert bench.run(2000, RING, a_ma=0) != []


def test_small_changes_of_a_difference_are_not_told():
    bench = Bench()
    bench.run(200)
    assert len(bench.run(200, a_ma=60) + bench.run(200, a_ma=62) + bench.run(200, a_ma=58)) == 1
    assert len(bench.run(200, a_ma=90)) == 1


def test_the_clock_may_wrap_during_a_start():
    bench = Bench(now_ms=(1 << 30) - 200)
    assert bench.run(STARTING_MS, DRUM, a_ma=SNUBBERS_MA + 157) == []
    assert bench.run(1000, DRUM) == []
    assert bench.run(100, DRUM, a_ma=300) != []


# ------------------------------------------------------------------------ real waves
class Front:
    """Converter, analogue inputs and model together."""

    def __init__(self):
        self.a, self.b = Converter(), Converter()
        self.currents = Currents()
        self.driver = Analogue(
            self.a, self.b, Multiplexer([2048] * 8), self.currents, Temperature()
        )
        self.scans = 0

    def run(self, ms, motors=0):
        """The largest excess seen."""
        worst = 0
        for _ in range(ms // SCAN_MS):
            self.scans += 1
            self.a.at_s = self.b.at_s = self.scans * SCAN_MS / 1000
            self.driver.step(self.scans * SCAN_MS, motors)
            worst = max(worst, self.currents.amps_a_ma)
        return worst


@pytest.mark.parametrize(
    "ma",
    [default_ma(M_DRUM), default_ma(M_HATCH), default_ma(M_RING), default_ma(M_BELT) * 14 // 10],
)
@pytest.mark.parametrize("hz", [49.3, 50.02, 50.6])
def test_a_half_wave_short_of_any_motor_shows(ma, hz):
    """Beside the snubbers, whose current leads; only the belts need some of the saturation."""
    front = Front()
    snubbers = sine(SNUBBERS_MA, hz, math.pi / 2)
    front.a.current = snubbers
    assert front.run(2000) == 0
    short = half_wave(ma, hz, -0.64)
    front.a.current = lambda t: snubbers(t) + short(t)
    assert front.run(15_000) > CURRENT_OFF_MA


def test_a_half_wave_short_of_the_drum_shows_within_a_tenth_of_a_second():
    front = Front()
    front.run(2000)
    front.a.current = half_wave(87)
    assert front.run(100) > CURRENT_OFF_MA


# ------------------------------------------------------------------------ learning
def learn(bench, a_ma=SNUBBERS_MA, b_ma=SNUBBERS_MA):
    return bench.currents.learn(square_of(a_ma), square_of(b_ma))


def test_a_motor_is_learnt_when_it_runs_alone_and_steadily():
    bench = Bench(learnt=0)
    bench.run(STARTING_MS - 5, DRUM, a_ma=105)
    assert learn(bench, 105) and bench.currents.learnt == 1 << 17  # the other group's snubbers
    bench.run(20, DRUM, a_ma=105)
    assert learn(bench, 105) and bench.currents.run_ma[M_DRUM] == 100
    assert bench.currents.learnt == 1 << 17 | DRUM


def test_a_learnt_current_overrides_the_figure():
    bench = Bench(learnt=0)
    bench.run(1000, DRUM, a_ma=125)
    learn(bench, 125)
    assert bench.run(1000, DRUM, a_ma=125) == []
    assert bench.run(1000, DRUM, a_ma=92) != []  # the figure's value is wrong now


def test_two_motors_of_a_group_teach_nothing():
    bench = Bench(learnt=3 << 16)
    bench.run(1000, DRUM | RING)
    assert not learn(bench, 129)


def test_what_is_learnt_stays_until_it_is_forgotten():
    """Learning for ever would follow a motor into its grave."""
    bench = Bench(learnt=0)
    bench.run(1000, DRUM, a_ma=105)
    learn(bench, 105)
    assert not learn(bench, 115)
    bench.currents.forget()
    assert bench.currents.learnt == 0 and bench.currents.run_ma[M_DRUM] == 87
    bench.run(1000, DRUM, a_ma=115)
    assert learn(bench, 115) and bench.currents.run_ma[M_DRUM] == 110


@pytest.mark.parametrize("ma", [SNUBBERS_MA + 15, SNUBBERS_MA + 400])
def test_a_current_that_cannot_be_the_motors_is_not_learnt(ma):
    bench = Bench(learnt=3 << 16)
    bench.run(1000, DRUM, a_ma=ma)
    assert not learn(bench, ma)


def test_snubbers_are_learnt_but_no_stray_motor():
    bench = Bench(learnt=0)
    bench.run(200)
    assert learn(bench, 8, 3)
    assert [group.off_ma for group in bench.currents.groups] == [8, 3]
    bench = Bench(learnt=0)
    bench.run(200)
    assert not learn(bench, 30, 30)


def test_a_record_brings_everything_back():
    bench = Bench(learnt=0)
    bench.run(1000, DRUM | HEAD, a_ma=105)
    learn(bench, 105, 50)
    bench.run(1000)
    learn(bench, 7, 4)
    record = bytearray(64)
    assert bench.currents.pack(record) == RECORD_BYTES
    again = Currents()
    assert again.unpack(record)
    assert list(again.run_ma) == list(bench.currents.run_ma)
    assert again.learnt == bench.currents.learnt == DRUM | HEAD | 3 << 16
    assert [group.off_ma for group in again.groups] == [7, 4]


@pytest.mark.parametrize("record", [b"", bytes(RECORD_BYTES), bytes([VERSION] * 20)])
def test_a_record_of_another_version_or_length_is_not_taken(record):
    currents = Currents()
    assert not currents.unpack(record)
    assert currents.run_ma[M_DRUM] == 87 and currents.learnt == 0


def test_wild_figures_of_a_record_stay_small_integers():
    currents = Currents()
    assert currents.unpack(bytes([VERSION] + [255] * (RECORD_BYTES - 1)))
    currents.step(0, 0xFFFF, 0, 0)
    currents.step(500, 0xFFFF, 0, 0)
    assert max(currents.run_ma) <= 1000
    assert all(group._high < 1 << 30 for group in currents.groups)
