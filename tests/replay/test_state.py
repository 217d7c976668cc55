"""A checkpoint has everything: a table brought back from one is the one it was written of."""

import gc
import sys
from array import array

import pytest

from mjsim.replay.calls import Medium
from mjsim.replay.player import Player
from mjsim.table import flight
from mjsim.table.session import SimTable
from mjtable.table import Table
from tools.check.state import ELSEWHERE

SECONDS = (1, 14, 25, 47, 71, 90)
BUFFERS = {"Journal": ("buf",), "Table": ("_watchers",)}
"""Work space, and a table made at the start."""
LEFT_OUT = {name: (*ELSEWHERE.get(name, ()), *BUFFERS.get(name, ()))
            for name in {**ELSEWHERE, **BUFFERS}}


def plain(value):
    """A number, a text, bytes or a list of such, as it can be compared; None for anything else."""
    if isinstance(value, (bytearray, array, list)):
        found = list(value)
        return found if all(isinstance(each, (int, str)) for each in found) else None
    return value if isinstance(value, (int, str)) else None


def values(parts):
    """Everything plain of every part, by its number, class and attribute."""
    return {
        (number, type(part).__name__, name): plain(value)
        for number, part in enumerate(parts) for name, value in vars(part).items()
        if plain(value) is not None and name not in LEFT_OUT.get(type(part).__name__, ())
    }


def brought_back(session):
    """A table from a checkpoint of this one, made now."""
    recorder = session.table.recorder
    recorder.n[flight.WANTED] = 1
    flight.keep(session.table)
    first = recorder.marks[(recorder.marked - 1) % len(recorder.marks)]
    data = bytes(recorder.ring[at % len(recorder.ring)]
                 for at in range(first, recorder.n[flight.AT]))
    return Player(session.table.machine, data)


@pytest.mark.parametrize("machine", ["four_port", "single_port", "row_port"])
def test_a_table_from_a_checkpoint_is_the_same_in_every_attribute(machine):
    session = SimTable(machine, "YEE", 8, record=flight.RING)
    session.press("elevator")
    session.run_until("ready", 30_000)
    session.load()
    began = session.now_ms
    for second in SECONDS:
        session.run_to(began + second * 1000)
        if second == SECONDS[-2]:
            session.inject("jam head_a")
        assert values(brought_back(session).parts) == values(session.table.recorder.parts)


@pytest.mark.parametrize("machine", ["four_port", "single_port"])
def test_inputs_that_are_none_of_a_new_board_come_back(machine):
    """Most of them are 0 or as at the start in any evening, and would not be missed there."""
    session = SimTable(machine, record=flight.RING)
    session.run_to(1_000)
    inputs = session.table.inputs
    names = set(vars(inputs)) - {"rose", "fell", "edges", "late_ms", "now_ms", "machine", "gauges"}
    for name in names - {"level", "reset_cause"}:
        setattr(inputs, name, getattr(inputs, name) + 3)
    inputs.level[:] = bytes(range(1, len(inputs.level) + 1))
    inputs.reset_cause = "watchdog"
    again = brought_back(session).inputs
    assert {name: getattr(again, name) for name in names} == {
        name: getattr(inputs, name) for name in names}


def has_state(part, found):
    """Everything with a STATE that can be reached from here."""
    for value in vars(part).values():
        for each in value if isinstance(value, (tuple, list)) else (value,):
            if getattr(each, "STATE", None) and each not in found:
                found.append(each)
                has_state(each, found)
    return found


@pytest.mark.parametrize("machine", ["four_port", "single_port"])
def test_every_part_with_a_state_is_written(machine):
    table = SimTable(machine, record=flight.RING).table
    missing = [each for each in has_state(table, [table]) if each not in table.recorder.parts]
    assert [type(each).__name__ for each in missing] == []


@pytest.mark.parametrize("machine", [0, 1])
def test_no_piece_of_a_checkpoint_is_large(machine):
    """A scan has 5 ms: 100 calls are 1.4 ms on a genuine image, and were 3.5 with 264."""
    table = Table(machine, Medium())
    table.begin_recording(bytearray(1 << 14))
    while table.recorder.n[flight.WANTED]:
        assert calls_of(table.recorder.keep) <= 100


@pytest.mark.parametrize("machine", [0, 1])
def test_arrays_of_a_state_have_numbers_as_wide_as_machine_code_reads(machine):
    """A board would write two numbers of an array "h" as one, and read on behind its end."""
    table = Table(machine, Medium())
    table.begin_recording(bytearray(1 << 14))
    arrays = {(type(part).__name__, name): value.typecode for part in table.recorder.parts
              for name in part.STATE if isinstance(value := getattr(part, name), array)}
    assert ("Supervision", "took") in arrays
    assert {name: code for name, code in arrays.items() if code != "i"} == {}


def calls_of(function):
    """How many calls it makes; none by the way, of a collector of garbage that comes just then."""
    found = []
    gc.disable()
    sys.setprofile(lambda frame, event, arg: event.endswith("call") and found.append(event))
    try:
        function()
    finally:
        sys.setprofile(None)
        gc.enable()
    return len(found)
