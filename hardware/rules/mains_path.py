"""The way of the current: each pole stays the pole it is, through choke, K1, fuse and transformer.

L: L_IN - choke - L_SW - K1 - L_MOT - F2/F3 - T1/T2 - L_MOT_A/B, N: N_IN - choke - N_SW - K1 -
N_MOT. With crossed poles everything still runs, but fuses and triacs switch the neutral and the
motors stay live. Pins after the makers' sheets, as in pinouts.py.
"""

from .finding import Finding
from .pinouts import K1_POLES
from .view import View

RULE = "mains path"
CHOKE_WINDINGS = (("1", "2"), ("4", "3"))  # start, end: B82732R
CT_PRIMARY = ("1", "2")
CHOKE_WAYS = (("L_IN", "L_SW"), ("N_IN", "N_SW"))
K1_WAYS = (("L_SW", "L_MOT"), ("N_SW", "N_MOT"))
BUSES = ("L_MOT_A", "L_MOT_B")  # a group of motors each
NEUTRAL = "N_MOT"
INLETS = (("L_IN", "N_IN"), ("L_SW", "N_SW"))  # a varistor across one of them
# Kind -> its windings or contacts: the two ends of none of them are one net.
WAYS = {"cm_choke": CHOKE_WINDINGS, "ct": (CT_PRIMARY, ("3", "4")),
        "relay_forceguided": K1_POLES}
NOT_TWO_ENDED = ("connector", "testpoint", "mounting_hole")


def check(view: View) -> list[Finding]:
    """Poles, groups, varistors, bypasses, and parts with both ends on one net."""
    return (poles(view, "cm_choke", CHOKE_WINDINGS, CHOKE_WAYS)
            + poles(view, "relay_forceguided", K1_POLES, K1_WAYS) + turned(view)
            + groups(view) + inlet(view) + shorted(view))


def poles(view: View, kind: str, pairs: tuple, ways: tuple) -> list[Finding]:
    """A choke's windings or K1's contacts: each in one pole, one for each pole."""
    refs = [ref for ref, _ in view.of_kind(kind)]
    if len(refs) != 1:
        return [Finding(RULE, f"{kind}: {', '.join(refs) or 'none'}", _way(ways),
                        f"exactly one {kind} lies in both poles")]
    ref = refs[0]
    have = [frozenset(view.net(ref, pin) for pin in pair) for pair in pairs]
    if set(have) == {frozenset(way) for way in ways}:
        return []
    there = ", ".join(f"{'-'.join(pair)}: " + " - ".join(view.net(ref, p) or "none" for p in pair)
                      for pair in pairs)
    return [Finding(RULE, f"{ref} ({there})", _way(ways), "each pole goes through its own "
                    f"{'winding' if kind == 'cm_choke' else 'contact'}; the poles are crossed or "
                    "one of them is broken")]


def _way(ways: tuple) -> str:
    """`L_IN - L_SW and N_IN - N_SW`."""
    return " and ".join(" - ".join(way) for way in ways)


def turned(view: View) -> list[Finding]:
    """Both windings of the choke look the same way, else the load's current saturates it."""
    starts = {first for way in CHOKE_WAYS for first in way[:1]}
    found = []
    for ref, _ in view.of_kind("cm_choke"):
        if len({view.net(ref, start) in starts for start, _ in CHOKE_WINDINGS}) != 1:
            found.append(Finding(RULE, view.at(ref, "1"), view.at(ref, "4"), "one winding is "
                                 "turned round; both starts belong on the same side"))
    return found


def groups(view: View) -> list[Finding]:
    """L_MOT - fuse - transformer - bus, a varistor at its end, and nothing beside them."""
    found = []
    for bus in BUSES:
        primaries = [(ref, far) for ref, _ in view.of_kind("ct")
                     for far in _across(view, ref, CT_PRIMARY, bus)]
        middles = [far for _, far in primaries]
        fuses = [ref for mid in middles for ref, far in view.beside(mid, "fuse") if far == "L_MOT"]
        names = ", ".join([*(r for r, _ in primaries), *fuses]) or "none"
        if len(middles) != 1 or len(fuses) != 1:
            found.append(Finding(RULE, f"net {bus} ({names})", "net L_MOT", "each group has one "
                                 "fuse and one transformer: L_MOT - fuse - transformer - "
                                 f"{bus}"))
        else:
            found += _beside(view, ("L_MOT", middles[0], bus), (fuses[0], primaries[0][0]))
        if not any(far == NEUTRAL for _, far in view.beside(bus, "mov")):
            found.append(Finding(RULE, f"net {bus}", f"net {NEUTRAL}", "no varistor between them; "
                                 "a surge reaches the triacs of this group"))
    return found


def _across(view: View, ref: str, pair: tuple[str, str], net: str) -> list[str]:
    """The net at the other end of a winding, when one end is on `net`."""
    one, two = (view.net(ref, pin) for pin in pair)
    return [two] if one == net else [one] if two == net else []


def _beside(view: View, nets: tuple[str, ...], own: tuple[str, ...]) -> list[Finding]:
    """Parts that lie across a fuse or a transformer."""
    return [Finding(RULE, f"{ref} {part.kind} {part.value}", " - ".join(nets),
                    f"this part bypasses {' or '.join(own)}; take it out")
            for ref, part in view.parts.items()
            if ref not in own and len(part.pins) == 2 and part.kind != "fuse"
            and len(set(part.pins.values()) & set(nets)) == 2]


def inlet(view: View) -> list[Finding]:
    """A varistor across the line behind the inlet."""
    for line, neutral in INLETS:
        if any(far == neutral for _, far in view.beside(line, "mov")):
            return []
    return [Finding(RULE, "net L_IN", "net N_IN", "no varistor between them; a surge reaches the "
                    "supply")]


def shorted(view: View) -> list[Finding]:
    """Parts, windings and contacts with both ends on one net: they are wires."""
    found = []
    for ref, part in view.parts.items():
        pairs: tuple[tuple[str, ...], ...] = WAYS.get(part.kind, ())
        if len(part.pins) == 2 and part.kind not in NOT_TWO_ENDED:
            pairs = (tuple(sorted(part.pins)),)
        for one, two in pairs:
            if view.net(ref, one) and view.net(ref, one) == view.net(ref, two):
                found.append(Finding(RULE, view.at(ref, one), view.at(ref, two), f"both ends of "
                                     f"this {part.kind} are one net: it does nothing"))
    return found
