"""Latches, watchdog, the way of the mains, leakage; broken sources and a motor too large."""

import runpy
from pathlib import Path

import pytest

from hardware import model, sentences
from hardware.rules import View, check, earth, known, phases, view
from tests.hardware import edits
from tools.make.generate.read import machine as machines
from tools.make.generate.read.machine import MACHINE_FILE, load

ROOT = Path(__file__).resolve().parents[2]
CIRCUIT = model.load(ROOT)
MACHINE = load(ROOT)
KNOWN = known.read(ROOT)
Y1 = ("y_capacitor", "2n2 Y1", "DE1E3RA222MA4BQ01F", "mj:CY_P10")


def said(circuit, rule):
    """The findings of one rule, a line each."""
    return "\n".join(str(f) for f in check(circuit, MACHINE) if f.rule == rule)


def y_capacitors(circuit, count):
    """More Y capacitors from L to PE."""
    for number in range(count):
        circuit = edits.add(circuit, f"C99{number}", Y1[0], {"1": "L_SW", "2": "PE"}, *Y1[1:])
    return circuit


def moved(ref, pin, net):
    """A pin on another net."""
    return lambda c: edits.move(c, ref, (pin, net))


def added(kind, one, two, value=""):
    """One two-pin part more."""
    return lambda c: edits.add(c, "X99", kind, {"1": one, "2": two}, value)


LATCH = {f"U21.{pin} on {net}": (moved("U21", pin, net), "safety", f"U21.{pin} (net {net})", word)
         for pin, net, word in (
             ("1", "+3V3", "CLR1# on net WD_OK"), ("13", "+3V3", "CLR2# on net LOOP_OK"),
             ("4", "GND", "PRE1# on net +3V3"), ("10", "GND", "PRE2# on net +3V3"),
             ("2", "GND", "D1 on net +3V3"), ("12", "WD_OK", "D2 on net +3V3"),
             ("3", "WD_KICK", "CLK1 on net ARM"), ("11", "+3V3", "CLK2 on net ARM"),
             ("6", "ARM_OK", "Q1# on net none"), ("8", "ARM_LOOP", "leave it open"),
             ("1", "LOOP_OK", "only the watchdog"), ("13", "WD_OK", "only the open loop"))}
