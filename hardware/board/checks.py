"""What must be true of a layout; each check returns sentences, none when all is well.

Every sentence names the parts, the distance found and the distance wanted.
"""

from __future__ import annotations

from collections.abc import Callable

from hardware.board import outline
from hardware.board.insulation import barriers, distances, holes, zones
from hardware.board.layout import Layout

BESIDE = 6.0  # a capacitor from the IC it belongs to
EDGE_REACH = 2.0  # a connector's body may stand this far inside the edge


def placement(layout: Layout) -> list[str]:
    """Every part of the circuit is on the board exactly once, or off it on purpose."""
    wrong = [f"{ref} is in the circuit but not placed; add it in hardware/board/"
             for ref in layout.missing()]
    wrong += [f"{ref} is placed but hangs on the harness (footprint mj:OffBoard)"
              for ref in layout.placed
              if ref in layout.circuit.parts and not layout.circuit.parts[ref].on_board]
    return wrong + [f"{ref} is placed but not in the circuit"
                    for ref in layout.placed if ref not in layout.circuit.parts]


def pins(layout: Layout) -> list[str]:
    """A part's pins in the circuit are the pads of its pattern, both ways."""
    wrong = []
    for ref, placed in layout.placed.items():
        part = layout.circuit.parts[ref]
        pads = {pad.name for pad in placed.pattern.pads}
        known = {*part.pins, *part.nc}
        wrong += [f"{ref}.{pin} (net {part.pins[pin]}) has no pad in {placed.pattern.name}; "
                  f"its pads: {', '.join(sorted(pads))}" for pin in part.pins if pin not in pads]
        wrong += [f"{ref}: pad {pad} of {placed.pattern.name} is neither on a net nor left open"
                  for pad in sorted(pads - known)]
    return wrong


def inside(layout: Layout) -> list[str]:
    """Every courtyard lies on the board; connectors may reach the edge itself."""
    wrong = []
    for ref, placed in layout.placed.items():
        if not placed.courtyard.inside(outline.BOARD):
            wrong.append(f"{ref} reaches over the board's edge")
        for pad, rect in placed.pads():
            if not rect.inside(outline.BOARD.grown(-outline.EDGE)):
                wrong.append(f"{ref}.{pad.name} is nearer than {outline.EDGE:g} mm to the edge")
    return wrong


def overlaps(layout: Layout) -> list[str]:
    """No part stands in another's courtyard, and no slot runs through a foreign part."""
    yards = sorted(((ref, part.courtyard) for ref, part in layout.placed.items()),
                   key=lambda yard: yard[1].x0)
    wrong = []
    for i, (one, a) in enumerate(yards):
        for two, b in yards[i + 1:]:
            if b.x0 >= a.x1:
                break
            if a.overlaps(b):
                wrong.append(f"{min(one, two)} and {max(one, two)} overlap")
    for ref, part in layout.placed.items():
        if part.slot is None:
            continue
        room = part.slot.grown(0.3)
        wrong += [f"{other}'s pad {pad.name} is in the slot under {ref}"
                  for other, its in layout.placed.items() if its.courtyard.overlaps(room)
                  for pad, rect in its.pads() if rect.overlaps(room)]
    return wrong


def connectors(layout: Layout) -> list[str]:
    """Every connector stands at an edge."""
    wrong = []
    for ref, part in layout.placed.items():
        yard = part.courtyard
        reach = min(yard.x0, yard.y0, outline.WIDTH - yard.x1, outline.HEIGHT - yard.y1)
        if layout.circuit.parts[ref].kind == "connector" and reach > EDGE_REACH:
            wrong.append(f"{ref} is {reach:.1f} mm from the edge; {EDGE_REACH:g} mm at most")
    return wrong


def decoupling(layout: Layout) -> list[str]:
    """A capacitor whose note says `at U5` stands beside U5."""
    wrong = []
    for ref, part in layout.placed.items():
        words = layout.circuit.parts[ref].note.replace("'", " ").split()
        if words[:1] == ["at"] and words[1] in layout.placed:
            gap = part.courtyard.gap(layout.placed[words[1]].courtyard)
            if gap > BESIDE:
                wrong.append(f"{ref} is {gap:.1f} mm from {words[1]}; {BESIDE:g} mm at most")
    return wrong


CHECKS: dict[str, Callable[[Layout], list[str]]] = {
    "placement": placement, "pins": pins, "inside": inside, "overlaps": overlaps,
    "distances": distances, "zones": zones, "connectors": connectors, "barriers": barriers,
    "decoupling": decoupling, "holes": holes,
}


def problems(layout: Layout) -> list[str]:
    """All checks; each sentence begins with the check's name."""
    return [f"{name}: {sentence}" for name, check in CHECKS.items() for sentence in check(layout)]
