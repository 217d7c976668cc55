"""What the circuit demands of its values: levels, currents, times, parts between two nets."""

import re

import pytest

from hardware import model
from hardware.rules import View, check, demands, network
from hardware.rules.demands import DemandError
from hardware.rules.view import ROOT
from tests.hardware import edits
from tools.make.generate.read.machine import load

CIRCUIT = model.load(ROOT)
MACHINE = load(ROOT)


def said(circuit):
    """The findings of the rule, a line each."""
    return "\n".join(str(f) for f in check(circuit, MACHINE) if f.rule == "demand")


FAULTS = {
    "a divider of the loop a tenth": (
        lambda c: edits.change(c, "R2201", value="2k7"),
        r"net LOOP_OK \(.*R2201 2k7, R2202 10k.*level.*has 8.27 to 10.39 V; needs 2.4 to 3.7 V"),
    "a gate shunt of 33 ohm": (
        lambda c: edits.change(c, "R104", value="33"),
        r"DRUM_GATE .*39.4 to 39.4 mA to DRUM_SW; needs 1 to 13 mA"),
    "a reference's capacitor too large": (
        lambda c: edits.change(c, "C2430", value="10u"),
        r"net CNT_REF .*has 50 ms; needs 0.2 to 2"),
    "a divider without its lower half": (
        lambda c: edits.remove(c, "R2641"), r"net AM_V12 .*12.00 to 12.00 V; needs 2.75"),
    "a net that nothing drives": (
        lambda c: edits.remove(edits.remove(c, "R2430"), "R2431"), r"net CNT_REF .*it floats"),
    "no snubber": (
        lambda c: edits.remove(c, "C101"),
        r"between DRUM_SNUB and DRUM_SW: no x_capacitor .*needs 1 x_capacitor of 4.7e-09"),
    "one of two discharging resistors": (
        lambda c: edits.remove(c, "R2303"), r"WD_LEVEL and GND: R2304 .*needs 2 resistor"),
    "no memory": (lambda c: edits.remove(c, "U18"), r"fram: none .*needs 1"),
    "a comparator inverted": (lambda c: edits.swap(c, ("U26", "2"), ("U26", "3")),
                              r"U26.3 \(net VREF\), INA\+ .*wired.*belongs on PF_IN"),
    "the driver's diodes on no rail": (
        lambda c: edits.change(c, "U15", pins={p: n for p, n in c.parts["U15"].pins.items()
                                               if p != "10"}),
        r"U15.10 \(net none\), COM .*belongs on \+12V"),
    "a test point left out": (lambda c: edits.remove(c, "TP3"), r"TP3 is missing .*testpoints"),
}


@pytest.mark.parametrize("title", FAULTS)
def test_fault_is_told_with_figure_and_place(title):
    edit, words = FAULTS[title]
    assert re.search(words, said(edit(CIRCUIT))), said(edit(CIRCUIT))


def view(*resistors):
    """A circuit of resistors: (net, net, value)."""
    circuit = model.circuit_of({})
    for number, (one, two, value) in enumerate(resistors):
        circuit = edits.add(circuit, f"R{number}", "resistor", {"1": one, "2": two}, value)
    return View(circuit, MACHINE)


GROUND = {"GND": (0.0, 0.0)}


def test_a_divider_and_a_ladder_by_kirchhoff():
    its = view(("IN", "A", "10k"), ("A", "GND", "10k"))
    assert network.level(its, "A", {**GROUND, "IN": (4.0, 6.0)}) == pytest.approx((2.0, 3.0))
    assert network.source_ohm(its, "A", {**GROUND, "IN": (0.0, 0.0)}) == pytest.approx(5e3)
    ladder = view(("IN", "A", "1k"), ("A", "B", "1k"), ("B", "C", "1k"), ("C", "GND", "1k"),
                  ("A", "GND", "2k"), ("B", "GND", "2k"))
    # by hand: C and GND make 2k beside 2k at B, so B sees 1k, A 2k beside 2k, the input 1k : 1k
    assert network.level(ladder, "C", {**GROUND, "IN": (8.0, 8.0)}) == pytest.approx((1.0, 1.0))


def test_resistors_in_parallel_and_a_net_alone():
    its = view(("A", "B", "2k"), ("A", "B", "2k"))
    assert network.ohms(its, "A", "B") == pytest.approx(1e3)
    assert network.ohms(its, "A", "GND") == float("inf")
    assert network.level(its, "A", {}) is None and network.source_ohm(its, "A", {}) == float("inf")


@pytest.mark.parametrize(("text", "words"), [
    ("[[levels]]\nnet = 'A'\n", "toml: levels is no row; write [[level|current"),
    ("[level]\nnet = 'A'\n", "toml: level is no row; write [[level|current"),
    ("[[level]] # here\nnet = 'A'\nheld = {B = [1, 2]}\nwithin = '2'\nwhy = 'x'\n",
     "toml:1: within = '2' must be [least, most]"),
    ("  [[level]]\nnet = 'A'\nheld = {B = [1, 2]}\nwithin = [3, 2]\nwhy = 'x'\n",
     "toml:1: within = [3, 2] must be [least, most]"),
    ("[[time]]\nnet = 'A'\nheld = '2'\nms = [1, 2]\nwhy = 'x'\n",
     "toml:1: held = '2' must be nets with [least, most]"),
    ("[[wired]]\nref = 'U1'\npins = 3\nwhy = 'x'\n", "toml:1: pins = 3 must be pin numbers with"),
    ("[[current]]\nnets = ['A']\nvolts = [1, 2]\nma = [1, 2]\nwhy = 'x'\n", "must be two nets"),
    ("[[parts]]\nkind = 'x'\ncount = 0\nwhy = 'x'\n", "toml:1: count = 0 must be 1 or more"),
    ("[[time]]\nnet = 'A'\nheld = {}\nms = [1, 2]\nwhy = 'x'\nof = 3\n",
     "toml:1: [[time]] has no of; take it out, or write one of held, ms, net, why"),
    ("\n[[parts]]\nkind = 'x'\nwhy = 'x'\n", "toml:2: [[parts]] needs count; add it"),
    ("[[parts]\n", "correct it and run the rules again"),
])
def test_a_file_of_demands_is_read_strictly(text, words):
    with pytest.raises(DemandError) as problem:
        demands._rows(text)
    assert words in str(problem.value)


def test_a_name_that_each_does_not_give_is_told(monkeypatch):
    text = "\n[[between]]\neach = 'sides'\nkind = 'x'\nnets = ['{q}', 'GND']\nwhy = 'x'\n"
    rows = demands._rows(text)
    monkeypatch.setattr(demands, "_rows", lambda _text: rows)
    with pytest.raises(DemandError, match=r"toml:2: \{q\} is no name of each = 'sides'; there"):
        list(demands.demands(View(CIRCUIT, MACHINE)))


def test_a_net_that_is_held_and_does_not_exist_is_told():
    gone = edits.rename(CIRCUIT, "FB_C", "FB_CC")
    assert "net FB_C <-> hardware/rules/demands.toml" in said(gone)
    assert "there is no such net; correct its name here" in said(gone)


def test_a_part_that_is_wired_and_does_not_exist_is_told():
    assert re.search(r"U26 is missing <-> .*wired", said(edits.remove(CIRCUIT, "U26")))


def test_an_unknown_set_is_told():
    with pytest.raises(DemandError, match="each = 'legs' is not known; there are motors, sides"):
        demands._each(View(CIRCUIT, MACHINE), "legs", 7)
