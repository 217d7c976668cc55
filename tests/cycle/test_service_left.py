"""What somebody jogged in service mode, or the self-test moved, is not where it was."""

import pytest

from mjsim.people.habits import Habits
from mjsim.people.people import People
from mjsim.people.remedies import acts
from mjsim.plant.hatch import SHUT
from mjsim.words.names import MACHINES
from tests.cycle.test_service import Bench
from tests.faults.bench import acknowledge, await_fault, mended, resume, told, under_the_lid


def short(machine="four_port"):
    """Three tiles lack, and the heads stand full."""
    bench = Bench(machine=machine)
    table = bench.sim
    table.press("elevator")
    table.run_until("ready", 30_000)
    table.press("elevator")
    table.run_until(lambda: table.io("hatch_up"), 10_000)
    table.run_for(500)
    table.drop(table.boxed_set("green")[:-3])
    table.run_for(3_000)
    table.press("elevator")
    table.run_until("short", 500_000)
    table.run_for(3_000)
    return bench


def jogged(bench, motor, ms):
    """A motor was jogged, and the mode left."""
    bench.serve()
    assert bench.do("motor.jog name=%s ms=%d" % (motor, ms)) == "ok"
    bench.run(ms + 500, alive=True)
    bench.key(False)
    assert bench.do("service.leave") == "ok"
    bench.run(500)


@pytest.mark.parametrize("machine", MACHINES)
def test_a_table_that_was_served_while_tiles_lacked_homes_and_goes_on(machine):
    """Its heads stood full, and homing waited for them for ever."""
    bench = short(machine)
    bench.serve()
    bench.key(False)
    bench.do("service.leave")
    bench.run(500)
    bench.sim.press("elevator")
    bench.sim.run_until("sorting", 30_000)


@pytest.mark.parametrize("is_cut", [False, True])
def test_a_lower_limit_that_sticks_under_a_hatch_that_was_jogged_up(is_cut):
    bench = short()
    jogged(bench, "hatch", 900)
    table = bench.sim
    assert table.plant.hatch.zone != SHUT
    if is_cut:
        table.power_off()
    table.inject("stuck hatch_dn on")
    table.run_for(500)
    if is_cut:
        table.power_on()
        table.run_for(1_500)
    for _ in range(3):
        table.press("elevator")
        table.run_for(9_000)
    assert table.plant.violations == []
    mended(table)
    table.run_until("sorting", 30_000)


@pytest.mark.parametrize("ms", [800, 2_500])
def test_rods_that_were_jogged_away_from_zero_are_brought_back(ms):
    bench = Bench(machine="single_port")
    bench.sim.press("elevator")
    bench.sim.run_until("ready", 30_000)
    jogged(bench, "chain", ms)
    assert bench.sim.plant.chain.zone != 0
    bench.sim.press("elevator")
    bench.sim.run_until("ready", 30_000)
    assert bench.sim.plant.chain.zone == 0


def self_tested(table):
    """Both keys held as the power comes on; then a key for each item. What failed."""
    table.power_off()
    table.run_for(500)
    table.hold("both", 3_000)
    table.power_on()
    table.run_for(4_000)
    since = len(table.events)
    while table.state == "selftest":
        table.press("elevator")
        table.run_for(500)
        table.run_until(lambda: table.table.selftest.state != "running", 30_000)
        table.run_for(600)
    return [event for event in table.events[since:]
            if event["event"] == "motor" and event["did"] not in ("passed", "started")]


def test_two_self_tests_in_a_row_pass():
    """The hatch that the first one shut stands at its limit, whatever it is believed to be."""
    table = Bench().sim
    assert self_tested(table) == self_tested(table) == []
    table.press("elevator")
    table.run_until("ready", 30_000)


def stopped(machine, wait_ms, rows=0):
    """A set half built stands with a fault that was acknowledged."""
    bench = Bench(machine=machine)
    table = bench.sim
    table.press("elevator")
    table.run_until("ready", 30_000)
    table.load("green")
    table.run_until("sorting", 10_000)
    table.run_until(lambda: table.table.sorter.rows.done == rows, 250_000)
    table.run_for(wait_ms)
    table.inject("jam ring")
    await_fault(table, 0, 60_000)
    table.inject("clear all")
    acknowledge(table)
    return bench


