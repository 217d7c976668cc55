"""Chips, converters, optocouplers, references, relays: each pin on a net of its role.

Ground pins on 0 V, supply pins on something that feeds them, outputs on no rail, a lamp's path
able to conduct, a coil between its supply and its driver.
"""

from collections.abc import Callable

from hardware.lib.record import Record

from .drives import GROUND, coil, powered
from .feeds import ends, supplies
from .finding import Finding
from .polar_switches import grounded
from .potentials import Volts
from .view import View

RULE = "polarity"
DISCRETE = frozenset({"nmos", "pmos", "npn", "pnp", "tvs", "led", "diode", "schottky", "zener",
                      "polar_capacitor", "connector"})
LED_V = 1.0


def check(view: View, volts: dict[str, Volts]) -> list[Finding]:
    """Every part with more than two roles."""
    found = []
    for ref, part in view.parts.items():
        record = view.record(ref)
        if record is None or part.kind in DISCRETE:
            continue
        for pin in part.pins:
            if rule := PINS.get(role(record, pin)):
                found += rule(view, ref, record, pin)
        if part.kind in PARTS:
            found += PARTS[part.kind](view, ref, record, volts)
    return found


def role(record: Record, pin: str) -> str:
    """`does`, but the negative output of a converter is its ground."""
    does = record.does(pin)
    if record.kind == "smps_acdc" and record.pins[pin].name.startswith("-"):
        return "ground"
    return does


def _wrong(view: View, ref: str, record: Record, pin: str, there: str, advice: str
           ) -> list[Finding]:
    return [Finding(RULE, f"{view.at(ref, pin)} {role(record, pin)} of {record.kind}", there,
                    f"{advice} ({record.says(pin)})")]


def _ground(view: View, ref: str, record: Record, pin: str) -> list[Finding]:
    if view.net(ref, pin) == GROUND:
        return []
    return _wrong(view, ref, record, pin, f"net {GROUND}", "this pin is the part's 0 V")


def _supply(view: View, ref: str, record: Record, pin: str) -> list[Finding]:
    """Fed by a rail or through a diode from one, and not by the part itself."""
    net = view.net(ref, pin)
    window = record.pins[pin].use_v
    if window and window[0] < 0 and net == GROUND:
        return []  # the negative supply of an analogue switch
    own = {view.net(ref, other) for other in record.of("supply_out")} - {""}
    fed = powered(view, net) or net in {row["net"] for row in view.data["supplies"].values()} \
        and net not in own and bool(_switch(view, net)) or bool(_diode_feeds(view, net, own))
    if fed and net not in own:
        return []
    return _wrong(view, ref, record, pin, "nets " + ", ".join(sorted(supplies(view))),
                  "nothing feeds this pin: it belongs on a supply, straight or through a diode")


def _switch(view: View, net: str) -> list[str]:
    """High-side transistors whose drain makes this net."""
    return [ref for ref, pin in view.on.get(net, [])
            if view.parts[ref].kind == "pmos" and view.does(ref, pin) == "drain"]


def _diode_feeds(view: View, net: str, own: set[str]) -> list[str]:
    """Diodes that conduct into this net from a supply."""
    return [ref for ref, far in view.beside(net, "schottky", "diode")
            if far in supplies(view) - own
            and view.does(ref, next(p for p, n in view.parts[ref].pins.items() if n == net))
            == "cathode"]


def _supply_out(view: View, ref: str, record: Record, pin: str) -> list[Finding]:
    """Makes a declared rail (or the chip's own, which hangs on nothing else), alone."""
    net = view.net(ref, pin)
    others = [view.at(r, p) for r, p in view.on.get(net, []) if r != ref
              and view.does(r, p) == "supply_out"]
    if others:
        return _wrong(view, ref, record, pin, others[0], "two sources feed one net")
    declared = {row["net"] for row in view.data["supplies"].values()}
    if record.kind in ("dcdc", "smps_acdc", "pico") and net not in declared or net == GROUND:
        return _wrong(view, ref, record, pin, "nets " + ", ".join(sorted(declared)),
                      "this pin makes a supply; it belongs on one of hardware/machine.toml")
    row = next((r for r in view.data["supplies"].values() if r["net"] == net), None)
    made = record.most("out_v")
    if row and made and abs(row["volts_mv"]["value"] / 1000 - made) > 0.05 * made:
        return _wrong(view, ref, record, pin, f"net {net}", f"it makes {made:g} V, the net is "
                      f"declared as {row['volts_mv']['value'] / 1000:g} V")
    return []


