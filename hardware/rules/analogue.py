"""Analogue levels: each multiplexer input, comparator and current transformer from its own place.

The order of the multiplexer is machine.toml's [amux]; a tile counter's comparator must look at
the raw level of its own side; I_A must come from the transformer behind F2, I_B from F3's.
"""

from .finding import Finding
from .inputs import sources
from .pinouts import AMUX_INPUTS
from .view import View

RULE = "analogue"
SUPPLY_LEVELS = {"v12": "+12V", "v5safe_pinch": "+5V_SAFE"}  # dividers of a rail
COMPARATOR_PLUS = {"1": "3", "7": "5"}  # LM393: output -> its own + input
GROUPS = {"I_A": ("T1", "F2", "L_MOT_A"), "I_B": ("T2", "F3", "L_MOT_B")}


def check(view: View) -> list[Finding]:
    """Multiplexer, comparators, current groups."""
    return multiplexer(view) + comparators(view) + currents(view)


def _plug(view: View, ref: str, pin: str) -> str:
    """machine.toml's name of a connector pin."""
    return view.wanted((ref, pin)) if view.parts[ref].kind == "connector" else ""


def multiplexer(view: View) -> list[Finding]:
    """Every channel of [amux]."""
    found, line = [], view.line("amux", "channels")
    for ref, _ in view.of_kind("74hc4051"):
        for number, name in enumerate(view.data["amux"]["channels"]):
            at = (ref, AMUX_INPUTS[number])
            net = view.net(*at)
            if name in SUPPLY_LEVELS:
                have = {rail for _, rail in view.beside(net, "resistor")} - {"GND"}
                want = {SUPPLY_LEVELS[name]}
            else:
                have = {n.lower() for n in sources(view, net, _plug)}
                want = {name}
            if have != want:
                found.append(Finding(
                    RULE, view.at(*at), f"{line}[{number}] {name!r}", "this channel comes from "
                    f"{', '.join(sorted(have)) or 'nothing'}; connect {', '.join(want)} to it"))
    return found


def comparators(view: View) -> list[Finding]:
    """A comparator whose output is a signal with a raw level looks at that raw level."""
    found, raws = [], set(view.data["amux"]["channels"])
    for ref, _ in view.of_kind("lm393"):
        for out, plus in COMPARATOR_PLUS.items():
            names = {_plug(view, r, p) for r, p in view.on.get(view.net(ref, out), [])}
            for name in sorted(n for n in names if f"{n}_raw" in raws):
                have = set(sources(view, view.net(ref, plus), _plug)) - {name}
                if have != {f"{name}_raw"}:
                    found.append(Finding(
                        RULE, view.at(ref, out), view.at(ref, plus), f"makes {name} but looks at "
                        f"{', '.join(sorted(have)) or 'nothing'}; it must look at {name}_raw"))
    return found


def currents(view: View) -> list[Finding]:
    """ADC pin -> transformer -> fuse and bus of its group."""
    found = []
    for net, (transformer, fuse, bus) in GROUPS.items():
        met = sources(view, net, lambda v, r, p: r if v.parts[r].kind == "ct" and p == "3" else "")
        primary = {view.net(transformer, "1"), view.net(transformer, "2")}
        fused = {view.net(fuse, "1"), view.net(fuse, "2")}
        if set(met) != {transformer}:
            found.append(Finding(RULE, f"net {net}", f"{transformer}.3", "measures "
                                 f"{', '.join(sorted(met)) or 'nothing'} instead"))
        if bus not in primary or len(primary & fused) != 1 or "L_MOT" not in fused:
            found.append(Finding(RULE, view.at(transformer, "1"), view.at(fuse, "2"),
                                 f"the way is L_MOT - {fuse} - {transformer} - {bus}"))
    return found
