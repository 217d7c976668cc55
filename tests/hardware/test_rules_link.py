"""The ribbon between the boards: its rule, shown to fire."""

from dataclasses import replace
from pathlib import Path

import pytest

from hardware.blocks.link import LOGIC, MAINS
from hardware.model import circuit_of, load
from hardware.rules import check, isolation
from tests.hardware import edits
from tools.make.generate.read import machine

ROOT = Path(__file__).resolve().parents[2]
CIRCUIT = load(ROOT)
MACHINE = machine.load(ROOT)


def grounds_gone():
    parts = dict(CIRCUIT.parts)
    for ref in (LOGIC, MAINS):
        pins = {pin: "+12V" if net == "GND" else net for pin, net in parts[ref].pins.items()}
        parts[ref] = replace(parts[ref], pins=pins)
    return circuit_of(parts)


FIRST = CIRCUIT.parts[LOGIC].pins["1"]
BOTH = "both ends belong on"
FAULTS = {
    "two wires exchanged in one plug": (
        edits.swap(CIRCUIT, (MAINS, "1"), (MAINS, "6")), f"{LOGIC}.1 (net {FIRST})", BOTH),
    "a wire left out": (edits.move(CIRCUIT, MAINS, ("6", "")), f"{LOGIC}.6", BOTH),
    "mains on the ribbon": (edits.move(CIRCUIT, MAINS, ("6", "L_SW")), f"{MAINS}.6", ""),
    "no header on the mains board": (edits.remove(CIRCUIT, MAINS), "1 headers of kind board_link",
                                     "a ribbon has two ends"),
    "no grounds": (grounds_gone(), f"{LOGIC}: 0 wires of GND", "a ground for every four"),
}


@pytest.mark.parametrize("title", FAULTS)
def test_a_fault_is_told_with_both_places(title):
    circuit, place, what = FAULTS[title]
    told = [str(found) for found in check(circuit, MACHINE)]
    assert any(place in line and what in line for line in told), told[-5:]


def test_the_isolation_rules_know_the_ribbon():
    one = edits.move(CIRCUIT, MAINS, ("6", "L_SW"))
    both = edits.move(one, LOGIC, ("6", "L_SW"))
    told = [str(found) for found in isolation(both, MACHINE)]
    assert any("only SELV may pass the ribbon" in line for line in told)


def test_both_ends_are_alike_and_quiet():
    assert CIRCUIT.parts[LOGIC].pins == CIRCUIT.parts[MAINS].pins
    assert not [found for found in check(CIRCUIT, MACHINE) if found.rule == "link"]
