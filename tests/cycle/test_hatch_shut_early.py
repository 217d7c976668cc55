"""E807: the hatch was shut too soon for what was swept in to be sorted; people are told."""

import pytest

from mjsim.board.eventlog import EventLog
from tests.cycle import moments
from tests.cycle.moments import did


def opened(table):
    """The hatch is just up."""
    table.press("elevator")
    table.run_until(lambda: table.io("hatch_up"), 8_000)


def shut_early(table, after_ms=2_500):
    """The set is swept in and the hatch shut, all in `after_ms`."""
    opened(table)
    table.drop(table.boxed_set())
    table.run_for(after_ms)
    table.press("elevator")
    table.run_until(lambda: table.io("hatch_dn"), 8_000)
    table.run_for(1_000)


def told(table):
    return [e for e in table.events if e["event"] == "fault" and e["code"] == "E807"]


def digits(table):
    return bytes(table.board.outputs.digits).decode()


@pytest.fixture
def early():
    """Green waits; blue was swept in and the hatch shut after 2.5 s."""
    log = EventLog()
    table = moments.sorted_once(log=log)
    shut_early(table)
    table.log = log
    return table


def test_early_shut_is_told_by_event_beep_code_and_a_dark_lamp(early):
    warning = told(early)[0]
    assert warning["at"] == "hatch" and 2_400 <= warning["detail"] <= 2_700
    assert (warning["t_ms"], "output", "beep", 2) in early.log.records
    key = [e for e in early.events if e["event"] == "key"][-1]
    assert did(key) == ("acted", "not_loaded") and key["t_ms"] == warning["t_ms"]
    assert early.state == "ready" and early.faults == []
    early.run_for(600_000)
    assert digits(early) == "E807" and not early.io("lamp_ready")
    assert early.walls == 0 and len(told(early)) == 1


def test_hatch_opened_again_and_shut_in_time_sorts_what_lies_inside(early):
    opened(early)
    assert digits(early) != "E807"
    early.run_for(3_100)
    early.press("elevator")
    early.run_until("sorting", 30_000)
    early.run_until("playing", 300_000)
    assert early.table.set_waiting == "blue" and early.stacks == [17] * 4
    assert digits(early) != "E807" and early.io("lamp_ready") and len(told(early)) == 1


def test_both_keys_at_the_open_hatch_say_that_nothing_is_inside(early):
    opened(early)
    moments.gesture(early, "both")
    early.run_until("ready", 10_000)
    early.run_for(500)
    assert digits(early) != "E807" and early.io("lamp_ready")


def test_every_early_shut_is_told(early):
    shut_early(early, 1_000)
    assert len(told(early)) == 2 and digits(early) == "E807"


@pytest.mark.parametrize("name", ["short", "hold"])
def test_marker_key_in_the_hand_shows_the_marker_again(name):
    table = moments.playing()
    before = digits(table)
    opened(table)
    table.press("elevator")
    table.run_until("playing", 10_000)
    table.run_for(500)
    assert digits(table) == "E807" and not table.io("lamp_ready")
    moments.gesture(table, name, "marker")
    table.run_for(8_000)
    assert "E" not in digits(table) and table.io("lamp_ready")
    assert digits(table) == before or name == "short"


def test_marker_key_that_waited_for_the_hatch_leaves_the_code(early):
    opened(early)
    moments.gesture(early, "short", "marker")
    early.run_for(1_000)
    early.press("elevator")
    early.run_until("ready", 10_000)
    early.run_for(500)
    assert early.table.marker.dealer == 1 and digits(early) == "E807"


def test_closing_hatch_that_opens_again_in_time_is_no_early_shut():
    table = moments.reopened_in_time()
    assert told(table) == []
