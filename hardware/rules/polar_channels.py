"""Motor channels by the records: triac and direction relay, each end where its role belongs.

`channels` walks the same wires by our own pin numbers; here the maker's roles say what is what, so
a symbol with two pins exchanged is found as well.
"""

from hardware.lib.record import Record

from .finding import Finding
from .polar_role import wrong
from .view import View


def check(view: View) -> list[Finding]:
    """Every triac, every change-over relay."""
    found = []
    for ref, part in view.of_kind("triac", "relay_spdt"):
        record = view.record(ref)
        if record and part.kind == "triac":
            found += _triac(view, ref, record)
        elif record:
            found += _relay(view, ref, record)
    return found


def _triac(view: View, ref: str, record: Record) -> list[Finding]:
    """The gate on an optotriac and by a resistor on A1; the feed of that optotriac from A2."""
    if not all(record.of(role) for role in ("triac_gate", "a1", "a2")):
        return []
    gate, one, two = (record.of(role)[0] for role in ("triac_gate", "a1", "a2"))
    net, found = view.net(ref, gate), []
    couplers = [r for r, p in view.on.get(net, []) if view.parts[r].kind == "opto_triac"
                and view.does(r, p) in ("a1", "a2")]
    if not couplers:
        return wrong(view, ref, record, gate, "an optotriac", "nothing fires it: the gate belongs "
                     "on the optotriac's output")
    if view.net(ref, one) not in {far for _, far in view.beside(net, "resistor")}:
        found += wrong(view, ref, record, one, view.at(ref, gate), "the gate's resistor belongs "
                       "on A1, else the triac fires by itself or never")
    coupler = view.record(couplers[0])
    feeds = {far for pin in (coupler.of("a1", "a2") if coupler else [])
             for _, far in view.beside(view.net(couplers[0], pin), "resistor")}
    if view.net(ref, two) not in feeds:
        found += wrong(view, ref, record, two, f"{couplers[0]}'s feed", "the optotriac is fed "
                       "from A2 through its resistor (quadrants I and III)")
    return found


def _relay(view: View, ref: str, record: Record) -> list[Finding]:
    """Common on a triac's A1, both throws on one plug, the winding at rest first."""
    found: list[Finding] = []
    wired = view.parts[ref].pins  # a pin that is not drawn is told by the rule of records
    for pin in (pin for pin in record.of("common") if pin in wired):
        if not any(view.does(*at) == "a1" and view.parts[at[0]].kind == "triac"
                   for at in view.on.get(view.net(ref, pin), [])):
            found += wrong(view, ref, record, pin, "a triac's A1", "the change-over contact's "
                           "common is what the triac feeds")
    for does, place in (("breaks", "1"), ("makes", "2")):
        for pin in (pin for pin in record.of(does) if pin in wired):
            plugs = [p for r, p in view.on.get(view.net(ref, pin), [])
                     if view.parts[r].kind == "connector"]
            if plugs != [place]:
                found += wrong(view, ref, record, pin, f"pin {place} of a motor's plug",
                               "winding A runs while the relay is at rest, winding B when it "
                               "has drawn")
    return found
