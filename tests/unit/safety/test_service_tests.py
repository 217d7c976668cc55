"""Service mode by itself: what is refused, a motor's test and its watch, emitters, samples."""

import pytest

from mjtable.generated.command_table import RULE_ROWS_INSIDE
from mjtable.generated.iomap import (
    BIT_DRUM_ROT,
    BIT_LIFT_DN,
    BYTE_DRUM_ROT,
    M_CHAIN,
    M_DRUM,
    M_LIFT,
    M_RING,
    MOTORS,
)
from mjtable.safety.measuring import SENSOR, SLOW_MS, STOPPED
from mjtable.safety.motor_test import SAMPLE_MS, WATCH_MS
from mjtable.safety.service import Service
from mjtable.scan.clock import MASK
from mjtable.scan.places import SIGNALS
from tests.unit.safety.test_service import SINGLE_PORT, Table

LIFT_A_BYTE = 0


@pytest.fixture(params=[0, 5000, MASK - 100])
def table(request):
    made = Table(request.param)
    made.service.off_at = (request.param - 600) & MASK  # a motor has not run for long
    return made


def scan(table, byte, bit, ms=5):
    """One scan so much later, in which an input came on."""
    inputs = table.inputs
    inputs.rose[byte], inputs.edges = bit, 1 << byte
    inputs.level[byte] |= bit
    table.after(ms)
    inputs.rose[byte] = inputs.edges = 0


def tested(table, motor=M_DRUM):
    """A test whose motor runs."""
    assert table.service.test(motor, False) == ""
    table.granted = table.service.want
    table.service.granted()


def test_no_state_of_service_mode_has_motors_or_a_time_of_its_own():
    """Who jogs says which and for how long: the motion, the keepalive and the watch end it."""
    assert [row[1:] for row in Service.STATES] == [((), 0, 0)] * 4


# ----------------------------------------------------------------------------- what is refused


def test_the_first_sentence_of_the_interlocks_refuses_like_any_other(table):
    table.interlocks.refuses = lambda wish: 0
    assert table.service.jog(M_DRUM, False, 2000) == "refused" and table.by == 0
    assert table.service.state == "off"


def test_not_for_a_millisecond_runs_what_the_interlocks_forbid(table):
    table.forbidden = 1 << M_DRUM
    assert table.service.jog(M_DRUM, False, 1) == "refused"
    assert table.service.state == "off" and table.wants == [0] * len(table.wants)


def test_the_chain_alone_is_not_jogged_where_it_would_part_rows():
    table = Table(machine=SINGLE_PORT)
    table.sorter.rows.would_part = lambda motor, reverse: motor == M_CHAIN and not reverse
    assert table.service.jog(M_CHAIN, False, 900) == "refused" and table.by == RULE_ROWS_INSIDE
    assert table.service.state == "off"
    assert table.service.jog(M_CHAIN, True, 900) == "", "back it may go"
    table.service.stop()
    table.after(600)
    assert table.service.jog(M_RING, False, 900) == "", "and the ring meets no rows"


# ----------------------------------------------------------------------- a test and its watch


@pytest.mark.parametrize("left_at", [-1, 0])
def test_a_sensor_that_comes_before_the_motor_has_its_power_ends_no_test(left_at):
    """It waits for relays and for its share of the power; a hand or a shock moves the flag."""
    table = Table()
    table.service.left_at = left_at  # 0: in the test before it went off and came
    assert table.service.test(M_LIFT, False) == ""
    scan(table, LIFT_A_BYTE, BIT_LIFT_DN)
    assert table.service.state == "testing" and table.measuring.ended != SENSOR


def test_a_test_is_measured_from_its_first_scan_on(table):
    tested(table)
    for samples in (1, 2, 3):
        table.after()
        assert table.measuring.kept == samples
        table.after(SAMPLE_MS - 1)
        table.now = table.now + 1 & MASK


def test_a_fault_ends_a_test_and_its_coast_is_watched(table):
    tested(table)
    assert table.service.fire("halt")
    assert table.service.state == "watching" and table.service.want == 0
    assert table.told[-1] == (MOTORS[M_DRUM], "stopped") and table.measuring.ended == STOPPED
    table.after(WATCH_MS)
    assert table.service.state == "off"


def test_edges_count_while_the_coast_is_watched_and_then_no_more(table):
    tested(table)
    scan(table, BYTE_DRUM_ROT, BIT_DRUM_ROT)
    table.service.stop()
    scan(table, BYTE_DRUM_ROT, BIT_DRUM_ROT, 500)
    assert table.measuring.edges == 2
    table.after(WATCH_MS - 500)
    assert table.service.state == "off" and table.service.look_due == -1
    scan(table, BYTE_DRUM_ROT, BIT_DRUM_ROT)
    assert table.measuring.edges == 2


def test_a_jog_takes_the_place_of_the_watch(table):
    tested(table)
    table.after(100)
    table.service.stop()
    assert table.service.state == "watching"
    assert table.service.jog(M_DRUM, False, 2000) == ""
    assert table.service.state == "jogging" and table.service.look_due == -1
    table.after()
    assert table.service.want == 1 << M_DRUM


def test_in_the_mode_a_sample_is_taken_now_and_then_without_any_test(table):
    for seconds in range(1, 5):
        for _ in range(10):
            table.after(100)
        assert table.measuring.kept == seconds * 1000 // SLOW_MS


# ------------------------------------------------------------------------------------ emitters


def test_emitters_are_switched_in_this_scan_and_nothing_else_is_forgotten(table):
    for on in (0, 1):
        table.asked = 1 << 9
        assert table.service.emitters(on) == ""
        assert table.asked == SIGNALS | 1 << 9 and table.service.is_dark() == (not on)


def test_emitters_that_were_off_as_the_mode_ended_are_on_when_it_begins_again(table):
    table.service.emitters(0)
    table.cycle.state = "power_on"
    assert not table.service.is_dark()
    table.cycle.state = "service"
    table.service.begin()
    assert not table.service.is_dark()
