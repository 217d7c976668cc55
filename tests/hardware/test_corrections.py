"""Faults that a review found in the circuit by the parts' data sheets: each stays mended."""

import math
import re
from pathlib import Path

from hardware import model
from hardware.board.landpatterns import PATTERNS
from tests.hardware.tools import KICAD, needs

ROOT = Path(__file__).resolve().parents[2]
CIRCUIT = model.load(ROOT)


def test_the_supervisor_has_the_pins_of_its_sr_package():
    """APX803L-29SR-7: 1 = RESET#, 2 = GND, 3 = VCC (Diodes APX803/D, SOT23 SR package; quoted)."""
    assert CIRCUIT.parts["U27"].pins == {"1": "RUN", "2": "GND", "3": "+3V3"}


def kicad_holes(path):
    """Pad -> place and drill of a through-hole footprint of KiCad's own library, in mm."""
    text = (KICAD / path).read_text(encoding="utf-8")
    found = re.findall(r'\(pad "(\w+)" thru_hole \w+ \(at (\S+) ([^\s)]+)[^)]*\)'
                       r' \(size [^)]*\) \(drill (\S+)\)', text)
    assert len(found) == text.count("(pad "), path
    return sorted((pad, float(x), float(y), float(drill)) for pad, x, y, drill in found)


def test_the_direction_relays_have_five_pins_and_five_holes():
    """RT214012 = 12 A, one pole, 5 mm (record: read); a 16 A RT314012 has eight pins."""
    relays = CIRCUIT.of_kind("relay_spdt")
    assert {part.mpn for part in relays.values()} == {"RT214012"}
    assert {part.substitute for part in relays.values()} == {"40.51.9.012.0000"}
    ours = sorted((pad.name, pad.x, pad.y, pad.drill) for pad in PATTERNS["Relay_SPDT"].pads)
    assert len(ours) == 5
    needs("kicad-footprints")
    assert ours == kicad_holes("Relay_THT.pretty/Relay_SPDT_Schrack-RT1-FormC_RM5mm.kicad_mod")


def test_the_substitute_of_the_relays_goes_into_the_same_holes():
    needs("kicad-footprints")
    theirs = {pad: (x, y) for pad, x, y, _ in kicad_holes(
        "Relay_THT.pretty/Relay_SPDT_Finder_40.51.kicad_mod")}
    turned = {"A1": "A2", "A2": "A1"}  # its coil has no polarity: turned by half a turn of y
    for pad in PATTERNS["Relay_SPDT"].pads:
        x, y = theirs[turned.get(pad.name, pad.name)]
        assert math.dist((pad.x, pad.y), (x, y - 7.5)) <= 0.4, pad
