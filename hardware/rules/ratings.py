"""Voltage ratings in the mains half: 180-253 V, capacitor motors, and no part without a figure.

Across the line a part must bear 253 V for ever. What carries the line (fuses, contacts, plugs) is
rated for 250 V systems, which include 230 V + 10 %. Triacs and their optocouplers see up to 587 V
peak from a capacitor motor (design hardware §1.3): 800 V. Grade of every row: check-datasheet.
"""

from collections.abc import Iterator

from .barriers import LIVE
from .finding import Finding
from .fitting import Label
from .pinouts import OPTO_ANODE, OPTO_CATHODE
from .values import number
from .view import View

RULE = "rating"
WORST_V = 253.0
SYSTEM_V = 250.0
PEAK_V = 800.0
ACROSS = frozenset({"x_capacitor", "y_capacitor", "mov"})
CARRYING = frozenset({"fuse", "connector", "relay_forceguided", "relay_spdt", "cm_choke",
                      "inlet_filter", "smps_acdc"})
SWITCHING = frozenset({"triac", "opto_triac"})
NO_FIGURE = frozenset({"opto_ac", "zener", "ct", "testpoint"})  # behind resistors, or insulation
BEARS = ("v_ac", "contact_v_ac", "off_state_v", "in_v")  # limits of a record, by the kind of part
BODIES = {  # footprint of a resistor -> working volts, watts
    "mj:R_0805": (150.0, 0.125), "mj:R_1206": (200.0, 0.25), "mj:R_1W": (350.0, 1.0),
    "mj:R_2W": (500.0, 2.0),
}
LINE_ENDS = ("L_IN", "L_SW", "L_MOT", "L_MOT_A", "L_MOT_B", "L_FUSE_A", "L_FUSE_B")
NEUTRAL_ENDS = ("N_IN", "N_SW", "N_MOT", "PE")


def live(view: View, labels: dict[str, Label], ref: str) -> bool:
    """Does a pin of this part lie in the mains half?"""
    return any(net in labels and labels[net].domain in LIVE
               for net in view.parts[ref].pins.values())


def check(view: View, labels: dict[str, Label]) -> list[Finding]:
    """Every part of the mains half, and every resistive path from line to neutral."""
    found = []
    for ref, part in sorted(view.parts.items()):
        if live(view, labels, ref) and part.kind != "resistor":
            found += _part(view, ref)
    for path in paths(view):
        found += _path(view, path)
    for ref, part in view.of_kind("resistor"):
        if live(view, labels, ref) and part.footprint not in BODIES:
            found.append(Finding(RULE, f"{ref} {part.value}", part.footprint, "no working voltage "
                                 f"is known for this body; use {', '.join(BODIES)}"))
    return found


def _part(view: View, ref: str) -> list[Finding]:
    """One part that is no resistor."""
    part = view.parts[ref]
    nets = ", ".join(sorted(set(part.pins.values())))
    if part.kind in NO_FIGURE:
        return []
    need = (WORST_V if part.kind in ACROSS else SYSTEM_V if part.kind in CARRYING
            else PEAK_V if part.kind in SWITCHING else None)
    if need is None:
        return [Finding(RULE, f"{ref} {part.kind} {part.value}", f"nets {nets}", "this kind of "
                        "part does not belong in the mains half; across the line only X2 and Y1")]
    have = bears(view, ref)
    if have is None or have < need:
        figure = "no figure in its record" if have is None else f"{have:g} V"
        return [Finding(RULE, f"{ref} {part.mpn} ({figure})", f"nets {nets}",
                        f"needs {need:.0f} V; fit a rated part")]
    return []


def bears(view: View, ref: str) -> float | None:
    """What the part's record lets it bear: V AC, or V peak for what switches."""
    record = view.record(ref)
    found = [record.most(limit) for limit in BEARS] if record else []
    return next((volts for volts in found if volts is not None), None)


def paths(view: View) -> Iterator[list[str]]:
    """Chains of resistors, optocoupler LEDs and zeners from a line net to a neutral net."""
    for start in LINE_ENDS:
        yield from _onward(view, start, [], {start})


def _onward(view: View, net: str, path: list[str], seen: set[str]) -> Iterator[list[str]]:
    """Go on from `net`."""
    for ref, pin in view.on.get(net, []):
        part = view.parts[ref]
        if ref in path or part.kind not in ("resistor", "opto_ac", "zener"):
            continue
        ends = part.pins if part.kind != "opto_ac" else {
            p: n for p, n in part.pins.items() if p in (OPTO_ANODE, OPTO_CATHODE)}
        for other_pin, other in ends.items() if pin in ends else ():
            if other_pin == pin or other in seen:
                continue
            if other in NEUTRAL_ENDS:
                yield [*path, ref]
            elif other not in LINE_ENDS:
                yield from _onward(view, other, [*path, ref], seen | {other})


def _path(view: View, path: list[str]) -> list[Finding]:
    """Each resistor's share of 253 V against its body."""
    resistors = {r: number(view.parts[r].value) or 0.0 for r in path
                 if view.parts[r].kind == "resistor"}
    total, found = sum(resistors.values()), []
    if not resistors:
        return [Finding(RULE, " - ".join(path), f"{WORST_V:.0f} V", "nothing limits the current "
                        "of this path; put resistors in series")]
    for ref, ohm in resistors.items():
        part = view.parts[ref]
        volts, watts = BODIES.get(part.footprint, (0.0, 0.0))
        share = WORST_V * ohm / total if total else WORST_V
        power = share * share / ohm if ohm else float("inf")
        if share > volts or power > watts / 2:
            found.append(Finding(
                RULE, f"{ref} {part.value} ({part.footprint}: {volts:.0f} V, {watts} W)",
                f"path {' - '.join(path)} across {WORST_V:.0f} V", f"bears {share:.0f} V and "
                f"{power:.2f} W; keep the voltage within the body's and half its watts: larger "
                "body or more resistors in series"))
    return found