FAULTS = LATCH | {
    "the latches' outputs swapped": (
        lambda c: edits.swap(c, ("U21", "5"), ("U21", "9")), "safety", "U21.5 (net ARM_LOOP)",
        "Q1 on net ARM_OK"),
    "no latch": (lambda c: edits.remove(c, "U21"), "safety", "74hc74: none", "exactly one"),
    "Q23 without the watchdog": (moved("Q23", "1", "+3V3"), "safety", "Q2 (net SAFE_1)",
                                 "must hold ARM_OK and ARM_LOOP and WD_OK"),
    "Q1 on the watchdog": (moved("Q1", "1", "WD_OK"), "safety", "K1 (net K1_LOW)", "ARM_OK"),
    "a latch twice in K1's string": (moved("Q20", "1", "ARM_OK"), "safety", "K1 (net K1_LOW)",
                                     "must hold ARM_OK and ARM_LOOP"),
    "a wire past Q1 and Q20": (added("strap", "K1_LOW", "GND"), "safety", "X99 strap",
                               "K1's string K1_LOW - K1_MID - GND"),
    "a resistor past Q23": (added("resistor", "SAFE_3", "GND", "0R"), "safety", "X99 resistor",
                            "Q2's string"),
    "LOOP_OK from +12V": (moved("R2201", "1", "+12V"), "safety", "net LOOP_OK", "from +12V"),
    "LOOP_OK pulled up": (added("resistor", "LOOP_OK", "+3V3", "1k"), "safety", "net LOOP_OK",
                          "from +3V3, 12V_LOOP"),
    "no detector": (lambda c: edits.remove(c, "U29"), "safety", "net WD_OK", "found none"),
    "the buffer on another signal": (moved("U25", "2", "SR_SCK"), "safety", "U25.2 (net SR_SCK)",
                                     "must hear the controller's WD_KICK alone"),
    "the buffer on +3V3": (moved("U25", "2", "+3V3"), "safety", "U25.2 (net +3V3)", "WD_KICK"),
    "the kick pulled up": (added("resistor", "WD_KICK", "+3V3", "1k"), "safety", "net WD_KICK",
                           "hears U1.14, +3V3"),
    "a second driver of the kick": (
        lambda c: edits.wire(c, "WD_KICK", "BUZZ"), "safety", "net WD_KICK", "the watchdog hears"),
    "the pump from the controller": (moved("R2302", "1", "WD_KICK"), "safety", "net WD_KICK",
                                     "the pump is fed by U1.14, U25.2"),
    "the level pulled up": (added("resistor", "WD_LEVEL", "+3V3", "100k"), "safety",
                            "net WD_LEVEL", "the pump is fed by U25.4, +3V3"),
    "the level on a rail": (moved("U29", "3", "+3V3"), "safety", "U29.3 (net +3V3)", "fed by"),
    "the pump's capacitors bridged": (added("resistor", "WD_SER", "WD_PUMP", "0R"), "safety",
                                      "U25.4", "a kick that stands high gets through"),
    "WD_OK held up hard": (added("resistor", "WD_OK", "+5V", "100"), "safety", "X99 resistor",
                           "WD_OK and +5V"),
    "WD_OK's pull-up of 100 ohm": (lambda c: edits.change(c, "R2305", value="100"), "safety",
                                   "R2305 resistor 100", "can hold WD_OK high"),
    "a diode into WD_OK": (lambda c: edits.swap(c, ("D2420", "1"), ("D2420", "2")), "safety",
                           "D2420 schottky", "turn it round"),
    "ARM_OK pulled up": (moved("R2207", "2", "+3V3"), "safety", "R2207 resistor",
                         "ARM_OK and +3V3"),
    "the latches' outputs tied by a resistor": (
        added("resistor", "ARM_OK", "ARM_LOOP", "100"), "safety", "X99 resistor", "ARM_LOOP"),
    "F3 shorted": (lambda c: edits.short(c, "F3", "1", "2"), "mains path", "F3.1", "F3.2"),
    "F2 shorted by one pin": (lambda c: edits.move(c, "F2", ("2", "L_MOT")), "mains path",
                              "F2.1 (net L_MOT)", "F2.2 (net L_MOT)"),
    "F2 bridged": (added("resistor", "L_MOT", "L_FUSE_A", "0R"), "mains path", "X99 resistor",
                   "bypasses F2 or T1"),
    "a second fuse in parallel": (added("fuse", "L_MOT", "L_FUSE_A"), "mains path",
                                  "net L_MOT_A (T1, F2, X99)", "each group has one fuse"),
    "T2 shorted": (lambda c: edits.short(c, "T2", "1", "2"), "mains path", "T2.1", "T2.2"),
    "T1's secondary shorted": (lambda c: edits.short(c, "T1", "3", "4"), "mains path", "T1.3",
                               "T1.4"),
    "T1 bridged": (added("strap", "L_FUSE_A", "L_MOT_A"), "mains path", "X99 strap", "F2 or T1"),
    "group A bridged": (added("strap", "L_MOT", "L_MOT_A"), "mains path", "X99 strap", "F2 or T1"),
    "group A without transformer": (lambda c: edits.remove(c, "T1"), "mains path", "net L_MOT_A",
                                    "each group has one fuse"),
    "group B without fuse": (lambda c: edits.remove(c, "F3"), "mains path", "net L_MOT_B (T2)",
                             "each group has one fuse"),
    "L1 crossed": (lambda c: edits.swap(c, ("L1", "2"), ("L1", "4")), "mains path", "L1 (1-2",
                   "L_IN - L_SW and N_IN - N_SW"),
    "L1's outputs crossed": (lambda c: edits.swap(c, ("L1", "2"), ("L1", "3")), "mains path",
                             "L1 (1-2: L_IN - N_SW", "the poles are crossed"),
    "one winding turned round": (lambda c: edits.swap(c, ("L1", "1"), ("L1", "2")), "mains path",
                                 "L1.1 (net L_SW)", "both starts belong on the same side"),
    "a winding shorted": (lambda c: edits.short(c, "L1", "1", "2"), "mains path", "L1.1", "L1.2"),
    "no choke": (lambda c: edits.remove(c, "L1"), "mains path", "cm_choke: none", "exactly one"),
    "K1 crossed": (lambda c: edits.swap(c, ("K1", "34"), ("K1", "44")), "mains path",
                   "K1 (33-34: L_SW - N_MOT", "the poles are crossed"),
    "K1's inputs crossed": (lambda c: edits.swap(c, ("K1", "33"), ("K1", "43")), "mains path",
                            "K1 (33-34: N_SW - L_MOT", "the poles are crossed"),
    "K1 in one pole only": (lambda c: edits.short(c, "K1", "43", "44"), "mains path", "K1.43",
                            "K1.44"),
    "RV2 removed": (lambda c: edits.remove(c, "RV2"), "mains path", "net L_MOT_A", "no varistor"),
    "RV3 on group A": (moved("RV3", "1", "L_MOT_A"), "mains path", "net L_MOT_B", "no varistor"),
    "RV1 removed": (lambda c: edits.remove(c, "RV1"), "mains path", "net L_IN", "no varistor"),
    "a varistor shorted": (moved("RV1", "2", "L_IN"), "mains path", "RV1.1", "both ends"),
    "four more Y capacitors": (lambda c: y_capacitors(c, 4), "earth leakage",
                               "(13.2 nF at 50 Hz)", "thresholds.leakage_ua"),
    "four more Y capacitors at 60 Hz": (lambda c: y_capacitors(c, 4), "earth leakage",
                                        "(13.2 nF at 60 Hz)", "1259 uA to earth"),
    "Y capacitors of 100 nF": (lambda c: edits.change(c, "C2003", value="100n Y1", mpn="?"),
                               "earth leakage", "C2003, C2004 (102.2 nF", "uA to earth"),
    "100n Y1 with the number of 2n2": (lambda c: edits.change(c, "C2003", value="100n Y1"),
                                       "rating", "C2003 100n Y1", "DE1E3RA222MA4BQ01F is 2n2 Y1"),
    "a fuse of 5 A by its value": (lambda c: edits.change(c, "F2", value="T5A H 250V"), "rating",
                                   "F2 T5A H 250V", "0215.500MXP is T500mA"),
    "an X2 capacitor without a value": (lambda c: edits.change(c, "C2001", value=""), "rating",
                                        "C2001 without a value", "R46KI310000M2M is 100n X2"),
}
HARMLESS = {
    "both windings turned round": lambda c: edits.swap(
        edits.swap(c, ("L1", "1"), ("L1", "2")), ("L1", "3"), ("L1", "4")),
    "L and N change windings": lambda c: edits.swap(
        edits.swap(c, ("L1", "1"), ("L1", "4")), ("L1", "2"), ("L1", "3")),
    "L and N change contacts": lambda c: edits.swap(
        edits.swap(c, ("K1", "33"), ("K1", "43")), ("K1", "34"), ("K1", "44")),
    "a fuse turned round": lambda c: edits.swap(c, ("F2", "1"), ("F2", "2")),
    "a primary turned round": lambda c: edits.swap(c, ("T1", "1"), ("T1", "2")),
    "a varistor turned round": lambda c: edits.swap(c, ("RV2", "1"), ("RV2", "2")),
    "one more varistor": lambda c: edits.add(
        c, "RV9", "mov", {"1": "L_MOT_A", "2": "N_MOT"}, "14D471K", "MOV-14D471K", "mj:RV_14mm"),
    "RV1 behind the choke": lambda c: edits.move(c, "RV1", ("1", "L_SW"), ("2", "N_SW")),
    "a third Y capacitor": lambda c: y_capacitors(c, 1),
    "the other fuse": lambda c: edits.change(c, "F2", mpn="0001.2501"),
    "another order of K1's string": lambda c: edits.swap(c, ("Q1", "1"), ("Q20", "1")),
    "another order of Q2's string": lambda c: edits.swap(c, ("Q21", "1"), ("Q23", "1")),
    "other values in the watchdog": lambda c: edits.change(c, "R2306", value="2k2"),
    "inner nets of the watchdog renamed": lambda c: edits.rename(
        edits.rename(c, "WD_PUMP", "PUMPED"), "WD_BUF", "KICKED"),
    "a weaker pull-up of WD_OK": lambda c: edits.change(c, "R2305", value="22k"),
    "one more capacitor at ARM_OK": lambda c: edits.add(
        c, "C999", "capacitor", {"1": "ARM_OK", "2": "GND"}, "1n"),
    "a test point at the kick": lambda c: edits.add(c, "TP99", "testpoint", {"1": "WD_KICK"}),
    "one more capacitor at LOOP_OK": lambda c: edits.add(
        c, "C999", "capacitor", {"1": "LOOP_OK", "2": "GND"}, "10n"),
}
QUIET = frozenset({"safety", "mains path", "earth leakage", "rating", "isolation"})


