"""The simulated circuits keep their limits, and wrong values are seen."""

import dataclasses
from pathlib import Path

import pytest

from hardware import model, spice
from hardware.spice import current, holdup, limits, watchdog, zero_cross
from hardware.spice.values import ValueMissing
from tests.hardware.tools import needs

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def circuit():
    needs("ngspice")
    return model.load(ROOT)


@pytest.fixture(scope="module")
def bounds():
    return limits.load(ROOT)


@pytest.fixture(scope="module")
def studies(circuit, bounds):
    return {study.title: study for study in spice.studies(circuit, bounds)}


def changed(circuit, **values):
    """The circuit with other values for some parts."""
    parts = {**circuit.parts}
    for ref, value in values.items():
        parts[ref] = dataclasses.replace(parts[ref], value=value)
    return model.circuit_of(parts)


def failing(figures):
    return [figure.name for figure in figures if not figure.met]


def test_every_figure_keeps_its_limits_at_every_corner(studies):
    assert {title: failing(study.figures) for title, study in studies.items()} == {
        "Watchdog": [], "Zero crossing": [], "Group currents": [], "Hold-up": []}
    assert len(studies["Watchdog"].figures[0].values) == 32


def test_the_stages_that_were_replaced_miss_them(studies):
    contrast = {title: study.contrast[0] for title, study in studies.items() if study.contrast}
    assert not any(figure.met for figure in contrast.values())
    chops = {value.corner: value.value for value in contrast["Watchdog"].values}
    assert max(chops.values()) >= 10, "the plain pump chops"
    assert all(any(value for corner, value in chops.items() if f"kick {hz} Hz" in corner)
               for hz in (10, 20))
    assert contrast["Hold-up"].ends[1].value < 10


def test_the_slow_loop_is_latched_off_and_comes_back_with_no_kick(studies):
    figures = {figure.name: figure for figure in studies["Watchdog"].figures}
    trips = figures["slowing kick: square wave at which it trips"]
    assert len(trips.values) == 64
    assert 20 * 1.2 < trips.ends[0].value < trips.ends[1].value < 50 / 1.2
    squares = next(figure for name, figure in figures.items() if name.startswith("kick falls to"))
    assert len(squares.values) == 56 and squares.met
    back = figures["motor power back without a new ARM edge"]
    assert {value.value for value in back.values} == {0.0}


def ends_of(circuit, bounds):
    corners = watchdog.every_corner(watchdog.parts(circuit), bounds)
    return [corners[0], corners[1], corners[-2], corners[-1]]


@pytest.mark.parametrize("wrong, what", [
    ({"C2303": "10u"}, "kick of 20 Hz"),
    ({"R2303": "6k8", "R2304": "6k8"}, "kick of 50 Hz"),
    ({"R2303": "12k", "R2304": "12k"}, "pauses of 10 ms"),
    ({"R2303": "470k", "R2304": "470k"}, "kick stuck low"),
    ({"C2301": "100n"}, "kick of 50 Hz"),
])  # fmt: skip
def test_wrong_watchdog_values_are_caught(circuit, bounds, wrong, what):
    figures = watchdog.basic(ends_of(changed(circuit, **wrong), bounds), bounds)
    assert any(what in name for name in failing(figures))


def test_a_changed_value_is_followed(circuit, bounds):
    before = watchdog.basic(ends_of(circuit, bounds), bounds)[0].ends[1].value
    other = changed(circuit, R2303="44k2", R2304="44k2")
    after = watchdog.basic(ends_of(other, bounds), bounds)[0].ends[1].value
    assert 1.05 < after / before < 1.15


@pytest.mark.parametrize("wrong", [{"D2401": "BZT52C3V3", "D2402": "BZT52C3V3"},
                                   {"R2403": "4k7"}, {"R2403": "47k"},
                                   {"R2401": "150k", "R2402": "150k"}])  # fmt: skip
def test_a_wrong_zero_cross_stage_is_caught(circuit, bounds, wrong):
    fitted = zero_cross.parts(changed(circuit, **wrong))
    corners = zero_cross.every_corner(fitted, 20.0)
    shortest, longest = corners[0b101100], corners[0b010011]
    assert shortest.name.startswith("253 V") and longest.name.startswith("180 V")
    assert "pulse" in failing(zero_cross.basic([shortest, longest], bounds))


@pytest.mark.parametrize("wrong", [{"R2501": "3k3", "R2511": "3k3"}, {"R2531": "15k"}])
def test_a_wrong_current_front_end_is_caught(circuit, bounds, wrong):
    assert failing(current.study(changed(circuit, **wrong), bounds).figures)


@pytest.mark.parametrize("wrong", [{"C2110": "470u", "C2111": "470u"}, {"C2110": "100u"},
                                   {"R2421": "22k"}, {"R2422": "12k"}])  # fmt: skip
def test_a_wrong_bulk_or_power_fail_divider_is_caught(circuit, bounds, wrong):
    fitted = holdup.parts(changed(circuit, **wrong))
    corners = holdup.every_corner(fitted, bounds)[:16:3]
    wanted = 2 * holdup.need_ms(bounds)
    assert failing(holdup.basic(corners, fitted, bounds, wanted))


def test_more_load_is_more_load(circuit, bounds):
    less = holdup.loads(bounds)
    assert less["full_w"] > less["pfail_w"] > less["shed_w"] > 0.9 * less["full_w"] / 10
    assert holdup.need_ms(bounds) == 5 + 4 * 5 + 7


def test_the_two_groups_must_be_alike(circuit, bounds):
    with pytest.raises(ValueMissing) as told:
        current.study(changed(circuit, R2511="1k1"), bounds)
    assert str(told.value) == "groups A and B differ: burden is 1000 in A and 1100 in B"
