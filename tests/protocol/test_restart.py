"""`restart` over the link: only at rest, never on a simulated board."""

import pytest

from mjsim.table.session import SimTable


@pytest.fixture
def table():
    table = SimTable(seed=1)
    table.board.inputs.sim = 0
    table.run_for(10)
    return table


def test_a_table_at_rest_starts_anew(table):
    assert table.table.restart(1) == ""
    assert table.board.outputs.restart == 2


def test_a_moving_table_goes_on(table):
    table.press("elevator")
    table.run_until("ready", 20_000)
    table.press("elevator")
    table.run_until(lambda: table.table.power.on != 0, 5_000)  # the hatch opens
    assert table.table.restart(1) == "busy"
    assert table.board.outputs.restart == 0


def test_a_simulated_board_has_no_other_program(table):
    table.board.inputs.sim = 1
    table.run_for(10)
    assert table.table.restart(1) == "refused"
