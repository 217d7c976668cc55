"""Supplies of the chips: the right rail, ground, and a capacitor of its own beside each."""

from .finding import Finding
from .pinouts import SUPPLY, SUPPLY_NETS
from .values import number
from .view import View

RULE = "decoupling"
KINDS = sorted({*(key for key in SUPPLY if key.islower()), "supervisor"})
FARAD = (47e-9, 470e-9)  # 100 nF by design: beyond, its own inductance is in the way


def capacitor_of(ref: str) -> str:
    """C9000 + n is the capacitor of Un."""
    return f"C{9000 + int(ref.removeprefix('U'))}"


def check(view: View) -> list[Finding]:
    """Every chip of `SUPPLY`."""
    found = []
    for ref, part in view.of_kind(*KINDS):
        key = part.kind if part.kind in SUPPLY else part.mpn
        if key not in SUPPLY:
            found.append(Finding(RULE, f"{ref} {part.mpn}", "hardware/rules/pinouts.py SUPPLY",
                                 "its supply pins are not known; add a row"))
            continue
        supply, ground = SUPPLY[key]
        rail, cap = view.net(ref, supply), capacitor_of(ref)
        if rail not in SUPPLY_NETS[key]:
            found.append(Finding(RULE, view.at(ref, supply), f"{part.kind} {part.mpn}", "its "
                                 f"supply is {' or '.join(SUPPLY_NETS[key])}"))
        if view.net(ref, ground) != "GND":
            found.append(Finding(RULE, view.at(ref, ground), "net GND", "ground pin"))
        found += _capacitor(view, view.at(ref, supply), rail, cap)
    return found


def _capacitor(view: View, here: str, rail: str, cap: str) -> list[Finding]:
    """The chip's own capacitor from its rail to ground."""
    part = view.parts.get(cap)
    if part is None or part.kind != "capacitor":
        return [Finding(RULE, here, cap, "the chip has no capacitor; add 100 nF")]
    value = number(part.value) or 0.0
    if set(part.pins.values()) != {rail, "GND"}:
        nets = " and ".join(sorted(part.pins.values()))
        return [Finding(RULE, here, f"{cap} ({nets})", f"must lie between {rail} and GND")]
    if not FARAD[0] <= value <= FARAD[1]:
        return [Finding(RULE, here, f"{cap} {part.value}", "47 to 470 nF; 100 nF by design")]
    return []
