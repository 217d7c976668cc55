"""E605: a lift that moved, or seems to have moved, by itself. It moves no more until a person has
turned it to its bottom by hand, and its wall stands where it stood."""

import pytest

from mjsim.people.remedies import acts
from mjsim.plant.lift import LOW
from mjsim.plant.numbers import TURN
from tests.faults.bench import (
    Case,
    acknowledge,
    await_fault,
    explained,
    finish,
    latched,
    no_motor,
    raising,
    ready,
    resume,
    sorting,
    told,
)

MACHINES = ("four_port", "single_port", "row_port")
IO = ("lift_d", "lift_up_d", "lift_dn_d")


def at(moment, machine="four_port", seed=5, wait_ms=10_000):
    return moment(Case("E605", "", "", 0, machine=machine, seed=seed, wait_ms=wait_ms))


def built(case):
    """Green waits, and nothing else is to be done."""
    table = sorting(case)
    table.run_until(lambda: table.table.set_waiting == "green", 250_000)
    return table


def astray(table, side="d"):
    """E605 is latched for that side; what its number is."""
    mine = [one for one in table.told if one.code == "E605"]
    assert [one.place for one in mine] == ["lift_" + side], table.told
    assert no_motor(table) and table.state == "fault"
    return mine[0].detail


def by_hand(table):
    """What the fault's remedy says, under the lid."""
    mine = next(one for one in table.told if one.code == "E605")
    table.set_lid(True)
    table.run_for(1_500)
    for act in acts(mine, len(table.plant.heads)):
        table.mend(*act.split())
        table.run_for(500)
    table.set_lid(False)
    table.run_for(500)


def go_on(table):
    """Somebody acknowledges whatever is told and presses on, and mends nothing."""
    for _ in range(8):
        table.run_for(1_500)
        if table.faults or table.state == "power_on":
            table.press("elevator")
    table.run_for(1_500)


def refused(table):
    """An acknowledgement alone does not do."""
    acknowledge(table)
    assert "E605" in table.faults and table.state == "fault"


def moved_by_its_triac(machine, wait_ms):
    """Lift D has left its bottom in the middle of a sort."""
    table = at(sorting, machine, seed=3, wait_ms=wait_ms)
    table.inject("short lift_d")
    table.run_for(900)
    table.inject("clear all")
    assert table.plant.lifts[3].zone
    table.run_for(1_000)
    return table


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("wait_ms", range(16_000, 22_000, 1_500))
def test_a_lift_that_left_its_bottom_in_a_sort_keeps_its_wall(machine, wait_ms):
    table = moved_by_its_triac(machine, wait_ms)
    before = table.stacks
    since = len(table.events)
    if "E605" not in table.faults:  # the current told first, and stopped it at once
        resume(table)
        await_fault(table, since, 5_000)
    assert astray(table) == 0
    refused(table)
    by_hand(table)
    assert table.stacks == before and not table.table_tiles()
    resume(table)
    table.run_for(2_000)
    while table.faults:  # a pusher that was out
        table.set_lid(True)
        table.run_for(1_500)
        for one in table.told:
            for act in acts(one, len(table.plant.heads)):
                table.mend(*act.split())
        table.run_for(500)
        table.set_lid(False)
        table.run_for(500)
        resume(table)
        table.run_for(2_000)
    finish(table, "green")


def test_it_is_astray_after_a_power_cut_too():
    table = moved_by_its_triac("four_port", 16_000)
    since = len(table.events)
    if "E605" not in table.faults:
        resume(table)
        await_fault(table, since, 5_000)
    for _ in range(2):
        table.power_off()
        table.run_for(3_000)
        table.power_on()
        table.run_for(1_000)
        assert ("E605", "lift_d", 0) in table.told
    by_hand(table)
    resume(table)
    finish(table, "green")


@pytest.mark.parametrize("machine", MACHINES)
def test_a_finished_wall_on_the_table_is_laid_back(machine):
    """Somebody turned the lift with the power off, and the wall came up beside a hand."""
    table = at(ready, machine)
    table.load("green")
    table.run_until(lambda: table.table.set_waiting == "green", 400_000)
    table.power_off()
    table.run_for(3_000)
    table.plant.lifts[1]._tip()
    table.plant.lifts[1].set_angle(200_000)
    table.power_on()
    table.run_for(1_000)
    since = len(table.events)
    table.press("elevator")
    event, _ = await_fault(table, since, 10_000)
    explained(Case("E605", "", "", 0, io=IO))
    assert (event["code"], event["at"]) == ("E605", "lift_b") and astray(table, "b") == 0
    assert table.stacks[1] == 0 and len(table.table_tiles()) == 34
    by_hand(table)
    assert table.stacks == [17] * 4 and not table.table_tiles()
    resume(table)
    table.run_until("ready", 20_000)
    assert not table.violations


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("after_ms", range(0, 5_600, 350))
def test_limits_that_change_places_on_the_way_are_never_believed(machine, after_ms):
    """Whatever is acknowledged: nothing moves but under lifts that are down."""
    table = at(raising, machine, seed=7)
    table.run_for(after_ms)
    table.inject("swapped lift_up_d lift_dn_d")
    go_on(table)
    astray(table)
    assert not table.violations
    table.inject("clear all")
    by_hand(table)
    resume(table)
    table.run_until(lambda: table.state in ("sorting", "playing"), 30_000)
    finish(table, "blue")


