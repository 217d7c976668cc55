"""The circuit against the records: parts without one, pins, pads, values, substitutes."""

from dataclasses import replace
from pathlib import Path

import pytest

from hardware import model
from hardware.board import against
from hardware.board.landpatterns import PATTERNS
from hardware.rules import lands, records
from hardware.rules.symbol_pins import fits
from hardware.rules.view import View
from tests.hardware import edits, kicad_pads, tools
from tools.make.generate.read.machine import load

ROOT = Path(__file__).resolve().parents[2]
CIRCUIT = model.load(ROOT)
MACHINE = load(ROOT)
VIEW = View(CIRCUIT, MACHINE)
SR = {"1": "RESET#", "2": "GND", "3": "VCC"}
SA = {"1": "GND", "2": "RESET#", "3": "VCC"}
# pads of ours with a smaller hole than KiCad's guess; the leads are 0.8 mm
KNOWN = {("mj:CX2_P15", "1"), ("mj:CX2_P15", "2"), ("mj:CP_D16", "1"), ("mj:CP_D16", "2")}


def said(circuit):
    """The findings of the records' rules, a line each."""
    view = View(circuit, MACHINE)
    return "\n".join(map(str, records.check(view) + lands.check(view)))


def supervisor(circuit, names):
    """U27 drawn with these pins."""
    return edits.change(circuit, "U27", names=names, symbol="")


FAULTS = {
    "the supervisor drawn as its SA sister": (
        lambda c: supervisor(c, SA), "U27 pin 2 drawn as RESET#", "APX803L-29SR-7 pin 2 GND (gr"),
    "a relay with eight pins on five holes": (
        lambda c: edits.change(c, "K2", mpn="RT314012", substitute=""), "K2 has no pin 11b",
        "RT314012 pin 11b 11 (common)"),
    "a relay on pads of another body": (
        lambda c: edits.change(c, "K2", mpn="RT314012", substitute=""),
        "K2 footprint mj:Relay_SPDT", "its body fits no pattern of ours"),
    "a part that nobody read about": (
        lambda c: edits.change(c, "Q25", mpn="XYZ123"), "Q25 nmos", "XYZ123: it has no record"),
    "a substitute that nobody read about": (
        lambda c: edits.change(c, "Q25", substitute="XYZ123"), "Q25 substitute XYZ123",
        "the substitute has no record"),
    "a substitute with other pins": (
        lambda c: edits.change(c, "U29", substitute="LT6703CS5-3"),
        "U29 substitute", "LT6703CS5-3 pin 4 4 (passive) <->"),
    "a substitute in another body": (
        lambda c: edits.change(c, "U29", substitute="LT6703CS5-3"), "TSOT-23-5",
        "its body fits mj:SOT-23-5, not mj:SOT-23-6"),
    "a resistor's number of another value": (
        lambda c: edits.change(c, "R2201", value="2k7"), "R2201 value 2k7",
        "this order number is 27k; change one of the two"),
    "a capacitor's number of another value": (
        lambda c: edits.change(c, "C2420", value="10n"), "C2420 value 10n", "is 1n"),
    "pads of another body": (
        lambda c: edits.change(c, "U27", footprint="mj:SOT-23-5"), "U27 footprint mj:SOT-23-5",
        "its body fits mj:SOT-23"),
    "a diode's number under a transistor": (
        lambda c: edits.change(c, "Q25", mpn="1N4148W-7-F"), "Q25 nmos",
        "the record says this number is a diode"),
}


@pytest.mark.parametrize("title", FAULTS)
def test_fault_is_caught_with_part_and_record(title):
    edit, one, two = FAULTS[title]
    text = said(edit(CIRCUIT))
    assert any(one in line and two in line for line in text.splitlines()), text
    assert "hardware/lib/records" in text


def test_the_supervisor_as_its_record_has_it():
    assert "U27 pin" not in said(supervisor(CIRCUIT, SR))


