"""Where the current of a net comes from: through resistors, coils and lamps to rails and drivers.

A transistor's load leads to a supply, its gate to something that drives it; a part put in the
wrong way round has the two exchanged.
"""

from functools import lru_cache
from typing import NamedTuple

from .drives import coil, direction
from .rails import GROUND, powered
from .view import View

THROUGH = frozenset({"resistor", "led", "diode", "schottky", "fuse", "buzzer", "relay_spdt",
                     "relay_forceguided", "opto_triac"})
DRIVING = frozenset({"output", "tri_state", "bidirectional", "open_drain"})
HEARING = frozenset({"input"})
CHANNEL = {"drain": "nmos pmos", "collector": "npn pnp", "emitter": "opto_ac"}


class Ends(NamedTuple):
    """What a net leads to: supplies, pins that drive it, whether 0 V is among the ends."""

    rails: frozenset[str]
    drivers: frozenset[tuple[str, str]]
    ground: bool
    plugs: bool

    @property
    def names(self) -> str:
        """For a person."""
        found = [*sorted(self.rails), *(f"{ref}.{pin}" for ref, pin in sorted(self.drivers))]
        return ", ".join(found + ["GND"] * self.ground + ["a plug"] * self.plugs) or "nothing"


@lru_cache(maxsize=4)
def supplies(view: View) -> frozenset[str]:
    """The declared supplies that are on their nets without any transistor of this board."""
    nets = {row["net"] for row in view.data["supplies"].values()}
    return frozenset(net for net in nets if powered(view, net))


def ends(view: View, start: str, without: str = "") -> Ends:
    """Walk from `start` to the first rails and drivers, not through the part `without`."""
    known = {row["net"] for row in view.data["supplies"].values()}
    rails, drivers, plugs = set(), set(), False
    waiting, seen = [start], {start}
    while waiting:
        net = waiting.pop()
        if net in known or net == GROUND:
            rails.add(net)
            continue
        for ref, pin in view.on.get(net, []):
            if ref == without:
                continue
            plugs = plugs or view.parts[ref].kind == "connector"
            if drives(view, ref, pin):
                drivers.add((ref, pin))
            for other in across(view, ref, pin):
                if other not in seen:
                    seen.add(other)
                    waiting.append(other)
    return Ends(frozenset(rails - {GROUND}), frozenset(drivers), GROUND in rails, plugs)


def drives(view: View, ref: str, pin: str) -> bool:
    """Can this pin move its net by itself?"""
    does, kind = direction(view, ref, pin), view.parts[ref].kind
    return does in DRIVING or kind in CHANNEL.get(does, "").split() or (
        kind == "opto_ac" and does == "collector")


def across(view: View, ref: str, pin: str) -> list[str]:
    """The nets at the other end of a part that conducts."""
    part = view.parts[ref]
    if part.kind not in THROUGH:
        return []
    if part.kind in ("relay_spdt", "relay_forceguided"):
        pair = coil(view, ref)
    elif part.kind == "opto_triac":
        record = view.record(ref)
        pair = tuple(record.of("anode", "cathode")) if record else ()
    else:
        pair = tuple(part.pins) if len(part.pins) == 2 else ()
    return [view.net(ref, other) for other in pair if pin in pair and other != pin
            and view.net(ref, other)]
