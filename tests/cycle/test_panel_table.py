"""Every cell of the panel's table: state x key, as a person would try it."""

import pytest

from mjsim.board.eventlog import EventLog
from tests.cycle import moments
from tests.cycle.moments import MOMENTS, count, did, gesture, heard

ACTED, QUEUED = ("acted", ""), ("queued", "waits_walls")
GOES = {  # state: (elevator short, both held): the state it leads to, or why nothing happens
    "power_on": ("ready", "home_first"),
    "ready": ("loading", "nothing_to_do"),
    "playing": ("loading", "nothing_to_do"),
    "loading": ("closing", "closing"),
    "closing": ("loading", "hatch_moving"),
    "raising": ("walls_rising", "walls_rising"),
    "rolling": ("busy", "busy"),
    "homing": ("busy", "busy"),
    "sorting": ("sorting", "adding"),
    "adding": ("adding", "nothing_to_do"),
    "short": ("adding", "adding"),
    "fault": ("power_on", "power_on"),
}
MARKS = {  # what the marker's gestures do: now, later, or why not
    "power_on": "home_first", "ready": "now", "playing": "now", "loading": "early",
    "closing": "later", "raising": "later", "rolling": "later", "homing": "later",
    "sorting": "now", "adding": "now", "short": "now", "fault": "fault_first",
}  # fmt: skip
IGNORED = [
    (state, name, key)
    for state, cells in GOES.items()
    for name, key, to in (("short", "elevator", cells[0]), ("both", "elevator", cells[1]))
    if to not in MOMENTS or (state, to) == ("sorting", "sorting")
] + [(state, "short", "marker") for state, when in MARKS.items() if when.endswith("first")]
NOW = [state for state, when in MARKS.items() if when == "now"]
LATER = [state for state, when in MARKS.items() if when == "later"]
"""Early: the marker moves now, dice later."""


def beeps(log):
    return [r for r in log.records if r[2] == "beep" and r[3] == 1]


def test_the_table_has_every_state():
    assert set(GOES) == set(MARKS) == set(MOMENTS)


@pytest.mark.parametrize("elevator", ["elevator", "elevator2"])
@pytest.mark.parametrize("state", [s for s in GOES if GOES[s][0] in MOMENTS and s != "sorting"])
def test_elevator_short_acts(state, elevator):
    six_keys = int(elevator == "elevator2")
    table, event = heard(state, "short", elevator, settings={"panel.six_keys": six_keys})
    why = "short_add" if state == "short" else ""
    assert did(event) == ("acted", why) and event["key"] == elevator
    assert table.state == GOES[state][0]
    assert not table.violations


@pytest.mark.parametrize("state", [s for s in GOES if GOES[s][1] in MOMENTS])
def test_both_held_acts_and_swallows_the_single_gestures(state):
    table, event = heard(state, "both")
    assert did(event) == ACTED
    table.run_for(500)
    assert table.state == GOES[state][1]
    assert count(table, event="key", key="marker") == 0
    assert table.table.marker.dealer == 0 and not table.violations


@pytest.mark.parametrize(("state", "name", "key"), IGNORED)
def test_a_key_that_does_nothing_beeps_and_says_why(state, name, key):
    log = EventLog()
    table, event = heard(state, name, key, log=log)
    if key == "marker":
        why = MARKS[state]
    else:
        why = GOES[state][name == "both"]
    assert did(event) == ("ignored", why)
    assert event["t_ms"] in [t for t, *_ in beeps(log)]


def test_a_key_that_acts_or_waits_does_not_beep():
    log = EventLog()
    heard("playing", "short", log=log)
    heard("loading", "short", log=log)
    assert not beeps(log)


@pytest.mark.parametrize("state", NOW)
def test_marker_gestures_act_at_once(state):
    table, event = heard(state, "short")
    marker = table.table.marker
    assert did(event) == ACTED and (marker.dealer, marker.streak) == (1, 0)
    gesture(table, "double")
    table.run_for(1_000)
    assert (marker.dealer, marker.streak) == (1, 1)
    rolls = table.plant.rolls
    gesture(table, "hold")
    table.run_for(8_000)
    assert table.plant.rolls == rolls + 1 and marker.streak == 1
    gesture(table, "long")
    table.run_for(6_000)
    assert (marker.dealer, marker.streak) == (1, 0)
    gesture(table, "long")
    table.run_for(6_000)
    assert marker.dealer == 0 and table.plant.rolls == rolls + 1
    gesture(table, "long")
    table.run_for(6_000)
    keys = [e for e in table.events if e["event"] == "key"]
    assert did(keys[-1]) == ("ignored", "nothing_to_do")
    assert not table.violations and not table.faults


@pytest.mark.parametrize("state", LATER)
@pytest.mark.parametrize(
    ("name", "dealer", "streak"), [("short", 1, 0), ("double", 0, 1), ("hold", 0, 0)]
)
def test_marker_gestures_wait_until_the_walls_are_up(state, name, dealer, streak):
    table, event = heard(state, name)
    marker = table.table.marker
    assert did(event) == QUEUED and count(table, event="marker") == 0
    table.run_until(lambda: table.state in ("ready", "sorting", "playing"), 30_000)
    assert (marker.dealer, marker.streak) == (dealer, streak)
    table.run_for(20_000)
    first_roll = table.table.set_on_table != "none"
    assert table.plant.rolls == first_roll + (name == "hold") and not table.violations


@pytest.mark.parametrize(("name", "dealer", "streak"), [("short", 1, 0), ("double", 0, 1)])
def test_a_marker_moved_with_the_hatch_up_is_right_before_the_dice_fall(name, dealer, streak):
    """The dice of the next hand rolled under the old dealer's lamp."""
    table, event = heard("loading", name)
    marker = table.table.marker
    assert did(event) == ("acted", "") and (marker.dealer, marker.streak) == (dealer, streak)
    gesture(table, "long")
    table.run_for(6_000)
    assert (marker.dealer, marker.streak) == (0, 0)


def test_dice_asked_for_with_the_hatch_up_wait_for_the_walls():
    table, event = heard("loading", "hold")
    assert did(event) == QUEUED
    gesture(table, "short")  # it waits its turn behind them
    table.run_for(1_500)
    assert table.table.marker.dealer == 0
    table.press("elevator")
    table.run_until(lambda: table.state in ("ready", "sorting", "playing"), 30_000)
    table.run_for(20_000)
    assert table.table.marker.dealer == 1 and not table.violations


def test_gestures_that_wait_are_carried_out_in_their_order():
    table = moments.waiting_loaded()
    table.press("elevator")
    table.run_for(500)
    for name in ("double", "short", "double", "double"):
        gesture(table, name)
        table.run_for(800)
    assert count(table, event="key", did="queued") == 4 and count(table, event="marker") == 0
    table.run_until("sorting", 30_000)
    marker = table.table.marker
    assert (marker.dealer, marker.streak) == (1, 2)
