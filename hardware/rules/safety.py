"""The two channels that take the torque away stay two, and no driver feeds past an open loop.

Channel 1 is K1, fed from 12V_LOOP; channel 2 is +5V_SAFE, the only feed of the optotriac LEDs.
A driver's clamp (COM) above its loads' supply is harmless; below it, a lamp on +12V would feed
the opened loop backwards through the clamp diode. The transistors of both channels: `strings`.
"""

from .finding import Finding
from .pinouts import K1_COIL, OPTO_ANODE, RELAY_COIL, ULN_COMMON, ULN_OUTPUTS
from .values import number
from .view import View

RULE = "safety"
LED_MIN_OHM = 330.0  # 560 by design: 5.4 mA, IFT 2 mA max
LED_MAX_OHM = 750.0
GUARDED = {  # nets behind a safety contact: what alone may join one of them to another live net
    "+5V_SAFE": "pmos", "LOOP_LID": "connector", "LOOP_STOP": "connector",
    "12V_LOOP": "connector"}
LIVE = ("+3V3", "+5V", "EMIT", "VSYS", "+12V")  # even 5 V may hold a relay that has drawn
RAILS = ("+3V3", "+5V_SAFE", "+5V", "12V_LOOP", "+12V")  # the lower first; an open one is lower
SILENT = ("capacitor", "polar_capacitor", "testpoint", "board_link")  # these feed nothing for long


def check(view: View) -> list[Finding]:
    """LED feeds, coils and clamps, and bypasses."""
    return [*leds(view), *coils(view), *clamps(view), *bypasses(view)]


def leds(view: View) -> list[Finding]:
    """Every optotriac's anode hangs on +5V_SAFE through its own resistor, and on nothing else."""
    found = []
    for ref, _ in view.of_kind("opto_triac"):
        net = view.net(ref, OPTO_ANODE)
        feeds = view.beside(net, "resistor")
        if [rail == "+5V_SAFE" and _fits_led(view, r) for r, rail in feeds] != [True]:
            have = ", ".join(f"{r} {view.parts[r].value} to {rail}" for r, rail in feeds)
            found.append(Finding(RULE, view.at(ref, OPTO_ANODE),
                                 f"net +5V_SAFE ({have or 'none'})",
                                 f"one resistor of {LED_MIN_OHM:.0f}-{LED_MAX_OHM:.0f} ohm from "
                                 "+5V_SAFE, so that the second channel switches it off"))
        for other in others(view, net, ref, *(r for r, _ in feeds)):
            found.append(Finding(RULE, name(view, other), view.at(ref, OPTO_ANODE),
                                 "only its resistor may feed this LED; take this part out"))
    return found


def _fits_led(view: View, ref: str) -> bool:
    ohm = number(view.parts[ref].value)
    return ohm is not None and LED_MIN_OHM <= ohm <= LED_MAX_OHM


def others(view: View, net: str, *known: str) -> list[str]:
    """Parts on a net that could feed it or pull it down, without those known."""
    return list(dict.fromkeys(ref for ref, _ in view.on.get(net, [])
                              if ref not in known and view.parts[ref].kind not in SILENT))


def name(view: View, ref: str) -> str:
    """`R9999 resistor 0R`."""
    return f"{ref} {view.parts[ref].kind} {view.parts[ref].value}"


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
    for ref, _ in view.of_kind("uln2803"):
        common = view.net(ref, ULN_COMMON)
        higher = RAILS[RAILS.index(common) + 1:] if common in RAILS else RAILS
        for pin in ULN_OUTPUTS if common else ():
            feeds = _feeds(view, view.net(ref, pin))
            found += [Finding(
                RULE, view.at(ref, ULN_COMMON), f"{view.at(ref, pin)} fed from {feed}",
                f"current flows from {feed} through the load and the clamp into {common}; "
                f"put COM on {feed}") for feed in higher if feed in feeds]
    return found


def _feeds(view: View, net: str) -> set[str]:
    """Nets at the other end of the loads on `net`, as far as they are on the board."""
    ends = set()
    for ref, _ in view.on.get(net, []):
        kind = view.parts[ref].kind
        if kind == "relay_spdt":
            ends |= {view.net(ref, pin) for pin in RELAY_COIL}
        elif kind == "connector":
            ends |= set(view.parts[ref].pins.values())
        elif kind == "opto_triac":
            ends.add("+5V_SAFE")
    return ends


def bypasses(view: View) -> list[Finding]:
    """Nothing lies across the loop's contacts or across the switch of +5V_SAFE."""
    found = []
    for ref, part in view.parts.items():
        if part.kind == "board_link":  # of two boards, one wire each
            continue
        nets = set(part.pins.values())
        kinds = {kind for net, kind in GUARDED.items() if net in nets}
        joined = [net for net in (*LIVE, *GUARDED) if net in nets]
        if kinds and len(joined) > 1 and kinds != {part.kind}:
            found.append(Finding(RULE, name(view, ref), " and ".join(joined), "only the switch of "
                                 "+5V_SAFE and the loop's plug may join such nets; this bypasses "
                                 "a safety contact"))
    return found
