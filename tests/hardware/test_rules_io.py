"""The I/O map: swaps in circuit, machine or generated firmware are caught and name both places."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from hardware import model
from hardware.rules import View, check, inputs, maps, netlist, outputs
from hardware.rules.pinouts import IN_BITS, IN_CHAIN, OUT_BITS, OUT_CHAIN, PICO_GPIO
from tests.hardware import edits
from tools.make.generate.read.machine import MACHINE_FILE, load

ROOT = Path(__file__).resolve().parents[2]
CIRCUIT = model.load(ROOT)
MACHINE = load(ROOT)
VIEW = View(CIRCUIT, MACHINE)
GP = {name: row["gp"] for name, row in MACHINE.data["pins"].items()}
AT = {name: PICO_GPIO[gp] for name, gp in GP.items()}  # pin of the module
INVERT = maps.Module(ROOT, maps.PINMAP).values["INVERT"][0]
WIRED = [i for i, name in enumerate(MACHINE.inputs) if name and i < 64]


def said(circuit, machine=MACHINE, root=ROOT, rule=""):
    """The findings of one rule, or of all, a line each."""
    return "\n".join(str(f) for f in check(circuit, machine, root) if f.rule.startswith(rule))


def test_every_bit_is_found_where_machine_toml_has_it():
    found, where = outputs.check(VIEW)
    assert found == []
    assert where == {n: divmod(i, 8) for i, n in enumerate(MACHINE.outputs) if n}
    found, where = inputs.check(VIEW)
    assert found == []
    assert where == {n: divmod(i, 8) for i, n in enumerate(MACHINE.inputs) if n}


@pytest.mark.parametrize(("byte", "bit"), [(b, i) for b in range(4) for i in range(7)
                                            if MACHINE.outputs[b * 8 + i + 1]])
def test_two_outputs_swapped_at_the_register(byte, bit):
    chip = OUT_CHAIN[byte]
    one, two = OUT_BITS[bit], OUT_BITS[bit + 1]
    text = said(edits.swap(CIRCUIT, (chip, one), (chip, two)), rule="output")
    assert f"{chip}.{one}" in text and f"{chip}.{two}" in text
    assert f"outputs.byte{byte} bit {bit} '{MACHINE.outputs[byte * 8 + bit]}'" in text


@pytest.mark.parametrize("index", WIRED[:-1:3])
def test_two_inputs_swapped_at_the_register(index):
    byte, bit = divmod(index, 8)
    after = WIRED[WIRED.index(index) + 1]
    one = IN_CHAIN[byte], IN_BITS[bit]
    two = IN_CHAIN[after // 8], IN_BITS[after % 8]
    text = said(edits.swap(CIRCUIT, one, two), rule="input")
    assert f"{one[0]}.{one[1]}" in text and f"{two[0]}.{two[1]}" in text
    assert f"inputs.byte{byte} bit {bit} '{MACHINE.inputs[index]}'" in text


SWAPS = {
    "driver inputs": (lambda c: edits.swap(c, ("U13", "1"), ("U13", "2")), "output",
                      "U2.15", "ends at J11.1"),
    "driver outputs": (lambda c: edits.swap(c, ("U14", "18"), ("U14", "17")), "output",
                       "U3.15", "head_b"),
    "two channels' connectors": (lambda c: edits.swap(c, ("J20", "1"), ("J24", "1")), "output",
                                 "U3.15", "lift_a"),
    "two gates": (lambda c: edits.swap(c, ("OK1", "4"), ("OK2", "4")), "output",
                  "U2.15", "ends at J11.1"),
    "windings A and B": (lambda c: edits.swap(c, ("K2", "12"), ("K2", "14")), "output",
                         "J12", "winding A at rest"),
    "two direction coils": (lambda c: edits.swap(c, ("K2", "A2"), ("K3", "A2")), "output",
                            "U4.15", "dir_chain"),
    "a belt's coil on another output": (
        lambda c: edits.move(c, "K8", ("A2", "DIR_DRUM_COIL")), "output", "K8", "dir_belts"),
    "a belt's coil off": (lambda c: edits.move(c, "K8", ("A2", "DIR_HATCH_COIL")), "output",
                          "K8", "one output, one set"),
    "fan and lamp": (lambda c: edits.swap(c, ("J42", "2"), ("J42", "3")), "output",
                     "U4.4", "lamp_ready"),
    "multiplexer's address": (lambda c: edits.swap(c, ("U16", "9"), ("U16", "10")), "output",
                              "U5.1", "amux_a2"),
    "board LEDs": (lambda c: edits.swap(c, ("R4002", "1"), ("R4003", "1")), "output",
                   "U5.3", "led_arm"),
    "a motor in the other group": (
        lambda c: edits.move(c, "Q3", ("2", "L_MOT_B")), "output", "OK1.6", "Q3.2"),
    "a channel in the other group": (
        lambda c: edits.move(edits.move(c, "Q3", ("2", "L_MOT_B")), "R103", ("1", "L_MOT_B")),
        "output", "Q3.2", "motors.drum.group"),
    "an output on two drivers": (
        lambda c: edits.move(c, "U13", ("2", "DRUM")), "output", "U13.1", "exactly one"),
    "an output on no driver": (lambda c: edits.move(c, "U13", ("1", "GND")), "output",
                               "U2.15", "driver input"),
    "two driver chips": (lambda c: edits.swap(c, ("U13", "1"), ("U14", "1")), "output",
                         "U14.1", "driven by U13"),
    "an output on the driver's other side": (
        lambda c: edits.move(edits.move(c, "U13", ("1", "GND")), "U13", ("10", "DRUM")),
        "output", "U13.10", "use inputs 1-8"),
    "a spare output that drives": (
        lambda c: edits.move(edits.move(c, "U5", ("7", "X")), "R4002", ("1", "X")), "output",
        "U5.7 (net X)", "the bit is spare but drives R4002.1"),
    "connector wires of one side": (lambda c: edits.swap(c, ("J30", "5"), ("J30", "6")), "input",
                                    "U6.12", "mid_a"),
    "two sides": (lambda c: edits.swap(c, ("R3101", "2"), ("R3109", "2")), "input",
                  "U6.12", "park_b"),
    "straps": (lambda c: edits.swap(c, ("JP2", "1"), ("JP3", "1")), "input", "U12.14", "brd1"),
    "mirror contact and loop": (
        lambda c: edits.swap(c, ("U12", "4"), ("U12", "5")), "input", "U12.4", "loop_raw"),
    "signature": (lambda c: edits.swap(c, ("U12", "11"), ("U12", "12")), "input",
                  "U12.11", "sig1 must be tied to +3V3"),
    "two inputs merged": (lambda c: edits.wire(c, "park_a", "mid_a"), "input",
                          "U6.12", "mid_a at J30.6, park_a at J30.5"),
    "an input without a source": (lambda c: edits.remove(c, "R3101"), "input",
                                  "U6.12", "no source"),
    "a spare that floats": (lambda c: edits.move(c, "U24", ("6", "SPARE")), "input",
                            "U24.6", "floats"),
    "keys on the controller": (
        lambda c: edits.swap(c, ("U1", AT["btn_mark_n"]), ("U1", AT["btn_elevator_n"])), "input",
        f"U1.{AT['btn_mark_n']}", "elevator"),
    "chain: a register left out": (
        lambda c: edits.move(c, "U4", ("14", "SR_U2_U3")), "chain", "U3.9", "U4.14"),
    "chain: the loop-back cut": (
        lambda c: edits.move(c, "U24", ("10", "GND")), "chain", "U5.9", "U24.10"),
    "chain: inputs' order": (
        lambda c: edits.swap(c, ("U6", "9"), ("U7", "9")), "chain", "U7.9", "U6.10"),
    "chain: LATCH and LOAD": (
        lambda c: edits.swap(c, ("U6", "1"), ("U2", "12")), "chain", "U6.1", "net SR_LOAD_N"),
    "chain: a clock missing": (
        lambda c: edits.move(c, "U9", ("2", "GND")), "chain", "U9.2", "net SR_SCK"),
    "chain: OE# to ground": (
        lambda c: edits.move(c, "U3", ("13", "GND")), "chain", "U3.13", "net OUT_OE_N"),
    "chain: MOSI and MISO": (
        lambda c: edits.swap(c, ("U2", "14"), ("U6", "9")), "chain", "U2.14", "net SR_MOSI"),
    "controller: two GPIO": (
        lambda c: edits.swap(c, ("U1", AT["wd_kick"]), ("U1", AT["arm"])), "controller",
        f"U1.{AT['wd_kick']} (net ARM)", "pins.wd_kick.gp"),
    "controller: a ground pin": (lambda c: edits.move(c, "U1", ("13", "+3V3")), "controller",
                                 "U1.13", "is GND"),
    "controller: the wrong supply": (lambda c: edits.move(c, "U1", ("39", "+12V")), "controller",
                                     "U1.39", "VSYS"),
}


@pytest.mark.parametrize("title", SWAPS)
def test_swap_in_the_circuit_is_caught_and_names_both_places(title):
    edit, rule, one, two = SWAPS[title]
    text = said(edit(CIRCUIT), rule=rule)
    assert one in text, text
    assert any(word in text for word in two.split("|")), text


def test_the_file_itself_is_swapped(tmp_path):
    text = (ROOT / model.CIRCUIT_FILE).read_text(encoding="utf-8")
    old, new = '"pins": {"1": "RING", ', '"pins": {"1": "HATCH", '
    assert old in text
    swapped = text.replace(old, new, 1).replace('"2": "HATCH", "3": "CHAIN"',
                                                '"2": "RING", "3": "CHAIN"', 1)
    (tmp_path / "circuit.json").write_text(swapped, encoding="utf-8")
    found = said(model.load(tmp_path / "circuit.json"), rule="output")
    assert "U2.1 (net HATCH)" in found and "bit 1 'ring'" in found


@pytest.mark.parametrize(("edit", "texts"), [
    (lambda t: t.replace('(ref "U2") (pin "15")', '(ref "U2") (pin "99")').replace(
        '(ref "U2") (pin "1")', '(ref "U2") (pin "15")').replace(
        '(ref "U2") (pin "99")', '(ref "U2") (pin "1")'),
     ["U2.15 on net RING", "circuit: net DRUM", "U2.1 on net DRUM", "circuit: net RING"]),
    (lambda t: t.replace('(node (ref "OK1") (pin "4")', '(gone (ref "OK1") (pin "4")'),
     ["netlist.net:1 OK1.4 on net none", "circuit: net DRUM_GATE"]),
    (lambda t: t.replace('(ref "OK1") (pin "4")', '(ref "OK1") (pin "3")'),
     ["OK1.3 on net DRUM_GATE", "circuit: net none"]),
])
def test_the_netlist_differs_from_the_circuit(tmp_path, edit, texts):
    root = firmware(tmp_path, maps.IOMAP)
    (root / netlist.NETLIST).parent.mkdir(parents=True)
    plain = (ROOT / netlist.NETLIST).read_text(encoding="utf-8")
    (root / netlist.NETLIST).write_text(edit(plain), encoding="utf-8")
    found = said(CIRCUIT, root=root, rule="netlist")
    assert all(text in found for text in texts), found
    (root / netlist.NETLIST).unlink()
    assert "it is missing; run `make hardware`" in said(CIRCUIT, root=root, rule="netlist")


def machine_with(section, byte, names):
    """The machine with another byte in a frame, its derived tuples included."""
    data = {**MACHINE.data, section: {**MACHINE.data[section], byte: names}}
    flat = tuple(n for row in data[section].values() for n in row)
    return replace(MACHINE, data=data, **{section: flat})


def test_machine_toml_differs_from_the_circuit():
    row = ["ring", "drum", *MACHINE.outputs[2:8]]
    text = said(CIRCUIT, machine_with("outputs", "byte0", row), rule="output")
    assert "U2.15 (net DRUM) ends at J10.1 (net DRUM_A) = drum" in text
    assert "outputs.byte0 bit 0 'ring'" in text
    row = ["mid_a", "park_a", "cnt_a", *MACHINE.inputs[3:8]]
    text = said(CIRCUIT, machine_with("inputs", "byte0", row), rule="input")
    assert "this bit comes from cnt_a at J30.4; connect it to mid_a alone" in text


def firmware(tmp_path, name, *changes):
    """A root with changed generated modules."""
    for path in (MACHINE_FILE, maps.IOMAP, maps.PINMAP):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / path)
    text = (tmp_path / name).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(("name", "change", "texts"), [
    (maps.IOMAP, ('OUTPUTS = (\n    "drum", "ring"', 'OUTPUTS = (\n    "ring", "drum"'),
     ["U2.15 (net DRUM) drives drum", "OUTPUTS[0] = 'ring'"]),
    (maps.IOMAP, ('MOTORS = (\n    "drum", "ring"', 'MOTORS = (\n    "ring", "drum"'),
     ["U2.1 (net RING) drives ring", "MOTORS[1] = 'drum'"]),
    (maps.IOMAP, ("AUX_FAN = 16", "AUX_FAN = 32"), ["U4.4 (net FAN)", "AUX_FAN = 32"]),
    (maps.IOMAP, ("IN_PARK_A = 1\n", "IN_PARK_A = 2\n"), ["U6.12", "IN_PARK_A = 2"]),
    (maps.IOMAP, ("BIT_MID = 4", "BIT_MID = 8"), ["U6.13", "BIT_MID = 8"]),
    (maps.IOMAP, ("BYTE_LID = 4", "BYTE_LID = 5"), ["U10.14", "BYTE_LID = 5"]),
    (maps.IOMAP, ("BYTE_LID = 4\n", ""), ["BYTE_LID = None"]),
    (maps.IOMAP, ('"mark", "elevator", "safe_fb"', '"elevator", "mark", "safe_fb"'),
     [f"U1.{AT['btn_mark_n']}", "INPUTS[64] = 'elevator'"]),
    (maps.PINMAP, (f"GP_ARM = {GP['arm']}", "GP_ARM = 99"),
     [f"U1.{AT['arm']} (net ARM)", "GP_ARM = 99"]),
    (maps.PINMAP, (f"DIRECT = ({GP['btn_mark_n']},", "DIRECT = (99,"),
     [f"U1.{AT['btn_mark_n']}", "DIRECT[0] = 99"]),
    (maps.PINMAP, (f"INVERT = ({INVERT},", f"INVERT = ({INVERT ^ 1},"),
     ["INVERT[0] bit 0", "signals.cnt.active"]),
])
def test_the_generated_map_differs_from_the_circuit(tmp_path, name, change, texts):
    root = firmware(tmp_path, name, change)
    found = said(CIRCUIT, root=root, rule="generated map")
    assert found and all(text in found for text in texts), found
    assert f"{name}:" in found


@pytest.mark.parametrize(("pin", "fields", "texts"), [
    ("buzz", {"function": "adc0"}, [f"GP{GP['buzz']}", "adc0 is not there", "pins.buzz"]),
    ("dice_in1", {"function": "spi9.rx"}, [f"GP{GP['dice_in1']}", "spi9.rx is at no pin"]),
    ("i_a", {"gp": 25}, ["GP25", "can be nothing"]),
    ("uart0_rx", {"dir": "out"}, ["uart0.rx is in, not out"]),
    ("amux", {"function": "adc1"}, ["both pins use adc1", "pins.i_b"]),
    ("wd_kick", {"gp": GP["arm"]},
     [f"U1.{AT['arm']} (net ARM)", "should be net WD_KICK"]),
])
def test_a_function_that_the_chips_do_not_have_there(pin, fields, texts):
    rows = MACHINE.data["pins"]
    data = {**MACHINE.data, "pins": {**rows, pin: {**rows[pin], **fields}}}
    found = said(CIRCUIT, replace(MACHINE, data=data), rule="controller")
    assert all(text in found for text in texts), found
    assert f"{MACHINE_FILE}:" in found
