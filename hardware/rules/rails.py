"""The supplies: which nets they are, within which volts, and what puts each of them on.

A supply that no converter makes, and that the loop's plug does not bring, is switched on the
board: it may be off, and only the switch feeds it.
"""

from typing import NamedTuple

from .view import View

GROUND = "GND"
LOOP = "LOOP"  # the family of plugs whose contacts close the loop
TOLERANCE = 0.05  # of a rail whose source has none in its record
LOOP_TOLERANCE = 0.1  # 12 V through the loop: 10.5 to 13.2 V by design


class Fixed(NamedTuple):
    """A net between two potentials: a rail, or a driven output."""

    net: str
    low: float
    high: float


def rails(view: View, running: bool) -> dict[str, Fixed]:
    """The declared supplies; `running` = all on at nominal, else from off to most."""
    found = {GROUND: Fixed(GROUND, 0.0, 0.0)}
    for row in view.data["supplies"].values():
        volts, net = row["volts_mv"]["value"] / 1000, row["net"]
        if net in view.on:
            part = LOOP_TOLERANCE if volts > 10 else TOLERANCE
            low = 0.0 if switched(view, net) else volts * (1 - part)
            found[net] = Fixed(net, volts, volts) if running else Fixed(
                net, low, volts * (1 + part))
    return found


def switched(view: View, net: str) -> bool:
    """Is this supply no output of a converter, so that something may switch it off?"""
    return not any(view.does(ref, pin) == "supply_out" for ref, pin in view.on.get(net, []))


def powered(view: View, net: str) -> bool:
    """Has the net a source of its own: a converter's output, or the loop's plug with its feed?"""
    if not switched(view, net):
        return True
    feeds = {row["net"]: view.data["supplies"][row["feed"]]["net"]
             for row in view.data["supplies"].values() if row["feed"]}
    return net in feeds and any(
        feeds[net] in view.parts[ref].pins.values() for ref, _ in view.on.get(net, [])
        if family(view, ref) == LOOP)


def family(view: View, ref: str) -> str:
    """A connector's family in machine.toml, "" for any other part."""
    name = view.plug_name(ref)
    return str(view.data["connectors"][name]["family"]) if name else ""
