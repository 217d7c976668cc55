"""The next set is mixed while walls rise; its tiles wait until the lifts are down."""

import pytest

from mjsim.session import SimTable


def to_the_second_rise(seed):
    table = SimTable("four_port", "SHOP-B-136", seed, players=None)
    table.press("elevator")
    table.run_until("ready", 20_000)
    table.load("green")
    table.run_until(lambda: table.table.sets.waiting, 200_000)
    table.load("blue")
    table.run_until(lambda: table.table.cycle.state == "raising", 20_000)
    return table


@pytest.mark.parametrize("seed", range(3))
def test_the_drum_mixes_while_walls_rise_and_the_ring_waits_for_the_lifts(seed):
    table = to_the_second_rise(seed)
    ring = table.io("ring")
    table.run_until(lambda: table.io("drum"), 1_000)
    while table.table.cycle.state == "raising":
        assert table.io("drum") and not table.io("ring") and not ring
        table.run_for(5)
    assert table.table.sorter.state in ("premix", "picking")
    table.run_until(lambda: table.io("ring"), 3_000)
    assert all(lift.state == "down" for lift in table.table.lifts)
    assert not table.violations and not table.faults


def test_a_lift_that_stays_behind_stops_the_mixing_too():
    table = to_the_second_rise(1)
    table.inject("jam lift_c")
    table.run_until("fault", 10_000)
    table.run_for(500)
    assert not table.board.outputs.motors and table.table.shuffler.state == "off"
