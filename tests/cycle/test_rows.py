"""A row-stacking machine: the lower row of every wall first, then the upper one over it."""

import random

import pytest

from mjtable.generated.setting_table import NAMES
from tests.cycle.moments import home
from tests.cycle.test_sorting import built, loaded
from tests.protocol.bench import Bench


def sorted_to(table, side, pushes):
    """Sort until that many tiles of a side were pushed."""
    table.run_until(lambda: table.table.lines[side].stacks == pushes, 200_000)


def test_the_lower_row_is_whole_before_a_tile_lies_above_it():
    table = loaded("row_port")
    lines, low = table.table.lines, set(range(4))
    while low:
        table.run_until(lambda: any(lines[side].stacks == 17 for side in low), 200_000)
        for side in [one for one in low if lines[one].stacks == 17]:
            assert [len(stack) for stack in table.plant.heads[side].lane] == [1] * 17
            low.remove(side)
    table.run_until(lambda: built(table), 200_000)
    for head in table.plant.heads:
        assert [len(stack) for stack in head.lane] == [2] * 17
        lower, upper = zip(*head.lane, strict=True)
        assert len({*lower, *upper}) == 34
    assert not table.violations and not table.faults


def counted(table):
    """Side A, as `mjtool status` tells it."""
    told, *_ = Bench(table.table).ask("1 status")
    return told.partition(" stacks=")[2].partition(",")[0]


def test_a_stack_counts_when_its_upper_tile_lies():
    table = loaded("row_port")
    sorted_to(table, 0, 17)
    assert counted(table) == "0+17"
    sorted_to(table, 0, 20)
    assert counted(table) == "3+14"


@pytest.mark.parametrize("seed", range(4))
def test_power_may_go_at_any_moment_of_a_row(seed):
    table = loaded("row_port", seed)
    for _ in range(3):
        table.run_for(random.Random(seed).randrange(1_000, 30_000))
        table.power_off()
        table.run_for(2_000)
        table.power_on()
        table.run_for(2_000)
        table.press("elevator")
    table.run_until(lambda: built(table), 400_000)
    assert table.stacks == [17] * 4 and not table.violations and not table.faults


def test_the_board_is_told_by_a_setting_that_needs_the_service_key():
    table = home("row_port")
    at = NAMES.index("head.tiles_a_push")
    assert table.table.settings.value[at] == 1
    assert home("four_port").table.settings.value[at] == 2
    assert table.plant.machine == "row_port" and table.table.inputs.machine == 0  # as wired


def test_a_pushed_tile_too_many_is_an_accident():
    """The stop is the wall's end: what is pushed when both rows are whole has no room."""
    table = loaded("row_port")
    table.run_until(lambda: built(table), 200_000)
    head = table.plant.heads[0]
    head.held.append(0)
    head._push_out()
    assert any("pushed into a full lane: 17 stacks are there" in v for v in table.violations)
