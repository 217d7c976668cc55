"""Pulls, decoupling, front ends, analogue ways, supplies, phases, ratings."""

import runpy
from dataclasses import replace
from pathlib import Path

import pytest

from hardware import model
from hardware.rules import Finding, View, check, known, phases, supplies
from hardware.rules.phases import PHASES
from hardware.rules.values import number
from hardware.sentences import SentenceError
from tests.hardware import edits
from tools.make.generate.read.machine import load

ROOT = Path(__file__).resolve().parents[2]
CIRCUIT = model.load(ROOT)
MACHINE = load(ROOT)
VIEW = View(CIRCUIT, MACHINE)


def said(circuit=CIRCUIT, machine=MACHINE, rule=""):
    """The findings of one rule, a line each."""
    return "\n".join(str(f) for f in check(circuit, machine) if f.rule == rule)


def resistor(one, two):
    """The resistor between two nets."""
    return next(ref for ref, far in VIEW.beside(one, "resistor") if far == two)


def test_the_board_breaks_no_rule_but_where_it_is_known():
    new, known_ones = known.parted(check(CIRCUIT, MACHINE), known.read(ROOT))
    assert new == [] and all(what.endswith(".") for what in known_ones.values())


def test_a_known_defect_is_told_with_what_to_do_and_a_mended_one_is_taken_out():
    found = [Finding("limit", "R1 0.2 W", "its record", "allows 0.1 W")]
    rows = {"limit: R1 *": "take a larger one please", "limit: R2 *": "take a larger one please"}
    new, open_ = known.parted(found, rows)
    assert new == ["hardware/rules/known.toml: limit: R2 * fits no finding: mended, or misspelt"]
    assert list(open_.values()) == ["take a larger one please"]
    assert known.parted(found, {})[0] == [str(found[0])]


def test_what_to_do_about_a_known_defect_is_a_sentence(tmp_path):
    path = tmp_path / known.FILE
    path.parent.mkdir(parents=True)
    path.write_text('"limit: R1 *" = "later"\n')
    with pytest.raises(SentenceError, match=r":1: .*R1 \* needs a sentence that says what to do"):
        known.read(tmp_path)
    path.write_text("a = = b\n")
    with pytest.raises(SentenceError, match="correct it and try again"):
        known.read(tmp_path)


def test_the_report_and_its_exit_code(capsys, monkeypatch):
    with pytest.raises(SystemExit) as end:
        runpy.run_module("hardware.rules", run_name="__main__")
    assert end.value.code == 0
    assert "every electrical rule holds" in capsys.readouterr().out
    monkeypatch.setattr(model, "load", lambda root: edits.remove(CIRCUIT, "R4001"))
    with pytest.raises(SystemExit) as end:
        runpy.run_module("hardware.rules", run_name="__main__")
    assert end.value.code == 1
    assert "pull: net OUT_OE_N <-> net +3V3 (no resistor)" in capsys.readouterr().out


