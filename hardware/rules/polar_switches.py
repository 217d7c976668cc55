"""Transistors and optocouplers: each end on the side that its role needs.

A switch to ground has its source or emitter on the way to 0 V, its load on a supply, its control
on something that drives. A part put in with two pins exchanged breaks one of the three.
"""

from hardware.lib.record import Record

from .drives import direction
from .feeds import HEARING, ends, supplies
from .finding import Finding
from .polar_role import wrong
from .potentials import Volts
from .rails import GROUND
from .view import View

ROLES = {  # kind: control, the end at its rail, the end at its load
    "nmos": ("gate", "source", "drain"), "npn": ("base", "emitter", "collector"),
    "pmos": ("gate", "source", "drain"), "pnp": ("base", "emitter", "collector"),
}
LOW_SIDE = ("nmos", "npn")
GATE_ON_V = 2.5


def check(view: View, volts: dict[str, Volts]) -> list[Finding]:
    """Every transistor."""
    found = []
    for ref, part in view.of_kind(*ROLES):
        record = view.record(ref)
        pins = [record.of(role) for role in ROLES[part.kind]] if record else []
        if record and all(len(one) == 1 for one in pins):
            control, rail, load = (one[0] for one in pins)
            found += _rail(view, ref, record, rail)
            found += _load(view, ref, record, load)
            found += _control(view, ref, record, control, rail, volts)
    return found


def _rail(view: View, ref: str, record: Record, pin: str) -> list[Finding]:
    """Source or emitter: on the way to ground, or on a supply for the high side."""
    net = view.net(ref, pin)
    if record.kind not in LOW_SIDE:
        if net in supplies(view):
            return []
        return wrong(view, ref, record, pin, "nets " + ", ".join(sorted(supplies(view))),
                      "it must sit on a supply that is on without this transistor")
    if grounded(view, net):
        return []
    return wrong(view, ref, record, pin, f"net {GROUND}", "it must lead to ground, straight or "
                  "through other transistors of its string")


def grounded(view: View, net: str, seen: frozenset[str] = frozenset()) -> bool:
    """Is a net ground, or the drain of a transistor whose source is?"""
    if net == GROUND:
        return True
    for ref, pin in view.on.get(net, []):
        record = view.record(ref)
        if ref in seen or record is None or record.kind not in LOW_SIDE:
            continue
        if record.does(pin) in ("drain", "collector"):
            low = record.of("source", "emitter")
            if low and grounded(view, view.net(ref, low[0]), seen | {ref}):
                return True
    return False


def _load(view: View, ref: str, record: Record, pin: str) -> list[Finding]:
    """Drain or collector: a load to a supply; on the high side a load that ends at ground."""
    net = view.net(ref, pin)
    its = ends(view, net, ref)
    near = {net, *(far for _, far in view.beside(net, "resistor"))}  # not behind a diode
    strong = sorted(f"{r}.{p}" for r, p in its.drivers if view.net(r, p) in near
                    and direction(view, r, p) in ("output", "tri_state"))
    if strong:
        return wrong(view, ref, record, pin, strong[0], "this pin switches the load, but an "
                      "output drives its net; gate or base belong there")
    if record.kind not in LOW_SIDE:
        source = view.net(ref, record.of("source", "emitter")[0])
        if net in supplies(view) or source in its.rails:
            return wrong(view, ref, record, pin, f"net {source}", "it is tied to a supply "
                          "already; put the load there")
        return []
    if its.rails or _string(view, net, ref):
        return []
    return wrong(view, ref, record, pin, f"its net leads to {its.names}",
                  "nothing pulls it up to a supply; it must have a load or a resistor")


def _string(view: View, net: str, ref: str) -> bool:
    """Does the source of another transistor of the string hang on this drain?"""
    return any(view.does(other, pin) in ("source", "emitter") and other != ref
               for other, pin in view.on.get(net, []))


def _control(view: View, ref: str, record: Record, pin: str, rail: str,
             volts: dict[str, Volts]) -> list[Finding]:
    """Gate or base: driven by something, and far enough from the other end to switch on."""
    net, found = view.net(ref, pin), []
    its = ends(view, net, ref)
    if not its.drivers and not its.plugs:
        found += wrong(view, ref, record, pin, f"its net leads to {its.names}",
                        "nothing drives it; an output, a transistor or a plug must")
    if record.kind in ("npn", "pnp"):
        direct = [f"{r}.{p}" for r, p in view.on.get(net, []) if view.does(r, p) in HEARING]
        if direct or not view.beside(net, "resistor"):
            found += wrong(view, ref, record, pin, direct[0] if direct else "no resistor",
                            "a base is fed through a resistor and no chip listens to it")
    need = record.most("gate_on_v") or GATE_ON_V if "gate" in record.does(pin) else 0.6
    here, there = volts.get(net), volts.get(view.net(ref, rail))
    if here and there:
        swing = here.high - there.low if record.kind in LOW_SIDE else there.high - here.low
        if swing < need:
            found += wrong(view, ref, record, pin, view.at(ref, rail), f"{swing:.2f} V between "
                            f"the two at most, {need} V switch it on")
    return found
