"""Resistors, capacitors, diodes, transistors: volts across and watts within.

What a resistor carries is told by what holds its two ends (`currents`), not by their potentials.
"""

from collections.abc import Callable, Iterator

from hardware.lib.record import Record

from .currents import across
from .figure import Figure, at_most
from .potentials import State
from .ratings import WORST_V, paths
from .values import number
from .view import View

ACROSS_LINE = ("x_capacitor", "y_capacitor", "mov")


def figures(view: View, now: State) -> Iterator[Figure]:
    """Every part of these kinds."""
    shares = dict(_line_shares(view))
    for ref, part in view.parts.items():
        record = view.record(ref)
        if record is None:
            continue
        if part.kind in ACROSS_LINE:
            yield from at_most(record, "v_ac", ref, "across the line", WORST_V, "V rms")
        elif ref in shares:
            yield from _resistor(record, ref, shares[ref], number(part.value) or 0.0, "share of "
                                 f"{WORST_V:.0f} V", "v_ac")
        elif part.kind in KINDS:
            yield from KINDS[part.kind](view, now, ref, record)


def _line_shares(view: View) -> Iterator[tuple[str, float]]:
    """Volts of each resistor in a chain across the line."""
    for path in paths(view):
        ohms = {ref: number(view.parts[ref].value) or 0.0 for ref in path
                if view.parts[ref].kind == "resistor"}
        total = sum(ohms.values())
        yield from ((ref, WORST_V * ohm / total) for ref, ohm in ohms.items() if total)


def _resistor(record: Record, ref: str, volts: float, ohm: float, why: str, limit: str
              ) -> Iterator[Figure]:
    yield from at_most(record, limit, ref, "across", volts, "V", why)
    if ohm:
        yield from at_most(record, "power_w", ref, "power", volts * volts / ohm, "W", why)


def between(now: State, one: str, two: str) -> float | None:
    """The most volts between two nets."""
    if one not in now.worst or two not in now.worst:
        return None
    a, b = now.worst[one], now.worst[two]
    return max(a.high - b.low, b.high - a.low, 0.0)


def _dc_resistor(view: View, now: State, ref: str, record: Record) -> Iterator[Figure]:
    one, two = list(view.parts[ref].pins.values())
    ohm = number(view.parts[ref].value)
    link = next((link for link in now.links.get(one, []) if two in (link.one, link.two)
                 and ohm and abs(link.ohm - ohm) <= 1e-3), None)
    if ohm and link and one in now.worst and two in now.worst:
        yield from _resistor(record, ref, across(now, link), ohm,
                             f"{now.worst[one]} against {now.worst[two]}", "v")


def _capacitor(view: View, now: State, ref: str, record: Record) -> Iterator[Figure]:
    one, two = list(view.parts[ref].pins.values())
    volts = between(now, one, two)
    if volts is not None:
        yield from at_most(record, "v", ref, "across", volts, "V")


def _diode(view: View, now: State, ref: str, record: Record) -> Iterator[Figure]:
    nets = [view.net(ref, pin) for pin in (*record.of("cathode"), *record.of("anode"))]
    if len(nets) == 2 and all(net in now.worst for net in nets):
        reverse = max(now.worst[nets[0]].high - now.worst[nets[1]].low, 0.0)
        yield from at_most(record, "reverse_v", ref, "reverse", reverse, "V")


def _tvs(view: View, now: State, ref: str, record: Record) -> Iterator[Figure]:
    """Nominal volts below its stand-off, the worst below its least breakdown."""
    one, two = list(view.parts[ref].pins.values())
    volts, least = between(now, one, two), record.least("breakdown_v")
    if volts is None:
        return
    rest = max(now.running[net].high for net in (one, two))
    yield from at_most(record, "standoff_v", ref, "nominal", rest, "V")
    if least is not None:
        yield Figure(ref, "worst, below breakdown", volts, volts, "V", None, least,
                     f"{record.place} {record.mpn} breakdown_v")


def _transistor(view: View, now: State, ref: str, record: Record) -> Iterator[Figure]:
    nets = {record.does(pin): net for pin, net in view.parts[ref].pins.items()}
    top = nets.get("drain") or nets.get("collector")
    low = nets.get("source") or nets.get("emitter")
    volts = between(now, top, low) if top and low else None
    if volts is not None:
        yield from at_most(record, "ds_v" if "drain" in nets else "ce_v", ref,
                           "across its channel", volts, "V")
    gate = nets.get("gate")
    if gate and low and gate in now.running and low in now.running:
        a, b = now.running[gate], now.running[low]
        yield from at_most(record, "gs_v", ref, "gate to source",
                           max(a.high - b.low, b.high - a.low), "V", "all supplies on")


KINDS: dict[str, Callable[[View, State, str, Record], Iterator[Figure]]] = {
    "resistor": _dc_resistor, "capacitor": _capacitor, "polar_capacitor": _capacitor,
    "diode": _diode, "schottky": _diode, "tvs": _tvs, "nmos": _transistor, "pmos": _transistor,
    "npn": _transistor, "pnp": _transistor, "opto_ac": _transistor,
}
