"""Computed volts, currents and watts against the records."""

import runpy
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from hardware import model
from hardware.blocks.extras import Extra
from hardware.rules import domains, limit_contacts, limits
from hardware.rules.currents import across
from hardware.rules.drives import Link
from hardware.rules.figure import Figure
from hardware.rules.fitting import live
from hardware.rules.potentials import state
from hardware.rules.view import View
from tests.hardware import edits
from tools.make.generate.read.machine import load

ROOT = Path(__file__).resolve().parents[2]
MACHINE = load(ROOT)
CIRCUIT = model.load(ROOT)
VIEW = View(CIRCUIT, MACHINE)
LABELS, _ = domains.check(VIEW)


def said(circuit=CIRCUIT, machine=MACHINE):
    """What the limits find, a line each."""
    view = View(circuit, machine)
    return "\n".join(map(str, limits.check(view, domains.check(view)[0])))


def value(ref, text, mpn=""):
    """An edit of a value; the order number stays unless another one is named."""
    return lambda c: edits.change(c, ref, value=text, **({"mpn": mpn} if mpn else {}))


def pin(ref, does):
    """The pin of a part that does this."""
    return VIEW.record(ref).of(does)[0]


FAULTS = {
    "12 V into the latch": (value("R2201", "2k7"), "U21.13 (net LOOP_OK) input above its supply",
                            "its supply +3V3 is at"),
    "12 V into the controller": (value("R2217", "1k"), "(net SAFE_FB) bidirectional",
                                 "SC1631 pin"),
    "a level that no input takes for high": (value("R2217", "330k"),
                                             "(net SAFE_FB) high level", "at least 2 V"),
    "the memory on 12 V": (
        lambda c: edits.move(c, "U18", ("8", "+12V")), "U18.8 (net +12V) supply absolute",
        "-0.5 to 6 V"),
    "the converter starved": (
        lambda c: edits.move(c, "PS2", (pin("PS2", "supply"), "+5V")), "PS2.", "6.5 to 36 V"),
    "the beeper's resistor": (value("R2915", "22", "RC0805FR-0722RL"), "R2915 power",
                              "at most 0.125 W"),
    "a 10 V can on 12 V": (lambda c: edits.change(c, "C2101", mpn="EEU-FR1A471"), "C2101 across",
                           "at most 10 V"),
    "a suppressor below its rail": (lambda c: edits.change(c, "D2101", mpn="SMBJ5.0A"),
                                    "D2101 nominal 12 V", "at most 5 V"),
    "too much for an optotriac's lamp": (value("R101", "47"), "OK1 lamp current", "2 to 60 mA"),
    "too little for an optotriac's lamp": (value("R101", "5k6"), "OK1 lamp current",
                                           "R101 from +5V_SAFE"),
    "an indicator too dark to see": (value("R4002", "10k"), "D4002 lamp current",
                                     "0.3 to 30 mA"),
    "an output that drives a short": (value("R4002", "1"), "U5.3 (net LED_RUN) output current",
                                      "at most 35 mA"),
    "a direction relay on 5 V": (
        lambda c: edits.move(c, "K2", (pin("K2", "coil"), "+5V")), "K2 coil, least",
        "at least 8.4 V"),
    "a substitute's gate": (lambda c: edits.move(c, "R2913", ("1", "+12V")),
                            "Q25 gate to source", "DMG3414U-7 gs_v"),
    "a slot sensor without margin": (value("R3001", "4k7"),
                                     "ITR9608 on net park_a sinks at least 0.5 mA",
                                     "for dust and age"),
    "a coupler with a short body": (lambda c: edits.change(c, "OK17", mpn="LTV-814M"),
                                    "OK17 LTV-814M barrier creepage 7 mm", "at least 8 mm"),
    "a mirror contact that is not wetted": (value("R3053", "47k"), "K1 mirror contact on net",
                                            "it needs 5 V, 1 mA"),
    "a coupler's lamp behind one small resistor": (
        lambda c: edits.change(edits.change(c, "R2411", value="1k"), "R2412", value="1k"),
        "OK18 lamp current, rms", "at most"),
}


@pytest.mark.parametrize("title", FAULTS)
def test_fault_is_caught_with_figure_and_record(title):
    edit, one, two = FAULTS[title]
    lines = said(edit(CIRCUIT)).splitlines()
    assert any(one in line and two in line and "hardware/lib/records" in line
               for line in lines), "\n".join(lines)


def test_a_switch_for_large_loads_on_a_logic_input(monkeypatch):
    monkeypatch.setitem(limit_contacts.SENSORS, "SS-5GL", Extra("SS-5GL", "micro-switch"))
    signals = {**MACHINE.data["signals"]}
    signals["lift_up"] = {**signals["lift_up"], "part": "SS-5GL micro-switch"}
    text = said(machine=replace(MACHINE, data={**MACHINE.data, "signals": signals}))
    assert "SS-5GL on net lift_up_a contact switches" in text
    assert "it needs 5 V, 160 mA" in text and "at least 800 mW" in text


@pytest.mark.parametrize(("volts", "ma", "good"), [
    (5.0, 1.0, True), (3.3, 0.7, False), (12.0, 0.5, True), (3.3, 2.0, True), (4.0, 0.9, False)])
def test_the_least_load_of_a_contact(volts, ma, good):
    record = VIEW.records["SS-01GL"]
    assert next(limit_contacts.contact("S1", record, volts, ma)).holds is good


def test_a_resistor_carries_what_holds_its_ends():
    now = state(VIEW, live(LABELS))
    gate = next(link for link in now.links["BUZZ_G"] if "BUZZ" in (link.one, link.two))
    assert across(now, gate) < 0.1, "100 ohm into 100 k or less"
    top = next(link for link in now.links["PF_IN"] if "+12V" in (link.one, link.two))
    assert 9 < across(now, top) < 11
    assert across(now, Link("NOWHERE", "GND", 1.0)) == 0.0


@pytest.mark.parametrize(("low", "high", "least", "most", "holds", "allowed"), [
    (1, 2, 0, 3, True, "0 to 3 V"), (1, 4, None, 3, False, "at most 3 V"),
    (0, 1, 0.5, None, False, "at least 0.5 V"), (3, 3, None, 3, True, "at most 3 V")])
def test_a_figure(low, high, least, most, holds, allowed):
    figure = Figure("R1", "across", low, high, "V", least, most, "record")
    assert figure.holds is holds and figure.allowed == allowed
    assert figure.row.startswith(" " if holds else "!")


def test_the_table_and_the_counts_are_printed(capsys, monkeypatch):
    def run(*words):
        monkeypatch.setattr(sys, "argv", ["rules", *words])
        with pytest.raises(SystemExit):
            runpy.run_module("hardware.rules", run_name="__main__")
        return capsys.readouterr().out
    table = run("--figures")
    assert "OK1 " in table and "lamp current" in table and " figures, " in table
    assert "records of order numbers: " in run() and "not read" in run()
