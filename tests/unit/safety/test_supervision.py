"""The board's own watch, by itself: lid, loop, fuses, heat, currents, motor power, time limits."""

from types import SimpleNamespace

import pytest

from mjtable.generated import fault_codes as code
from mjtable.generated.iomap import (
    BIT_FUSE_OK,
    BIT_LID,
    BIT_LOOP_RAW,
    BIT_SAFE_FB,
    BIT_SIG0,
    BIT_SIG1,
    BYTE_FUSE_OK,
    BYTE_LID,
    BYTE_SAFE_FB,
    MOTOR_MAX_ON_MS,
    MOTORS,
)
from mjtable.safety.supervision import Supervision
from mjtable.scan.clock import MASK
from mjtable.scan.image import BYTES
from mjtable.scan.places import P_SUPERVISION, PLACES
from tests.statechart.charts import all_charts

WELL = BIT_SIG1 | BIT_LOOP_RAW | BIT_FUSE_OK
DRUM, RING, HATCH = range(3)
STARTS = (0, 1, 12_345, MASK - 50)
"""Moments at which a test begins: nothing may depend on the clock's own numbers."""


class Table:
    """What the board's watch sees of the table."""

    def __init__(self, now):
        self.now = now
        self.inputs = SimpleNamespace(
            board_fault=0, board_detail=0, level=bytearray(BYTES), rose=bytearray(BYTES),
            fell=bytearray(BYTES), temp_hs_dc=250, temp_bay_dc=250, amps_a_ma=0, amps_b_ma=0,
        )  # fmt: skip
        self.inputs.level[BYTE_FUSE_OK] = WELL
        self.armed = False
        self.outputs = SimpleNamespace(arm=0)
        self.faults = SimpleNamespace(count=0)
        self.power = SimpleNamespace(on=0)
        self.due = [-1] * PLACES
        self.raised = []
        self.watch = Supervision(self)

    def raise_fault(self, which, place, detail):
        self.raised.append((which, place, detail))

    def after(self, ms=0):
        """One scan so much later; the faults it raised."""
        self.now = (self.now + ms) & MASK
        self.raised = []
        self.watch.step(self.now)
        return self.raised

    @property
    def again_ms(self):
        """How long until it looks again by itself; None for never."""
        due = self.due[P_SUPERVISION]
        return None if due < 0 else (due - self.now) & MASK

    def enabled(self, on=True):
        self.inputs.level[BYTE_SAFE_FB] = BIT_SAFE_FB if on else 0


@pytest.fixture(params=STARTS)
def table(request):
    return Table(request.param)


# ---------------------------------------------------------------- causes that the inputs show


def test_a_board_that_is_well_has_no_cause(table):
    assert table.watch.cause() == 0
    assert table.after() == [] and table.again_ms is None


def test_what_the_board_itself_found_comes_first_with_its_detail(table):
    table.inputs.board_fault, table.inputs.board_detail = code.STORE_CORRUPT, 17
    table.inputs.level[BYTE_FUSE_OK] = 0
    assert table.watch.cause() == code.STORE_CORRUPT
    assert table.after() == [(code.STORE_CORRUPT, "board", 17)]


@pytest.mark.parametrize("signature", [0, BIT_SIG0, BIT_SIG0 | BIT_SIG1])
def test_another_signature_is_a_broken_chain(table, signature):
    table.inputs.level[BYTE_FUSE_OK] = signature | BIT_LOOP_RAW | BIT_FUSE_OK
    table.inputs.level[BYTE_LID] = BIT_LID  # nothing else that a broken chain says counts
    assert table.watch.cause() == code.IO_CHAIN


@pytest.mark.parametrize("where", ["level", "rose"])
def test_the_lid_counts_from_its_first_touch(table, where):
    getattr(table.inputs, where)[BYTE_LID] = BIT_LID
    table.inputs.level[BYTE_FUSE_OK] = BIT_SIG1
    assert table.watch.cause() == code.LID_OPEN


def test_the_lid_alone_counts_of_its_byte(table):
    table.inputs.level[BYTE_LID] = table.inputs.rose[BYTE_LID] = 0xFF & ~BIT_LID
    assert table.watch.cause() == 0


def test_an_open_loop_counts_though_it_closed_again(table):
    table.inputs.level[BYTE_FUSE_OK] = BIT_SIG1 | BIT_FUSE_OK
    assert table.watch.cause() == code.SAFETY_LOOP_OPEN
    table.inputs.level[BYTE_FUSE_OK] = WELL
    table.inputs.fell[BYTE_FUSE_OK] = BIT_LOOP_RAW
    assert table.watch.cause() == code.SAFETY_LOOP_OPEN
    table.inputs.fell[BYTE_FUSE_OK] = 0xFF & ~BIT_LOOP_RAW
    assert table.watch.cause() == 0


def test_a_blown_fuse(table):
    table.inputs.level[BYTE_FUSE_OK] = BIT_SIG1 | BIT_LOOP_RAW
    assert table.watch.cause() == code.FUSE_BLOWN


