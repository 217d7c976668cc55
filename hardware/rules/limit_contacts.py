"""Contacts: a switch that breaks too little current grows a film and then reads open.

Makers name the least load as volts and milliamperes; their charts draw a line of equal power
through it. A contact is good when it switches that power, at the named volts or milliamperes.
"""

from collections.abc import Iterator

from hardware.blocks.extras import AT_CONNECTORS, SENSORS
from hardware.lib.record import Record

from .figure import Figure
from .limit_sensors import copies
from .potentials import State
from .rails import GROUND
from .values import number
from .view import View


def figures(view: View, now: State) -> Iterator[Figure]:
    """Switches on wires, the loop's contacts, a relay's mirror contact."""
    for name, row in view.data["signals"].items():
        word = row["part"].split()[0]
        record = view.records.get(SENSORS[word].mpn) if word in SENSORS else None
        if record and record.most("contact_min_ma") is not None:
            for net in copies(name, row):
                yield from _switch(view, now, net, record)
    yield from _loop_contacts(view, now)
    yield from _mirrors(view, now)


def _switch(view: View, now: State, net: str, record: Record) -> Iterator[Figure]:
    """A contact from a wire to ground, or in the loop."""
    if net in now.worst and any(view.parts[r].kind == "connector" for r, _ in view.on[net]):
        yield from contact(f"{record.mpn} on net {net}", record, *pulled(view, now, net))
    elif f"LOOP_{net.upper()}" in now.worst:
        yield from contact(f"{record.mpn} in the loop ({net})", record, *_loop(view, now))


def pulled(view: View, now: State, net: str) -> tuple[float, float]:
    """Open volts and closed milliamperes of a contact to ground."""
    total = 0.0
    for ref, far in view.beside(net, "resistor"):
        ohm = number(view.parts[ref].value)
        if ohm and far in now.hard and far != GROUND and now.running[far].low > 0:
            total += now.running[far].low / ohm * 1000
    return now.running[net].high, total


def _loop(view: View, now: State) -> tuple[float, float]:
    """Volts of the loop, and the coil that hangs on it whenever the machine is armed."""
    coils = [record.most("coil_ma") or 0.0 for ref, _ in view.of_kind("relay_forceguided")
             if (record := view.record(ref)) and "12V_LOOP" in view.parts[ref].pins.values()]
    return now.running["12V_LOOP"].low if "12V_LOOP" in now.running else 0.0, sum(coils)


def _loop_contacts(view: View, now: State) -> Iterator[Figure]:
    """What machine.toml's connector `loop` has on it besides sensors."""
    for extra in AT_CONNECTORS.get("loop", ()):
        record = view.records.get(extra.mpn)
        if record and record.most("contact_min_ma") is not None:
            yield from contact(f"{record.mpn} in the loop", record, *_loop(view, now))


def _mirrors(view: View, now: State) -> Iterator[Figure]:
    """A relay's mirror contact that reads into a chip."""
    for ref, part in view.of_kind("relay_forceguided"):
        record = view.record(ref)
        pins = record.of("mirror") if record else []
        nets = {part.pins[pin] for pin in pins if pin in part.pins}
        for net in sorted(nets - {GROUND}):
            if record and GROUND in nets and net in now.running:
                yield from contact(f"{ref} mirror contact on net {net}", record,
                                   *pulled(view, now, net))


def contact(place: str, record: Record, volts: float, ma: float) -> Iterator[Figure]:
    """One contact against the least load of its record."""
    least_v, least_ma = record.most("contact_min_v") or 0.0, record.most("contact_min_ma")
    if least_ma is None:
        return
    need_mw = least_v * least_ma
    far = volts < least_v and ma < least_ma
    yield Figure(place, "contact switches", 0.0 if far else volts * ma, volts * ma, "mW", need_mw,
                 None, f"{record.place} {record.mpn} contact_min_v, contact_min_ma",
                 f"{volts:.3g} V, {ma:.3g} mA; it needs {least_v:g} V, {least_ma:g} mA")