@pytest.mark.parametrize("title", FAULTS)
def test_fault_is_caught_and_names_both_places(title):
    edit, rule, one, two = FAULTS[title]
    lines = said(edit(CIRCUIT), rule).splitlines()
    assert any(one in line and two in line for line in lines), lines


@pytest.mark.parametrize("title", HARMLESS)
def test_harmless_edit_is_not_flagged(title):
    changed = HARMLESS[title](CIRCUIT)
    assert changed.parts != CIRCUIT.parts
    found = [f for f in check(changed, MACHINE) if f.rule in QUIET]
    assert not [str(f) for f in found if not sentences.pattern_of(str(f), KNOWN)]


def test_every_number_of_a_y_capacitor_has_its_value():
    fitted = {p.mpn for _, p in View(CIRCUIT, MACHINE).of_kind(*earth.KINDS)}
    assert fitted <= set(earth.VALUES)


def test_leakage_of_one_capacitor():
    assert round(earth.leakage_ua(2.2e-9, 50)) == 175


def run(capsys):
    """Exit code and what it says on standard error."""
    with pytest.raises(SystemExit) as end:
        runpy.run_module("hardware.rules", run_name="__main__")
    streams = capsys.readouterr()
    assert streams.out == "" or end.value.code != 2
    return end.value.code, streams.err


