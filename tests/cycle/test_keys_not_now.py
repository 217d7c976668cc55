"""Keys at the moments that leave no room for them: a surplus goes back, eight presses wait."""

import pytest

from mjtable.people.keys import WAITING
from mjtable.people.panel import BOUNCE_MS
from tests.cycle import moments
from tests.cycle.whole_outputs import reach

HELD_MS = 1_200
BOTH_KNOWN_MS = 1_100  # the second key goes down a little later, and is held for a second
PRESSES_MS = 500  # from one short press of the marker to the next: each is one of its own


def keys(table):
    """(key, what it did, why) of every gesture so far."""
    return [(e["key"], e["did"], e.get("why", "")) for e in table.events if e["event"] == "key"]


def loaded_with_one_too_many():
    """A set with a tile too many is being sorted."""
    table = moments.home(seed=32)
    table.inject("tile extra 1")
    table.load()
    return table


def test_both_keys_while_a_surplus_goes_back_are_refused_and_the_set_is_finished():
    table = loaded_with_one_too_many()
    reach(table, "sorter", "returning")
    found_ms = table.now_ms
    table = loaded_with_one_too_many()
    table.run_for(found_ms - table.now_ms - BOTH_KNOWN_MS + 300)
    table.hold("both", HELD_MS)
    table.run_for(BOTH_KNOWN_MS)
    assert table.table.sorter.state == "returning", "the gesture is made in time"
    assert keys(table)[-1] == ("elevator", "ignored", "busy")
    table.run_until(lambda: table.table.set_waiting == "green", 60_000)
    assert table.state == "ready" and table.io("hatch_dn") and not table.violations
    assert table.stacks == [17] * 4
    assert moments.count(table, event="set", did="surplus", n=1) == 1


def test_a_ninth_press_is_refused_while_eight_wait_for_the_walls():
    table = moments.waiting_loaded()
    table.press("elevator")
    reach(table, "cycle", "raising")
    before = len(keys(table))
    for _ in range(WAITING + 1):
        table.press("marker")
        table.run_for(PRESSES_MS)
    assert table.table.cycle.state in ("raising", "rolling")
    told = keys(table)[before:]
    assert told == [("marker", "queued", "waits_walls")] * 8 + [("marker", "ignored", "busy")]
    table.run_until("sorting", 20_000)
    table.run_for(moments.CLEAR_MS)
    marker = table.table.marker
    assert (marker.dealer, marker.round, marker.hand) == (0, 3, 1), "eight deals, not nine"


def test_presses_that_waited_are_carried_out_in_their_order_and_once():
    table = moments.waiting_loaded()
    table.press("elevator")
    reach(table, "cycle", "raising")
    table.press("marker")
    table.run_for(PRESSES_MS)
    table.press_twice("marker")
    table.run_until("sorting", 20_000)
    marker = table.table.marker
    assert (marker.dealer, marker.streak, marker.hand) == (1, 1, 3)
    assert table.table.keys.count == 0
    table.run_until("playing", 300_000)
    assert (marker.dealer, marker.streak, marker.hand) == (1, 1, 3)


@pytest.mark.parametrize("held_ms", range(5, 700, 35))
def test_a_press_of_the_marker_just_before_a_fault_is_carried_out_or_refused(held_ms):
    """Also in the very scan of the fault, while it waits for a second press, and still held."""
    table = moments.home(seed=32)
    dealer, before = table.table.marker.dealer, len(keys(table))
    table.press("marker", 120)
    table.run_for(held_ms)
    table.inject("loop open")
    table.run_for(1_000)
    told, moved = keys(table)[before:], table.table.marker.dealer != dealer
    assert table.faults == ["E205"]
    if moved:
        assert told == [("marker", "acted", "")]
    elif held_ms > BOUNCE_MS + 10:
        assert told == [("marker", "ignored", "fault_first")]


def test_a_press_of_the_elevator_key_before_a_fault_acknowledges_nothing():
    table = moments.home(seed=32)
    before = len(keys(table))
    table.press("elevator", 120)
    table.run_for(100)
    table.inject("loop open")
    table.run_for(10)
    table.inject("clear all")
    table.run_for(1_000)
    assert table.faults == ["E205"]
    assert keys(table)[before:] == [("elevator", "ignored", "fault_first")]
