"""Currents: lamps of optocouplers and indicators, what output pins carry, what converters give.

The ranges of forward and saturation volts are those of any such part; the record's figures are
used where it has them.
"""

from collections.abc import Iterator

from hardware.lib.record import Record

from .currents import across
from .drives import coil, direction
from .figure import Figure, at_most
from .potentials import State
from .rails import GROUND, LOOP_TOLERANCE
from .ratings import WORST_V, paths
from .values import number
from .view import View

LAMP_LOW_V = {"led": 1.6, "opto_triac": 1.0}  # the least forward volts: the most current
DRIVER_V = {"uln2803": (0.6, 1.1)}  # saturation: least at no load, most below 200 mA
SEEN_MA = 0.3  # an indicator that one can see
DIM_V = 0.2  # forward volts at a few mA are below the record's, which are for 10 or 20 mA
SINKS = ("open_drain", "output", "tri_state", "bidirectional")
RELAYS = ("relay_spdt", "relay_forceguided")


def figures(view: View, now: State) -> Iterator[Figure]:
    """Lamps, pins, mains lamps, converters."""
    for ref, part in view.parts.items():
        record = view.record(ref)
        if record and part.kind in LAMP_LOW_V:
            yield from _lamp(view, now, ref, record)
        elif record and part.kind in ("dcdc", "smps_acdc"):
            yield from _converter(view, ref, record)
        elif record and part.kind in RELAYS:
            yield from _coil(view, now, ref, record)
        elif record and part.kind != "connector":
            yield from _pins(view, now, ref, record)
    yield from _mains_lamps(view)


def _lamp(view: View, now: State, ref: str, record: Record) -> Iterator[Figure]:
    """Through its resistor, from the highest supply into the lowest driver, and the other way."""
    anode, cathode = record.of("anode"), record.of("cathode")
    found = _series(view, now, view.net(ref, anode[0]), view.net(ref, cathode[0]))
    if not found:
        return
    resistor, ohm, feed, sink = found
    drops = next((DRIVER_V[view.parts[r].kind] for r, _ in view.on[sink] if sink != GROUND
                  and view.parts[r].kind in DRIVER_V), (0.0, 0.2))
    forward = (record.most("forward_v") or 2.0) - DIM_V
    low = (now.running[feed].high * 0.95 - forward - drops[1]) / ohm * 1000
    high = (now.worst[feed].high - LAMP_LOW_V[record.kind] - drops[0]) / ohm * 1000
    limit = "led_ma" if "led_ma" in record.limits else "forward_ma"
    if record.most(limit) is not None:
        least = record.least(limit) if limit == "led_ma" else SEEN_MA
        yield Figure(ref, "lamp current", max(low, 0.0), high, "mA", least, record.most(limit),
                     f"{record.place} {record.mpn} {limit}", f"{resistor} from {feed}")


def _series(view: View, now: State, anode: str, cathode: str
            ) -> tuple[str, float, str, str] | None:
    """The resistor in a lamp's path, its ohms, the feeding and the sinking net."""
    for ref, far in view.beside(anode, "resistor"):
        ohm = number(view.parts[ref].value)
        if ohm and far in now.worst and far != GROUND:
            return ref, ohm, far, cathode
    return None


def _pins(view: View, now: State, ref: str, record: Record) -> Iterator[Figure]:
    """What the resistors, lamps and coils on an output's net draw, against the pin's `ma`."""
    for pin, net in view.parts[ref].pins.items():
        its = record.pins.get(pin)
        if its and its.ma is not None and direction(view, ref, pin) in SINKS \
                and net in now.worst:
            amps = drawn_ma(view, now, net)
            yield Figure(view.at(ref, pin), "output current", amps, amps, "mA", None, its.ma,
                         record.says(pin))


def drawn_ma(view: View, now: State, net: str) -> float:
    """The most that everything on the net can push through an output there."""
    total = sum(across(now, link) / link.ohm for link in now.links.get(net, []))
    for ref, pin in view.on.get(net, []):
        its = view.record(ref)
        if its and its.kind in LAMP_LOW_V and its.does(pin) == "cathode":
            path = _series(view, now, view.net(ref, its.of("anode")[0]), net)
            total += (now.worst[path[2]].high - LAMP_LOW_V[its.kind]) / path[1] if path else 0.0
    return total * 1000


def _mains_lamps(view: View) -> Iterator[Figure]:
    """The lamps of the couplers across the line: peak volts by the chain's resistors."""
    for path in paths(view):
        ohm = sum(number(view.parts[r].value) or 0.0 for r in path
                  if view.parts[r].kind == "resistor")
        for ref in path:
            record = view.record(ref)
            if record and ohm and view.parts[ref].kind == "opto_ac":
                yield from at_most(record, "led_ma", ref, "lamp current, rms",
                                   WORST_V / ohm * 1000, "mA")


def _coil(view: View, now: State, ref: str, record: Record) -> Iterator[Figure]:
    """A relay still pulls in at the least supply behind its driver."""
    nets = [view.net(ref, pin) for pin in coil(view, ref)]
    least = record.least("coil_v")
    feeds = [now.running[net].high for net in nets if net in now.running]
    if feeds and least is not None:
        volts = max(feeds) * (1 - LOOP_TOLERANCE) - DRIVER_V["uln2803"][1]
        yield Figure(ref, "coil, least", volts, volts, "V", least, None,
                     f"{record.place} {record.mpn} coil_v")


def _converter(view: View, ref: str, record: Record) -> Iterator[Figure]:
    """The loads that machine.toml declares on its output."""
    for pin in record.of("supply_out"):
        for name, row in view.data["supplies"].items():
            if row["net"] == view.net(ref, pin):
                total = sum(load["value"] for load in row["loads"].values())
                yield from at_most(record, "out_ma", view.at(ref, pin), "declared loads", total,
                                   "mA", view.line("supplies", name))
