"""Evenings with faults at chance times: people put them right and nothing ever collides."""

import pytest

from mjsim.people.habits import Habits
from mjsim.people.mending import Mending
from mjsim.run.report import HandMeter
from mjsim.table.session import SimTable
from mjsim.words.names import MACHINES
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


@pytest.fixture
def taken_out(monkeypatch):
    """Tiles that people took out of the row that is built, each time they did."""
    found, plain = [], Mending._right_lane
    monkeypatch.setattr(Mending, "_right_lane", lambda people, place: (
        found.append(plain(people, place)) or found[-1]))  # fmt: skip
    return found


@pytest.mark.parametrize(("machine", "seed"), [
    ("four_port", 5041), ("four_port", 5603), ("single_port", 6381),
])  # fmt: skip
def test_half_a_stack_that_nobody_counted_is_taken_out_of_its_row(machine, seed, taken_out):
    """A shorted head pushed it; made whole by hand it was one stack too many, and no end came."""
    evening = play(plan(machine, seed), clumsy=0.0)
    assert (evening.where, evening.violations, evening.wrong_walls) == ("", [], [])
    assert "short head" in evening.text and "E523" in evening.faults and 1 in taken_out


@pytest.mark.parametrize(("side", "seed", "at_ms", "unit", "late"), [
    ("b", 4, 146_000, "typical", "now"),  # the belt stood: no tile left the beam, it went dark
    ("b", 3, 34_000, "nominal", "none"),  # half a stack went out, counted; people make it whole
])
def test_a_beam_that_goes_blind_for_a_moment_costs_no_stack(side, seed, at_ms, unit, late):
    table = SimTable("four_port", seed=seed, players=Habits(play_ms=10_000), unit=unit, late=late)
    meter = HandMeter(table)
    table.after(at_ms, lambda: table.inject("stuck cnt_%s off" % side))
    table.after(at_ms + 1_500, lambda: table.inject("clear stuck cnt_%s off" % side))
    while len(meter.hands) < 3 and table.now_ms < 600_000:
        table.run_for(500)
        meter.look()
    assert len(meter.hands) == 3 and not meter.wrong and not table.violations


@pytest.mark.parametrize("seed", [1058, 1354])
def test_a_row_that_people_turn_on_to_its_wall_is_not_carried_once_more(seed):
    """The zero sensor was stuck; the rods had passed the corner when the table stopped."""
    evening = play(plan("single_port", seed))
    assert "E405" in evening.faults and evening.violations == [] and evening.wrong_walls == []
