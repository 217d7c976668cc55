"""The mains board's SELV, which the router lays; its mains copper stands in `feed` and `tile`.

The router sees the SELV zone alone, as a board of its own, so it cannot come near the mains.
"""

from __future__ import annotations

from pathlib import Path

from hardware.board.geometry import Rect
from hardware.board.layout import Layout
from hardware.logic.job import BOTH, TOP, is_supply
from hardware.mains import outline
from hardware.route.answer import AnswerFile, question
from hardware.route.job import Job, Land, Routing, Rules, Segment, Via

FILE = AnswerFile("hardware/mains.routing", "hardware.mains", "hardware/mains.kicad_pcb",
                  ("selv",))
WIDE, EDGE = 1.0, 0.3  # mm: a supply's track where it fits; from the zone's edge to copper
ZONE = outline.SELV
# a fuse's pad stands near this corner of the zone
CORNER = Rect(ZONE.x1 - 3.2, ZONE.y0, ZONE.x1, ZONE.y0 + 1.6)


def job(layout: Layout) -> Job:
    """Every SELV pad, in the zone's own coordinates."""
    lands = []
    for ref, part in sorted(layout.placed.items()):
        for pad, rect in part.pads():
            if rect.inside(ZONE):
                net = layout.circuit.parts[ref].pins.get(pad.name, "")
                lands.append(Land(f"{ref}.{pad.name}", net, rect.moved(-ZONE.x0, -ZONE.y0),
                                  BOTH if pad.drill else TOP, bool(pad.drill)))
    rules = Rules(outline.TRACK, outline.SPACE, outline.VIA, outline.VIA_DRILL, WIDE, EDGE)
    wide = frozenset(land.net for land in lands if is_supply(land.net) or land.net == "GND")
    return Job(ZONE.width, ZONE.height, tuple(lands), rules, frozenset(), wide,
               (CORNER.moved(-ZONE.x0, -ZONE.y0),))


def committed(layout: Layout, root: Path) -> Routing:
    """The answer for this layout; StaleRouting when it was given for another one."""
    asked, parts = FILE.committed(root)
    FILE.same(asked, job(layout))
    return parts["selv"]


def route(layout: Layout, seed: int = 1) -> str:
    """Ask the router; the file's text, in coordinates of the board."""
    from hardware.route.command import ask
    its = job(layout)
    return FILE.text(question(its), {"selv": onto_board(ask(its, seed))})


def onto_board(zone: Routing) -> Routing:
    dx, dy = ZONE.x0, ZONE.y0
    return Routing([Segment(part.net, part.layer, part.x0 + dx, part.y0 + dy, part.x1 + dx,
                            part.y1 + dy, part.width) for part in zone.segments],
                   [Via(via.net, via.x + dx, via.y + dy) for via in zone.vias], zone.open)
