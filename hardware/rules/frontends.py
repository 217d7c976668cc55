"""What stands before every input that leaves the board: pull-up, TVS, series resistor, 10 nF.

Pull-ups are external: the RP2350's own pull-downs can latch at 2 V (erratum E9), and a wire that
is off must read as its safe side (design hardware §1.5). They go to +3V3; those of the
micro-switches to +5V, for a contact wants 5 V and 1 mA, and a second resistor at the chip divides.
"""

from hardware.model import natural

from .finding import Finding
from .inputs import chip_pin
from .values import number
from .view import View

RULE = "input"
PULL_UP_OHM = (3300.0, 10000.0)  # 4k7 by design; RP2350-E9 wants an external one (§1.5)
SERIES_OHM = (470.0, 2200.0)
# The edge switch has 8k2 at its far end: idle must stay above the 165's threshold, and the
# comparator for a broken wire must pull the bit without moving the wire.
OWN_PULL_UP = {"pinch": (820.0, 1200.0)}
OWN_SERIES = {"pinch": (22e3, 100e3)}
# Micro-switches, by the first word of [signals.*].part.
WETTED = "SS-01GL"
WETTED_OHM = {"up": (2200.0, 4700.0), "series": (4700.0, 22e3), "down": (10e3, 47e3)}
FILTER_FARAD = (4.7e-9, 47e-9)


def check(view: View) -> list[Finding]:
    """Pull-up, series resistor, filter and TVS of every input that leaves the board."""
    found = []
    for name, row in sorted(view.data["connectors"].items()):
        for number_, net in enumerate(row["pins"], 1):
            if net in view.machine.inputs:
                found += _front_end(view, (row["ref"], str(number_)), net,
                                    view.line("connectors", name, "pins"))
    return found


def _front_end(view: View, plug: tuple[str, str], name: str, line: str) -> list[Finding]:
    """The parts between a connector pin and its bit."""
    net, found = view.net(*plug), []
    target = view.net(*chip_pin(view, view.machine.inputs.index(name)))
    wetted = _wetted(view, name)
    rail = "+5V" if wetted else "+3V3"
    ups = [ref for ref, far in view.beside(net, "resistor") if far == rail]
    limits = WETTED_OHM["up"] if wetted else OWN_PULL_UP.get(name, PULL_UP_OHM)
    if not any(_within(view, ref, limits) for ref in ups):
        found.append(_missing(view, plug, line, f"pull-up of {_ohms(limits)} to {rail}", ups))
    series = [ref for ref, far in view.beside(net, "resistor") if far == target != net]
    limits = WETTED_OHM["series"] if wetted else OWN_SERIES.get(name, SERIES_OHM)
    if not any(_within(view, ref, limits) for ref in series):
        found.append(_missing(view, plug, line, f"series resistor of {_ohms(limits)} to {target}",
                              series))
    downs = [ref for ref, far in view.beside(target, "resistor") if far == "GND"]
    if wetted and not any(_within(view, ref, WETTED_OHM["down"]) for ref in downs):
        found.append(_missing(view, plug, line, f"divider of {_ohms(WETTED_OHM['down'])} from "
                              f"{target} to GND", downs))
    caps = [ref for ref, far in view.beside(target, "capacitor") if far == "GND"]
    if not any(_within(view, ref, FILTER_FARAD) for ref in caps):
        found.append(_missing(view, plug, line, f"10 nF from {target} to GND", caps))
    if not any(far == "GND" for _, far in view.beside(net, "tvs")):
        found.append(_missing(view, plug, line, "TVS to GND", []))
    return found


def _wetted(view: View, name: str) -> bool:
    """Is it a micro-switch, which wants more than a logic input gives?"""
    signals = view.data["signals"]
    row = signals.get(name) or signals.get(name[:-2], {})
    return row.get("part", "").startswith(WETTED)


def _ohms(limits: tuple[float, float]) -> str:
    """`3300 to 10000 ohm`."""
    return f"{limits[0]:.0f} to {limits[1]:.0f} ohm"


def _within(view: View, ref: str, limits: tuple[float, float]) -> bool:
    """Is the part's value within the limits?"""
    value = number(view.parts[ref].value)
    return value is not None and limits[0] <= value <= limits[1]


def _missing(view: View, plug: tuple[str, str], line: str, what: str,
             have: list[str]) -> Finding:
    """A front end that lacks a part or has a wrong value."""
    names = ", ".join(f"{r} {view.parts[r].value}" for r in sorted(have, key=natural)) or "none"
    return Finding(RULE, view.at(*plug), line, f"needs a {what}; found {names}")