def _output(view: View, ref: str, record: Record, pin: str) -> list[Finding]:
    """On no rail, and no second output on its net."""
    net = view.net(ref, pin)
    declared = {row["net"] for row in view.data["supplies"].values()} | {GROUND}
    if net in declared:
        return _wrong(view, ref, record, pin, f"net {net}", "an output on a rail shorts it")
    rivals = [view.at(r, p) for r, p in view.on.get(net, []) if (r, p) != (ref, pin)
              and view.does(r, p) in ("output", "supply_out")]
    if record.does(pin) == "output" and rivals:
        return _wrong(view, ref, record, pin, rivals[0], "two outputs drive one net")
    return []


def _line(view: View, ref: str, record: Record, pin: str) -> list[Finding]:
    """Line and neutral pins never meet SELV; the isolation rules say the rest."""
    if view.net(ref, pin) not in (GROUND, *supplies(view)):
        return []
    return _wrong(view, ref, record, pin, "the mains", "a mains pin on a low voltage")


PINS: dict[str, Callable[[View, str, Record, str], list[Finding]]] = {
    "ground": _ground, "supply": _supply, "supply_out": _supply_out, "output": _output,
    "open_drain": _output, "line": _line, "neutral": _line,
}


def _opto(view: View, ref: str, record: Record, volts: dict[str, Volts]) -> list[Finding]:
    """An optotriac's lamp: anode towards the supply, in a path that can conduct."""
    anode, cathode = record.of("anode"), record.of("cathode")
    if not anode or not cathode:
        return []
    high, low = volts.get(view.net(ref, anode[0])), volts.get(view.net(ref, cathode[0]))
    if high and low and high.high - low.low >= LED_V and low.low < high.low:
        return []
    return _wrong(view, ref, record, anode[0], view.at(ref, cathode[0]), f"anode at "
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
        found += _wrong(view, ref, record, emitter[0], f"its net leads to {below.names}",
                        "the emitter leads to ground, straight or through a resistor alone")
    if high == GROUND or not above.rails:
        found += _wrong(view, ref, record, top[0], f"its net leads to {above.names}",
                        "the collector is pulled up to a supply")
    return found


def _tl431(view: View, ref: str, record: Record, volts: dict[str, Volts]) -> list[Finding]:
    """Anode on ground, cathode fed from a supply through a resistor."""
    anode, cathode = record.of("anode"), record.of("cathode")
    found = _ground(view, ref, record, anode[0]) if anode else []
    if cathode and not (ends(view, view.net(ref, cathode[0]), ref).rails
                        and view.net(ref, cathode[0]) not in supplies(view)):
        found += _wrong(view, ref, record, cathode[0], "a supply", "the cathode is fed through a "
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
        found += _wrong(view, ref, record, pins[0], view.at(ref, pins[1]), "one end of the coil "
                        "belongs on a supply, the other on its driver")
    elif record.does(pins[0]) == "coil_plus" and tops[0] != pins[0]:
        found += _wrong(view, ref, record, pins[0], view.at(ref, pins[1]), "the coil has a way "
                        "round: plus on the supply")
    return found


PARTS: dict[str, Callable[[View, str, Record, dict[str, Volts]], list[Finding]]] = {
    "opto_triac": _opto, "opto_ac": _opto_ac, "tl431": _tl431, "relay_spdt": _relay,
    "relay_forceguided": _relay,
}
