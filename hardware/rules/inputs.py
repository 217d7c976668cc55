"""Every input: connector or board source -> pull-up, 1k and 10 nF, TVS -> 165 bit -> machine.toml.

`trace` floods back from the 165's pin through resistors and switching parts, stops at the rails,
and says which sources it meets. A bit has exactly one source, and it must be the bit's own.
"""

from hardware.model import natural

from .finding import Finding
from .pinouts import IN_BITS, IN_CHAIN, K1_MIRROR, PICO_GPIO
from .values import number
from .view import View

RULE = "input"
RAILS = frozenset({"GND", "+3V3", "+5V", "+12V", "+5V_SAFE", "EMIT", "VSYS"})
THROUGH = frozenset({"resistor", "npn", "nmos", "pnp", "pmos", "lm393", "diode", "schottky",
                     "zener"})
STRAPS = {"JP1": "strap_4port", "JP2": "brd0", "JP3": "brd1"}
SOURCE_NETS = {"12V_LOOP": "loop_raw", "LOOP_LID": "lid"}
FIXED = {"sig1": "+3V3", "sig0": "GND"}  # the chain's signature: tied, not sensed
PULL_UP_OHM = (3300.0, 10000.0)  # 4k7 by design; RP2350-E9 wants an external one (§1.5)
SERIES_OHM = (470.0, 2200.0)
FILTER_FARAD = (4.7e-9, 47e-9)
DIRECT = ("btn_mark_n", "btn_elevator_n", "safe_fb", "lmot_fb", "pfail_n")  # byte 8, bits 0-4


def chip_pin(view: View, index: int) -> tuple[str, str]:
    """The pin that takes in bit `index`: a 165 for bytes 0-7, the controller for byte 8."""
    byte, bit = divmod(index, 8)
    if byte < len(IN_CHAIN):
        return IN_CHAIN[byte], IN_BITS[bit]
    return "U1", PICO_GPIO[view.data["pins"][DIRECT[bit]]["gp"]]


def sources(view: View, net: str) -> dict[str, str]:
    """Name -> place of every source that reaches `net` through resistors and switches."""
    found: dict[str, str] = {}
    waiting, seen = [net], {net}
    while waiting:
        here = waiting.pop()
        if here in SOURCE_NETS:
            found[SOURCE_NETS[here]] = f"net {here}"
            continue
        for ref, pin in view.on.get(here, []):
            part = view.parts[ref]
            if name := _source(view, ref, pin):
                found[name] = f"{ref}.{pin}"
            if part.kind in THROUGH:
                for other in part.pins.values():
                    if other not in RAILS and other not in seen:
                        seen.add(other)
                        waiting.append(other)
    return found


def _source(view: View, ref: str, pin: str) -> str:
    """The input's name when this pin is where it comes from."""
    kind = view.parts[ref].kind
    if kind == "connector":
        name = view.wanted((ref, pin))
        return name if name in view.machine.inputs else ""
    if kind == "relay_forceguided" and pin in K1_MIRROR:
        return "k1_mir"
    if kind == "opto_ac" and pin in ("3", "4"):
        return {"OK18": "lmot_fb", "OK19": "fuse_ok", "OK20": "fuse_ok"}.get(ref, "")
    return STRAPS.get(ref, "") if kind == "strap" else ""


def bit_line(view: View, index: int) -> str:
    """`hardware/machine.toml:398 inputs.byte0 bit 1 'park_a'`."""
    byte, bit = divmod(index, 8)
    return f"{view.line('inputs', f'byte{byte}')} bit {bit} {view.machine.inputs[index]!r}"


def check(view: View) -> tuple[list[Finding], dict[str, tuple[int, int]]]:
    """All inputs; and where the circuit has each of them: name -> (byte, bit)."""
    found: list[Finding] = []
    where: dict[str, tuple[int, int]] = {}
    for index, name in enumerate(view.machine.inputs):
        if name in FIXED:
            found += _fixed(view, index, name, where)
        elif name:
            found += _sensed(view, index, name, where)
        elif index < 8 * len(IN_CHAIN):
            found += spare(view, index)
    return found, where


def spare(view: View, index: int) -> list[Finding]:
    """A bit without a name may not float."""
    at = chip_pin(view, index)
    net = view.net(*at)
    if net in RAILS or any(rail in RAILS for _, rail in view.beside(net, "resistor")):
        return []
    return [Finding(RULE, view.at(*at), bit_line(view, index),
                    "a CMOS input floats; tie the spare to a rail")]


def _fixed(view: View, index: int, name: str, where: dict) -> list[Finding]:
    """A signature bit is tied to its rail, straight or through one resistor."""
    at = chip_pin(view, index)
    net = view.net(*at)
    rails = {net} | {other for _, other in view.beside(net, "resistor")}
    if rails & RAILS == {FIXED[name]}:
        where[name] = divmod(index, 8)
        return []
    return [Finding(RULE, view.at(*at), bit_line(view, index), f"{name} must be tied to "
                    f"{FIXED[name]} and to no other rail; it proves that the chain works")]


def _sensed(view: View, index: int, name: str, where: dict) -> list[Finding]:
    """A bit with a source: the right one, and alone."""
    at = chip_pin(view, index)
    have = sources(view, view.net(*at))
    if name == "safe_fb":
        return []  # the safety rule follows it
    if name == "pfail":
        return []
    for other in have:
        where.setdefault(other, divmod(index, 8))
    if set(have) == {name}:
        return []
    names = ", ".join(f"{n} at {p}" for n, p in sorted(have.items())) or "no source"
    return [Finding(RULE, view.at(*at), bit_line(view, index), f"this bit comes from {names}; "
                    f"connect it to {name} alone")]


def conditioned(view: View) -> list[Finding]:
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
    ups = [ref for ref, rail in view.beside(net, "resistor") if rail == "+3V3"]
    if not any(_within(view, ref, PULL_UP_OHM) for ref in ups):
        found.append(_missing(view, plug, line, "pull-up of 4k7 to +3V3", ups))
    series = [ref for ref, far in view.beside(net, "resistor") if far == target != net]
    if not any(_within(view, ref, SERIES_OHM) for ref in series):
        found.append(_missing(view, plug, line, f"series resistor of 1k to {target}", series))
    caps = [ref for ref, far in view.beside(target, "capacitor") if far == "GND"]
    if not any(_within(view, ref, FILTER_FARAD) for ref in caps):
        found.append(_missing(view, plug, line, f"10 nF from {target} to GND", caps))
    if not any(far == "GND" for _, far in view.beside(net, "tvs")):
        found.append(_missing(view, plug, line, "TVS to GND", []))
    return found


def _within(view: View, ref: str, limits: tuple[float, float]) -> bool:
    """Is the part's value within the limits?"""
    value = number(view.parts[ref].value)
    return value is not None and limits[0] <= value <= limits[1]


def _missing(view: View, plug: tuple[str, str], line: str, what: str,
             have: list[str]) -> Finding:
    """A front end that lacks a part or has a wrong value."""
    names = ", ".join(f"{r} {view.parts[r].value}" for r in sorted(have, key=natural)) or "none"
    return Finding(RULE, view.at(*plug), line, f"needs a {what}; found {names}")
