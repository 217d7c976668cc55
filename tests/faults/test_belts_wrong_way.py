"""E404: a belt that is to run back drives on, because the belts' direction relay sticks."""

import pytest

from mjsim.people.habits import Habits
from mjsim.run.report import HandMeter
from mjsim.table.session import SimTable

DEAD_MS = 3_000
"""Until the watchdog has started the program again."""


def died(state, after_ms):
    """The program dies with tiles on the belt: it is to run back, and they are counted anew."""
    table = SimTable("single_port", seed=7, players=Habits(play_ms=10_000))
    belt, line = table.plant.belts[0], table.table.lines[0]
    table.run_until(lambda: line.state == state and len(belt.tiles) > 2, 120_000)
    table.run_for(after_ms)
    table.inject("relay stuck belts")
    table.inject("exception")
    table.after(DEAD_MS, lambda: table.inject("clear exception"))
    return table


def played_on(table):
    """The first hand that is dealt after all."""
    meter = HandMeter(table)
    while not meter.hands and table.now_ms < 900_000:
        table.run_for(100)
        meter.look()
    return meter


@pytest.mark.parametrize(("state", "after_ms"), [("lower", 250), ("rest_upper", 0)])
def test_a_belt_that_drives_on_is_stopped_before_half_a_stack_is_pushed(state, after_ms):
    """Its tiles went into the head, which went home, thought empty, by way of its pusher."""
    table = died(state, after_ms)
    table.run_until(lambda: "E404" in table.faults, 20_000)
    assert not table.io("belt_a") and table.table.lines[0].in_head == 1
    meter = played_on(table)
    assert meter.hands and not meter.wrong and table.violations == []


def test_a_head_at_park_is_emptied_by_its_remedy_and_known_to_be_empty():
    """It had just begun to turn with its lower tile: the next one comes too close to be stopped,
    but nothing is pushed that is half a stack."""
    table = died("lower", 0)
    table.run_until(lambda: "E404" in table.faults, 20_000)
    assert table.table.lines[0].in_head == 0
    meter = played_on(table)
    assert meter.hands and not meter.wrong
    assert not any("half a stack" in said for said in table.violations)


def test_a_belt_that_drives_on_before_an_empty_mouth_is_known_at_once():
    """Nothing has passed the beam since the head turned: what covers it now comes, not goes."""
    table = SimTable("row_port", seed=7, players=Habits(play_ms=10_000))
    belt, line = table.plant.belts[1], table.table.lines[1]
    table.run_until(lambda: line.state == "feed_lower" and line.stacks > 1, 120_000)
    table.inject("loop open")
    table.run_for(300)
    assert belt.tiles and belt.front_phase == 0
    line.doubtful = True  # its tiles are to be counted again
    table.inject("clear loop open")
    table.run_until("power_on", 20_000)
    table.inject("relay stuck belts")
    told = []
    table.hearing.listen(lambda event: told.append((event["code"], event["at"])), ("fault",))
    table.run_until(lambda: ("E404", "line_b") in told, 20_000)
    assert len(table.plant.heads[1].held) <= 1
    table.inject("clear relay stuck belts")
    meter = played_on(table)
    assert meter.hands and not meter.wrong
