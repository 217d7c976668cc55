"""hardware/mains.kicad_pcb: two layers, slots under the barriers, mains copper from tables."""

from __future__ import annotations

from hardware.board.copper_text import head, segment_text, via_text
from hardware.board.geometry import Point, Rect
from hardware.board.labels import labels
from hardware.board.layout import Layout
from hardware.board.pcb import LAYERS, cuts, net_numbers, placed_part
from hardware.board.sexpr import at, frame, text
from hardware.mains import outline
from hardware.mains.place import mains_copper
from hardware.route.job import Routing

NAMES = ("F.Cu", "B.Cu")
TITLE = f"MAINS BOARD rev {outline.REVISION}  DANGER 200 V"
TITLE_AT = Rect(20, 224, 60, 226)
BAND_WORDS = "8 mm, no copper but earth"


def band() -> list[Point]:
    """The line round SELV's side and the one round the mains' side, as one closed ring."""
    inner, by = outline.SELV, outline.BAND
    bottom = outline.HEIGHT - 4.6
    return [(inner.x0 - by, bottom), (inner.x0 - by, inner.y0 - by),
            (inner.x1 + by, inner.y0 - by), (inner.x1 + by, bottom), (inner.x1, bottom),
            (inner.x1, inner.y0), (inner.x0, inner.y0), (inner.x0, bottom)]


def marks() -> list[str]:
    """The band on the silkscreen, so that whoever solders sees where SELV ends."""
    rows = frame("gr_line", band(), "User.1", 0.2, "band")
    middle = outline.SELV.x0 - outline.BAND / 2
    for x in (middle, outline.WIDTH - middle):
        rows.append(text("gr_text", BAND_WORDS, at(x, 205, 90), "User.1", 1.2, "band"))
    return rows


def board_file(layout: Layout, selv: Routing) -> str:
    """The whole file."""
    numbers = net_numbers(layout)
    rows = head("mahjong table, mains board", LAYERS, outline.THICKNESS, outline.REVISION, "A3")
    rows.append('  (net 0 "")')
    rows += [f'  (net {place} "{net}")' for net, place in numbers.items()]
    for ref in sorted(layout.placed):
        rows += placed_part(layout.placed[ref], layout, numbers)
    rows += ["  " + row for row in (*cuts(layout, outline.BOARD), *marks(),
                                    *labels(layout, outline.BOARD, TITLE, TITLE_AT))]
    mains = mains_copper(layout.circuit)
    for routing, size, drill in ((mains, outline.BIG_VIA, outline.BIG_DRILL),
                                 (selv, outline.VIA, outline.VIA_DRILL)):
        rows += [segment_text(part, NAMES[part.layer], numbers[part.net])
                 for part in routing.segments]
        rows += [via_text(via, numbers[via.net], size, drill) for via in routing.vias]
    return "\n".join(rows) + "\n)\n"
