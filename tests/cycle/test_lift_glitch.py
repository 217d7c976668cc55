"""A limit says for a moment that a lift is down: it is looked at again when the lift stands."""

import pytest

from mjsim.people.habits import Habits
from mjsim.table.session import SimTable


@pytest.mark.parametrize("machine", ["four_port", "row_port"])
def test_a_lift_is_down_only_when_its_limit_says_so_at_rest(machine):
    table = SimTable(machine, seed=3, players=Habits(play_ms=10_000))
    lift = table.table.lifts[3]
    table.run_until(lambda: lift.state == "lowering", 400_000)
    table.run_for(1_650)  # sooner it would be E605
    table.inject("stuck lift_dn_d on")
    table.run_for(80)
    table.inject("clear all")
    table.run_until(lambda: table.faults, 2_000)
    assert table.faults == ["E602"] and not table.violations
    assert table.told[0].place == "lift_d"
    hands = table.people.hands
    table.run_until(lambda: table.people.hands > hands, 400_000)
    assert not table.violations