@pytest.mark.parametrize(("content", "text"), [
    (b'{\n "parts": {,\n', "hardware/out/circuit.json:2: not valid JSON: Expecting"),
    (b"", "hardware/out/circuit.json:1: not valid JSON"),
    (b'{"nets": {}}', "hardware/out/circuit.json:1: not a circuit: no 'parts'"),
    (b'{"parts": {"R1": {"colour": 1}}}', "hardware/out/circuit.json:1: not a circuit"),
    (b"[]", "hardware/out/circuit.json:1: not a circuit"),
    (b"\xff\xfe", "hardware/out/circuit.json:1: not a circuit"),
    (None, "hardware/out/circuit.json is missing; `make hardware` writes it"),
])
def test_a_broken_circuit_is_one_sentence(tmp_path, capsys, monkeypatch, content, text):
    if content is not None:
        (tmp_path / "hardware/out").mkdir(parents=True)
        (tmp_path / model.CIRCUIT_FILE).write_bytes(content)
    monkeypatch.setattr(view, "ROOT", tmp_path)
    code, err = run(capsys)
    assert code == 2
    assert err.startswith(text) and err.count("\n") == 1 and "`make hardware" in err


@pytest.mark.parametrize(("old", "new", "text"), [
    ("[thresholds]", "[thresholds", "hardware/machine.toml: not valid TOML"),
    ("[motor_types.drum]", "[motor_types.drumm]", "hardware/machine.toml:"),
    (None, None, "hardware/machine.toml is missing; fetch it"),
])
def test_a_broken_machine_toml_is_one_sentence(tmp_path, capsys, monkeypatch, old, new, text):
    (tmp_path / "hardware/out").mkdir(parents=True)
    (tmp_path / model.CIRCUIT_FILE).write_text(model.to_json(CIRCUIT), encoding="utf-8")
    if old:
        plain = (ROOT / MACHINE_FILE).read_text(encoding="utf-8")
        (tmp_path / MACHINE_FILE).write_text(plain.replace(old, new, 1), encoding="utf-8")
    monkeypatch.setattr(view, "ROOT", tmp_path)
    code, err = run(capsys)
    assert code == 2 and text in err and "Traceback" not in err
    assert err.count("\n") == 1
    assert not old or err.endswith("; correct it and run the rules again\n")


def test_a_drum_of_90_watts_names_phase_watts_budget_and_line(tmp_path):
    plain = (ROOT / MACHINE_FILE).read_text(encoding="utf-8")
    head, drum = plain.split("[motor_types.drum]", 1)
    rest = drum.split("run_mw = { value = ", 1)
    watts = rest[1].split(",", 1)
    text = f"{head}[motor_types.drum]{rest[0]}run_mw = {{ value = 90000,{watts[1]}"
    (tmp_path / "hardware").mkdir()
    (tmp_path / MACHINE_FILE).write_text(text, encoding="utf-8")
    machine = machines.load(tmp_path)
    found = [str(f) for f in phases.check(View(CIRCUIT, machine, tmp_path))]
    lines = text.splitlines()
    budget = 1 + next(n for n, line in enumerate(lines) if line.startswith("budget_mw"))
    drums = 2 + text[:text.index("[motor_types.drum]")].count("\n") + rest[0].count("\n") - 1
    logic = machine.values["logic"]["mw"] / 1000
    limit = machine.values["power"]["budget_mw"] / 1000
    first = next(line for line in found if "'pre-mix'" in line and "running" in line)
    assert f"four_port phase 'pre-mix': {90 + logic:.1f} W running" in first
    assert f"{MACHINE_FILE}:{budget} power.budget_mw: the limit is {limit:.1f} W" in first
    assert f"drum, 90.0 W each ({MACHINE_FILE}:{drums} motor_types.drum.run_mw)" in first
