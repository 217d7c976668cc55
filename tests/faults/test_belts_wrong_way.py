"""E404: a belt that is to run back drives on, because the belts' direction relay sticks."""

import pytest

from mjsim.people.habits import Habits
from mjsim.people.remedies import acts
from mjsim.run.report import HandMeter
from mjsim.table.session import SimTable
from tests.faults.bench import Case, await_fault, resume, sorting, under_the_lid

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


def sent_to_the_heads(machine):
    """Belts run back behind a cut with a tile in some head; a beam flickers, and all are E404."""
    table = SimTable(machine, seed=4)
    table.press("elevator")
    table.run_until("ready", 30_000)
    table.load("green")
    table.run_until("sorting", 10_000)
    table.run_for(20_000)
    heads = range(1, len(table.plant.heads))
    table.run_until(lambda: any(len(table.plant.held(side)) == 1 for side in heads), 60_000)
    table.power_cut(3_000)
    table.run_for(500)
    table.press("elevator")
    table.run_until(lambda: table.table.lines[0].state == "emptying", 20_000)
    table.run_for(2_000)
    table.inject("chatter cnt_a")
    table.run_for(400)
    assert set(table.faults) == {"E404"}
    table.inject("clear all")
    return table


def looked_into(table):
    """Somebody does what the faults ask for, and the set is finished."""
    under_the_lid(table, *(act for one in table.told for act in acts(one, 4)))
    resume(table)
    table.run_until(lambda: table.faults or table.table.set_waiting == "green", 400_000)
    assert table.violations == [] and [len(row) for row in table.plant.lanes] == [17] * 4


@pytest.mark.parametrize("machine", ["four_port", "row_port"])
def test_whom_e404_sent_to_the_heads_has_to_come(machine):
    """Acknowledged by key alone, a tile went into a head that was taken for empty."""
    table = sent_to_the_heads(machine)
    table.press("elevator")
    table.run_for(1_000)
    assert set(table.faults) == {"E404"}
    looked_into(table)


@pytest.mark.parametrize("machine", ["four_port", "row_port"])
@pytest.mark.parametrize("dead_ms", [130, 3_000])
def test_whom_e404_sent_to_the_heads_has_to_come_after_a_power_cut_too(machine, dead_ms):
    """What hands were to do was kept as done, and nobody was sent any more."""
    table = sent_to_the_heads(machine)
    table.power_cut(dead_ms)
    table.run_for(500)
    assert set(table.faults) <= {"E402", "E523", "E404"} and table.faults
    table.press("elevator")
    table.run_for(1_000)
    assert table.faults, "nobody has opened the lid"
    looked_into(table)


def test_a_head_that_was_lost_is_still_lost_after_a_power_cut():
    table = sorting(Case("E523", "", "line_b", 0))
    table.run_until(lambda: len(table.plant.held(1)) == 1, 60_000)
    table.inject("stuck park_b on")
    table.inject("stuck mid_b on")
    await_fault(table, 0, 20_000)
    table.inject("clear all")
    table.power_cut(3_000)
    table.run_for(500)
    assert set(table.faults) & {"E402", "E523"}
    looked_into(table)


@pytest.mark.parametrize(("seed", "stuck_ms"), [
    (2, 3_000), (10, 3_000), (18, 3_000), (10, 30_000),
])  # fmt: skip
def test_a_relay_that_stays_backward_takes_no_waiting_tile_for_one_in_the_head(seed, stuck_ms):
    """While one belt ran empty it stuck; what had lain in another's beam left it backward."""
    table = SimTable(seed=seed, late="now")
    table.press("elevator")
    table.run_until("ready", 20_000)
    table.load()
    line = table.table.lines[seed % 4]
    table.run_until(
        lambda: table.table.sorter.state == "picking" and line.counted >= 4 + seed % 9, 200_000)
    table.inject("tile jammed belt_" + "abcd"[line.side])
    table.run_until(lambda: line.state == "emptying", 30_000)
    table.run_for(1_500)
    table.inject("relay stuck belts")
    table.run_for(stuck_ms)
    table.inject("clear relay stuck belts")
    table.run_for(max(0, 20_000 - stuck_ms))
    assert table.violations == [] and ("E403" in table.faults) == (stuck_ms > 3_000)


@pytest.mark.parametrize("seed", [4, 8, 22])
def test_a_relay_that_does_not_turn_the_belts_drives_no_waiting_tile_on_unseen(seed):
    """A tile that waited in its beam was to go back beside another belt, and went on instead."""
    table = SimTable("row_port", seed=seed, late="now")
    table.press("elevator")
    table.run_until("ready", 20_000)
    table.load()
    sorter, line = table.table.sorter, table.table.lines[seed % 4]
    belt, jam = table.plant.belts[seed % 4], "stuck jam_%s on" % "abcd"[seed % 4]
    table.run_until(lambda: sorter.state == "picking" and line.counted >= 4 + seed % 9
                    and not belt.tiles, 300_000)
    table.inject(jam)
    table.run_until(lambda: sorter.state == "clearing", 60_000)
    table.inject("relay stuck belts")
    table.inject("clear " + jam)
    table.run_until(lambda: line.state == "emptying", 30_000)
    table.run_for(3_510)
    table.inject("clear relay stuck belts")
    table.run_for(60_000)
    assert table.violations == []
