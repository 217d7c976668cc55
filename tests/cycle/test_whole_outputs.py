"""Whole states: in every state of the table every lamp, digit, LED, relay, ARM and emitter.

The rows are in `output_rows.py`, the ways to them in `whole_outputs.py`. Because each row is
compared as a whole, an output that is lit in one row and dark in another can neither be dropped
nor stuck on: the last tests make sure of that, and drop some.
"""

import functools
import re

import pytest

from mjsim.table.session import NotReached
from mjtable.game.cycle import Cycle
from mjtable.generated import iomap
from mjtable.people import signals
from mjtable.sorting.sorter import Sorter
from tests.cycle.output_rows import MARKERS, ROWS
from tests.cycle.whole_outputs import LAMPS, SIDES, WAYS, look_at

BOARDS_OWN = ("amux_a0", "amux_a1", "amux_a2")
"""The multiplexer's address is the drivers' alone: tests/micropython/test_analogue.py."""
INDICATORS = [name for name in iomap.OUTPUTS[16:] if name and name not in BOARDS_OWN]
DIE = "#"

found_on = functools.cache(look_at)


def expected(name):
    """The row of a stop, as `seen` has it."""
    row = ROWS[name]
    wanted = {"charts": row.charts, "lit": row.lit, "digits": row.digits, "beeps": row.beeps}
    wanted.update(zip(SIDES, MARKERS[row.marker], strict=True))
    return wanted


def as_row(name, seen):
    """What was seen, a face of a die where the row asks for any."""
    digits = "".join(
        DIE if wanted == DIE and "1" <= shown <= "6" else shown
        for wanted, shown in zip(ROWS[name].digits, seen["digits"], strict=True)
    )
    return {**seen, "digits": digits}


def wrong_rows(way):
    """Stops of a way at which another output is on than the row says, the way walked again."""
    return [name for name, seen in look_at(way).items() if as_row(name, seen) != expected(name)]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_every_output_is_as_its_row_says(way):
    for name, seen in found_on(way).items():
        assert {name: as_row(name, seen)} == {name: expected(name)}


def test_each_row_is_visited_once():
    visited = [name for way in WAYS for name in found_on(way)]
    assert sorted(visited) == sorted(ROWS)


@pytest.mark.parametrize(("place", "chart"), [(0, Cycle), (1, Sorter)])
def test_every_state_of_the_table_and_of_the_sorter_has_a_row(place, chart):
    states = {row.charts.split(" / ")[place] for row in ROWS.values() if row.charts != "off"}
    assert states == {state[0] for state in chart.STATES}


@pytest.mark.parametrize("output", [*INDICATORS, "arm", "emit"])
def test_each_indicator_is_on_in_one_row_and_off_in_another(output):
    assert {output in row.lit.split() for row in ROWS.values()} == {True, False}


@pytest.mark.parametrize("place", range(4))
def test_each_digit_is_lit_in_one_row_and_dark_in_another(place):
    assert {row.digits[place] != " " for row in ROWS.values()} == {True, False}


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("lamp", LAMPS)
def test_each_lamp_is_lit_in_one_row_and_dark_in_another(lamp, side):
    at = SIDES.index(side)
    pictures = [MARKERS[row.marker][at] for row in ROWS.values()]
    assert {bool(re.search(rf"\b{lamp} ", picture)) for picture in pictures} == {True, False}


# The tests' own test: what is dropped is missed.

DROPPED = {
    "AUX_FAN": "next_hand",
    "AUX_LAMP_READY": "first_sort",
    "AUX_LAMP_FAULT": "faults",
    "AUX_LOOP_LAMP": "faults",
    "AUX_LED_RUN": "first_sort",
    "AUX_LED_ARM": "first_sort",
    "AUX_LED_FLT": "faults",
    "AUX_DICE_SLEEP_N": "next_hand",
}
RELAYS = {
    "dir_hatch": "first_sort",
    "dir_chain": "single_port",
    "dir_drum": "modes",
    "dir_belts": "surplus",
}


def way_named(name):
    """One of the ways."""
    return next(way for way in WAYS if way.__name__ == name)


@pytest.mark.parametrize("constant", DROPPED)
def test_a_dropped_indicator_is_missed(constant, monkeypatch):
    monkeypatch.setattr(signals, constant, 0)
    assert wrong_rows(way_named(DROPPED[constant]))


@pytest.mark.parametrize("relay", RELAYS)
def test_a_dropped_direction_relay_is_missed(relay, monkeypatch):
    bit = 1 << iomap.OUTPUTS.index(relay) - 16
    monkeypatch.setattr(signals, "RELAYS", signals.RELAYS & ~bit)
    assert missed(way_named(RELAYS[relay]))


def missed(way):
    """The way ends in wrong rows, or is not to be walked to its end at all."""
    try:
        return wrong_rows(way)
    except (AssertionError, NotReached):
        return ["not walked to its end"]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_lights_of_a_fault_alone_are_not_enough(way, monkeypatch):
    whole = signals.Signals._state_lights
    faulty = iomap.AUX_LAMP_FAULT | iomap.AUX_LED_FLT
    monkeypatch.setattr(
        signals.Signals, "_state_lights", lambda self, state: whole(self, state) & faulty
    )
    assert wrong_rows(way)


@pytest.mark.parametrize("place", range(4))
def test_a_dark_digit_is_missed(place, monkeypatch):
    draw = signals.Signals._draw_digits

    def without(self, outputs, state):
        draw(self, outputs, state)
        outputs.digits[place] = ord(" ")

    monkeypatch.setattr(signals.Signals, "_draw_digits", without)
    assert wrong_rows(way_named("faults"))


@pytest.mark.parametrize("what", ["arm", "emit", "beep"])
def test_arming_emitters_and_beeper_are_missed(what, monkeypatch):
    light = signals.Signals._light

    def without(self, table):
        light(self, table)
        setattr(table.outputs, what, 0)

    monkeypatch.setattr(signals.Signals, "_light", without)
    assert missed(way_named("first_sort"))