@pytest.mark.parametrize("sensor", ["temp_hs_dc", "temp_bay_dc"])
@pytest.mark.parametrize(("dc", "found"), [
    (-201, code.TEMPERATURE_SENSOR), (-200, 0), (0, 0), (849, 0), (850, code.TOO_HOT),
    (1250, code.TOO_HOT), (1251, code.TEMPERATURE_SENSOR),
])
def test_heat_by_tenths_of_a_degree(table, sensor, dc, found):
    setattr(table.inputs, sensor, dc)
    assert table.watch.cause() == found
    assert [each[0] for each in table.after()] == [found] * bool(found)


# ------------------------------------------------------------------------------ motor power


def test_power_that_does_not_come_is_a_dead_bus(table):
    table.outputs.arm = 1
    table.enabled()
    assert table.after() == [] and table.again_ms == 100
    assert table.after(99) == [] and table.again_ms == 1
    assert table.after(1) == [(code.MOTOR_BUS_DEAD, "board", 0)]
    assert table.after(1) == [] and table.again_ms == 100  # it waits anew


def test_power_that_the_loop_does_not_let_come_is_an_open_loop(table):
    table.outputs.arm = 1
    table.after()
    assert table.after(100) == [(code.SAFETY_LOOP_OPEN, "board", 0)]


def test_power_that_came_ends_the_waiting(table):
    table.outputs.arm = 1
    table.after()
    table.armed = True
    assert table.after(99) == []
    table.armed = False
    table.enabled()
    assert table.after(1) == [], "it waits from now on"
    assert table.after(99) == []
    assert table.after(1) == [(code.MOTOR_BUS_DEAD, "board", 0)]


def test_power_that_goes_with_the_loop_is_told_at_once(table):
    table.outputs.arm, table.armed = 1, True
    table.enabled()
    table.after()
    table.armed = False
    table.enabled(False)
    assert table.after(5) == [(code.SAFETY_LOOP_OPEN, "board", 0)]


def test_power_that_goes_while_the_loop_stands_is_waited_for(table):
    table.outputs.arm, table.armed = 1, True
    table.enabled()
    table.after()
    table.armed = False
    assert table.after(5) == []
    assert table.after(100) == [(code.MOTOR_BUS_DEAD, "board", 0)]


@pytest.mark.parametrize("off", ["arm", "faults"])
def test_nobody_waits_for_power_that_is_not_asked_for(table, off):
    table.outputs.arm = 1
    table.after()
    if off == "arm":
        table.outputs.arm = 0
    else:
        table.faults.count = 1
    assert table.after(100) == []
    table.outputs.arm, table.faults.count = 1, 0
    assert table.after(1) == [] and table.after(99) == []
    assert table.after(1) == [(code.SAFETY_LOOP_OPEN, "board", 0)]


def test_power_before_it_was_there_is_no_loss(table):
    """Never armed yet: an open loop is told when the time is up, not at once."""
    table.outputs.arm = 1
    assert table.after() == []
    assert table.after(50) == []


def test_disarmed_on_purpose_is_no_loss(table):
    table.outputs.arm, table.armed = 1, True
    table.enabled()
    table.after()
    table.outputs.arm, table.armed = 0, False
    table.enabled(False)
    assert table.after(5) == []
    table.outputs.arm = 1
    assert table.after(5) == []


# --------------------------------------------------------------------------------- currents


@pytest.mark.parametrize(("a_ma", "b_ma", "place", "most_ma"), [
    (13, 0, "group_a", 13), (0, 13, "group_b", 13), (40, -50, "group_b", 40),
    (-50, 40, "group_a", 40), (30, 30, "group_a", 30),
])
def test_current_that_nobody_asked_for_is_told_at_once(table, a_ma, b_ma, place, most_ma):
    table.inputs.amps_a_ma, table.inputs.amps_b_ma = a_ma, b_ma
    assert table.after() == [(code.UNCOMMANDED_CURRENT, place, most_ma)]


def test_twelve_milliamperes_are_no_current(table):
    table.inputs.amps_a_ma = table.inputs.amps_b_ma = 12
    assert table.after() == [] and table.again_ms is None
    assert table.after(500) == []


@pytest.mark.parametrize(("a_ma", "b_ma", "place"), [
    (13, 0, "group_a"), (0, 13, "group_b"), (-1, 0, "group_a"), (0, -1, "group_b"),
    (20, -30, "group_b"), (-30, 20, "group_a"), (25, 25, "group_a"),
])
def test_a_current_that_stays_off_is_an_overload(table, a_ma, b_ma, place):
    table.power.on = 1 << RING
    table.inputs.amps_a_ma, table.inputs.amps_b_ma = a_ma, b_ma
    assert table.after() == [] and table.again_ms == 500
    assert table.after(499) == [] and table.again_ms == 1
    assert table.after(1) == [(code.OVERLOAD, place, max(a_ma, b_ma))]


