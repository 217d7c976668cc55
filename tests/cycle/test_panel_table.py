"""Every cell of the panel's table: state x key, as a person would try it."""

import pytest

from mjsim.eventlog import EventLog
from mjsim.session import SimTable
from tests.cycle import moments
from tests.cycle.moments import MOMENTS, count, did, gesture, hatch_up, heard, home

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
    "power_on": "home_first", "ready": "now", "playing": "now", "loading": "later",
    "closing": "later", "raising": "later", "rolling": "later", "homing": "later",
    "sorting": "now", "adding": "now", "short": "now", "fault": "fault_first",
}  # fmt: skip
IGNORED = [
    (state, name, key)
    for state, cells in GOES.items()
    for name, key, to in (("short", "elevator", cells[0]), ("both", "elevator", cells[1]))
    if to not in MOMENTS or (state, to) == ("sorting", "sorting")
] + [(state, "short", "marker") for state, when in MARKS.items() if when.endswith("first")]
DICE_KEYS = ("dice_a", "dice_b", "dice_c", "dice_d")
NOW = [state for state, when in MARKS.items() if when == "now"]
LATER = [state for state, when in MARKS.items() if when == "later"]


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
    if state == "loading":
        table.press("elevator")
    table.run_until(lambda: table.state in ("ready", "sorting", "playing"), 30_000)
    assert (marker.dealer, marker.streak) == (dealer, streak)
    table.run_for(20_000)
    first_roll = table.table.set_on_table != "none"
    assert table.plant.rolls == first_roll + (name == "hold") and not table.violations


def test_gestures_that_wait_are_carried_out_in_their_order():
    table = moments.waiting_loaded()
    for name in ("short", "double", "double", "short"):
        gesture(table, name)
        table.run_for(1_000)
    gesture(table, "long")
    table.run_for(6_000)
    assert count(table, event="key", did="queued") == 5 and count(table, event="marker") == 0
    table.press("elevator")
    table.run_until("sorting", 30_000)
    marker = table.table.marker
    assert (marker.dealer, marker.streak) == (1, 2)  # the undo took the last short back


def test_hatch_up_for_less_than_3_s_only_closes():
    table = moments.sorted_once()
    table.press("elevator")
    table.run_until(lambda: table.io("hatch_up"), 8_000)
    table.drop(table.boxed_set())
    table.run_for(2_500)
    table.press("elevator")
    table.run_for(40_000)
    assert did([e for e in table.events if e["event"] == "key"][-1]) == ("acted", "not_loaded")
    assert table.state == "ready" and table.walls == 0 and not table.table.sorter.busy
    assert count(table, event="dice") == 0 and table.stacks == [17] * 4


def test_hatch_up_for_a_little_more_raises_and_sorts():
    table = moments.sorted_once()
    table.press("elevator")
    table.run_until(lambda: table.io("hatch_up"), 8_000)
    table.drop(table.boxed_set())
    table.run_for(3_000)
    table.press("elevator")
    table.run_until("sorting", 20_000)
    assert table.walls == 4 and table.table.set_on_table == "green"


def test_both_at_the_open_hatch_close_it_and_nothing_rises():
    table = moments.waiting_loaded()
    gesture(table, "both")
    table.run_for(30_000)
    assert table.state == "ready" and table.walls == 0 and count(table, event="dice") == 0
    assert table.io("hatch_dn") and table.table.set_waiting == "green"


def test_the_closing_hatch_that_opens_again_still_loads_afterwards():
    table = moments.waiting_loaded()
    table.press("elevator")
    table.run_for(1_200)
    table.press("elevator")
    table.run_until(lambda: table.io("hatch_up"), 8_000)
    table.run_for(500)
    table.press("elevator")
    table.run_until("sorting", 30_000)
    assert table.walls == 4 and table.table.set_on_table == "green"


@pytest.mark.parametrize("opened", [moments.adding, moments.short])
def test_an_opening_to_add_never_loads_the_played_set(opened):
    table = opened()
    if table.state == "short":
        table.press("elevator")
        table.run_until(lambda: table.io("hatch_up"), 10_000)
        table.add_tiles(table.missing_tiles())
    table.run_for(10_000)
    table.press("elevator")
    table.run_until("sorting", 10_000)
    assert table.table.set_on_table == "green" and table.walls == 4
    assert count(table, event="dice") == 1 and not table.violations
    table.run_until("playing", 200_000)
    assert table.table.set_waiting == "blue" and table.stacks == [17] * 4


def test_sorting_while_a_hand_is_played_stops_with_the_heads_parked():
    table, _ = heard("sorting", "both")
    table.run_until(lambda: table.io("hatch_up"), 20_000)
    assert table.board.outputs.motors == 0
    for side in "abcd":
        assert table.io("park_" + side) or table.io("mid_" + side)
    assert not table.violations


@pytest.mark.parametrize(
    ("held", "state"), [("both", "selftest"), ("marker", "maintenance"), ("elevator", "power_on")]
)
def test_keys_held_at_power_on(held, state):
    table = SimTable(powered=False)
    table.hold(held, 1_500)
    table.power_on()
    table.run_for(3_000)
    assert table.state == state
    assert table.board.outputs.motors == 0 and count(table, event="key", did="acted") == 0


@pytest.mark.parametrize(("side", "key"), list(enumerate(DICE_KEYS)))
def test_a_dice_key_makes_its_side_the_dealer_and_rolls(side, key):
    table = moments.playing(settings={"panel.six_keys": 1})
    rolls = table.plant.rolls
    table.press(key)
    table.run_for(7_000)
    assert table.table.marker.dealer == side and table.plant.rolls == rolls + 1
    table.press(key)
    table.run_for(7_000)
    assert table.table.marker.streak == 1 and table.plant.rolls == rolls + 2


@pytest.mark.parametrize("state", LATER)
def test_a_dice_key_waits_as_the_marker_does(state):
    table, event = heard(state, "short", "dice_c", settings={"panel.six_keys": 1})
    assert did(event) == QUEUED and table.table.marker.dealer == 0
    if state == "loading":
        table.press("elevator")
    table.run_until(lambda: table.state in ("ready", "sorting", "playing"), 30_000)
    assert table.table.marker.dealer == 2


def test_six_keys_are_nothing_to_a_table_with_two():
    table = home()
    table.press("dice_b")
    table.press("elevator2")
    table.run_for(3_000)
    assert table.state == "ready" and count(table, event="key", key="dice_b") == 0
    assert hatch_up(table).state == "loading"