def test_equal_parts_are_one_finding():
    circuit = CIRCUIT
    for ref, part in CIRCUIT.parts.items():
        if part.kind == "opto_triac":
            circuit = edits.change(circuit, ref, mpn="XYZ")
    assert "OK1 and 15 more opto_triac" in said(circuit)
    assert said(circuit).count("order number XYZ") == 1


def test_the_parts_list_names_nothing_without_record(tmp_path, monkeypatch):
    head = ("group,manufacturer_part_number,value,quantity,references,substitute,"
            "check_datasheet,footprint\n")
    (tmp_path / records.BOM).parent.mkdir(parents=True)
    (tmp_path / records.BOM).write_text(head + "harness,PLUG-99,plug,1,J1,AO3400A,,\n")
    view = View(CIRCUIT, MACHINE, tmp_path)
    assert [str(f) for f in records.parts_list(view)] == [
        f"record: {records.BOM}:2 PLUG-99 <-> J1 (plug): this number has no record; read its "
        "data sheet and write a record in hardware/lib/records"]


@pytest.mark.parametrize(("does", "name", "letter", "good"), [
    ("gate", "G", "I", True), ("gate", "D", "P", False), ("open_drain", "GND", "W", False),
    ("ground", "VSS", "W", True), ("ground", "RESET#", "C", False), ("cathode", "COM", "P", True),
    ("a1", "A1", "P", True), ("a1", "A2", "P", False), ("open", "NC", "N", True),
    ("passive", "Y4", "P", True), ("input", "A", "O", False), ("supply", "VCC", "", True)])
def test_names_and_letters(does, name, letter, good):
    assert fits(does, name, letter) is good


def test_a_hole_that_is_not_where_the_pin_is():
    record = VIEW.records["RT214012"]
    pattern = PATTERNS["Relay_SPDT"]
    pads = tuple(replace(pad, x=pad.x + 1) if pad.name == "11" else pad for pad in pattern.pads)
    moved = lands.against_record(replace(pattern, pads=pads), record)
    assert [one.pad for one in moved] == ["11"]
    assert "0.80 mm apart, 0.3 mm allowed" in moved[0].text
    small = tuple(replace(pad, drill=1.0) for pad in pattern.pads)
    assert {one.text for one in lands.against_record(replace(pattern, pads=small), record)} == {
        "its hole is 1 mm, it should be 1.3 mm"}
    fewer = lands.against_record(replace(pattern, pads=pattern.pads[1:]), record)
    assert any("has no pad" in one.text for one in fewer)


def test_a_mirrored_pattern_is_none():
    square = {"1": (0.0, 0.0), "2": (0.0, 5.0), "3": (7.0, 0.0)}
    turned = {"1": (9.0, 9.0), "2": (4.0, 9.0), "3": (9.0, 16.0)}
    mirrored = {pin: (-x, y) for pin, (x, y) in square.items()}
    assert against.places(square, turned) == []
    assert against.places(square, mirrored)
    assert "take the pad away" in against.places({**square, "4": (1.0, 1.0)}, square)[0].text


def test_pads_are_where_kicad_has_them():
    if not kicad_pads.LIBRARY.is_dir():
        tools.absent("kicad-footprints")
    names = dict.fromkeys(n for p in CIRCUIT.parts.values() for n in (p.mpn, p.substitute))
    compared, wrong = 0, []
    for record in (VIEW.records[name] for name in names if name in VIEW.records):
        if record.land.removeprefix("mj:") in PATTERNS and record.kicad:
            compared += 1
            wrong += [f"{lands.PRETTY}/{record.land.removeprefix('mj:')}.kicad_mod pad {one.pad}: "
                      f"{one.text} ({record.place} {record.mpn}, {record.kicad})"
                      for one in kicad_pads.differences(record)
                      if (record.land, one.pad) not in KNOWN]
    assert compared > 50 and not wrong, "\n".join(wrong)