def test_too_little_current_of_no_motor_is_waited_for(table):
    table.inputs.amps_a_ma = -5
    assert table.after() == [] and table.again_ms == 500
    assert table.after(500) == [(code.OVERLOAD, "group_a", 0)]


def test_twelve_of_one_group_and_too_little_of_the_other_is_waited_for(table):
    table.inputs.amps_a_ma, table.inputs.amps_b_ma = 12, -1
    assert table.after() == [] and table.again_ms == 500


def test_a_current_that_was_right_for_a_moment_begins_anew(table):
    table.power.on = 1 << RING
    table.inputs.amps_a_ma = 20
    table.after()
    table.inputs.amps_a_ma = 0
    table.after(400)
    table.inputs.amps_a_ma = 20
    assert table.after(100) == []
    assert table.after(499) == []
    assert table.after(1) == [(code.OVERLOAD, "group_a", 20)]


# -------------------------------------------------------------------------------- time limits


@pytest.mark.parametrize("motor", range(len(MOTOR_MAX_ON_MS)))
def test_a_motor_may_not_run_longer_than_its_own_time(table, motor):
    limit_ms = MOTOR_MAX_ON_MS[motor]
    table.power.on = 1 << motor
    table.watch.motor_started(motor, table.now)
    assert table.again_ms == limit_ms
    assert table.after(limit_ms - 1) == [] and table.again_ms == 1
    assert table.after(1) == [(code.TIMEOUT, MOTORS[motor], limit_ms // 1000)]


def test_a_late_look_says_how_long_it_ran(table):
    table.power.on = 1 << RING
    table.watch.motor_started(RING, table.now)
    assert table.after(900_950) == [(code.TIMEOUT, "ring", 900)]


def test_each_motor_has_its_own_time(table):
    table.power.on = 1 << RING | 1 << HATCH
    table.watch.motor_started(RING, table.now)
    table.now += 1000
    table.watch.motor_started(HATCH, table.now)
    assert table.again_ms == 6000
    assert table.after(6000) == [(code.TIMEOUT, "hatch", 6)]
    table.power.on = 1 << RING
    table.due[P_SUPERVISION] = table.now
    assert table.after() == [] and table.again_ms == 900_000 - 7000
    assert table.after(893_000) == [(code.TIMEOUT, "ring", 900)]


def test_a_motor_that_stands_has_no_limit(table):
    table.watch.motor_started(HATCH, table.now)
    assert table.after(6000) == [] and table.again_ms is None


def test_the_last_motor_of_all_is_looked_at_too(table):
    last = len(MOTORS) - 1
    table.power.on = 1 << last
    table.watch.motor_started(last, table.now)
    assert table.after(MOTOR_MAX_ON_MS[last])[0][1] == MOTORS[last]


def test_what_else_waits_is_not_forgotten_when_a_limit_comes(table):
    """A motor's limit comes up while power and a current are waited for: both stay in time."""
    table.outputs.arm = 1
    table.power.on = 1 << HATCH | 1 << RING
    table.watch.motor_started(HATCH, table.now)
    table.now += 5950
    table.inputs.amps_a_ma = 20
    table.after()
    assert table.again_ms == 50
    table.power.on = 1 << RING
    table.watch.started[RING] = table.now
    assert table.after(50) == [] and table.again_ms == 50  # power
    table.armed = True
    table.after(10)
    assert table.after(40) == [] and table.again_ms == 400  # the current
    table.inputs.amps_a_ma = 0
    table.after(10)
    assert table.after(390) == [] and table.again_ms == 899_500  # the ring


def test_what_waits_since_the_clock_began_is_looked_at_in_time(table):
    table.outputs.arm = 1
    table.after()
    table.inputs.amps_a_ma, table.power.on = 20, 1 << RING
    table.now, table.watch.armed_since, table.watch.started[RING] = 0, 0, 0
    assert table.after() == []
    table.due[P_SUPERVISION] = 5
    assert table.after(5) == [] and table.again_ms == 95
    table.outputs.arm = 0
    table.due[P_SUPERVISION] = 10
    assert table.after(5) == [] and table.again_ms == 490


def test_the_sooner_look_counts(table):
    table.watch.watch_until((table.now + 50) & MASK)
    table.watch.watch_until((table.now + 70) & MASK)
    assert table.again_ms == 50
    table.watch.watch_until((table.now + 20) & MASK)
    assert table.again_ms == 20


def test_a_motors_own_limit_is_beyond_that_of_every_state_that_drives_it():
    """A slow lift was stopped on its way round by the limit that only errors should meet."""
    seen = 0
    for chart in all_charts():
        for name, motors, limit_ms, _ in chart.STATES:
            for motor in motors:
                longest = [MOTOR_MAX_ON_MS[index] for index, each in enumerate(MOTORS)
                           if each.partition("_")[0] == motor.partition("_")[0]]
                assert all(limit_ms < most for most in longest), (chart.NAME, name)
                seen += bool(limit_ms and longest)
    assert seen > 10
