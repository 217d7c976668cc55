"""What puts a net at a potential besides rails: outputs, transistors, diodes, resistors, plugs.

A `Link` averages, a `Pull` may raise or lower a net to where another one is.
Roles come from the records, directions of the controller's pins from machine.toml.
"""

from collections.abc import Iterator
from typing import NamedTuple

from hardware.model import Part

from .pinouts import AMUX_OUT, PICO_VREF
from .rails import GROUND, LOOP, family
from .values import number
from .view import View

ONE_WAY = ("diode", "schottky", "led", "opto_triac")
COIL_OHM = {"buzzer": 16.0}  # where a record has no figures: the least of small magnetic buzzers
RELAY_OHM = 360.0  # 12 V, 33 mA
VREF_OHM = 200.0  # between 3V3 and ADC_VREF on a Pico
SECONDARY_OHM = 100.0  # a current transformer's winding


class Pull(NamedTuple):
    """`net` may be raised (`up`) or lowered to where `to` is; the drop on the way is left out.
    Clamps and an analogue switch are no `source`: at rest no current flows through them."""

    net: str
    to: str
    up: bool
    source: bool = True


class Link(NamedTuple):
    """Something with a resistance between two nets."""

    one: str
    two: str
    ohm: float


def direction(view: View, ref: str, pin: str) -> str:
    """`does`, with the controller's pins as the firmware uses them."""
    does = view.does(ref, pin)
    if view.parts[ref].kind == "pico" and does == "bidirectional":
        name = view.parts[ref].names.get(pin, "").removeprefix("GP")
        use = {str(row["gp"]): row["dir"] for row in view.data["pins"].values()}.get(name, "io")
        return {"out": "output", "in": "input", "analog": "input"}.get(use, does)
    return does


def supply_of(view: View, ref: str) -> str:
    """The net that feeds an IC: the highest output it can make."""
    record = view.record(ref)
    pins = record.of("supply") if record else []
    nets = [net for pin in pins if (net := view.net(ref, pin)) and net != GROUND]
    return "+3V3" if view.parts[ref].kind == "pico" else nets[0] if nets else ""


def outputs(view: View) -> Iterator[tuple[str, str]]:
    """Net of each driven output, and the net of its supply."""
    for ref, part in view.parts.items():
        if (record := view.record(ref)) is None or len(record.pins) < 4:
            continue
        for pin, net in part.pins.items():
            if direction(view, ref, pin) in ("output", "tri_state"):
                yield net, supply_of(view, ref)


def links(view: View) -> Iterator[Link]:
    """Resistors, coils, windings, the controller's own resistor to its reference."""
    for ref, part in view.parts.items():
        if part.kind == "resistor" and len(part.pins) == 2:
            ohm, (one, two) = number(part.value), part.pins.values()
            if ohm is not None:
                yield Link(one, two, max(ohm, 1e-3))
        elif ends := coil(view, ref):
            yield Link(view.net(ref, ends[0]), view.net(ref, ends[1]), coil_ohm(view, ref))
        elif part.kind == "ct" and {"3", "4"} <= set(part.pins):
            yield Link(part.pins["3"], part.pins["4"], SECONDARY_OHM)
        elif part.kind == "pico" and (net := view.net(ref, PICO_VREF)):
            yield Link(net, "+3V3", VREF_OHM)


def coil(view: View, ref: str) -> tuple[str, ...]:
    """The two pins of a part's coil, the one that belongs higher first where it has polarity."""
    record = view.record(ref)
    pins = (record.of("coil_plus", "plus") + record.of("coil_minus", "minus") + record.of("coil")
            if record and view.parts[ref].kind != "polar_capacitor" else [])
    return tuple(pins) if len(pins) == 2 and all(view.net(ref, pin) for pin in pins) else ()


def coil_ohm(view: View, ref: str) -> float:
    """Rated volts by rated current."""
    record = view.record(ref)
    amps = (record.most("coil_ma") or 0.0) / 1000 if record else 0.0
    nominal = {"buzzer": record.most("v") if record else None}.get(view.parts[ref].kind, 12.0)
    return (nominal or 5.0) / amps if amps else COIL_OHM.get(view.parts[ref].kind, RELAY_OHM)


def pulls(view: View) -> Iterator[Pull]:
    """Open collectors, transistors, diodes, references, plugs."""
    for ref, part in view.parts.items():
        if part.kind == "connector":
            yield from _plug(view, ref, part)
        elif part.kind == "strap":
            yield from (Pull(net, GROUND, False) for net in part.pins.values()
                        if GROUND in part.pins.values() and net not in (GROUND, "PE"))
        elif part.kind == "74hc4051":
            ways = [net for pin, net in part.pins.items()
                    if view.does(ref, pin) == "passive" and pin != AMUX_OUT]
            yield from (Pull(view.net(ref, AMUX_OUT), net, up, False)
                        for net in ways for up in (True, False))
        else:
            yield from _roles(view, ref, part)


def _roles(view: View, ref: str, part: Part) -> Iterator[Pull]:
    """Through the part, by the roles of its pins."""
    at = {direction(view, ref, pin): net for pin, net in part.pins.items()}
    top = at.get("drain") or at.get("collector")
    low = at.get("source") or at.get("emitter")
    if top and low:
        control = at.get("gate") or at.get("base")
        if part.kind in ("nmos", "npn"):  # a source follows its gate, and never goes above it
            yield from (Pull(top, low, False), Pull(low, control or top, True))
        else:
            high, below = (top, low) if part.kind == "opto_ac" else (low, top)
            yield from (Pull(high, below, False), Pull(below, high, True))
    if part.kind in ONE_WAY and "anode" in at and "cathode" in at:
        middle = at.get("common")
        for one, two in ((at["anode"], middle or at["cathode"]),
                         (middle or at["anode"], at["cathode"])):
            yield from (Pull(two, one, True, not middle), Pull(one, two, False, not middle))
    mirror = {net for pin, net in part.pins.items() if view.does(ref, pin) == "mirror"}
    yield from (Pull(net, GROUND, False) for net in mirror - {GROUND} if GROUND in mirror)
    for pin, net in part.pins.items():
        does = direction(view, ref, pin)
        if does in ("open_drain", "bidirectional"):
            yield Pull(net, GROUND, False)
        if does == "bidirectional" and (feed := supply_of(view, ref)):
            yield Pull(net, feed, True)


def _plug(view: View, ref: str, part: Part) -> Iterator[Pull]:
    """What may hang on a plug: contacts and open collectors to ground, loads to its supply."""
    known = {row["net"] for row in view.data["supplies"].values()} | {GROUND, "PE"}
    feeds = [net for net in part.pins.values() if net in known - {GROUND, "PE", "EMIT"}]
    for net in sorted(set(part.pins.values()) - known):
        sinks = any(view.does(r, p) == "open_drain" and view.parts[r].kind == "uln2803"
                    for r, p in view.on[net])
        if GROUND in part.pins.values() and not sinks:
            yield Pull(net, GROUND, False)
        if feeds and (sinks or family(view, ref) == LOOP):
            yield from (Pull(net, feed, True) for feed in feeds)
        if view.wanted((ref, "1")).startswith("UART"):
            yield Pull(net, "+3V3", True)
