"""What somebody jogged in service mode, or the self-test moved, is not where it was."""

import pytest

from mjsim.plant.hatch import SHUT
from mjsim.words.names import MACHINES
from tests.cycle.test_service import Bench
from tests.faults.bench import mended


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
