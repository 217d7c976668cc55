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
# Nets that nothing but parts of this kind may join.
JOINTS = (("+5V", "+5V_SAFE", "pmos"), ("+12V", "12V_LOOP", "connector"),
          ("+12V", "LOOP_LID", "connector"), ("LOOP_LID", "LOOP_STOP", "connector"),
          ("LOOP_STOP", "12V_LOOP", "connector"), ("LOOP_LID", "12V_LOOP", "connector"))
STRINGS = {  # gates from the load to ground: both latches, and at Q2 the watchdog itself
    "relay_forceguided": ("ARM_OK", "ARM_LOOP"), "pmos": ("ARM_OK", "ARM_LOOP", "WD_OK")}
CONDUCTING = ("resistor", "strap", "inductor", "npn", "connector")
DRAIN, SOURCE, GATE = "3", "2", "1"
VOLTS = {"GND": 0, "+3V3": 3, "+5V_SAFE": 5, "+5V": 5, "12V_LOOP": 12, "+12V": 13}  # order


def check(view: View) -> list[Finding]:
    """LED feeds, coils and clamps, bypasses, and the strings of transistors."""
    return leds(view) + coils(view) + clamps(view) + bypasses(view) + strings(view)


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
        elif kind == "opto_triac":
            rails.add("+5V_SAFE")
    return rails & set(VOLTS) - {"GND"}


def bypasses(view: View) -> list[Finding]:
    """Nothing lies across the loop's contacts or across the switch of +5V_SAFE."""
    found = []
    for one, two, kind in JOINTS:
        for ref, part in view.parts.items():
            nets = set(part.pins.values())
            if {one, two} <= nets and part.kind != kind:
                found.append(Finding(RULE, f"{ref} {part.kind} {part.value}", f"{one} and {two}",
                                     f"only a {kind} may join these nets; this bypasses a safety "
                                     "contact"))
    return found


def strings(view: View) -> list[Finding]:
    """K1's coil and the gate of +5V_SAFE's switch each pull down through all their gates."""
    starts = {ref: view.net(ref, K1_COIL[0]) for ref, _ in view.of_kind("relay_forceguided")}
    for ref, part in view.of_kind("pmos"):
        if part.pins.get(DRAIN) == "+5V_SAFE":
            ends = [far for _, far in view.beside(part.pins[GATE], "resistor")]
            starts[ref] = next((net for net in ends if _switches(view, net)), "")
    found = []
    for ref, start in starts.items():
        want = STRINGS[view.parts[ref].kind]
        have, nodes = _gates(view, start)
        found += _across(view, ref, nodes)
        if sorted(have) != sorted(want):
            found.append(Finding(RULE, f"{ref} (net {start or 'none'})", ", ".join(want),
                                 f"its string has the gates {', '.join(have) or 'none'}; it must "
                                 f"hold {' and '.join(want)}, each once, and nothing else"))
    return found


def _switches(view: View, net: str) -> list[str]:
    """N-channel transistors whose drain is on this net."""
    return [ref for ref, pin in view.on.get(net, [])
            if view.parts[ref].kind == "nmos" and pin == DRAIN]


def _gates(view: View, net: str) -> tuple[list[str], list[str]]:
    """The gates of a string of single transistors from `net` to ground, and its nets."""
    gates: list[str] = []
    nodes: list[str] = []
    while net and net != "GND":
        nodes.append(net)
        refs = _switches(view, net)
        if len(refs) != 1 or len(gates) > 8:
            return [], nodes  # none, or a second one in parallel: it is no string
        gates.append(view.net(refs[0], GATE))
        net = view.net(refs[0], SOURCE)
    return gates, nodes


def _across(view: View, owner: str, nodes: list[str]) -> list[Finding]:
    """What conducts past a transistor of the string."""
    return [Finding(RULE, f"{ref} {part.kind} {part.value}", f"{owner}'s string "
                    f"{' - '.join([*nodes, 'GND'])}", "this part conducts past a transistor of "
                    "the string; take it out")
            for ref, part in view.parts.items() if part.kind in CONDUCTING
            and len(set(part.pins.values()) & {*nodes, "GND"}) > 1]