def goes_on(bench):
    """The set that was half built is finished; the faults on the way."""
    table = bench.sim
    since = len(table.events)
    table.press("elevator")
    table.run_until(lambda: table.faults or table.table.set_waiting == "green", 400_000)
    return [event["code"] for event in told(table, since)]


@pytest.mark.parametrize("ms", [800, 2_500, 3_500])
def test_rods_do_not_carry_the_rows_of_a_half_built_set_by_a_jog(ms):
    """Seventeen stacks went on with four of the next row, and nobody was told."""
    bench = stopped("single_port", 9_000, rows=1).serve()
    assert bench.do("motor.jog name=chain ms=%d" % ms).startswith("err refused")
    assert "by=rows_inside" in bench.do("motor.jog name=chain ms=%d" % ms)
    assert bench.do("motor.jog name=chain dir=rev ms=%d" % ms) == "ok"
    bench.run(ms + 500, alive=True)
    bench.key(False)
    bench.do("service.leave")
    assert goes_on(bench) == [] and bench.sim.plant.violations == []
    assert [len(row) for row in bench.sim.plant.lanes] == [17] * 4


def test_rods_under_way_with_a_row_are_not_jogged_either_way_nor_a_head_that_holds_a_tile():
    bench = Bench(machine="single_port")
    table = bench.sim
    table.press("elevator")
    table.run_until("ready", 30_000)
    table.load("green")
    table.run_until(lambda: table.table.distributor.state == "arriving", 250_000)
    table.inject("jam ring")
    table.inject("jam chain")
    await_fault(table, 0, 60_000)
    table.inject("clear all")
    acknowledge(table)
    bench.serve()
    for way in ("fwd", "rev"):
        assert "by=rows_inside" in bench.do("motor.jog name=chain dir=%s ms=900" % way)
    assert len(table.plant.heads[0].held) == 1
    assert "by=rows_inside" in bench.do("motor.jog name=head_a ms=900")
    bench.key(False)
    bench.do("service.leave")
    assert goes_on(bench) == [] and [len(row) for row in table.plant.lanes] == [17] * 4


@pytest.mark.parametrize("ms", [150, 200, 300, 700])
def test_a_head_that_a_jog_turned_with_a_tile_in_it_is_emptied_by_a_person(ms):
    """Half a stack went into its lane, and the next tile met a head that was not at home."""
    bench = stopped("four_port", 17_100)
    assert len(bench.sim.plant.heads[0].held) == 1
    since = len(bench.sim.events)
    jogged(bench, "head_a", ms)
    assert [event["code"] for event in told(bench.sim, since)] in (["E402"], ["E523"])
    table, ours = bench.sim, len(bench.sim.violations)
    under_the_lid(table, *(act for one in table.told for act in acts(one, 4)))
    resume(table)
    table.run_until(lambda: table.faults or table.table.set_waiting == "green", 400_000)
    assert len(table.violations) == ours and [len(row) for row in table.plant.lanes] == [17] * 4


def test_what_a_jogged_belt_brought_is_counted_again():
    bench = stopped("four_port", 25_500)  # it brings a tile to an empty head
    jogged(bench, "belt_a", 700)
    assert len(bench.sim.plant.heads[0].held) == 1
    assert bench.sim.table.lines[0].doubtful
    assert goes_on(bench) == [] and bench.sim.plant.violations == []


def sorting(machine, wait_ms=20_000):
    """A bench whose green set has been sorted for so long."""
    bench = Bench(machine=machine)
    bench.sim.press("elevator")
    bench.sim.run_until("ready", 30_000)
    bench.sim.load("green")
    bench.sim.run_until("sorting", 10_000)
    bench.sim.run_for(wait_ms)
    return bench


def passing(machine, in_head):
    """Stopped as a tile was half past the beam of line A, the stop's fault acknowledged."""
    bench = sorting(machine)
    table = bench.sim
    line = table.table.lines[0]
    table.run_until(lambda: line.in_head == in_head and line.count.counted and not line.booked,
                    60_000)  # fmt: skip
    return stop_pressed(bench)


