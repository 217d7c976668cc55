"""The circuit against what it demands of its values (`demands.toml`).

Every message names the parts that make the figure, what it is, what it must be and why.
"""

from collections.abc import Callable

from . import network
from .demands import Demand, demands
from .finding import Finding
from .network import Range
from .values import number
from .view import View

RULE = "demand"
Rails = dict[str, Range]  # nets whose volts are given
CAPACITORS = ("capacitor", "polar_capacitor", "x_capacitor")


def check(view: View) -> list[Finding]:
    """Every row, and every test point of machine.toml."""
    found, rails = [], network.fixed(view)
    for demand in demands(view):
        found += CHECKS[demand.table](view, demand, rails) + _absent(view, demand)
    for ref, row in view.data["testpoints"].items():
        if ref not in view.parts:
            found.append(Finding(RULE, f"{ref} is missing", view.line("testpoints", ref, "net"),
                                 f"a probe of the commissioning table belongs on {row['net']}"))
    return found


def _absent(view: View, demand: Demand) -> list[Finding]:
    """Nets that a row holds and the circuit has not got: misspelt, or gone."""
    return [Finding(RULE, f"net {net}", demand.at, "there is no such net; correct its name here, "
                    "or take the row out") for net in demand.row.get("held", {})
            if net not in view.on]


def _level(view: View, demand: Demand, rails: Rails) -> list[Finding]:
    net, (least, most) = demand.row["net"], demand.row["within"]
    have = network.level(view, net, {**rails, **_held(demand)})
    if have is None:
        return [_told(view, demand, net, "no level, it floats")]
    if have[0] < least or have[1] > most:
        return [_told(view, demand, net, f"{have[0]:.2f} to {have[1]:.2f} V; needs {least:g} to "
                                         f"{most:g} V")]
    return []


def _held(demand: Demand) -> Rails:
    return {net: (least, most) for net, (least, most) in demand.row["held"].items()}


def _current(view: View, demand: Demand, _rails: Rails) -> list[Finding]:
    one, two = demand.row["nets"]
    (low, high), (least, most) = demand.row["volts"], demand.row["ma"]
    ohm = network.ohms(view, one, two)
    have = low / ohm * 1e3, high / ohm * 1e3
    if have[0] < least or have[1] > most:
        return [_told(view, demand, one, f"{have[0]:.3g} to {have[1]:.3g} mA to {two}; needs "
                                         f"{least:g} to {most:g} mA")]
    return []


def _time(view: View, demand: Demand, rails: Rails) -> list[Finding]:
    net, (least, most) = demand.row["net"], demand.row["ms"]
    farad = sum(number(view.parts[ref].value) or 0.0 for ref, far in view.beside(net, *CAPACITORS)
                if far in rails)
    have = network.source_ohm(view, net, {**rails, **_held(demand)}) * farad * 1e3
    if not least <= have <= most:
        return [_told(view, demand, net, f"{have:.3g} ms; needs {least:g} to {most:g} ms")]
    return []


def _between(view: View, demand: Demand, _rails: Rails) -> list[Finding]:
    """So many of this kind and value, and none of another value that is meant to be one."""
    kind, (one, two) = demand.row["kind"], demand.row["nets"]
    least, most = demand.row.get("value", (0.0, float("inf")))
    refs = _across(view, kind, one, two)
    good = [ref for ref in refs if "value" not in demand.row
            or least <= (number(view.parts[ref].value) or 0.0) <= most]
    count = demand.row.get("count", 1)
    if len(good) >= count:
        return []
    have = ", ".join(f"{ref} {view.parts[ref].value}" for ref in refs) or f"no {kind}"
    want = f"{count} {kind}" + (f" of {least:g} to {most:g}" if "value" in demand.row else "")
    return [Finding(RULE, f"between {one} and {two}: {have}", demand.at,
                    f"needs {want}: {demand.row['why']}")]


def _across(view: View, kind: str, one: str, two: str) -> list[str]:
    """Parts of this kind that have a pin on each of the nets."""
    return [ref for ref, part in view.of_kind(kind) if {one, two} <= set(part.pins.values())]


def _parts(view: View, demand: Demand, _rails: Rails) -> list[Finding]:
    kind, count = demand.row["kind"], demand.row["count"]
    refs = [ref for ref, _ in view.of_kind(kind)]
    if len(refs) == count:
        return []
    return [Finding(RULE, f"{kind}: {', '.join(refs) or 'none'}", demand.at,
                    f"needs {count}: {demand.row['why']}")]


def _wired(view: View, demand: Demand, _rails: Rails) -> list[Finding]:
    """These pins of one part on these nets, "" for open."""
    ref = demand.row["ref"]
    if ref not in view.parts:
        return [Finding(RULE, f"{ref} is missing", demand.at, demand.row["why"])]
    found = []
    for pin, net in demand.row["pins"].items():
        if view.net(ref, pin) != net:
            name = view.parts[ref].names.get(pin, pin)
            found.append(Finding(RULE, f"{view.at(ref, pin)}, {name}", demand.at,
                                 f"belongs on {net or 'no net'}: {demand.row['why']}"))
    return found


def _told(view: View, demand: Demand, net: str, figure: str) -> Finding:
    refs = sorted({ref for kind in ("resistor", *CAPACITORS) for ref, _ in view.beside(net, kind)})
    parts = ", ".join(f"{ref} {view.parts[ref].value}" for ref in refs)
    return Finding(RULE, f"net {net} ({parts or 'no resistor'})", demand.at,
                   f"has {figure}: {demand.row['why']}")


CHECKS: dict[str, Callable[[View, Demand, Rails], list[Finding]]] = {
    "level": _level, "current": _current, "time": _time, "between": _between, "parts": _parts,
    "wired": _wired,
}
