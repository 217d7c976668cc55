"""Every input: connector or source on the board -> 165 bit or GPIO -> machine.toml.

`sources` goes back from the chip's pin through resistors, comparators and transistors and says
where the signal comes from. A bit has exactly one source, and it must be the bit's own.
"""

from collections.abc import Callable

from .finding import Finding
from .pinouts import IN_BITS, IN_CHAIN, K1_COIL, K1_MIRROR, OPTO_TRANSISTOR, PICO_GPIO
from .view import View

RULE = "input"
RAILS = frozenset({"GND", "+3V3", "+5V", "+12V", "+12V_HOLD", "+5V_SAFE", "EMIT", "VSYS"})
# Which pins a signal comes back from, by the pin it leaves by; parts with two pins: the other one.
BACK: dict[str, dict[str, tuple[str, ...]]] = {
    "lm393": {"1": ("2", "3"), "7": ("5", "6")}, "mcp6002": {"1": ("3",), "7": ("5",)},
    "npn": {"3": ("1", "2")}, "pnp": {"3": ("1", "2")}, "nmos": {"3": ("1", "2")},
    "pmos": {"3": ("1", "2")},
}
THROUGH = frozenset({"resistor", "diode", "schottky"})
STRAPS = {"JP1": "strap_4port", "JP2": "brd0", "JP3": "brd1"}
LOOP_PINS = {"12V_LOOP": "loop_raw", "LOOP_LID": "lid"}  # what the loop's connector calls them
OPTOS = {"OK18": "lmot_fb", "OK19": "fuse_ok", "OK20": "fuse_ok"}
ALSO = {"safe_fb": {"loop_raw"}}  # K1's coil current is read back, and it comes from the loop
FIXED = {"sig1": "+3V3", "sig0": "GND"}  # the chain's signature: tied, not sensed
DIRECT = ("btn_mark_n", "btn_elevator_n", "safe_fb", "lmot_fb", "pfail_n")  # byte 8, bits 0-4


def chip_pin(view: View, index: int) -> tuple[str, str]:
    """The pin that takes in bit `index`: a 165 for bytes 0-7, the controller for byte 8."""
    byte, bit = divmod(index, 8)
    if byte < len(IN_CHAIN):
        return IN_CHAIN[byte], IN_BITS[bit]
    return "U1", PICO_GPIO[view.data["pins"][DIRECT[bit]]["gp"]]


def sources(view: View, net: str, name_of: Callable[[View, str, str], str] | None = None
            ) -> dict[str, str]:
    """Name -> place of the first sources met going back from `net`; `name_of` knows a source."""
    name_of = name_of or _source
    found: dict[str, str] = {}
    waiting, seen = [net], {net, *RAILS}
    while waiting:
        here = waiting.pop()
        pins = view.on.get(here, [])
        met = {name: f"{ref}.{pin}" for ref, pin in pins if (name := name_of(view, ref, pin))}
        found |= met
        for ref, pin in () if met else pins:
            for other in _behind(view, ref, pin):
                if other not in seen:
                    seen.add(other)
                    waiting.append(other)
    return found


def _behind(view: View, ref: str, pin: str) -> list[str]:
    """The nets that a signal at this pin comes from."""
    part = view.parts[ref]
    if part.kind in THROUGH and len(part.pins) == 2:
        return [net for p, net in part.pins.items() if p != pin]
    return [part.pins[p] for p in BACK.get(part.kind, {}).get(pin, ()) if p in part.pins]


def _source(view: View, ref: str, pin: str) -> str:
    """The input's name when this pin is where it comes from."""
    kind = view.parts[ref].kind
    if kind == "connector":
        name = view.wanted((ref, pin))
        return LOOP_PINS.get(name, name if name in view.machine.inputs else "")
    if kind == "relay_forceguided":
        return "k1_mir" if pin in K1_MIRROR else "safe_fb" if pin == K1_COIL[0] else ""
    if kind == "opto_ac" and pin in OPTO_TRANSISTOR:
        return OPTOS.get(ref, "")
    if kind == "tl431":
        return "pfail"
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
    for other in set(have) - ALSO.get(name, set()):
        where.setdefault(other, divmod(index, 8))
    if set(have) == {name} | ALSO.get(name, set()):
        return []
    names = ", ".join(f"{n} at {p}" for n, p in sorted(have.items())) or "no source"
    return [Finding(RULE, view.at(*at), bit_line(view, index), f"this bit comes from {names}; "
                    f"connect it to {name} alone")]
