"""Chips and converters: each pin on a net of its role.

Ground pins on 0 V, supply pins on something that feeds them, outputs on no rail and alone.
"""

from collections.abc import Callable

from hardware.lib.record import Record

from .feeds import supplies
from .finding import Finding
from .polar_role import role, wrong
from .rails import GROUND, powered
from .view import View

DISCRETE = frozenset({"nmos", "pmos", "npn", "pnp", "tvs", "led", "diode", "schottky", "zener",
                      "polar_capacitor", "connector"})


def check(view: View) -> list[Finding]:
    """Every part with more than two roles."""
    found = []
    for ref, part in view.parts.items():
        record = view.record(ref)
        if record is None or part.kind in DISCRETE:
            continue
        for pin in part.pins:
            if rule := PINS.get(role(record, pin)):
                found += rule(view, ref, record, pin)
    return found


def ground(view: View, ref: str, record: Record, pin: str) -> list[Finding]:
    """On 0 V."""
    if view.net(ref, pin) == GROUND:
        return []
    return wrong(view, ref, record, pin, f"net {GROUND}", "this pin is the part's 0 V")


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
    return wrong(view, ref, record, pin, "nets " + ", ".join(sorted(supplies(view))),
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
        return wrong(view, ref, record, pin, others[0], "two sources feed one net")
    declared = {row["net"] for row in view.data["supplies"].values()}
    if record.kind in ("dcdc", "smps_acdc", "pico") and net not in declared or net == GROUND:
        return wrong(view, ref, record, pin, "nets " + ", ".join(sorted(declared)),
                      "this pin makes a supply; it belongs on one of hardware/machine.toml")
    row = next((r for r in view.data["supplies"].values() if r["net"] == net), None)
    made = record.most("out_v")
    if row and made and abs(row["volts_mv"]["value"] / 1000 - made) > 0.05 * made:
        return wrong(view, ref, record, pin, f"net {net}", f"it makes {made:g} V, the net is "
                      f"declared as {row['volts_mv']['value'] / 1000:g} V")
    return []


def _output(view: View, ref: str, record: Record, pin: str) -> list[Finding]:
    """On no rail, and no second output on its net."""
    net = view.net(ref, pin)
    declared = {row["net"] for row in view.data["supplies"].values()} | {GROUND}
    if net in declared:
        return wrong(view, ref, record, pin, f"net {net}", "an output on a rail shorts it")
    rivals = [view.at(r, p) for r, p in view.on.get(net, []) if (r, p) != (ref, pin)
              and view.does(r, p) in ("output", "supply_out")]
    if record.does(pin) == "output" and rivals:
        return wrong(view, ref, record, pin, rivals[0], "two outputs drive one net")
    return []


def _line(view: View, ref: str, record: Record, pin: str) -> list[Finding]:
    """Line and neutral pins never meet SELV; the isolation rules say the rest."""
    if view.net(ref, pin) not in (GROUND, *supplies(view)):
        return []
    return wrong(view, ref, record, pin, "the mains", "a mains pin on a low voltage")


PINS: dict[str, Callable[[View, str, Record, str], list[Finding]]] = {
    "ground": ground, "supply": _supply, "supply_out": _supply_out, "output": _output,
    "open_drain": _output, "line": _line, "neutral": _line,
}
