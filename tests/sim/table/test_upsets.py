"""The board's own troubles: its program, its memory, its host."""

import pytest

from mjsim.table.session import SimTable
from mjsim.table.upsets import DEAD_MS
from mjtable.memory.store import K_TABLE


def sorting():
    table = SimTable(seed=4)
    table.press("elevator")
    table.run_until("ready", 20_000)
    table.load("green")
    table.run_until("sorting", 30_000)
    table.run_for(20_000)
    # a tile half past the beam would be one that nobody knows of (decision 207)
    table.run_until(lambda: not any(table.plant.input("cnt_" + side) for side in "abcd"), 5_000)
    return table


def passing(side, in_head):
    """Sorting, until the program knows of a tile half past the beam of that line's head."""
    table = sorting()
    line = table.table.lines["abcd".index(side)]
    table.run_until(lambda: line.in_head == in_head and line.count.counted and not line.booked,
                    20_000)  # fmt: skip
    return table


def boots(table):
    return [event["reset"] for event in table.events if event["event"] == "boot"]


@pytest.mark.parametrize(("how", "at_once"), [("exception", True), ("hang", False)])
def test_a_program_that_stops_is_started_again_and_moves_nothing(how, at_once):
    table = sorting()
    assert table.plant.effective
    table.inject(how)
    table.run_for(5)
    assert (table.plant.effective == 0) == at_once and table.state == "off"
    table.run_for(table.plant.live_signal_ms)
    assert not table.plant.effective and not table.plant.armed
    table.run_for(DEAD_MS)
    assert boots(table) == ["power", "watchdog"]
    table.run_for(60_000)
    assert table.state == "power_on" and not table.plant.effective
    table.inject("clear all")
    table.press("elevator")
    table.run_until(lambda: table.stacks == [17, 17, 17, 17], 200_000)
    assert table.violations == []


def test_three_in_a_row_stay_safe_until_switched_off():
    table = sorting()
    for _ in range(3):
        table.inject("hang")
        table.run_for(DEAD_MS + 1_000)
        table.inject("clear all")
    assert table.faults == ["E909"]
    table.press("elevator")
    table.run_for(2_000)
    assert table.faults == ["E909"]
    table.power_off()
    table.power_on()
    table.run_for(1_000)
    assert table.faults == [] and table.state == "power_on"


def test_a_restart_after_ten_good_seconds_counts_anew():
    table = sorting()
    for _ in range(4):
        table.inject("exception")
        table.run_for(DEAD_MS + 11_000)
        table.inject("clear all")
    assert table.faults == [] and boots(table)[1:] == ["watchdog"] * 4


def test_no_supply_ends_the_wait_for_the_watchdog():
    table = sorting()
    table.inject("hang")
    table.power_cut(2_000)
    table.run_for(100)
    assert boots(table) == ["power", "power"]


@pytest.mark.parametrize("how", ["host noise", "host flood", "host gone"])
def test_a_mad_host_changes_nothing(how):
    table = sorting()
    table.inject(how)
    table.run_until(lambda: table.stacks == [17, 17, 17, 17], 200_000)
    assert table.violations == [] and table.faults == []
    assert len(table.runner.links) == 1
    table.inject("clear " + how)
    assert table.runner.links == []


def test_half_of_each_record_is_no_record():
    table = sorting()
    table.inject("store torn")
    table.run_for(10_000)
    table.inject("clear all")
    store = table.store
    whole = bytearray(64)
    assert all(store.read(2 * K_TABLE + copy, whole) for copy in (0, 1))
    table.inject("store missing")
    assert not any(store.read(slot, whole) for slot in range(16))
    table.inject("clear all")
    assert store.read(2 * K_TABLE, whole)


def test_a_full_flash_costs_the_chronicle_alone():
    table = sorting()
    table.inject("store full")
    before = dict(table.store.slots)
    table.run_for(60_000)
    assert table.store.slots != before
    table.power_cut(3_000)
    table.run_for(1_000)
    assert "E913" not in table.faults


@pytest.mark.parametrize("hands", ["take what is more", "mere look"])
@pytest.mark.parametrize(("side", "in_head"), [("a", 1), ("b", 0), ("c", 1), ("d", 0)])
def test_a_program_that_died_as_a_tile_was_passing_sends_a_person_there(side, in_head, hands):
    table = passing(side, in_head)
    table.inject("exception")
    table.run_for(DEAD_MS + 500)
    table.inject("clear all")
    assert ("E402", "line_" + side) in [one[:2] for one in table.told]
    table.press("elevator")
    table.run_for(500)
    assert table.state == "fault", "not before the lid was open"
    table.set_lid(True)
    table.run_for(2_000)
    if hands != "mere look":
        table.mend("right", "head_" + side)
    table.set_lid(False)
    table.press("elevator")
    table.run_until("power_on", 2_000)
    table.press("elevator")
    table.run_until(lambda: table.stacks == [17, 17, 17, 17], 200_000)
    assert table.violations == [] and table.faults == []
