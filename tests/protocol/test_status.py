"""What `status` says of a table that sorts: the stacks on each side, and who deals."""

import pytest

from mjtable.link.link import Link
from tests.cycle.whole_outputs import reach
from tests.protocol.test_real_table import RealBench


def loaded(machine="four_port", profile="SHOP-B-136"):
    """A first set is being sorted."""
    bench = RealBench(machine, profile, seed=3)
    bench.sim.press("elevator")
    bench.sim.run_until("ready", 30_000)
    bench.sim.load()
    return bench


def stacks(bench):
    """As `status` has them, side A first."""
    return [int(number) for number in bench.status()["stacks"].split(",")]


def test_stacks_are_those_on_the_lanes_while_the_walls_grow():
    bench = loaded()
    seen = set()
    for _ in range(12):
        bench.sim.run_for(5_000)
        told = stacks(bench)
        # a stack on its way out of the head is on the lane a moment before it is counted
        lanes = zip(bench.sim.stacks, told, strict=True)
        assert all(0 <= lane - counted <= 1 for lane, counted in lanes)
        seen.add(tuple(told))
    assert len(seen) > 6 and any(len(set(told)) > 1 for told in seen), "sides grow apart"


def test_stacks_of_uneven_walls_that_wait_are_told_side_by_side():
    bench = loaded(profile="HANDS-148")
    bench.sim.run_until(lambda: bench.sim.table.set_waiting == "green", 300_000)
    assert stacks(bench) == [19, 18, 19, 18] == bench.sim.stacks
    bench.sim.power_off()
    bench.sim.power_on()
    bench.table = bench.sim.table
    bench.link = Link(bench.table, "E6614103E7452D2F")
    assert stacks(bench) == [19, 18, 19, 18], "and after a night without power"


def test_a_half_stack_in_a_head_is_no_stack():
    bench = loaded()
    line = bench.table.lines[0]
    bench.sim.run_until(lambda: line.in_head == 1 and line.stacks > 2, 60_000)
    assert stacks(bench)[0] == line.stacks


def test_stacks_of_a_single_port_table_are_the_row_in_the_works_and_the_finished_ones():
    bench = loaded("single_port", "HANDS-148")
    assert stacks(bench) == [0, 0, 0, 0]
    bench.sim.run_until(lambda: bench.table.lines[0].stacks == 5, 200_000)
    assert stacks(bench) == [0, 0, 0, 5], "the row built first ends at D"
    rows = bench.table.sorter.rows
    bench.sim.run_until(lambda: rows.started == 2 and bench.table.lines[0].stacks == 3, 400_000)
    assert stacks(bench) == [0, 3, 19, 18]
    bench.sim.run_until(lambda: bench.sim.table.set_waiting == "green", 900_000)
    assert stacks(bench) == [19, 18, 19, 18]


@pytest.mark.parametrize(("presses", "side"), [(0, "A"), (1, "B"), (3, "D"), (4, "A")])
def test_the_dealer_is_the_side_that_the_marker_shows(presses, side):
    bench = RealBench(seed=3)
    bench.sim.press("elevator")
    reach(bench.sim, "cycle", "ready")
    for _ in range(presses):
        bench.sim.press("marker")
        bench.sim.run_for(1_500)
    assert bench.status()["dealer"] == side
