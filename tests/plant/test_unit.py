"""A simulated table is a unit: its parts differ within docs/SPREAD.md, by its number alone."""

import pytest

from mjsim.generated import constants as C
from mjsim.generated.spread import SPREAD
from mjsim.plant import Plant
from mjsim.plant.numbers import HEAD_EDGES
from mjsim.plant.unit import Unit, unit_of
from mjsim.table.making import chosen_unit
from mjsim.words.names import MACHINES, UsageError


def plant(kind="typical", number=1, **fixed):
    return Plant("four_port", 1, unit=Unit(kind, number, fixed))


def figures(machine):
    return [(d.full, d.lag_min, d.coast_min) for d in machine.drives if d is not None]


def test_the_nominal_unit_is_the_design():
    for drive in plant("nominal").belts:
        assert drive.full == C.BELT_SPEED_UM_PER_MS and not drive.decays
        assert drive.end == C.BELT_LENGTH_UM
    assert [edge for edge, _, _ in plant("nominal").heads[0].edges] == sorted(HEAD_EDGES)


@pytest.mark.parametrize("kind", ["typical", "worn"])
def test_no_two_parts_and_no_two_units_are_alike(kind):
    one, other = plant(kind, 1), plant(kind, 2)
    assert figures(one) == figures(plant(kind, 1))
    assert figures(one) != figures(other)
    assert len({head.full for head in one.heads}) > 1
    assert len({tuple(head.edges) for head in one.heads}) == 4


@pytest.mark.parametrize("kind", ["typical", "worn"])
def test_every_figure_stays_within_its_range(kind):
    for figure, ranges in SPREAD.items():
        least, most = ranges[kind]
        drawn = [Unit(kind, number).of(figure, "x") for number in range(200)]
        assert least <= min(drawn) and max(drawn) <= most
        assert max(drawn) - min(drawn) > 0.8 * (most - least)


@pytest.mark.parametrize("number", range(40))
def test_no_two_edges_of_a_cam_come_in_the_same_instant(number):
    for kind in ("typical", "worn"):
        for head in plant(kind, number).heads:
            places = [edge for edge, _, _ in head.edges]
            assert min(b - a for a, b in zip(places, places[1:], strict=False)) >= 600


def test_no_spread_is_promised_that_nothing_in_the_machine_follows():
    asked = set()

    class Asked(Unit):
        def of(self, figure, part):
            asked.add(figure)
            return super().of(figure, part)

        def limits(self, figure):
            asked.add(figure)
            return super().limits(figure)

    for machine in MACHINES:
        Plant(machine, 1, unit=Asked("typical", 1)).new_set("green", 136)
    assert asked == set(SPREAD)


def way_of_a_coast(unit):
    """A belt at speed is switched off: its way after half of its coast, and after all, um."""
    machine = Plant("four_port", 1, unit=unit)
    belt = machine.belts[0]
    belt.coast_min, belt.coast_span, belt.speed = 80, 1, 150
    belt.command(True, 0)
    machine.next_ms = min(machine.due)
    machine.advance(1000)
    off = belt.place(1000)
    belt.command(False, 1000)
    machine.next_ms = min(machine.due)
    machine.advance(1040)
    half = belt.place(1040) - off
    machine.advance(1200)
    assert not belt.moving
    return half / belt.pace, (belt.place(1200) - off) / belt.pace


def test_a_coast_decays_as_friction_does_it():
    assert way_of_a_coast(Unit("nominal", 1)) == (40, 80)
    half, whole = way_of_a_coast(Unit("typical", 1))
    assert half == pytest.approx(30, abs=0.6) and whole == pytest.approx(40, abs=1)


def test_a_contact_bounces_and_a_light_barrier_does_not():
    machine = plant(contact_bounce=12)
    seen = []
    machine.set_input("elevator", 1)
    for ms in range(1, 15):
        machine.advance(ms)
        seen.append(machine.input("elevator"))
    assert 0 in seen and seen[-1] == 1
    assert all(mask & 0b10001001 == 0 for mask in machine._contacts[:4])


def test_a_unit_is_named_by_its_kind_or_its_number():
    assert unit_of("typical", 7).number == 7
    assert unit_of("4711", 7).number == 4711 and unit_of("4711", 7).kind == "typical"
    with pytest.raises(UsageError, match="--unit old: write nominal, typical, worn, or a number"):
        chosen_unit("old", 1)
    with pytest.raises(ValueError, match="no spread 'sped'; docs/SPREAD.md lists them"):
        Unit("typical", 1, {"sped": 1})
