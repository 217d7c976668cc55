"""The names of nets on a sheet: one per piece of wire whose net goes on elsewhere."""

from collections.abc import Sequence
from typing import NamedTuple

from hardware.model import Circuit

from .symbols import Spot
from .wiring import Wire, on, spot_net

EARTHS = ("GND", "PE")
BESIDE = 0.45  # a name this far from two pins that meet clears their pictures
LETTER = 0.2  # grid units that a letter of a net's name takes, with some air


class Label(NamedTuple):
    """A word at a place: `way` is where it grows; "earth" and "open" are signs, not words."""

    text: str
    x: float
    y: float
    way: str
    sign: str = ""


def clusters(circuit: Circuit, spots: Sequence[Spot], wires: Sequence[Wire]
             ) -> list[tuple[str, list[Spot], list[Wire]]]:
    """Pieces of wire that hang together: net, its pins, its wires."""
    found: list[tuple[str, list[Spot], list[Wire]]] = []
    left = list(wires)
    loose = list(spots)
    while loose:
        spot = loose.pop(0)
        net, pins, pieces = spot_net(circuit, spot), [spot], list[Wire]()
        points = [(spot.x, spot.y)]
        while points:
            point = points.pop()
            for wire in [w for w in left if w.net == net and (
                    on(point, w) or any(on(p, Wire(net, point, point)) for p in w[1:]))]:
                left.remove(wire)
                pieces.append(wire)
                points += [wire.start, wire.end]
                inside = [p for w in left if w.net == net for p in (w.start, w.end)
                          if on(p, wire)]
                points += inside
        for other in [s for s in loose if spot_net(circuit, s) == net and any(
                on((s.x, s.y), w) for w in pieces) or (s.x, s.y) == (spot.x, spot.y)]:
            loose.remove(other)
            pins.append(other)
        found.append((net, pins, pieces))
    return found


def labels(circuit: Circuit, spots: Sequence[Spot], wires: Sequence[Wire]) -> list[Label]:
    """Every net name and sign of the sheet."""
    found = []
    for net, pins, pieces in clusters(circuit, spots, wires):
        spot = pins[0]
        down = [s for s in pins if s.way == "down"]
        if not net:
            found.append(Label("", spot.x, spot.y, spot.way, "open"))
        elif net in EARTHS and (down or not pieces):
            spot = down[0] if down else spot
            sign = "earth" if spot.way == "down" else ""
            found.append(Label(net, spot.x, spot.y, spot.way, sign))
        elif not pieces:
            if len(pins) == 1:
                found.append(Label(net, spot.x, spot.y, spot.way))
            else:
                found.append(Label(net, spot.x + BESIDE, spot.y, "right"))
        else:
            label, room = _on_wire(net, pieces)
            if len(pins) < len(circuit.nets[net]) or room > len(net) * LETTER:
                found.append(label)
    return found


def _on_wire(net: str, pieces: Sequence[Wire]) -> tuple[Label, float]:
    """The name above the longest level piece, else right of the longest one; its room there."""
    level = [w for w in pieces if w.start[1] == w.end[1]]
    wire = max(level or pieces, key=lambda w: (w.length, w.start))
    x, y = ((a + b) / 2 for a, b in zip(wire.start, wire.end, strict=True))
    return Label(net, x, y, "up" if level else "right"), wire.length if level else 99
