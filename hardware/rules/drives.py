"""What puts a net at a potential: rails, outputs, transistors, diodes, resistors, plugs.

`Fixed` holds a net whatever else is on it; `Pull` may raise or lower it to where another net is.
Roles come from the records, directions of the controller's pins from machine.toml.
"""

from collections.abc import Iterator
from typing import NamedTuple

from hardware.model import Part

from .pinouts import AMUX_OUT, PICO_VREF
from .values import number
from .view import View

GROUND = "GND"
LOOP = "LOOP"  # the family of plugs whose contacts close the loop
COIL_OHM = {"buzzer": 16.0}  # where a record has no figures: the least of small magnetic buzzers
RELAY_OHM = 360.0  # 12 V, 33 mA
VREF_OHM = 200.0  # between 3V3 and ADC_VREF on a Pico
SECONDARY_OHM = 100.0  # a current transformer's winding
TOLERANCE = 0.05  # of a rail whose source has none in its record
LOOP_TOLERANCE = 0.1  # 12 V through the loop: 10.5 to 13.2 V by design


class Fixed(NamedTuple):
    """A net between two potentials: a rail, or a driven output."""

    net: str
    low: float
    high: float


class Pull(NamedTuple):
    """`net` may be raised (`up`) or lowered to where `to` is; the drop on the way is left out."""

    net: str
    to: str
    up: bool


class Link(NamedTuple):
    """Something with a resistance between two nets."""

    one: str
    two: str
    ohm: float


def rails(view: View, running: bool) -> dict[str, Fixed]:
    """The declared supplies; `running` = all on at nominal, else from off to most."""
    found = {GROUND: Fixed(GROUND, 0.0, 0.0)}
    for row in view.data["supplies"].values():
        volts, net = row["volts_mv"]["value"] / 1000, row["net"]
        if net in view.on:
            part = LOOP_TOLERANCE if volts > 10 else TOLERANCE
            low = 0.0 if switched(view, net) else volts * (1 - part)
            found[net] = Fixed(net, volts, volts) if running else Fixed(
                net, low, volts * (1 + part))
    return found


def switched(view: View, net: str) -> bool:
    """Is this supply no output of a converter, so that something may switch it off?"""
    return not any(view.does(ref, pin) == "supply_out" for ref, pin in view.on.get(net, []))


def powered(view: View, net: str) -> bool:
    """Has the net a source of its own: a converter's output, or the loop's plug with its feed?"""
    if not switched(view, net):
        return True
    feeds = {row["net"]: view.data["supplies"][row["feed"]]["net"]
             for row in view.data["supplies"].values() if row["feed"]}
    return net in feeds and any(
        feeds[net] in view.parts[ref].pins.values() for ref, _ in view.on.get(net, [])
        if _family(view, ref) == LOOP)


def _family(view: View, ref: str) -> str:
    """A connector's family in machine.toml, "" for any other part."""
    name = view.plug_name(ref)
    return str(view.data["connectors"][name]["family"]) if name else ""


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
            yield from (Pull(view.net(ref, AMUX_OUT), net, up) for pin, net in part.pins.items()
                        if view.does(ref, pin) == "passive" and pin != AMUX_OUT
                        for up in (True, False))
        else:
            yield from _roles(view, ref, part)


def _roles(view: View, ref: str, part: Part) -> Iterator[Pull]:
    """Through the part, by the roles of its pins."""
    at = {direction(view, ref, pin): net for pin, net in part.pins.items()}
    top = at.get("drain") or at.get("collector")
    low = at.get("source") or at.get("emitter")
    if top and low:
        down, up = (low, top) if part.kind in ("nmos", "npn", "opto_ac") else (top, low)
        yield from (Pull(up, down, False), Pull(down, up, True))
    if part.kind in ("diode", "schottky", "led") and "anode" in at and "cathode" in at:
        middle = at.get("common")
        for one, two in ((at["anode"], middle or at["cathode"]),
                         (middle or at["anode"], at["cathode"])):
            yield from (Pull(two, one, True), Pull(one, two, False))
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
        if feeds and (sinks or _family(view, ref) == LOOP):
            yield from (Pull(net, feed, True) for feed in feeds)
        if view.wanted((ref, "1")).startswith("UART"):
            yield Pull(net, "+3V3", True)
