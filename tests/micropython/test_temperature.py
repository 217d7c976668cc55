"""Thermistors: the table against the part's formula, broken sensors, few changes."""

import math

import pytest

from hal.temperature import (
    BAY,
    BROKEN_READINGS,
    HIGHEST,
    HS,
    LOWEST,
    OPEN_DC,
    SHORT_DC,
    Temperature,
    celsius_dc,
)
from mjtable.generated.timing import TEMPERATURE_HIGH_DC, TEMPERATURE_LOW_DC, TEMPERATURE_STOP_DC

KELVIN = 273.15


def counts_at(celsius):
    """The divider's reading: 10 k above, NTC 10 k B 3950 below."""
    ratio = math.exp(3950 * (1 / (celsius + KELVIN) - 1 / (25 + KELVIN)))
    return round(4096 * ratio / (1 + ratio))


def true_dc(counts):
    ratio = counts / (4096 - counts)
    return 10 * (1 / (1 / (25 + KELVIN) + math.log(ratio) / 3950) - KELVIN)


def settled(celsius, sensor=HS):
    temperature = Temperature()
    temperature.take(sensor, counts_at(celsius))
    return temperature


def test_the_table_is_within_half_a_degree_everywhere():
    for counts in range(LOWEST, HIGHEST + 1):
        assert abs(celsius_dc(counts) - true_dc(counts)) < 5


@pytest.mark.parametrize("celsius", [-20, -5, 0, 25, 40, 70, 85, 105])
def test_known_temperatures(celsius):
    temperature = settled(celsius)
    assert abs(temperature.hs_dc - 10 * celsius) <= (9 if celsius == 25 else 6)
    assert temperature.bay_dc == 250


def test_the_sensors_are_told_apart():
    temperature = Temperature()
    assert temperature.take(HS, counts_at(60)) and temperature.take(BAY, counts_at(40))
    assert (temperature.hs_dc // 10, temperature.bay_dc // 10) == (60, 40)


def test_the_image_changes_by_a_degree_or_not_at_all():
    temperature = settled(60)
    shown = temperature.hs_dc
    assert not temperature.take(HS, counts_at(60.7))
    assert not temperature.take(HS, counts_at(59.3))
    assert temperature.hs_dc == shown
    assert temperature.take(HS, counts_at(61.3))
    assert temperature.hs_dc >= shown + 10


def test_heating_up_passes_the_stop():
    temperature = settled(80)
    for tenth in range(800, 870):
        temperature.take(HS, counts_at(tenth / 10))
    assert temperature.hs_dc >= TEMPERATURE_STOP_DC


@pytest.mark.parametrize("counts, shown", [(4095, OPEN_DC), (HIGHEST + 1, OPEN_DC)])
def test_an_open_sensor_shows_after_a_second(counts, shown):
    temperature = settled(30)
    told = [temperature.take(HS, counts) for _ in range(BROKEN_READINGS + 1)]
    assert told == [False] * BROKEN_READINGS + [True]
    assert temperature.hs_dc == shown < TEMPERATURE_LOW_DC


@pytest.mark.parametrize("counts", [0, LOWEST - 1])
def test_a_shorted_sensor_shows_after_a_second(counts):
    temperature = settled(30, BAY)
    for _ in range(BROKEN_READINGS + 1):
        temperature.take(BAY, counts)
    assert temperature.bay_dc == SHORT_DC > TEMPERATURE_HIGH_DC
    assert temperature.hs_dc == 250


def test_a_single_wild_reading_is_not_believed():
    temperature = settled(30)
    for _ in range(50):
        for _ in range(BROKEN_READINGS - 1):
            temperature.take(HS, 4095)
        temperature.take(HS, counts_at(30))
    assert 290 <= temperature.hs_dc <= 310


def test_a_mended_sensor_shows_at_once():
    temperature = settled(30)
    for _ in range(BROKEN_READINGS + 1):
        temperature.take(HS, 0)
    assert temperature.take(HS, counts_at(30))
    assert 290 <= temperature.hs_dc <= 310
