"""Faults that a review found in the circuit by the parts' data sheets: each stays mended."""

from pathlib import Path

from hardware import model

ROOT = Path(__file__).resolve().parents[2]
CIRCUIT = model.load(ROOT)


def test_the_supervisor_has_the_pins_of_its_sr_package():
    """APX803L-29SR-7: 1 = RESET#, 2 = GND, 3 = VCC (Diodes APX803/D, SOT23 SR package; quoted)."""
    assert CIRCUIT.parts["U27"].pins == {"1": "RUN", "2": "GND", "3": "+3V3"}
