"""The strings of transistors under K1 and under the switch of +5V_SAFE: whole, and not bridged."""

from pathlib import Path

import pytest

from hardware import model
from hardware.rules import View, strings
from tests.hardware import edits
from tools.make.generate.read.machine import load

ROOT = Path(__file__).resolve().parents[2]
CIRCUIT = model.load(ROOT)
MACHINE = load(ROOT)
K1 = ("K1", "K1_LOW", ("ARM_OK", "ARM_LOOP"))
Q2 = ("Q2", "SAFE_1", ("ARM_OK", "ARM_LOOP", "WD_OK"))
K1_NETS = "K1's string K1_LOW - K1_MID - GND"
Q2_NETS = "Q2's string SAFE_1 - SAFE_2 - SAFE_3 - GND"


def said(circuit):
    """The findings, each told once."""
    found = strings.check(View(circuit, MACHINE))
    assert len(set(found)) == len(found) and {each.rule for each in found} <= {"safety"}
    return found


def places(circuit):
    """The two places of each finding."""
    return [f"{each.here} <-> {each.there}" for each in said(circuit)]


def broken(string, have, start=None):
    """What is said of a string with other gates."""
    owner, net, want = string
    return [f"safety: {owner} (net {net if start is None else start}) <-> {', '.join(want)}: "
            f"its string has the gates {', '.join(have) or 'none'}; it must hold "
            f"{' and '.join(want)}, each once, and nothing else"]


def moved(ref, *pins):
    """The board with pins of a part on other nets."""
    return edits.move(CIRCUIT, ref, *pins)


def added(kind, one, two, value=""):
    """The board with one two-pin part more."""
    return edits.add(CIRCUIT, "X99", kind, {"1": one, "2": two}, value)


def nmos(gate, source, drain):
    """The board with one transistor more."""
    return edits.add(CIRCUIT, "X99", "nmos", {"1": gate, "2": source, "3": drain})


def test_the_board_itself_breaks_none():
    assert places(CIRCUIT) == []


@pytest.mark.parametrize(("ref", "string", "have"), [
    ("Q1", K1, ["+3V3", "ARM_LOOP"]), ("Q20", K1, ["ARM_OK", "+3V3"]),
    ("Q21", Q2, ["+3V3", "ARM_LOOP", "WD_OK"]), ("Q22", Q2, ["ARM_OK", "+3V3", "WD_OK"]),
    ("Q23", Q2, ["ARM_OK", "ARM_LOOP", "+3V3"])])
def test_a_gate_on_another_net(ref, string, have):
    assert [str(each) for each in said(moved(ref, ("1", "+3V3")))] == broken(string, have)


@pytest.mark.parametrize(("ref", "string", "have"), [
    ("Q1", K1, ["ARM_OK"]), ("Q21", Q2, ["ARM_OK"]), ("Q22", Q2, ["ARM_OK", "ARM_LOOP"])])
def test_a_source_straight_on_ground_skips_the_rest(ref, string, have):
    assert [str(each) for each in said(moved(ref, ("2", "GND")))] == broken(string, have)


@pytest.mark.parametrize("net", ["K1_LOW", "K1_MID", "SAFE_1", "SAFE_2", "SAFE_3"])
def test_a_second_transistor_in_parallel_is_no_string(net):
    string = K1 if net.startswith("K1") else Q2
    assert [str(each) for each in said(nmos("ARM", "GND", net))] == broken(string, [])


@pytest.mark.parametrize(("ref", "net", "string"), [
    ("Q20", "NOWHERE", K1), ("Q23", "NOWHERE", Q2), ("Q20", "", K1),
    ("Q20", "K1_LOW", K1), ("Q20", "K1_MID", K1), ("Q23", "SAFE_1", Q2)])
def test_a_string_that_does_not_come_to_ground(ref, net, string):
    """It ends in the air, or goes in a circle: all gates are there, and nothing ever switches."""
    assert [str(each) for each in said(moved(ref, ("2", net)))] == broken(string, [])


def test_a_ninth_transistor_is_followed_too():
    """A long string is told with all its gates."""
    changed = moved("Q20", ("2", "N0"))
    for at in range(9):
        below = f"N{at + 1}" if at < 8 else "GND"
        changed = edits.add(changed, f"X{at}", "nmos", {"1": "ARM", "2": below, "3": f"N{at}"})
    gates = ["ARM_OK", "ARM_LOOP", *["ARM"] * 9]
    assert [str(each) for each in said(changed)] == broken(K1, gates)


def test_a_load_without_a_string():
    assert [str(each) for each in said(moved("K1", ("0", "NOWHERE")))] == broken(
        K1, [], "NOWHERE")
    assert [str(each) for each in said(edits.remove(CIRCUIT, "R2210"))] == broken(Q2, [], "none")


