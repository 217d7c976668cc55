"""A pinched hatch never closes on, whoever wished for it, and opening stays possible."""

import pytest

from mjtable.generated.iomap import AUX_DIR_HATCH, M_HATCH
from mjtable.safety.selftest import OPEN
from tests.cycle.moments import hatch_up, home

NOMINAL = {"late": "none"}


def closes(table):
    """The hatch's motor is on, downwards."""
    outputs = table.board.outputs
    return bool(outputs.motors >> M_HATCH & 1 and outputs.aux & AUX_DIR_HATCH)


def opens(table):
    outputs = table.board.outputs
    return bool(outputs.motors >> M_HATCH & 1 and not outputs.aux & AUX_DIR_HATCH)


def self_test_with_the_hatch_up():
    """In the self-test, its first item closes the hatch."""
    table = hatch_up(home(**NOMINAL))
    table.power_off()
    table.hold("both", 3_000)
    table.power_on()
    table.run_for(4_000)
    assert table.state == "selftest" and table.io("hatch_up")
    table.press("elevator")
    table.run_until(lambda: closes(table), 2_000)
    return table


@pytest.mark.parametrize("after_ms", [20, 700])
def test_the_self_test_stops_closing_in_the_scan_that_sees_the_pinch(after_ms):
    """It closed the hatch fully, and called that item passed."""
    table = self_test_with_the_hatch_up()
    table.run_for(after_ms)
    table.inject("pinch on")
    table.run_for(5)
    assert not closes(table)
    table.run_for(6_000)
    assert not closes(table) and not table.io("hatch_dn")
    assert table.events[-1]["event"] != "fault" and table.state == "selftest"
    assert [e["did"] for e in table.events if e["event"] == "motor"][-1] == "failed"


def test_the_next_press_in_the_self_test_opens_a_hatch_that_caught_something():
    table = self_test_with_the_hatch_up()
    table.run_for(700)
    table.inject("pinch on")
    table.run_for(1_000)
    table.press("elevator")
    table.run_until(lambda: opens(table), 2_000)
    table.run_until(lambda: table.io("hatch_up"), 5_000)
    table.press("elevator")  # the last item closes, which is refused: something is still caught
    table.run_for(3_000)
    assert not closes(table) and table.io("hatch_up")
    table.press("elevator")
    table.run_for(1_000)
    assert table.faults == ["E906"]


def test_a_hatch_that_is_pinched_before_it_closes_stays_open():
    """The motor drove for its 5 s: only the edge of the pinch was looked at."""
    table = hatch_up(home(**NOMINAL))
    table.run_for(500)
    table.inject("pinch on")
    table.press("elevator")
    for _ in range(200):
        table.run_for(5)
        assert not closes(table)
    assert table.faults == ["E804"] and table.io("hatch_up")
    table.inject("clear all")
    table.press("elevator")
    table.run_for(700)
    table.press("elevator")
    table.run_until(lambda: table.io("hatch_dn"), 10_000)
    assert table.table.interlocks.broken == -1


def test_homing_with_something_caught_opens_the_hatch():
    table = hatch_up(home(**NOMINAL))
    table.press("elevator")
    table.run_until(lambda: closes(table), 2_000)
    table.run_for(900)
    table.power_off()
    table.inject("pinch on")
    table.power_on()
    table.run_for(500)
    table.press("elevator")
    table.run_until(lambda: table.faults, 9_000)
    assert table.faults == ["E804"] and table.io("hatch_up")
    assert table.table.interlocks.broken == -1


def test_a_hatch_told_to_open_at_its_upper_end_stands():
    """Just told to close and to open again, it has not left the upper end."""
    table = hatch_up(home(**NOMINAL))
    table.press("elevator", 60)
    table.run_until("closing", 2_000)
    table.press("elevator", 60)
    for _ in range(200):
        table.run_for(5)
        assert not opens(table) or not table.io("hatch_up")
    assert table.state == "loading" and not table.faults


def test_a_self_test_does_not_drive_the_hatch_on_at_its_end():
    table = hatch_up(home(**NOMINAL))
    table.power_off()
    table.hold("both", 3_000)
    table.power_on()
    table.run_for(4_000)
    table.table.selftest.item = OPEN
    table.press("elevator")
    for _ in range(200):
        table.run_for(5)
        assert not opens(table)
    assert [e["did"] for e in table.events if e["event"] == "motor"][-1] == "refused"
