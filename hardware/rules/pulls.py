"""Levels while nobody drives: pull-ups and pull-downs, gates, reset, and no floating input."""

from typing import NamedTuple

from hardware.model import natural

from .finding import Finding
from .pinouts import PICO_RUN, SUPERVISOR_RESET
from .values import number
from .view import View

RULE = "pull"


class Pull(NamedTuple):
    """A net that a resistor must hold on a rail while nothing drives it."""

    net: str
    rail: str
    min_ohm: float
    max_ohm: float
    why: str


# Limits: what the driver can sink, and what leakage and E9 of the RP2350 still allow.
PULLS = (
    Pull("OUT_OE_N", "+3V3", 2.2e3, 22e3, "outputs stay dead through reset, boot and BOOTSEL"),
    Pull("I2C0_SDA", "+3V3", 1e3, 10e3, "I2C needs it; 400 kHz"),
    Pull("I2C0_SCL", "+3V3", 1e3, 10e3, "I2C needs it; 400 kHz"),
    Pull("ARM", "GND", 2.2e3, 22e3, "no edge while the controller resets"),
    Pull("EMIT_EN", "GND", 2.2e3, 22e3, "emitters off while the controller resets"),
    Pull("PFAIL_N", "+3V3", 1e3, 47e3, "the comparator's output is an open collector"),
    Pull("ZC", "+3V3", 1e3, 100e3, "the optocoupler's output is an open collector"),
    Pull("LMOT_FB", "+3V3", 1e3, 100e3, "the optocoupler's output is an open collector"),
)
FETS = {"nmos": "1", "pmos": "1"}  # gate pin of a SOT-23
DRIVEN = {"74hc74": {"5", "6", "8", "9"}, "74lvc1g17": {"4"}, "74lvc1g14": {"4"},
          "74ahct125": {"3", "6", "8", "11"}}  # outputs that never float
INPUT_PINS = {  # CMOS inputs, which may not float
    "74hc595": ("10", "11", "12", "13", "14"),
    "74hc165": ("1", "2", "3", "4", "5", "6", "10", "11", "12", "13", "14", "15"),
    "74hc4051": ("6", "9", "10", "11"), "74hc74": ("1", "2", "3", "4", "10", "11", "12", "13"),
    "74ahct125": ("1", "2", "4", "5", "9", "10", "12", "13"), "74lvc1g17": ("2",),
    "74lvc1g14": ("2",), "mcp6002": ("2", "3", "5", "6"), "lm393": ("2", "3", "5", "6"),
    "fram": ("1", "2", "3", "5", "6", "7"), "drv8833": ("1", "9", "10", "15", "16"),
}
PASSIVE = frozenset({"capacitor", "testpoint", "tvs"})


def check(view: View) -> list[Finding]:
    """All pulls, gates, inputs and the reset."""
    return pulls(view) + gates(view) + floating(view) + reset(view)


def pulls(view: View) -> list[Finding]:
    """The table above."""
    found = []
    for row in PULLS:
        refs = [ref for ref, rail in view.beside(row.net, "resistor") if rail == row.rail]
        values = [number(view.parts[ref].value) or 0.0 for ref in refs]
        if not any(row.min_ohm <= ohm <= row.max_ohm for ohm in values):
            have = ", ".join(f"{r} {view.parts[r].value}" for r in refs) or "no resistor"
            found.append(Finding(RULE, f"net {row.net}", f"net {row.rail} ({have})",
                                 f"needs {row.min_ohm:.0f} to {row.max_ohm:.0f} ohm: {row.why}"))
    return found


def gates(view: View) -> list[Finding]:
    """A gate has a resistor, or an output that never floats, or it switches by itself."""
    found = []
    for ref, part in view.of_kind(*FETS):
        gate = FETS[part.kind]
        net = view.net(ref, gate)
        driven = any(pin in DRIVEN.get(view.parts[r].kind, ()) for r, pin in view.on.get(net, []))
        if not driven and not view.beside(net, "resistor"):
            found.append(Finding(RULE, view.at(ref, gate), f"{part.kind} {part.mpn}", "the gate "
                                 "floats; add a resistor to its source"))
    return found


def floating(view: View) -> list[Finding]:
    """CMOS inputs that are open, or whose net nothing drives or pulls."""
    found = []
    for ref, part in view.of_kind(*INPUT_PINS):
        for pin in sorted(INPUT_PINS[part.kind], key=natural):
            net = view.net(ref, pin)
            if not net or all(_hears(view, *at) for at in view.on[net]):
                found.append(Finding(RULE, view.at(ref, pin), f"{part.kind} {part.mpn}",
                                     "this input floats; drive it or tie it to a rail"))
    return found


def _hears(view: View, ref: str, pin: str) -> bool:
    """Does this pin only listen?"""
    kind = view.parts[ref].kind
    return kind in PASSIVE or pin in INPUT_PINS.get(kind, ())


def reset(view: View) -> list[Finding]:
    """The supervisor watches +3V3 and pulls RUN."""
    net = view.net("U1", PICO_RUN)
    if net and any(view.parts[r].kind == "supervisor" and pin == SUPERVISOR_RESET
                   for r, pin in view.on[net]):
        return []
    return [Finding(RULE, view.at("U1", PICO_RUN), f"supervisor pin {SUPERVISOR_RESET} (RESET#)",
                    "connect them: below 2.93 V the controller must be held in reset")]
