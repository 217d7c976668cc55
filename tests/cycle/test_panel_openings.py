"""What the panel's table means for hatch and walls; keys at power-on; the six-key panel."""

import pytest

from mjsim.table.session import SimTable
from tests.cycle import moments
from tests.cycle.moments import count, did, gesture, hatch_up, heard, home

DICE_KEYS = ("dice_a", "dice_b", "dice_c", "dice_d")
LATER = ("loading", "closing", "raising", "rolling", "homing")


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
    table = moments.reopened_in_time()
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
    assert event["did"] == "queued" and table.table.marker.dealer == 0
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


def test_the_self_test_shows_its_item_in_binary_on_the_dealer_lamps():
    table = SimTable(seed=2, powered=False)
    table.hold("both", 3_000)
    table.power_on()
    table.run_for(4_000)
    assert table.state == "selftest"
    numbers = []
    for _ in range(4):
        lamps = [table.board.outputs.lamps[6 * side] for side in range(4)]
        numbers.append(int("".join(map(str, lamps)), 2))
        assert numbers[-1] == table.table.selftest.item
        table.press("elevator")
        table.run_for(6_000)
    assert numbers[0] == 0
    assert sorted(set(numbers)) == numbers, "every press goes on to a later item"