def test_limits_that_have_changed_places_at_rest():
    table = at(ready)
    since = len(table.events)
    table.inject("swapped lift_up_d lift_dn_d")
    event, took_ms = await_fault(table, since, 100)
    assert (event["code"], event["at"], event["detail"]) == ("E605", "lift_d", 0) and took_ms < 50
    by_hand(table)
    refused(table)
    table.inject("clear all")
    latched(table)
    refused(table)
    by_hand(table)
    resume(table)
    table.run_until("ready", 10_000)


def test_a_limit_that_flickers_is_no_lift_that_moves():
    table = at(ready)
    table.inject("stuck lift_dn_d off")
    table.run_for(20)
    table.inject("clear all")
    table.run_for(200)
    assert table.faults == [] and table.state == "ready"


def test_a_lift_whose_limit_is_lost_does_not_go_home_over_its_top():
    """Its wall stays where it is."""
    table = at(ready)
    table.load("green")
    table.run_until(lambda: table.table.set_waiting == "green", 250_000)
    table.inject("limit lost lift_dn_d")
    table.run_for(100)
    assert astray(table) == 0 and table.stacks == [17] * 4
    by_hand(table)
    refused(table)
    table.inject("clear all")
    by_hand(table)
    resume(table)
    table.run_until("ready", 10_000)
    assert table.stacks == [17] * 4


def test_an_upper_limit_that_is_lost_leaves_a_lift_that_nobody_can_place():
    """E603, then E605 with 1: what is on the table stays there."""
    table = at(raising)
    table.inject("stuck lift_up_d off")
    since = len(table.events)
    event, _ = await_fault(table, since, 5_000)
    assert (event["code"], event["at"]) == ("E603", "lift_d")
    table.inject("clear all")
    since = len(table.events)
    resume(table)
    event, _ = await_fault(table, since, 5_000)
    assert (event["code"], event["at"], event["detail"]) == ("E605", "lift_d", 1)
    by_hand(table)
    resume(table)
    finish(table, "blue")
    assert [e["code"] for e in told(table)] == ["E603", "E605", "E806"]


def test_a_lower_limit_that_sticks_too_soon_is_not_believed():
    table = at(raising)
    table.run_until(lambda: table.table.lifts[3].state == "lowering", 10_000)
    table.run_for(900)
    table.inject("stuck lift_dn_d on")
    table.run_for(50)
    assert astray(table) == 1
    table.inject("clear all")
    by_hand(table)
    resume(table)
    finish(table, "blue")


def test_a_lower_limit_that_sticks_as_late_as_it_might_come_is_told_at_the_next_rise():
    """No sensor tells before (`told.py`); the lift stands a little high, and does no harm."""
    table = at(raising)
    lift = table.plant.lifts[3]
    table.run_until(lambda: lift.zone == 3, 10_000)
    table.run_until(lambda: lift.place(table.now_ms) % TURN > lift.edges[3] - LOW // 3, 10_000)
    table.inject("stuck lift_dn_d on")
    table.run_until(lambda: table.table.cycle.state == "rolling", 10_000)
    assert lift.zone == 3 and not table.faults
    table.run_until(lambda: table.table.set_waiting == "blue", 300_000)
    assert not table.violations and any("was not down" in text for text in table.plant.incidents)
    table.load("green")
    since = len(table.events)
    event, _ = await_fault(table, since, 30_000)
    assert (event["code"], event["at"]) == ("E604", "lift_d")


@pytest.mark.parametrize("on_ms", [3, 20])
def test_an_upper_limit_that_is_on_for_a_moment_is_no_top(on_ms):
    """The lower one still is: E604, and the wall comes up afterwards."""
    table = at(raising)
    assert table.table.lifts[3].state != "up" and table.plant.lifts[3].zone == 0
    table.run_until(lambda: table.table.lifts[3].state == "rising", 3_000)
    table.inject("stuck lift_up_d on")
    table.run_for(on_ms)
    table.inject("clear all")
    table.run_for(100)
    assert [one.code for one in table.told] == ["E604"]
    resume(table)
    finish(table, "blue")
    assert table.walls == 4


@pytest.mark.parametrize("machine", MACHINES)
def test_a_pusher_that_is_out_is_told_before_a_lift_homes_past_it(machine):
    """E522 and where, for a person to push it back; not the interlock behind it (E902)."""
    table = at(raising, machine)
    table.run_for(2_000)
    assert not table.io("lift_dn_a")
    table.power_off()
    table.run_for(3_000)
    table.inject("stuck push_home_a off")
    table.power_on()
    table.run_for(1_000)
    since = len(table.events)
    table.press("elevator")
    table.run_until(lambda: table.faults, 20_000)
    assert [(e["code"], e["at"]) for e in told(table, since)] == [("E522", "line_a")]
    assert table.table.cycle.state == "fault" and table.violations == []


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("side", "ab")
@pytest.mark.parametrize("after_ms", [-1, 0, 100, 250, 400, 600])
def test_a_pusher_that_shows_what_a_lift_does_is_nobodys_to_turn(machine, side, after_ms):
    """Their plugs are exchanged as the walls come up: the lift shows down, and the pusher out at
    home. No head turns under it, whatever is acknowledged."""
    table = at(raising if after_ms >= 0 else built, machine, seed=7)
    table.run_for(max(after_ms, 0))
    table.inject("swapped push_home_a lift_dn_" + side)
    if after_ms < 0:
        table.load("blue")
    go_on(table)
    assert table.faults and no_motor(table)
    assert not table.violations
    table.inject("clear all")
    for _ in range(4):
        if "E605" in table.faults:
            by_hand(table)
        if table.faults or table.state == "power_on":
            table.press("elevator")
            table.run_for(4_000)
    table.run_until(lambda: table.state in ("sorting", "playing"), 30_000)
    finish(table, "blue")
