"""The ready lamp: lit at rest while nothing is half done, so that the next press loads a set.

What it stands for is design domain §5: on at home, off while a set is sorted, on once all sides
have their quota. Tiles that are missing, or left unsorted, wait for people: then it is dark.
"""

import pytest

from tests.cycle import moments


def lit(table):
    """The lamp at the table, as people see it."""
    return table.io("lamp_ready")


def shown(table):
    """The four digits."""
    return bytes(table.board.outputs.digits).decode()


def lit_states(table, limit_ms):
    """Run until a set waits that did not wait before; the states in which the lamp was lit."""
    before, seen = table.table.set_waiting, set()
    for _ in range(limit_ms // 50):
        if table.table.set_waiting not in (before, "none"):
            return seen
        if lit(table):
            seen.add(table.state)
        table.run_for(50)
    raise AssertionError("no set was finished: " + table.summary())


@pytest.mark.parametrize("machine", ["four_port", "single_port"])
def test_it_is_dark_from_power_on_to_home_and_from_the_first_press_to_the_finished_walls(machine):
    table = moments.unhomed(machine=machine)
    assert table.state == "power_on" and not lit(table)
    table.press("elevator")
    table.run_for(500)
    assert table.state == "homing" and not lit(table)
    table.run_until("ready", 30_000)
    table.run_for(50)
    assert lit(table)
    table.press("elevator")
    table.run_until("loading", 2_000)
    table.run_for(50)
    assert not lit(table)
    table.run_until(lambda: table.io("hatch_up"), 8_000)
    table.sweep()
    table.press("elevator")
    table.run_for(300)
    assert lit_states(table, 400_000) == set()
    table.run_for(50)
    assert lit(table)


@pytest.mark.parametrize("wait_ms", [0, 600_000])
def test_it_is_dark_while_tiles_are_missing(wait_ms):
    table = moments.short()
    table.run_for(wait_ms)
    assert table.state == "short" and shown(table)[:3] == "- 2" and not lit(table)


def test_it_is_lit_again_once_the_missing_tiles_came_and_the_walls_stand():
    table = moments.short()
    table.press("elevator")
    table.run_until("adding", 10_000)
    table.run_until(lambda: table.io("hatch_up"), 10_000)
    assert not lit(table)
    table.add_tiles(table.missing_tiles())
    table.run_for(500)
    assert not lit(table)
    table.press("elevator")
    table.run_for(300)
    assert lit_states(table, 200_000) == set()
    table.run_for(50)
    assert lit(table) and table.stacks == [17] * 4


def test_it_stays_dark_after_a_power_cut_that_left_a_set_half_built():
    table = moments.dealt()
    table.run_for(15_000)
    table.power_off()
    table.power_on()
    table.run_for(500)
    assert table.state == "power_on" and not lit(table)
    table.press("elevator")
    table.run_for(300)
    assert lit_states(table, 300_000) == set()
    table.run_for(50)
    assert lit(table)


def test_it_is_dark_with_a_fault_and_the_fault_lamp_is_lit():
    table = moments.fault()
    assert not lit(table) and table.io("lamp_fault")
    moments.gesture(table, "short", "elevator")
    table.run_for(1_000)
    assert table.state == "power_on" and not lit(table) and not table.io("lamp_fault")