@pytest.mark.parametrize("kind", ["resistor", "strap", "inductor", "npn", "connector", "diode"])
@pytest.mark.parametrize(("one", "two", "nets"), [
    ("K1_LOW", "GND", K1_NETS), ("K1_LOW", "K1_MID", K1_NETS), ("K1_MID", "GND", K1_NETS),
    ("SAFE_1", "GND", Q2_NETS), ("SAFE_1", "SAFE_2", Q2_NETS), ("SAFE_2", "SAFE_3", Q2_NETS),
    ("SAFE_3", "GND", Q2_NETS), ("SAFE_2", "GND", Q2_NETS)])
def test_what_conducts_past_a_transistor(kind, one, two, nets):
    assert places(added(kind, one, two, "0R")) == [f"X99 {kind} 0R <-> {nets}"]


@pytest.mark.parametrize(("net", "nets"), [
    ("K1_LOW", K1_NETS), ("K1_MID", K1_NETS), ("SAFE_1", Q2_NETS), ("SAFE_2", Q2_NETS)])
def test_an_output_on_a_string_can_pull_it_down(net, nets):
    """A register's output, a driver, a transistor turned round: whatever has a way to ground."""
    changed = edits.move(CIRCUIT, "U2", ("15", net))
    assert places(changed) == [f"U2 74hc595 74HC595 <-> {nets}"]
    assert places(nmos("ARM", net, "GND")) == [f"X99 nmos  <-> {nets}"]


@pytest.mark.parametrize("net", ["K1_MID", "SAFE_2", "SAFE_3"])
def test_nothing_else_is_between_two_transistors(net):
    strap = added("strap", net, "ELSEWHERE", "0R")
    assert [each.split(" <->")[0] for each in places(strap)] == ["X99 strap 0R"]


@pytest.mark.parametrize("kind", ["capacitor", "polar_capacitor", "testpoint"])
@pytest.mark.parametrize("net", ["K1_LOW", "K1_MID", "SAFE_1", "SAFE_2", "SAFE_G"])
def test_what_conducts_nothing_does_no_harm(net, kind):
    assert places(added(kind, net, "GND")) == []


# ------------------------------------------------------------------------ the switch of +5V_SAFE
def test_the_switch_turned_round_feeds_through_its_body_diode():
    for edit in (edits.swap(CIRCUIT, ("Q2", "2"), ("Q2", "3")),
                 moved("Q26", ("3", "+5V_SAFE"), ("2", "EMIT"))):
        body = [each for each in said(edit) if "body diode" in each.advice]
        assert len(body) == 1 and body[0].advice == (
            "its body diode feeds +5V_SAFE whatever the gate says; put the source on +5V and the "
            "drain on +5V_SAFE")
    assert places(edits.swap(CIRCUIT, ("Q2", "2"), ("Q2", "3"))) == [
        "Q2.3 (net +5V) <-> Q2.2 (net +5V_SAFE)"]


def test_a_second_switch_needs_a_string_of_its_own():
    changed = edits.add(CIRCUIT, "X99", "pmos", {"1": "GND", "2": "+5V", "3": "+5V_SAFE"})
    assert places(changed) == ["X99 (net none) <-> ARM_OK, ARM_LOOP, WD_OK"]
    same = edits.add(CIRCUIT, "X99", "pmos", {"1": "SAFE_G", "2": "+5V", "3": "+5V_SAFE"})
    assert places(same) == ["X99 pmos  <-> Q2.1 (net SAFE_G)",
                            "Q2 pmos AO3401A <-> X99.1 (net SAFE_G)"]


@pytest.mark.parametrize(("kind", "net"), [
    ("resistor", "GND"), ("strap", "GND"), ("resistor", "WD_KICK"), ("diode", "ARM"),
    ("resistor", "K1_LOW")])
def test_what_pulls_the_gate_down_past_the_string(kind, net):
    assert places(added(kind, "SAFE_G", net, "1k")) == [f"X99 {kind} 1k <-> Q2.1 (net SAFE_G)"]


def test_a_transistor_straight_at_the_gate():
    assert places(nmos("ARM", "GND", "SAFE_G")) == ["X99 nmos  <-> Q2.1 (net SAFE_G)"]


@pytest.mark.parametrize("far", ["+5V", "SAFE_1"])
def test_a_second_resistor_beside_one_that_belongs_there(far):
    assert places(added("resistor", "SAFE_G", far, "47k")) == []


def test_another_switch_is_not_asked():
    """Q26 switches the light barriers' emitters, and needs no latch."""
    assert places(moved("Q26", ("1", "GND"))) == []