FAULTS = {
    "an input without its pull-up": (lambda c: edits.remove(c, "R3001"), "input",
                                     "J30.5 (net park_a)", "needs a pull-up of 3300 to 10000"),
    "a pull-up of 470k": (lambda c: edits.change(c, "R3001", value="470k"), "input",
                          "J30.5", "found R3001 470k"),
    "a pull-up without a value": (lambda c: edits.change(c, "R3001", value="?"), "input",
                                  "J30.5", "found R3001 ?"),
    "a pull-up to 5 V": (lambda c: edits.move(c, "R3001", ("2", "+5V")), "input",
                         "J30.5", "pull-up"),
    "a pull-down instead": (lambda c: edits.move(c, "R3001", ("2", "GND")), "input",
                            "J30.5", "found none"),
    "the series resistor bridged": (lambda c: edits.change(c, "R3101", value="0R"), "input",
                                    "J30.5", "series resistor of 470 to 2200 ohm to IN_PARK_A"),
    "no filter": (lambda c: edits.remove(c, "C3001"), "input", "J30.5", "10 nF from IN_PARK_A"),
    "a filter too slow": (lambda c: edits.change(c, "C3001", value="1u"), "input",
                          "J30.5", "C3001 1u"),
    "no TVS": (lambda c: edits.remove(c, "D3001"), "input", "J30.5", "TVS to GND"),
    "the edge switch with a common pull-up": (
        lambda c: edits.change(c, "R3034", value="4k7"), "input", "J34.6", "820 to 1200 ohm"),
    "OE# without pull-up": (lambda c: edits.remove(c, "R4001"), "pull",
                            "net OUT_OE_N", "outputs stay dead"),
    "SDA without pull-up": (lambda c: edits.remove(c, resistor("I2C0_SDA", "+3V3")), "pull",
                            "net I2C0_SDA", "I2C needs it"),
    "SCL pulled too hard": (
        lambda c: edits.change(c, resistor("I2C0_SCL", "+3V3"), value="330"), "pull",
        "net I2C0_SCL", "needs 1000 to 10000 ohm"),
    "ARM pulled up": (lambda c: edits.move(c, resistor("ARM", "GND"), ("2", "+3V3")), "pull",
                      "net ARM", "no edge while the controller resets"),
    "PFAIL# without pull-up": (lambda c: edits.remove(c, resistor("PFAIL_N", "+3V3")), "pull",
                               "net PFAIL_N", "open collector"),
    "a gate that floats": (lambda c: edits.remove(edits.remove(c, "R2209"), "R2210"), "pull",
                           "Q2.1 (net SAFE_G)", "the gate floats"),
    "an open logic input": (lambda c: edits.move(c, "U21", ("4", "NOWHERE")), "pull",
                            "U21.4 (net NOWHERE)", "this input floats"),
    "an input pin without a net": (
        lambda c: edits.change(c, "U18", pins={p: n for p, n in c.parts["U18"].pins.items()
                                               if p != "7"}), "pull", "U18.7", "floats"),
    "RUN without its supervisor": (lambda c: edits.move(c, "U27", ("1", "ELSEWHERE")), "pull",
                                   "U1.30 (net RUN)", "2.93 V"),
    "no decoupling": (lambda c: edits.remove(c, "C9002"), "decoupling", "U2.16", "C9002"),
    "decoupling on another rail": (lambda c: edits.move(c, "C9002", ("1", "+5V")), "decoupling",
                                   "U2.16 (net +3V3)", "C9002 (+5V and GND)"),
    "decoupling of 1 nF": (lambda c: edits.change(c, "C9002", value="1n"), "decoupling",
                           "U2.16", "C9002 1n"),
    "a 3.3 V chip on 5 V": (
        lambda c: edits.move(c, "U9", ("16", "+5V")), "decoupling", "U9.16 (net +5V)", "+3V3"),
    "a chip without ground": (lambda c: edits.move(c, "U9", ("8", "+3V3")), "decoupling",
                              "U9.8", "ground pin"),
    "a supervisor that nobody knows": (
        lambda c: edits.change(c, "U27", mpn="XYZ"), "decoupling", "U27 XYZ", "add a row"),
    "an LED fed from +5V": (lambda c: edits.move(c, "R101", ("1", "+5V")), "safety",
                            "OK1.1", "second channel"),
    "multiplexer channels swapped": (
        lambda c: edits.swap(c, ("U16", "13"), ("U16", "14")), "analogue",
        "U16.13", "cnt_b_raw"),
    "thermistors swapped at the plug": (
        lambda c: edits.swap(c, ("J40", "1"), ("J40", "3")), "analogue", "U16.1", "ntc_bay"),
    "the supply levels swapped": (
        lambda c: edits.swap(c, ("U16", "2"), ("U16", "4")), "analogue", "U16.2", "+5V_SAFE"),
    "two comparators swapped": (
        lambda c: edits.swap(c, ("U22", "1"), ("U22", "7")), "analogue",
        "U22.1 (net cnt_b)", "must look at cnt_b_raw"),
    "current groups swapped at the controller": (
        lambda c: edits.swap(c, ("R2503", "2"), ("R2513", "2")), "analogue", "net I_A",
        "measures T2"),
    "transformers swapped in the bus": (
        lambda c: edits.swap(c, ("T1", "2"), ("T2", "2")), "analogue", "T1.1", "L_MOT_A"),
    "fuses swapped": (lambda c: edits.swap(c, ("F2", "2"), ("F3", "2")), "analogue",
                      "F2.2", "L_MOT - F2 - T1"),
    "a 600 V optocoupler": (lambda c: edits.change(c, "OK3", mpn="MOC3063M"), "rating",
                            "OK3 MOC3063M", "needs 800 V"),
    "a 600 V triac": (lambda c: edits.change(c, "Q5", mpn="BTA08-600SWRG"), "rating",
                      "Q5 BTA08-600SWRG", "needs 800 V"),
    "a ceramic capacitor as snubber": (
        lambda c: edits.change(c, "C101", kind="capacitor", mpn="CC0805KRX7R9BB103"), "rating",
        "C101 capacitor", "only X2 and Y1"),
    "an X2 capacitor without a figure": (lambda c: edits.change(c, "C2001", mpn="X"), "rating",
                                         "C2001 X (no figure", "needs 253 V"),
    "a 275 V part where 800 are needed": (
        lambda c: edits.change(c, "Q5", mpn="R46KI310000M2M"), "rating", "275 V", "800 V"),
    "an 0805 resistor across the line": (
        lambda c: edits.change(c, "R2401", footprint="mj:R_0805"), "rating", "R2401 47k",
        "L_SW|R2402"),
    "one of two series resistors bridged": (
        lambda c: edits.change(c, "R2412", value="100R"), "rating", "R2411 47k", "across 253 V"),
    "a bleeder of one small resistor": (
        lambda c: edits.move(edits.change(edits.remove(c, "R2002"), "R2001",
                                          footprint="mj:R_1206"), "R2001", ("2", "N_IN")),
        "rating", "R2001 470k", "bears 253 V"),
    "a body that nobody knows": (lambda c: edits.change(c, "R103", footprint="mj:R_0402"),
                                 "rating", "R103 360", "mj:R_0402"),
    "an LED of an optocoupler straight across the line": (
        lambda c: edits.wire(edits.wire(edits.remove(edits.remove(c, "R2411"), "R2412"),
                                        "L_MOT", c.parts["OK18"].pins["1"]),
                             "N_MOT", c.parts["OK18"].pins["2"]), "rating",
        "OK18", "nothing limits the current"),
}


