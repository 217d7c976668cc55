"""What K1 and the switch of +5V_SAFE are pulled down through: each gate, and nothing beside it.

A latch that is not in the string, or that a part bridges, stops nothing.
"""

from .finding import Finding
from .pinouts import K1_COIL
from .safety import RULE, name, others
from .view import View

STRINGS = {  # gates from the load to ground: both latches, and at Q2 the watchdog itself
    "relay_forceguided": ("ARM_OK", "ARM_LOOP"), "pmos": ("ARM_OK", "ARM_LOOP", "WD_OK")}
DRAIN = "3"
SOURCE = "2"
GATE = "1"
SAFE = "+5V_SAFE"
FEED = "+5V"


def check(view: View) -> list[Finding]:
    """K1's coil, and every transistor that may switch +5V_SAFE."""
    found = []
    for ref, _ in view.of_kind("relay_forceguided"):
        found += string(view, ref, view.net(ref, K1_COIL[0]))
    for ref, part in view.of_kind("pmos"):
        if SAFE in part.pins.values():
            found += switch(view, ref)
    return found


def switch(view: View, ref: str) -> list[Finding]:
    """It lies the right way round, and its string alone pulls its gate down."""
    found = []
    if (view.net(ref, SOURCE), view.net(ref, DRAIN)) != (FEED, SAFE):
        found.append(Finding(RULE, view.at(ref, DRAIN), view.at(ref, SOURCE), "its body diode "
                             f"feeds {SAFE} whatever the gate says; put the source on {FEED} and "
                             f"the drain on {SAFE}"))
    gate = view.net(ref, GATE)
    pulls = view.beside(gate, "resistor")
    starts = [far for _, far in pulls if _switches(view, far)]
    if not starts:
        return found + string(view, ref, "")
    known = [r for r, far in pulls if far in (starts[0], FEED)]
    found += [Finding(RULE, name(view, other), view.at(ref, GATE), "this part can pull the gate "
                      "down past the string; take it out")
              for other in others(view, gate, ref, *known)]
    return found + string(view, ref, starts[0])


def string(view: View, owner: str, start: str) -> list[Finding]:
    """From `start` the owner is pulled down through all its gates, and past none of them."""
    want = STRINGS[view.parts[owner].kind]
    refs, nets = _follow(view, start)
    have = [view.net(ref, GATE) for ref in refs]
    if sorted(have) != sorted(want):
        return [Finding(RULE, f"{owner} (net {start or 'none'})", ", ".join(want),
                        f"its string has the gates {', '.join(have) or 'none'}; it must "
                        f"hold {' and '.join(want)}, each once, and nothing else")]
    return [Finding(RULE, name(view, ref), f"{owner}'s string {' - '.join([*nets, 'GND'])}",
                    "this part conducts past a transistor of the string; take it out")
            for ref in _past(view, nets, {owner, *refs})]


def _follow(view: View, net: str) -> tuple[list[str], list[str]]:
    """The single transistors from `net` to ground, none when it is no string, and their nets."""
    refs: list[str] = []
    nets: list[str] = []
    while net != "GND" and net not in nets:
        nets.append(net)
        below = _switches(view, net)
        if len(below) != 1:
            return [], nets  # it ends here, or a second one lies in parallel
        refs += below
        net = view.net(refs[-1], SOURCE)
    return (refs if net == "GND" else []), nets


def _switches(view: View, net: str) -> list[str]:
    """N-channel transistors whose drain is on this net."""
    return [ref for ref, pin in view.on.get(net, [])
            if view.parts[ref].kind == "nmos" and pin == DRAIN]


def _past(view: View, nets: list[str], known: set[str]) -> list[str]:
    """What lies from the string's top to ground, and whatever else is between its transistors."""
    top = [ref for ref in others(view, nets[0], *known)
           if "GND" in view.parts[ref].pins.values()]
    inner = [ref for net in nets[1:] for ref in others(view, net, *known)]
    return list(dict.fromkeys([*top, *inner]))
