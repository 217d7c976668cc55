"""Diodes, lamps, suppressors, zeners, polar capacitors, buzzers: each the right way round.

What can conduct is told by the nets' potentials with every supply on. A diode across a coil never
conducts at rest: there the driven end says the way round.
"""

from collections.abc import Iterator

from hardware.lib.record import Record

from .drives import coil
from .feeds import ends
from .finding import Finding
from .polar_role import wrong
from .potentials import Volts
from .rails import GROUND
from .view import View

SIGNS = (("anode", "cathode"), ("plus", "minus"))
FORWARD_V = {"led": 1.5, "diode": 0.2, "schottky": 0.2}  # less than this lets nothing through
SWITCHES = ("drain", "collector", "open_drain")


def check(view: View, volts: dict[str, Volts]) -> list[Finding]:
    """Every two-pin part whose record gives it a way round, and pairs of diodes."""
    spans = dict(_across_coils(view))
    found = []
    for ref, part in view.parts.items():
        record = view.record(ref)
        pins = _pins(record, part.pins) if record else None
        if record and pins and len(part.pins) == 2:
            found += _one(view, ref, record, pins, volts, spans)
        elif record and record.kind == "schottky" and len(part.pins) == 3:
            found += _pair(view, ref, record, volts)
    return found


def _pins(record: Record, wired: dict[str, str]) -> tuple[str, str] | None:
    """Anode or plus, then cathode or minus."""
    for high, low in SIGNS:
        pins = [pin for pin in (*record.of(high), *record.of(low)) if pin in wired]
        if len(pins) == 2:
            return pins[0], pins[1]
    return None


def _one(view: View, ref: str, record: Record, pins: tuple[str, str], volts: dict[str, Volts],
         spans: dict[str, tuple[str, str, str]]) -> list[Finding]:
    """One part with a way round."""
    if ref in spans:
        return _on_coil(view, ref, record, pins, spans[ref])
    if record.kind == "zener" and (other := _series(view, ref, pins)):
        return _back_to_back(view, ref, record, pins, other)
    one, two = (view.net(ref, pin) for pin in pins)
    here, there = volts.get(one), volts.get(two)
    if record.kind in ("zener", "tvs", "polar_capacitor"):
        high, low = (0, 1) if record.kind == "polar_capacitor" else (1, 0)
        return _blocks(view, ref, record, (pins[high], pins[low]), volts)
    if record.kind == "buzzer":
        turned = here and there and (here.low < there.low or here.high < there.high)
        return wrong(view, ref, record, pins[0], view.at(ref, pins[1]), "plus belongs on the "
                      "end that is not switched to ground") if turned else []
    if record.kind != "led" and (drain := _drained(view, one, two)):
        return wrong(view, ref, record, pins[0], drain, "this open output pulls down alone: its "
                      "diode conducts into it, with the cathode there")
    above, below = ends(view, one, ref), ends(view, two, ref)
    if not (above.rails or above.drivers or above.plugs):
        return wrong(view, ref, record, pins[0], view.at(ref, pins[1]), "nothing feeds its "
                      "anode, so it never conducts; turn it round")
    loaded = below.rails or below.drivers or below.ground or below.plugs
    need = FORWARD_V.get(record.kind, 0.2) if loaded else 0.0
    if here is None or there is not None and here.high - there.low < need:
        return wrong(view, ref, record, pins[0], f"{view.at(ref, pins[1])} at {there or 'none'}",
                      f"at {here or 'no potential'} it can never conduct; turn it round")
    return []


def _blocks(view: View, ref: str, record: Record, pins: tuple[str, str], volts: dict[str, Volts]
            ) -> list[Finding]:
    """The first pin stays at or above the second, and is above it at some time."""
    up, down = (volts.get(view.net(ref, pin)) for pin in pins)
    if up and down and up.low >= down.high - 0.3 and up.high > down.high:
        return []
    if up is None or down is None:
        return []
    return wrong(view, ref, record, pins[0], view.at(ref, pins[1]), f"{record.does(pins[0])} at "
                  f"{up}, {record.does(pins[1])} at {down}: it must be the more positive end")


