"""Parts the wrong way round: diodes, capacitors, transistors, converters, couplers, relays."""

from pathlib import Path

import pytest

from hardware import model
from hardware.rules import domains, feeds, polarity
from hardware.rules.fitting import live
from hardware.rules.potentials import Volts, state
from hardware.rules.view import View
from tests.hardware import edits
from tools.make.generate.read.machine import load

ROOT = Path(__file__).resolve().parents[2]
MACHINE = load(ROOT)
VIEW = View(model.load(ROOT), MACHINE)
CIRCUIT = VIEW.circuit
LABELS, _ = domains.check(VIEW)


def found(circuit):
    """What the polarity rules say, a line each."""
    view = View(circuit, MACHINE)
    return {str(finding) for finding in polarity.check(view, domains.check(view)[0])}


BASE = found(CIRCUIT)


def turned(ref, one="1", two="2"):
    """The circuit with two pins of a part exchanged."""
    return edits.swap(CIRCUIT, (ref, one), (ref, two))


def role(ref, does):
    """The pin of a part that does this."""
    return VIEW.record(ref).of(does)[0]


TURNED = {  # part -> where its fault is told, and why
    "C2110": ("C2110.1 (net GND) plus", "must be the more positive end"),
    "C2104": ("C2104.1 (net GND) plus", "must be the more positive end"),
    "D2101": ("cathode of tvs", "must be the more positive end"),
    "D1": ("anode of schottky", "nothing feeds its anode"),
    "D2110": ("D2110.2 (net +12V_HOLD) anode", "nothing feeds its anode"),
    "D101": ("anode of led", "it can never conduct"),
    "D2901": ("anode of led", "it can never conduct"),
    "D4002": ("anode of led", "turn it round"),
    "D2103": ("anode of led", "turn it round"),
    "D2201": ("anode of diode", "K1's coil, driven end K1_LOW"),
    "D2202": ("cathode of zener", "K1's coil, driven end K1_LOW"),
    "D2911": ("anode of diode", "LS1's coil, driven end BUZZ_LOW"),
    "D2401": ("zener", "face each other"),
    "D2421": ("anode of schottky", "its diode conducts into it, with the cathode there"),
    "LS1": ("plus of buzzer", "not switched to ground"),
}


@pytest.mark.parametrize("ref", TURNED)
def test_a_part_the_wrong_way_round(ref):
    new = "\n".join(found(turned(ref)) - BASE)
    one, why = TURNED[ref]
    assert ref in new and one in new and why in new, new
    assert "hardware/lib/records/" in new


PERMUTED = {
    "a stop channel's source and drain": ("Q1", "source", "drain", "must lead to ground"),
    "the gate on the load": ("Q27", "gate", "drain", "gate"),
    "the beeper's gate and drain": ("Q25", "gate", "drain", "gate or base belong there"),
    "a high-side switch": ("Q26", "source", "drain", "on a supply that is on without"),
    "a transistor's base and collector": ("Q19", "base", "collector", "nothing pulls it up"),
    "a transistor's base and emitter": ("Q28", "base", "emitter", "must lead to ground"),
    "a pnp's emitter and collector": ("Q24", "emitter", "collector", "on a supply"),
    "a pnp's base and collector": ("Q24", "base", "collector", "tied to a supply already"),
    "the converter's ends": ("PS2", "supply", "supply_out", "nothing feeds this pin"),
    "the converter's ground": ("PS2", "ground", "supply_out", "this pin is the part's 0 V"),
    "the supply's outputs": ("PS1", "3", "4", "this pin is the part's 0 V"),
    "the reference": ("U28", "cathode", "anode", "this pin is the part's 0 V"),
    "the zero-cross coupler": ("OK17", "collector", "emitter", "the emitter leads to ground"),
    "a coupler's transistor": ("OK18", "collector", "emitter", "pulled up to a supply"),
    "an optotriac's lamp": ("OK1", "anode", "cathode", "its lamp can never light"),
    "a triac's ends": ("Q3", "a1", "a2", "gate's resistor belongs on A1"),
    "a triac's gate": ("Q3", "a1", "triac_gate", "nothing fires it"),
    "a direction relay's throws": ("K2", "breaks", "makes", "while the relay is at rest"),
    "a direction relay's common": ("K2", "common", "makes", "is what the triac feeds"),
    "K1's coil": ("K1", "coil_plus", "coil_minus", "plus on the supply"),
    "the watchdog's supply": ("U29", "supply", "input", "nothing feeds this pin"),
    "a supervisor's output on ground": ("U29", "open_drain", "ground", "an output on a rail"),
}


@pytest.mark.parametrize("title", PERMUTED)
def test_pins_exchanged(title):
    ref, one, two, why = PERMUTED[title]
    pins = [name if name.isdecimal() else role(ref, name) for name in (one, two)]
    new = "\n".join(found(turned(ref, *pins)) - BASE)
    assert f"{ref}." in new and why in new, new
    assert "hardware/lib/records/" in new


def test_a_pair_of_diodes_with_its_middle_on_a_rail():
    new = "\n".join(found(turned("D2301", "1", "3")) - BASE)
    assert "D2301.3 (net GND) common" in new and "clamp or pump" in new


def test_two_outputs_on_one_net():
    joined = edits.move(CIRCUIT, "U6", ("9", VIEW.net("U7", "9")))
    assert "two outputs drive one net" in "\n".join(found(joined) - BASE)


def test_a_converter_on_a_rail_of_other_volts():
    crossed = edits.move(CIRCUIT, "PS2", (role("PS2", "supply_out"), "+3V3"))
    text = "\n".join(found(crossed) - BASE)
    assert "it makes 5 V, the net is declared as 3.3 V" in text or "two sources" in text


def test_a_coil_without_driver():
    lost = edits.move(CIRCUIT, "K2", (role("K2", "coil"), "NOWHERE"))
    assert "the other on its driver" in "\n".join(found(lost) - BASE)


def test_harmless_exchanges_are_none():
    relay = VIEW.record("K2").of("coil")
    for ref, one, two in (("K2", *relay), ("OK17", "1", "2"), ("PS1", "1", "2"),
                          ("D3000", "1", "2")):
        assert not found(turned(ref, one, two)) - BASE, ref


def test_potentials_of_well_known_nets():
    now = state(VIEW, live(LABELS))
    assert now.running["+12V_HOLD"] == Volts(12.0, 12.0)
    assert now.worst["VREF"].low < 2.495 < now.worst["VREF"].high
    assert 2.4 < now.running["AM_V5SAFE_PINCH"].high < 2.6
    assert now.running["PF_IN"].low > 2.5, "12 V are above the power-fail threshold"
    assert now.worst["K1_MID"].high < 4, "a source follows its gate"
    assert now.worst["DRUM_LED"].low == 0 and "L_SW" not in now.worst
    assert str(Volts(0.0, 3.3)) == "0 to 3.3 V" and str(Volts(5.0, 5.0)) == "5 V"


def test_what_feeds_a_net():
    its = feeds.ends(VIEW, VIEW.net("Q26", role("Q26", "gate")), "Q26")
    assert its.rails == {"+5V"} and ("Q27", role("Q27", "drain")) in its.drivers
    assert "+5V" in its.names and not its.ground
    assert feeds.ends(VIEW, "NOWHERE").names == "nothing"
    assert {"+12V", "+5V", "+3V3"} <= feeds.supplies(VIEW)
    assert not {"EMIT", "+5V_SAFE"} & feeds.supplies(VIEW)
