"""A winding that touches its motor's body finds PE there."""

from pathlib import Path

import pytest

from hardware import model
from tools.make.generate.read.machine import load

ROOT = Path(__file__).resolve().parents[2]
CIRCUIT = model.load(ROOT)
CONNECTORS = load(ROOT).data["connectors"]
MOTORS = [name for name, row in CONNECTORS.items() if "N_MOT" in row["pins"]]


def test_these_are_all_mains_motors():
    assert len(MOTORS) == 16


@pytest.mark.parametrize("name", MOTORS)
def test_each_body_is_on_pe_by_a_green_and_yellow_wire(name):
    row = CONNECTORS[name]
    wire, = (wire for wire in row["cable"]["wires"] if wire["to"].endswith(".PE"))
    assert wire["colour"] == "GNYE"
    assert CIRCUIT.parts[row["ref"]].pins[str(wire["pin"])] == "PE"


def test_pe_comes_in_at_the_inlet_and_goes_to_the_frame():
    assert "PE" in CIRCUIT.parts["J1"].pins.values()
    assert CIRCUIT.parts["H1"].pins == {"1": "PE"}
