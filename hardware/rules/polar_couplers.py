"""Optocouplers, the reference, relays: a lamp's path can conduct, a coil hangs on its driver."""

from collections.abc import Callable

from hardware.lib.record import Record

from .drives import coil
from .feeds import ends, supplies
from .finding import Finding
from .polar_chips import ground
from .polar_role import RULE, wrong
from .polar_switches import grounded
from .potentials import Volts
from .rails import GROUND
from .view import View

LED_V = 1.0  # the least forward volts of a coupler's lamp


def check(view: View, volts: dict[str, Volts]) -> list[Finding]:
    """Every part of these kinds."""
    found = []
    for ref, part in view.of_kind(*PARTS):
        if record := view.record(ref):
            found += PARTS[part.kind](view, ref, record, volts)
    return found


def _opto(view: View, ref: str, record: Record, volts: dict[str, Volts]) -> list[Finding]:
    """An optotriac's lamp: anode towards the supply, in a path that can conduct."""
    anode, cathode = record.of("anode"), record.of("cathode")
    if not anode or not cathode:
        return []
    high, low = volts.get(view.net(ref, anode[0])), volts.get(view.net(ref, cathode[0]))
    if high and low and high.high - low.low >= LED_V:
        return []
    return wrong(view, ref, record, anode[0], view.at(ref, cathode[0]), f"anode at "
                  f"{high or 'none'}, cathode at {low or 'none'}: its lamp can never light")


def _opto_ac(view: View, ref: str, record: Record, volts: dict[str, Volts]) -> list[Finding]:
    """The transistor: emitter towards ground, collector pulled up."""
    emitter, top = record.of("emitter"), record.of("collector")
    if not emitter or not top:
        return []
    net, high = view.net(ref, emitter[0]), view.net(ref, top[0])
    below, above = ends(view, net, ref), ends(view, high, ref)
    found = []
    if net != GROUND and (below.rails or not below.ground):
        found += wrong(view, ref, record, emitter[0], f"its net leads to {below.names}",
                        "the emitter leads to ground, straight or through a resistor alone")
    if high == GROUND or not above.rails:
        found += wrong(view, ref, record, top[0], f"its net leads to {above.names}",
                        "the collector is pulled up to a supply")
    return found


def _tl431(view: View, ref: str, record: Record, volts: dict[str, Volts]) -> list[Finding]:
    """Anode on ground, cathode fed from a supply through a resistor."""
    anode, cathode = record.of("anode"), record.of("cathode")
    found = ground(view, ref, record, anode[0]) if anode else []
    if cathode and not (ends(view, view.net(ref, cathode[0]), ref).rails
                        and view.net(ref, cathode[0]) not in supplies(view)):
        found += wrong(view, ref, record, cathode[0], "a supply", "the cathode is fed through a "
                        "resistor")
    return found


def _relay(view: View, ref: str, record: Record, volts: dict[str, Volts]) -> list[Finding]:
    """The coil between a supply and what switches it; a coil with polarity plus on top."""
    pins = coil(view, ref)
    if not pins:
        return [Finding(RULE, f"{ref} {record.mpn}", record.place, "its coil is not connected")]
    tops = [pin for pin in pins if view.net(ref, pin) in supplies(view)]
    driven = [pin for pin in pins if any(
        view.does(*at) in ("open_drain", "drain", "collector") for at in
        view.on[view.net(ref, pin)]) or grounded(view, view.net(ref, pin))]
    found = []
    if len(tops) != 1 or driven != [pin for pin in pins if pin not in tops]:
        found += wrong(view, ref, record, pins[0], view.at(ref, pins[1]), "one end of the coil "
                        "belongs on a supply, the other on its driver")
    elif record.does(pins[0]) == "coil_plus" and tops[0] != pins[0]:
        found += wrong(view, ref, record, pins[0], view.at(ref, pins[1]), "the coil has a way "
                        "round: plus on the supply")
    return found


PARTS: dict[str, Callable[[View, str, Record, dict[str, Volts]], list[Finding]]] = {
    "opto_triac": _opto, "opto_ac": _opto_ac, "tl431": _tl431, "relay_spdt": _relay,
    "relay_forceguided": _relay,
}