def _drained(view: View, anode: str, cathode: str) -> str:
    """The open output whose net is the anode's alone, as `U26.1 (net PFAIL_N)`."""
    drains = {net: [at for at in view.on.get(net, []) if view.does(*at) == "open_drain"]
              for net in (anode, cathode) if net != GROUND}
    return view.at(*drains[anode][0]) if drains.get(anode) and not drains.get(cathode) else ""


def _series(view: View, ref: str, pins: tuple[str, str]) -> str:
    """The zener that shares a net with this one alone."""
    for pin in pins:
        others = [r for r, _ in view.on.get(view.net(ref, pin), []) if r != ref]
        if len(others) == 1 and view.parts[others[0]].kind == "zener":
            return others[0]
    return ""


def _back_to_back(view: View, ref: str, record: Record, pins: tuple[str, str], other: str
                  ) -> list[Finding]:
    """Two zeners in a path of alternating current face each other."""
    for pin in pins:
        for its, net in view.parts[other].pins.items():
            if net == view.net(ref, pin) and view.does(other, its) != record.does(pin):
                return wrong(view, ref, record, pin, view.at(other, its), "two zeners in series "
                              "on alternating current face each other; turn one round")
    return []


def _across_coils(view: View) -> Iterator[tuple[str, tuple[str, str, str]]]:
    """Diodes from a coil's driven end to its other one: reference -> coil, driven net, far net."""
    for ref in view.parts:
        for driven, far in _ends(view, ref):
            for chain in _chains(view, driven, far, ref):
                yield from ((part, (ref, driven, far)) for part in chain)


def _ends(view: View, ref: str) -> list[tuple[str, str]]:
    """A coil's nets, the one that a transistor switches first."""
    nets = [view.net(ref, pin) for pin in coil(view, ref)]
    return [(net, far) for net, far in zip(nets, nets[::-1], strict=True) if net != far
            and any(view.does(*at) in SWITCHES for at in view.on.get(net, []))]


def _chains(view: View, net: str, far: str, ref: str) -> Iterator[list[str]]:
    """One or two diodes in series from `net` to `far`."""
    kinds = ("diode", "schottky", "zener")
    for one, middle in view.beside(net, *kinds):
        if middle == far:
            yield [one]
        elif middle != GROUND:
            yield from ([one, two] for two, end in view.beside(middle, *kinds)
                        if end == far and two != one)


def _on_coil(view: View, ref: str, record: Record, pins: tuple[str, str],
             span: tuple[str, str, str]) -> list[Finding]:
    """A diode's anode, a zener's cathode look at the driven end."""
    name, driven, far = span
    looks = pins[0] if record.kind != "zener" else pins[1]
    away = pins[1] if record.kind != "zener" else pins[0]
    if view.net(ref, away) in (driven,) or view.net(ref, looks) == far:
        return wrong(view, ref, record, looks, f"{name}'s coil, driven end {driven}",
                      f"the {record.does(looks)} must look at the end that is switched, else the "
                      "coil's current has no way or the supply is shorted")
    return []


def _pair(view: View, ref: str, record: Record, volts: dict[str, Volts]) -> list[Finding]:
    """Two diodes in series: anode at the low rail, middle on the signal, cathode at the top."""
    roles = {record.does(pin): pin for pin in record.pins}
    if not {"anode", "common", "cathode"} <= set(roles):
        return []
    rails = {row["net"] for row in view.data["supplies"].values()} | {GROUND}
    found = []
    if view.net(ref, roles["common"]) in rails:
        found += wrong(view, ref, record, roles["common"], "a signal", "the middle belongs on "
                        "the signal that the two diodes clamp or pump")
    low, high = (volts.get(view.net(ref, roles[role])) for role in ("anode", "cathode"))
    if low and high and low.high > high.low + 0.3:
        found += wrong(view, ref, record, roles["anode"], view.at(ref, roles["cathode"]),
                        f"at {low} the pair conducts into {high}; turn it round")
    return found
