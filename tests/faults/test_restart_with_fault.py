"""The program dies just as a tile goes into its head, and starts again with a fault."""

import pytest

from mjsim.people.habits import Habits
from mjsim.run.report import HandMeter
from mjsim.table.session import SimTable

DEAD_MS = 3_000
"""Until the watchdog has started the program again."""


def died_as_a_tile_went_in(machine):
    """The record has it half past the beam; that it is in the head was not written any more."""
    table = SimTable(machine, seed=7, players=Habits(play_ms=10_000))
    head, line = table.plant.heads[0], table.table.lines[0]
    while not head.held or line.in_head:
        table.run_for(1)
    table.inject("exception")
    table.after(DEAD_MS, lambda: table.inject("clear exception"))
    return table


@pytest.mark.parametrize("machine", ["four_port", "row_port"])
@pytest.mark.parametrize("wrong", ["fuse blown", "swapped sig0 sig1"])
def test_the_tile_is_in_the_head_whatever_fault_the_program_starts_with(machine, wrong):
    """It was taken for one that a person has lifted out, and the next one driven on to it."""
    table = died_as_a_tile_went_in(machine)
    table.inject(wrong)
    table.run_until("fault", 2 * DEAD_MS)
    table.run_for(500)
    assert table.plant.heads[0].held and table.table.lines[0].in_head == 1
    table.inject("clear " + wrong)
    meter = HandMeter(table)
    while not meter.hands and table.now_ms < 900_000:
        table.run_for(100)
        meter.look()
    assert meter.hands and not meter.wrong and table.violations == []