@pytest.mark.parametrize("title", FAULTS)
def test_fault_is_caught_and_names_both_places(title):
    edit, rule, one, two = FAULTS[title]
    text = said(edit(CIRCUIT), rule=rule)
    assert one in text, text
    assert any(word in text for word in two.split("|")), text


def test_more_coils_than_declared():
    more = edits.add(CIRCUIT, "K9", "relay_spdt", {"A1": "12V_LOOP", "A2": "DIR_DRUM_COIL"},
                     mpn="RT214012")
    more = edits.add(more, "K10", "relay_spdt", {"A1": "12V_LOOP", "A2": "DIR_DRUM_COIL"},
                     mpn="RT214012")
    text = said(more, rule="supply")
    assert "net 12V_LOOP: 301 mA by the circuit" in text and "relays_ma" in text


def machine_with(section, key, **fields):
    """The machine with other fields in one row."""
    rows = MACHINE.data[section]
    return replace(MACHINE, data={**MACHINE.data, section: {**rows,
                                                            key: {**rows[key], **fields}}})


def test_a_supply_above_80_percent():
    text = said(machine=machine_with("supplies", "v5", rating_ma={"value": 1500}), rule="supply")
    assert "supplies.v5.rating_ma" in text and "the largest dice_ma" in text
    assert "more than 80 % of 1500 mA" in text


def test_every_supply_is_on_a_net_of_the_circuit():
    assert {row["net"] for row in MACHINE.data["supplies"].values()} <= set(CIRCUIT.nets)


def test_less_declared_than_the_circuit_draws():
    loads = {**MACHINE.data["supplies"]["v3v3"]["loads"], "pullups_ma": {"value": 30}}
    text = said(machine=machine_with("supplies", "v3v3", loads=loads), rule="supply")
    assert "net +3V3" in text and "supplies.v3v3.loads" in text
    assert "only 30 mA are declared" in text


