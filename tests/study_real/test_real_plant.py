"""Walls that the simulated machine built, typed as a person would: the kit sees what it must.

Without mixing what falls last leaves first, on every kind of machine: so ends, rows and the order
of the sides are understood as the machine means them.
"""

import pytest

from mjsim.generated.constants import LINES, MACHINES
from mjsim.shuffle import cycle
from mjsim.shuffle.statistics.projection import Layout
from mjstudy.real import sheet, written
from mjstudy.real.header import Header
from mjstudy.real.study import study

HANDS = 3


@pytest.fixture
def built(monkeypatch):
    """Hands of a machine as a typed file: the codes of the tiles by their drop rank."""
    found = []
    read = cycle._wall
    monkeypatch.setattr(cycle, "_wall", lambda *asked: found.append(read(*asked)) or found[-1])

    def make(machine, mixing, hands):
        made = Header(machine=machine)
        codes = [code for code, count in made.kinds().items() for _ in range(count)]
        text = written.header(made)
        layout = Layout(made.stacks, LINES[MACHINES.index(machine)])
        for number in range(1, hands + 1):
            found.clear()
            cycle.run_cycle(cycle.Cycle("a hand", machine, made.profile, layout, number, mixing))
            walls = [tuple([codes[rank] for rank in row] for row in zip(*wall, strict=True))
                     for wall in found]
            text += f"hand {number}\n" + written.typed(walls, made)
        return study(sheet.read("walls.txt", text))

    return make


@pytest.mark.parametrize("machine", MACHINES)
def test_a_drum_that_does_not_mix_is_shown(built, machine):
    result = built(machine, False, HANDS)
    assert not result.problems and len(result.lines) == HANDS
    assert result.verdict("layering").value > 0.9  # what fell first is built first


def test_a_drum_that_does_not_mix_brings_kinds_into_two_walls_at_once(built):
    assert not built("four_port", False, HANDS).verdict("together").passed


def test_the_machine_as_it_is_shows_nothing_in_ten_hands(built):
    result = built("four_port", True, 10)
    assert all(verdict.passed for verdict in result.verdicts)
