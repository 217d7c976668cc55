"""hardware/logic.kicad_pcb: four layers, tracks, vias and the two filled planes."""

from __future__ import annotations

import math

from hardware.board.copper_text import head, segment_text, via_text
from hardware.board.geometry import Point, Rect, union
from hardware.board.labels import labels
from hardware.board.layout import Layout
from hardware.board.pcb import LAYERS, net_numbers, placed_part
from hardware.board.sexpr import frame, identity, number, quote
from hardware.logic import outline
from hardware.logic.job import lands_of, screws
from hardware.route.job import Routing, Segment, Via
from hardware.route.plane import CELL, outlines, plane

INNER = ((1, "In1.Cu", "power", ""), (2, "In2.Cu", "power", ""))
GROUND, POWER = "In1.Cu", "In2.Cu"
SIGNAL_LAYERS = ("F.Cu", "B.Cu")
TITLE = f"LOGIC BOARD rev {outline.REVISION}  SELV ONLY: 12 V, 5 V, 3.3 V"
TITLE_AT = Rect(20, outline.HEIGHT - 22, 60, outline.HEIGHT - 20)


def fill(layout: Layout, net: str, vias: list[Via], tracks: list[Segment]) -> list[list[Point]]:
    """The outlines of a plane's copper: off every foreign hole and track."""
    own: list[Rect] = []
    foreign = [*screws(layout)]
    for land in lands_of(layout):
        if land.through:
            (own if land.net == net else foreign).append(land.rect)
    area = Rect(0, 0, outline.WIDTH, outline.HEIGHT).grown(-outline.EDGE_TO_COPPER)
    radius = outline.VIA / 2
    foreign += [Rect(via.x, via.y, via.x, via.y).grown(radius) for via in vias if via.net != net]
    foreign += [rect for track in tracks for rect in strips(track)]
    return outlines(plane(area, foreign, own, outline.PLANE_SPACE))


def strips(track: Segment) -> list[Rect]:
    """Upright rectangles that cover a track; a slanting one by small squares, corner outwards."""
    half = track.width / 2
    ends = [Rect(x, y, x, y).grown(half) for x, y in ((track.x0, track.y0), (track.x1, track.y1))]
    if track.x0 == track.x1 or track.y0 == track.y1:
        return [union(ends)]
    count = round(abs(track.x1 - track.x0) / CELL)
    for step in range(1, count):
        x = track.x0 + (track.x1 - track.x0) * step / count
        y = track.y0 + (track.y1 - track.y0) * step / count
        ends.append(Rect(x, y, x, y).grown(half / math.sqrt(2)))
    return ends


def zone_text(net: str, place: int, layer: str, fills: list[list[Point]]) -> list[str]:
    """A plane: its outline, its rules and its fill."""
    area = Rect(0, 0, outline.WIDTH, outline.HEIGHT).grown(-outline.EDGE_TO_COPPER)
    rows = [f"  (zone (net {place}) (net_name {quote(net)}) (layer {quote(layer)})"
            f" {identity('zone', layer)} (hatch edge 0.508)",
            f"    (connect_pads (clearance {number(outline.PLANE_SPACE)})) (min_thickness 0.2)"
            " (filled_areas_thickness no)",  # else Gerbers get a line of 0.2 mm round every fill
            f"    (fill yes (thermal_gap {number(outline.PLANE_SPACE)})"
            " (thermal_bridge_width 0.5))",
            f"    (polygon (pts {points(area.corners())}))"]
    rows += [f"    (filled_polygon (layer {quote(layer)}) (pts {points(ring)}))"
             for ring in fills]
    return [*rows, "  )"]


def points(corners: list[Point]) -> str:
    return " ".join(f"(xy {number(x)} {number(y)})" for x, y in corners)


def board_file(layout: Layout, routing: Routing, supplies: Routing) -> str:
    """The whole file."""
    numbers = net_numbers(layout)
    layers = (LAYERS[0], *INNER, *LAYERS[1:])
    rows = [*head("mahjong table, logic board", layers, outline.THICKNESS, outline.REVISION, "A4"),
            '  (net 0 "")']
    rows += [f"  (net {place} {quote(net)})" for net, place in numbers.items()]
    for ref in sorted(layout.placed):
        rows += placed_part(layout.placed[ref], layout, numbers)
    rows += ["  " + row for row in frame("gr_line", outline.BOARD.corners(), "Edge.Cuts", 0.1,
                                         "outline")]
    rows += ["  " + row for row in labels(layout, outline.BOARD, TITLE, TITLE_AT)]
    rows += [segment_text(part, SIGNAL_LAYERS[part.layer], numbers[part.net])
             for part in routing.segments]
    rows += [segment_text(part, POWER, numbers[part.net]) for part in supplies.segments]
    rows += [via_text(via, numbers[via.net], outline.VIA, outline.VIA_DRILL)
             for via in routing.vias]
    for net, layer, tracks in ((outline.GROUND_PLANE, GROUND, []),
                               (outline.POWER_PLANE, POWER, supplies.segments)):
        rows += zone_text(net, numbers[net], layer, fill(layout, net, routing.vias, tracks))
    return "\n".join(rows) + "\n)\n"