def test_the_optocouplers_draw_what_the_design_says():
    assert round(supplies.optos_ma(VIEW) / 16, 1) == 5.4
    assert supplies.leds_ma(VIEW) > 16


def motors_with(kind, **fields):
    """The machine with other watts for one type of motor."""
    return replace(MACHINE, motors=tuple(replace(m, **fields) if m.type == kind else m
                                         for m in MACHINE.motors))


def test_a_phase_over_the_budget():
    phase = next(p for p in PHASES if p.title == "2 heads, 2 belts")
    watts = phases.running_mw(VIEW, phase) / 1000
    head = next(m for m in MACHINE.motors if m.type == "head")
    text = said(machine=motors_with("head", run_mw=head.run_mw + 10_000), rule="phase power")
    assert f"four_port phase '2 heads, 2 belts': {watts + 20:.1f} W running" in text
    limit = MACHINE.values["power"]["budget_mw"] / 1000
    assert "power.budget_mw" in text and f"the limit is {limit:.1f} W" in text


def test_a_start_over_the_peak():
    text = said(machine=motors_with("drum", start_mw=52_000), rule="phase power")
    assert "W starting" in text and "power.peak_mw" in text


def test_a_phase_with_motors_that_the_machine_does_not_have():
    fewer = replace(MACHINE, motors=tuple(m for m in MACHINE.motors if m.name != "lift_d"))
    text = said(machine=fewer, rule="phase power")
    assert "4 lift motors wanted, the machine has 3" in text and "motor_types.lift" in text


def test_a_machine_without_phases_is_told():
    text = said(machine=replace(MACHINE, wirings=(*MACHINE.wirings, "row_port")),
                rule="phase power")
    assert "row_port: no phase of it is checked; add what turns together" in text


def test_the_forbidden_set_is_over_the_budget():
    everything = phases.Phase("all", "four_port", {
        "drum": 1, "ring": 1, "hatch": 1, "belt": 4, "head": 4})
    assert phases.running_mw(VIEW, everything) > MACHINE.values["power"]["budget_mw"]


DESIGN_W = {"drum": (14, 25.2), "ring": (6, 7.8), "belt": (4, 4.8), "head": (7, 10.5)}


@pytest.mark.parametrize(("title", "watts", "start"), [
    ("2 heads, 2 belts", 48.0, 62.7), ("4 belts", 42.0, 55.0), ("pre-mix", 20.0, 31.2)])
def test_phase_watts_of_the_design(title, watts, start):
    motors = tuple(replace(m, run_mw=DESIGN_W[m.type][0] * 1000,
                           start_mw=int(DESIGN_W[m.type][1] * 1000))
                   for m in MACHINE.motors if m.type in DESIGN_W)
    view = View(CIRCUIT, replace(MACHINE, motors=motors))
    phase = next(p for p in PHASES if p.title == title)
    assert phases.running_mw(view, phase) == watts * 1000
    assert phases.starting_mw(view, phase) == start * 1000


def test_motors_too_large_for_their_fuse():
    text = said(machine=motors_with("drum", run_mw=45_000), rule="supply")
    assert "F2 T500mA" in text and "group A" in text


def test_a_budget_too_large_for_the_inlet_fuse():
    power = {**MACHINE.values["power"], "budget_mw": 120_000}
    text = said(machine=replace(MACHINE, values={**MACHINE.values, "power": power}),
                rule="supply")
    assert "F1 in the inlet" in text and "power.budget_mw" in text
    assert "1111 mA is more than 80 % of 1000 mA" in text


@pytest.mark.parametrize(("value", "ohm"), [
    ("4k7", 4700.0), ("560", 560.0), ("360R 1W", 360.0), ("0R33", 0.33), ("10n X2", 1e-8),
    ("2200u 25V", 2.2e-3), ("2u2", 2.2e-6), ("1M", 1e6), ("32k4", 32400.0), ("green", None),
    ("", None), ("4.7k2", None)])
def test_values(value, ohm):
    assert number(value) == (pytest.approx(ohm) if ohm is not None else None)
