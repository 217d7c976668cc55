"""A hatch that is turned round, or stopped, half-way: it goes up before it is shut."""

import pytest

from mjsim.plant.hatch import SHUT
from mjsim.table.session import SimTable
from tests.faults.bench import mended, told


@pytest.mark.parametrize("after_ms", [5, 60, 200, 900])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_second_press_while_the_hatch_goes_up_shuts_it_from_its_top(seed, after_ms):
    table = opening(seed, after_ms)
    table.press("elevator")
    table.run_until(lambda: table.io("hatch_up"), 10_000)
    table.run_for(6_000)
    assert table.faults == [] and table.plant.hatch.zone == SHUT and table.state == "ready"


def opening(seed, after_ms):
    """A worn table whose hatch has been on for so long."""
    table = SimTable(seed=seed, unit="worn")
    table.press("elevator")
    table.run_until("ready", 30_000)
    table.press("elevator")
    table.run_until(lambda: table.io("hatch"), 2_000)
    table.run_for(after_ms)
    return table


@pytest.mark.parametrize("after_ms", [60, 900])
def test_a_third_press_lets_it_stay_open(after_ms):
    table = opening(1, after_ms)
    table.press("elevator")
    table.run_for(300)
    table.press("elevator")
    table.run_for(10_000)
    assert table.faults == [] and table.io("hatch_up") and table.state == "loading"


def cut(table):
    table.power_off()
    table.run_for(3_000)
    table.inject("stuck hatch_dn on")
    table.power_on()
    table.run_for(2_000)


def stopped(table):
    table.inject("loop open")
    table.run_for(500)
    table.inject("stuck hatch_dn on")
    table.inject("clear loop open")
    table.run_for(500)


@pytest.mark.parametrize("how", [cut, stopped])
@pytest.mark.parametrize("down_ms", [300, 800, 1_400])
def test_a_lower_limit_that_sticks_under_a_hatch_that_stands_half_open(how, down_ms):
    """Nothing is known of the way that it would have had: it is not shut until it has been up."""
    table = SimTable(seed=1, unit="worn")
    table.press("elevator")
    table.run_until("ready", 30_000)
    table.load("green")
    table.run_until(lambda: not table.io("hatch_up"), 2_000)
    table.run_for(down_ms)
    how(table)
    since = len(table.events)
    for _ in range(4):  # acknowledged, homed, and whatever people try then
        table.press("elevator")
        table.run_for(12_000)
    assert {"E801", "E803"} & {event["code"] for event in told(table, since)}
    assert table.plant.violations == []


def test_a_lower_limit_that_stuck_before_the_hatch_left_it():
    """Told as E801: the hatch stands open by then, though its limit was never off."""
    table = SimTable(seed=1)
    table.press("elevator")
    table.run_until("ready", 30_000)
    table.load("green")
    table.run_until(lambda: table.table.hatch.state == "landing", 10_000)
    table.press("elevator", 60)
    table.run_for(60)
    table.inject("stuck hatch_dn on")
    for _ in range(4):
        table.run_for(9_000)
        table.press("elevator")
    assert {event["code"] for event in told(table)} == {"E801"}
    assert table.plant.violations == []
    mended(table)
    table.run_until("sorting", 30_000)


def test_a_lower_limit_that_flickers_under_a_shut_hatch_changes_nothing():
    """While lifts are up the hatch could not be run up to prove it."""
    table = SimTable(seed=1)
    table.press("elevator")
    table.run_until("ready", 30_000)
    table.load("green")
    table.run_until(lambda: table.table.set_waiting == "green", 300_000)
    table.load("blue")
    table.run_until(lambda: table.plant.lifts[3].zone, 20_000)
    for _ in range(3):
        table.inject("stuck hatch_dn off")
        table.run_for(40)
        table.inject("clear all")
        table.run_for(40)
    assert table.faults == ["E902"]
    table.press("elevator")
    table.run_for(1_000)
    table.press("elevator")
    table.run_until(lambda: table.table.set_waiting == "blue", 300_000)
    assert {event["code"] for event in told(table)} == {"E902"} and table.plant.violations == []