def stop_pressed(bench):
    bench.sim.inject("loop open")
    bench.run(1_500)
    bench.sim.inject("clear all")
    bench.run(700)
    acknowledge(bench.sim)
    return bench


def looked_into(bench):
    """People do what the faults ask for, and the set is finished as it should be."""
    table = bench.sim
    ours = len(table.violations)
    table.people = People(table, 1, Habits(play_ms=1_000))
    table.people.next_ms = table.now_ms
    table.run_until(lambda: table.state == "ready" and table.table.set_waiting == "green", 500_000)
    assert table.violations[ours:] == [] and table.faults == []
    assert [list(map(len, row)) for row in table.plant.lanes] == [[2] * 17] * 4


WAYS = [("four_port", 1), ("single_port", 1), ("four_port", 0), ("row_port", 0)]


@pytest.mark.parametrize(("machine", "in_head"), WAYS)
@pytest.mark.parametrize("ms", [300, 2_500])
def test_a_belt_jogged_back_with_a_tile_half_past_the_beam_sends_a_person(machine, in_head, ms):
    """It was booked as in the head, and half a stack was pushed."""
    bench = passing(machine, in_head)
    jogged(bench, "belt_a dir=rev", ms)
    assert ("E402", "line_a") in [one[:2] for one in bench.sim.told]
    looked_into(bench)


@pytest.mark.parametrize(("machine", "in_head"), WAYS)
@pytest.mark.parametrize("ms", [200, 600])
def test_a_head_jogged_with_a_tile_half_past_the_beam_sends_a_person(machine, in_head, ms):
    """Homing turned it into the tile, or pushed half a stack."""
    bench = passing(machine, in_head)
    jogged(bench, "head_a", ms)
    assert {one.place for one in bench.sim.told} == {"line_a"}
    looked_into(bench)


@pytest.mark.parametrize("machine", ["four_port", "single_port"])
@pytest.mark.parametrize("ms", [400, 2_500])
def test_a_belt_jogged_behind_a_push_that_coasted_home(machine, ms):
    """The stack that is out was counted when the next tile was in, the head taken for empty."""
    bench = sorting(machine)
    table = bench.sim
    line, head = table.table.lines[0], table.plant.heads[0]
    while line.state != "push" or head.held or head.zone not in (4, 5):
        table.run_for(5)
    stop_pressed(bench)
    jogged(bench, "belt_a", ms)
    assert line.in_head == len(head.held)
    looked_into(bench)


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("waits", [False, True])
@pytest.mark.parametrize("steps", [[2_500], [4_000], [400] * 11])
def test_a_wall_that_a_jog_has_tipped_is_told_and_put_back(machine, waits, steps):
    """It lay on the table, its lift was at home again, and walls were dealt without it."""
    bench = sorting(machine, 120_000 if machine == "single_port" else 60_000)
    table = bench.sim
    if waits:
        table.run_until(lambda: table.set_waiting == "green", 300_000)
        table.run_for(3_000)
    else:
        stop_pressed(bench)
    bench.serve()
    for ms in steps:
        assert bench.do("motor.jog name=lift_b ms=%d" % ms) == "ok"
        bench.run(ms + 500, alive=True)
    bench.key(False)
    bench.do("service.leave")
    bench.run(500)
    assert [one[:2] for one in table.told] == [("E605", "lift_b")]
    looked_into(bench)


@pytest.mark.parametrize("how", ["lid", "power cut"])
def test_neither_the_lid_nor_a_power_cut_in_service_mode_forgets_a_jog(how):
    bench = passing("four_port", 1).serve()
    table = bench.sim
    assert bench.do("motor.jog name=head_a ms=200") == "ok"
    bench.run(700, alive=True)
    if how == "lid":
        table.set_lid(True)
        table.run_for(300)
        table.set_lid(False)
        assert table.faults[0] == "E806"
    else:
        table.power_cut(3_000)
        table.run_for(500)
    assert {"E402", "E523"} & set(table.faults)
    table.plant.set_input("svc", False)
    looked_into(bench)
