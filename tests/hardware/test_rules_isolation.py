"""Isolation: each barrier shorted, bridged, miswired or unrated is caught; no harmless edit is."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware import model
from hardware.model import circuit_of
from hardware.rules import View, connectors, domains, isolation
from hardware.rules.barriers import BARRIERS, LIVE, SELV
from tests.hardware import edits
from tools.make.generate.read.machine import load

ROOT = Path(__file__).resolve().parents[2]
CIRCUIT = model.load(ROOT)
MACHINE = load(ROOT)
VIEW = View(CIRCUIT, MACHINE)
LABELS, _ = domains.flood(VIEW)

# barrier: part, pin on one side, pin on the other, an unrated part of the same kind
TYPES = {
    "opto_triac": ("OK1", "1", "6", "MOC3063M"),
    "opto_ac": ("OK17", "1", "4", "LTV-814"),
    "relay_forceguided": ("K1", "0", "33", "G7S-2A2B DC12"),
    "relay_spdt": ("K2", "A1", "11", "G5LE-1 DC12"),
    "smps_acdc": ("PS1", "1", "4", "HLK-20M12"),
    "ct": ("T1", "1", "3", "ACS712-05B"),
    "y_capacitor": ("C2003", "1", "2", "CC0805KRX7R9BB222"),
    "inlet_filter": ("FL1", "4", "3", "generic"),
}


FAULTS = {}
for kind, (ref, one, two, other) in TYPES.items():
    FAULTS[f"{kind} shorted"] = (lambda c, r=ref, a=one, b=two: edits.short(c, r, a, b), None)
    FAULTS[f"{kind} bridged"] = (
        lambda c, r=ref, a=one, b=two: edits.parallel(c, r, a, b), "R9999")
    FAULTS[f"{kind} miswired"] = (
        lambda c, r=ref, a=one, b=two: edits.swap(c, (r, a), (r, b)), ref)
    FAULTS[f"{kind} on closer pads"] = (
        lambda c, r=ref: edits.change(c, r, footprint="mj:DIP-6_W7.62"), f"{ref} on pads")
    FAULTS[f"{kind} unrated"] = (
        lambda c, r=ref, m=other: edits.change(c, r, mpn=m), f"{ref} {other} <-> rated")

FAULTS |= {
    "K1's mirror contact on the mains poles": (
        lambda c: edits.move(c, "K1", ("43", "k1_mir"), ("44", "GND")), "K1.43"),
    "K1's poles the wrong way round": (
        lambda c: edits.swap(c, ("K1", "33"), ("K1", "34")), "K1.33"),
    "K1 bypassed by a resistor": (
        lambda c: edits.add(c, "R9998", "resistor", {"1": "L_SW", "2": "L_MOT"}, "10k"), "R9998"),
    "K1 bypassed by a wire": (lambda c: edits.wire(c, "L_SW", "L_MOT"), "K1"),
    "the opto's substrate pin on SELV": (
        lambda c: edits.move(c, "OK1", ("5", "GND")), "OK1.5"),
    "the opto's open pin on the triac side": (
        lambda c: edits.move(c, "OK1", ("3", "DRUM_GATE")), "OK1.3"),
    "1M from GND to the mains": (
        lambda c: edits.add(c, "R9998", "resistor", {"1": "GND", "2": "N_SW"}, "1M"), "R9998"),
    "470k chain through a new net": (
        lambda c: edits.add(edits.add(c, "R9998", "resistor", {"1": "+12V", "2": "MID"}, "470k"),
                            "R9999", "resistor", {"1": "MID", "2": "L_MOT_A"}, "470k"), "MID"),
    "ceramic capacitor from N to GND": (
        lambda c: edits.add(c, "C9998", "capacitor", {"1": "GND", "2": "N_SW"}, "4n7"), "C9998"),
    "X2 capacitor from L to PE": (
        lambda c: edits.add(c, "C9998", "x_capacitor", {"1": "L_SW", "2": "PE"}, "10n X2",
                            "B32921C3103M000"), "C9998"),
    "Y capacitor from mains to SELV": (
        lambda c: edits.add(c, "C9998", "y_capacitor", {"1": "L_SW", "2": "GND"}, "2n2 Y1",
                            "DE1E3RA222MA4BQ01F"), "C9998.2"),
    "varistor from L to PE": (
        lambda c: edits.add(c, "RV9", "mov", {"1": "L_SW", "2": "PE"}, "", "TMOV14RP300E"),
        "RV9"),
    "wire from a sensor to a motor": (lambda c: edits.wire(c, "cnt_a", "DRUM_A"), "cnt_a"),
    "wire inside a channel": (lambda c: edits.wire(c, "DRUM_LED", "DRUM_HV"), "OK1"),
    "wire from N to PE": (lambda c: edits.wire(c, "N_SW", "PE"), "PE"),
    "wire from GND to N": (lambda c: edits.wire(c, "GND", "N_SW"), "GND"),
    "connector: SELV on a motor's plug": (
        lambda c: edits.move(c, "J10", ("2", "+5V")), "J10.2"),
    "connector: mains on a sensor's plug": (
        lambda c: edits.move(c, "J30", ("1", "L_SW")), "J30.1"),
    "connector: motor on the mains plug": (
        lambda c: edits.move(c, "J1", ("2", "N_MOT")), "J1.2"),
    "connector: PE on a sensor's plug": (
        lambda c: edits.move(c, "J35", ("15", "PE")), "J35.15"),
    "connector: SELV header for a motor": (
        lambda c: edits.change(c, "J10", mpn="B4B-XH-A"), "J10"),
    "connector: live header for the sensors": (
        lambda c: edits.change(c, "J39", mpn="B5P-VH"), "J39"),
    "wrong net name: feed of an LED": (
        lambda c: edits.move(c, "R101", ("1", "L_MOT_A")), "R101"),
    "wrong net name: gate resistor to GND": (
        lambda c: edits.move(c, "R104", ("2", "GND")), "R104"),
    "wrong net name: supply's minus on N": (
        lambda c: edits.move(c, "PS1", ("3", "N_SW")), "PS1.3"),
    "wrong net name: the choke's output": (
        lambda c: edits.move(c, "L1", ("3", "+12V")), "L1"),
    "wrong net name: L renamed to +12V": (lambda c: edits.rename(c, "L_SW", "+12V"), "+12V"),
    "wrong net name: a snubber on the wrong side of K1": (
        lambda c: edits.move(c, "R105", ("1", "L_SW")), "R105"),
    "two ties": (
        lambda c: edits.add(c, "JP9", "strap", {"1": "GND", "2": "PE"}, "0R"), "JP4, JP9"),
    "tie to N instead of PE": (lambda c: edits.move(c, "JP4", ("2", "N_SW")), "JP4"),
    "tie moved to +5V": (lambda c: edits.move(c, "JP4", ("1", "+5V")), "JP4"),
    "no tie": (lambda c: edits.remove(c, "JP4"), "none"),
    "the PE hole on GND": (lambda c: edits.move(c, "H1", ("1", "GND")), "H1.1 (net GND)"),
    "the PE hole left open": (lambda c: edits.change(c, "H1", pins={}), "H1.1 (net none)"),
    "the PE hole left out": (lambda c: edits.remove(c, "H1"), "H1.1 (net none)"),
    "a second hole on PE": (lambda c: edits.move(c, "H2", ("1", "PE")), "H2.1 (net PE)"),
    "a hole on GND": (lambda c: edits.move(c, "H3", ("1", "GND")), "H3.1 (net GND)"),
    "a hole on the motor bus": (lambda c: edits.move(c, "H4", ("1", "L_MOT")), "H4.1 (net L_MOT)"),
    "a test point moved to the motor bus": (
        lambda c: edits.move(c, "TP5", ("1", "L_MOT")), "TP5.1 (net L_MOT, motor)"),
    "a test point on a motor": (
        lambda c: edits.add(c, "TP99", "testpoint", {"1": "HATCH_B"}), "TP99.1 (net HATCH_B"),
    "a test point on the mains": (
        lambda c: edits.add(c, "TP99", "testpoint", {"1": "N_SW"}), "TP99.1 (net N_SW, mains)"),
    "a test point on PE": (
        lambda c: edits.add(c, "TP99", "testpoint", {"1": "PE"}), "TP99.1 (net PE, PE)"),
    "a test point on another net than its row": (
        lambda c: edits.move(c, "TP5", ("1", "+5V")), "testpoints.TP5.net"),
    "a net of no domain": (
        lambda c: edits.add(c, "R9998", "resistor", {"1": "LOST", "2": "FOUND"}, "1k"), "LOST"),
}


def test_the_board_is_isolated():
    assert isolation(CIRCUIT, MACHINE) == []


def test_every_net_has_a_domain_and_all_four_are_there():
    assert set(LABELS) == set(CIRCUIT.nets)
    assert {label.domain for label in LABELS.values()} == {"mains", "motor", "PE", "SELV"}


def test_every_barrier_type_is_on_the_board_and_in_the_faults():
    kinds = {part.kind for part in CIRCUIT.parts.values()}
    assert {barrier.kind for barrier in BARRIERS} == set(TYPES)
    assert set(TYPES) <= kinds


@pytest.mark.parametrize("title", FAULTS)
def test_fault_is_caught_and_named(title):
    edit, place = FAULTS[title]
    found = isolation(edit(CIRCUIT), MACHINE)
    assert found, title
    text = "\n".join(map(str, found))
    assert place is None or place in text, text
    assert all(f.here and f.there and f.advice for f in found)


def test_there_are_enough_faults():
    assert len(FAULTS) >= 20


def internal(circuit):
    """A net that is in no table: the bleeder's middle and a comparator's input."""
    return edits.rename(edits.rename(circuit, "BLEED", "BLEED_MIDDLE"), "CNT_A_P", "COUNT_A_PLUS")


HARMLESS = {
    "internal nets renamed": internal,
    "a channel's internal nets renamed": lambda c: edits.rename(c, "DRUM_SNUB", "SNUBBER_1"),
    "two equal resistors exchanged": lambda c: edits.exchange(c, "R101", "R201"),
    "two equal optocouplers exchanged": lambda c: edits.exchange(c, "OK1", "OK2"),
    "a resistor turned round": lambda c: edits.swap(c, ("R2401", "1"), ("R2401", "2")),
    "the supply's AC pins exchanged": lambda c: edits.swap(c, ("PS1", "1"), ("PS1", "2")),
    "the AC optocoupler's LED turned round": lambda c: edits.swap(c, ("OK18", "1"), ("OK18", "2")),
    "the transformer's primary turned round": lambda c: edits.swap(c, ("T1", "1"), ("T1", "2")),
    "relay contacts exchanged": lambda c: edits.swap(c, ("K2", "12"), ("K2", "14")),
    "a coil turned round": lambda c: edits.swap(c, ("K2", "A1"), ("K2", "A2")),
    "decoupling added": lambda c: edits.add(c, "C9999", "capacitor",
                                            {"1": "+3V3", "2": "GND"}, "100n"),
    "an X2 capacitor added": lambda c: edits.add(c, "C9999", "x_capacitor",
                                                 {"1": "L_SW", "2": "N_SW"}, "100n X2",
                                                 "R46KI310000M2M"),
    "a varistor added": lambda c: edits.add(c, "RV9", "mov", {"1": "L_MOT", "2": "N_MOT"}, "",
                                            "MOV-14D471K"),
    "a third Y capacitor": lambda c: edits.add(c, "C9999", "y_capacitor",
                                               {"1": "L_SW", "2": "PE"}, "2n2 Y1",
                                               "DE1E3RA222MA4BQ01F", "mj:CY_P10"),
    "a test point added": lambda c: edits.add(c, "TP99", "testpoint", {"1": "WD_LEVEL"}),
    "a test point on an output": lambda c: edits.add(c, "TP99", "testpoint", {"1": "DRUM"}),
    "a value changed within tolerance": lambda c: edits.change(c, "R2401", value="51k"),
    "an indicator's resistor changed": lambda c: edits.change(c, "R102", value="1k8"),
    "parts in another order": lambda c: model.Circuit(dict(reversed(c.parts.items())), {}),
    "a spare LED on +12V": lambda c: edits.add(
        edits.add(c, "R9999", "resistor", {"1": "+12V", "2": "SPARE_LED"}, "2k2"),
        "D9999", "led", {"1": "GND", "2": "SPARE_LED"}),
    "one more snubber on a channel": lambda c: edits.add(
        edits.add(c, "R9999", "resistor", {"1": "L_MOT_A", "2": "SNUB_2"}, "100"),
        "C9999", "x_capacitor", {"1": "SNUB_2", "2": "DRUM_SW"}, "10n X2", "B32921C3103M000"),
    "a rated substitute": lambda c: edits.change(c, "OK17", mpn="SFH620A-3X006"),
    "another rated relay": lambda c: edits.change(c, "K4", mpn="40.51.9.012.0000"),
    "a part without pins": lambda c: edits.add(c, "H9", "mounting_hole", {}),
}


@pytest.mark.parametrize("title", HARMLESS)
def test_harmless_edit_is_not_flagged(title):
    changed = HARMLESS[title](CIRCUIT)
    assert changed.parts != CIRCUIT.parts or title == "parts in another order"
    assert isolation(changed, MACHINE) == []


def test_there_are_enough_harmless_edits():
    assert len(HARMLESS) >= 20


def nets_in(*wanted):
    """All nets of these domains."""
    return sorted(net for net, label in LABELS.items() if label.domain in wanted)


@settings(max_examples=40)
@given(st.sampled_from(nets_in(SELV)), st.sampled_from(nets_in(*LIVE)),
       st.sampled_from(["resistor", "capacitor", "inductor", "diode", "wire"]))
def test_any_bridge_between_selv_and_mains_is_caught(safe, live, kind):
    if kind == "wire":
        changed = edits.wire(CIRCUIT, safe, live)
    else:
        changed = edits.add(CIRCUIT, "X1", kind, {"1": safe, "2": live})
    assert isolation(changed, MACHINE)


@settings(max_examples=40)
@given(st.data())
def test_nothing_between_two_nets_of_one_domain_is_flagged(data):
    domain = data.draw(st.sampled_from(["mains", "motor", "SELV"]))
    one, two = (data.draw(st.sampled_from(nets_in(domain))) for _ in range(2))
    changed = edits.add(CIRCUIT, "X1", data.draw(st.sampled_from(["resistor", "capacitor"])),
                        {"1": one, "2": two})
    assert isolation(changed, MACHINE) == []


def test_the_families_do_not_mate():
    assert connectors.mating() == []
    same = {**connectors.FAMILIES, "XH": connectors.FAMILIES["XH"]._replace(pitch_um=3960)}
    assert "a SELV plug fits a live socket" in str(connectors.mating(same)[0])


def with_connector(name, **fields):
    """The machine with another row for one connector."""
    rows = MACHINE.data["connectors"]
    data = {**MACHINE.data, "connectors": {**rows, name: {**rows[name], **fields}}}
    return replace(MACHINE, data=data)


@pytest.mark.parametrize(("name", "fields", "text"), [
    ("drum", {"domain": "selv"}, "this family carries mains, not selv"),
    ("drum", {"family": "XH"}, "not a part of family XH"),
    ("drum", {"family": "SIL"}, "unknown family; choose one of MSTB, VH, XH, LOOP"),
    ("side_a", {"ref": "J99"}, "the circuit has no such connector"),
    ("drum", {"pins": ["DRUM_B", "DRUM_A", "N_MOT", "PE"]}, "pin 1 should carry DRUM_B"),
])
def test_a_connector_that_differs_from_machine_toml(name, fields, text):
    found = "\n".join(map(str, isolation(CIRCUIT, with_connector(name, **fields))))
    assert text in found
    assert f"hardware/machine.toml:{VIEW.source.line('connectors', name)}"[:24] in found


def test_a_test_point_on_pe_that_machine_toml_names():
    rows = MACHINE.data["testpoints"]
    data = {**MACHINE.data, "testpoints": {**rows, "TP99": {**rows["TP5"], "net": "PE"}}}
    changed = edits.add(CIRCUIT, "TP99", "testpoint", {"1": "PE"})
    assert isolation(changed, replace(MACHINE, data=data)) == []


def test_a_connector_without_a_row():
    changed = edits.add(CIRCUIT, "J77", "connector", {"1": "GND"}, mpn="B2B-XH-A")
    assert "no row has this ref" in str(isolation(changed, MACHINE)[0])


def test_selv_on_a_live_plug_is_caught_even_when_machine_toml_agrees():
    row = with_connector("drum", pins=["DRUM_A", "+5V", "N_MOT", "PE"])
    found = isolation(edits.move(CIRCUIT, "J10", ("2", "+5V")), row)
    assert any("SELV may not leave by a VH connector" in str(f) for f in found)


def test_a_part_of_the_harness_on_a_live_and_a_selv_cable():
    cable = MACHINE.data["connectors"]["dice"]["cable"]
    wires = [{**cable["wires"][0], "to": "M_DRUM.X"}, cable["wires"][1]]
    found = isolation(CIRCUIT, with_connector("dice", cable={**cable, "wires": wires}))
    assert len(found) == 1 and "both cables end at M_DRUM" in str(found[0])
    assert "connectors.drum <->" in str(found[0]) and "connectors.dice:" in str(found[0])


def test_every_part_that_is_not_on_file_conducts():
    bare = circuit_of({ref: replace(part, mpn="") for ref, part in CIRCUIT.parts.items()})
    flagged = "\n".join(map(str, isolation(bare, MACHINE)))
    for kind, (ref, *_) in TYPES.items():
        assert f"isolation: {ref} without a number <-> rated {kind}: " in flagged
