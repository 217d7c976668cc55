"""Faults that a review found in the circuit by the parts' data sheets: each stays mended."""

import math
import re
from pathlib import Path

from hardware import model
from hardware.board.landpatterns import PATTERNS
from hardware.lib.passive import ohms
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


E9_OHM, E9_A = 8200.0, 120e-6  # RP2350 erratum E9 (quoted): pulls of 8.2k or less win over 120 uA
LOW_V, HIGH_V, MOST_V = 0.8, 2.0, 3.2  # an input's levels at 3.3 V, and the lowest +3V3


def gpio_nets():
    u1 = CIRCUIT.parts["U1"]
    return {net for pin, net in u1.pins.items() if u1.names[pin].startswith("GP")}


def test_every_pull_down_of_a_gpio_is_strong_enough_for_erratum_e9():
    nets = gpio_nets()
    assert {"SAFE_FB", "ARM", "WD_KICK"} <= nets
    near = {net for part in CIRCUIT.of_kind("resistor").values() if ohms(part.value) <= 100
            and set(part.pins.values()) & nets for net in part.pins.values()} - {"GND"}
    downs = {ref: part for ref, part in CIRCUIT.of_kind("resistor").items()
             if "GND" in part.pins.values() and set(part.pins.values()) & (nets | near)}
    assert {"R2206", "R2218", "R2301", "R2706", "R2912", "R2914", "R2917"} <= set(downs)
    assert {ref: part.value for ref, part in downs.items() if ohms(part.value) > E9_OHM} == {}


def test_safe_fb_is_surely_high_and_surely_low():
    """10.5 to 13.2 V at the loop, 0.05 to 0.3 V in Q24, resistors of 1 %."""
    top, bottom = (ohms(CIRCUIT.parts[ref].value) for ref in ("R2217", "R2218"))
    least = (10.5 - 0.3) * bottom * 0.99 / (bottom * 0.99 + top * 1.01)
    most = (13.2 - 0.05) * bottom * 1.01 / (bottom * 1.01 + top * 0.99)
    assert least > HIGH_V + 0.3
    assert most < MOST_V
    assert E9_A * bottom * 1.01 < LOW_V
