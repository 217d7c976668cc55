"""Evenings with faults at chance times: people put them right and nothing ever collides."""

import pytest

from mjsim.names import MACHINES
from tests.sim.evenings import plan, play


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("first", range(0, 24, 4))
def test_an_evening_of_faults_ends_with_a_hand(machine, first):
    for seed in range(first, first + 4):
        evening = play(plan(machine, seed))
        assert not evening.violations, (evening.text, evening.violations)
        assert not evening.where, (evening.text, evening.where)


def test_most_evenings_have_a_fault():
    told = [play(plan("four_port", seed)).faults for seed in range(8)]
    assert sum(1 for faults in told if faults) > 3


def test_one_seed_is_one_evening():
    assert play(plan("single_port", 1)) == play(plan("single_port", 1))


@pytest.mark.parametrize("seed", [1058, 1354])
def test_a_row_that_people_turn_on_to_its_wall_is_not_carried_once_more(seed):
    """The zero sensor was stuck; the rods had passed the corner when the table stopped."""
    evening = play(plan("single_port", seed))
    assert "E405" in evening.faults and evening.violations == [] and evening.wrong_walls == []
