"""The two channels that take the torque away stay two, and no driver feeds past an open loop.

Channel 1 is K1, fed from 12V_LOOP; channel 2 is +5V_SAFE, the only feed of the optotriac LEDs.
A driver's clamp (COM) above its loads' supply is harmless; below it, a lamp on +12V would feed
the opened loop backwards through the clamp diode.
"""

from .finding import Finding
from .pinouts import K1_COIL, OPTO_ANODE, RELAY_COIL, ULN_COMMON
from .values import number
from .view import View

RULE = "safety"
LED_OHM = (330.0, 750.0)  # 560 by design: 5.4 mA, IFT 2 mA max
VOLTS = {"GND": 0, "+3V3": 3, "+5V_SAFE": 5, "+5V": 5, "12V_LOOP": 12, "+12V": 13}  # order


def check(view: View) -> list[Finding]:
    """LED feeds, coils and clamps."""
    return leds(view) + coils(view) + clamps(view)


def leds(view: View) -> list[Finding]:
    """Every optotriac's anode hangs on +5V_SAFE through its own resistor, and on nothing else."""
    found = []
    for ref, _ in view.of_kind("opto_triac"):
        net = view.net(ref, OPTO_ANODE)
        feeds = view.beside(net, "resistor")
        ohms = [number(view.parts[r].value) or 0.0 for r, _ in feeds]
        if [rail for _, rail in feeds] != ["+5V_SAFE"] or not LED_OHM[0] <= ohms[0] <= LED_OHM[1]:
            have = ", ".join(f"{r} {view.parts[r].value} to {rail}" for r, rail in feeds)
            found.append(Finding(RULE, view.at(ref, OPTO_ANODE),
                                 f"net +5V_SAFE ({have or 'none'})",
                                 f"one resistor of {LED_OHM[0]:.0f}-{LED_OHM[1]:.0f} ohm from "
                                 "+5V_SAFE, so that the second channel switches it off"))
    return found


def coils(view: View) -> list[Finding]:
    """K1 and the direction relays are fed from the loop."""
    found = []
    for kind, pins in (("relay_forceguided", K1_COIL), ("relay_spdt", RELAY_COIL)):
        for ref, _ in view.of_kind(kind):
            if "12V_LOOP" not in {view.net(ref, pin) for pin in pins}:
                found.append(Finding(RULE, view.at(ref, pins[0]), view.at(ref, pins[1]),
                                     "one end of the coil belongs on 12V_LOOP: the open loop "
                                     "must drop the relay"))
    return found


def clamps(view: View) -> list[Finding]:
    """COM of a driver is open, or no lower than the supply of any load of the driver."""
    found = []
    for ref, part in view.of_kind("uln2803"):
        common = view.net(ref, ULN_COMMON)
        for pin in (str(n) for n in range(11, 19)):
            for feed in _feeds(view, part.pins.get(pin, "")) if common else ():
                if VOLTS.get(feed, 99) > VOLTS.get(common, 0):
                    found.append(Finding(
                        RULE, view.at(ref, ULN_COMMON), f"{view.at(ref, pin)} fed from {feed}",
                        f"current flows from {feed} through the load and the clamp into {common}; "
                        f"put COM on {feed}"))
    return found


def _feeds(view: View, net: str) -> set[str]:
    """Rails at the other end of the loads on `net`, as far as they are on the board."""
    rails = set()
    for ref, _ in view.on.get(net, []):
        kind = view.parts[ref].kind
        if kind == "relay_spdt":
            rails |= {view.net(ref, pin) for pin in RELAY_COIL}
        elif kind == "connector":
            rails |= {n for n in view.parts[ref].pins.values() if n in VOLTS}
        elif kind == "resistor":
            rails |= set(view.parts[ref].pins.values())
    return rails & set(VOLTS) - {"GND"}
