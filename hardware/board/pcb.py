"""The board file: KiCad 6 text, the same bytes on every run and machine."""

from __future__ import annotations

from hardware.board import outline
from hardware.board.copper_text import head
from hardware.board.footprint import body_lines
from hardware.board.geometry import Rect
from hardware.board.layout import Layout, Placed
from hardware.board.ratsnest import connections
from hardware.board.sexpr import at, frame, identity, number, quote, text

LAYERS = (
    (0, "F.Cu", "signal", ""), (31, "B.Cu", "signal", ""),
    (34, "B.Paste", "user", ""), (35, "F.Paste", "user", ""),
    (36, "B.SilkS", "user", "B.Silkscreen"), (37, "F.SilkS", "user", "F.Silkscreen"),
    (38, "B.Mask", "user", ""), (39, "F.Mask", "user", ""),
    (40, "Dwgs.User", "user", "User.Drawings"), (41, "Cmts.User", "user", "User.Comments"),
    (44, "Edge.Cuts", "user", ""), (45, "Margin", "user", ""),
    (46, "B.CrtYd", "user", "B.Courtyard"), (47, "F.CrtYd", "user", "F.Courtyard"),
    (48, "B.Fab", "user", ""), (49, "F.Fab", "user", ""),
    (50, "User.1", "user", "Zones"),
)


def net_numbers(layout: Layout) -> dict[str, int]:
    return {net: i + 1 for i, net in enumerate(sorted(layout.circuit.nets))}


def placed_part(part: Placed, layout: Layout, numbers: dict[str, int]) -> list[str]:
    """One footprint with its nets."""
    data = layout.circuit.parts[part.ref]
    nets = {pin: f" (net {numbers[net]} {quote(net)})" for pin, net in data.pins.items()}
    rows = [f"  (footprint {quote('mj:' + part.pattern.name)} (layer \"F.Cu\")"
            f" {identity('part', part.ref)} {at(part.x, part.y, part.turned)}"]
    rows += ["    " + row for row in
             body_lines(part.pattern, part.ref, data.value, part.turned, nets, part.ref)]
    return [*rows, "  )"]


def zones() -> list[str]:
    """The two zones and the band, drawn and named on a user layer."""
    rows: list[str] = []
    for name, corners in (("MAINS", outline.MAINS_ZONE), ("SELV", outline.SELV_ZONE),
                          ("INSULATION BAND, NO COPPER", outline.BAND_ZONE)):
        rows += frame("gr_line", corners, "User.1", 0.3, name)
    band = outline.BAND / 2
    rows.append(text("gr_text", "MAINS 200 V", at(80, 13.2), "User.1", 2.5, "zone"))
    rows.append(text("gr_text", "SELV 12 V / 5 V / 3.3 V", at(140, 212), "User.1", 2.5, "zone"))
    rows.append(text("gr_text", "insulation band 8 mm, no copper",
                     at(outline.BAND_X + band - 0.8, 200, 90), "User.1", 1.2, "zone"))
    return rows


def keepout() -> str:
    """A rule area over the band that allows no track, via, pour or footprint copper."""
    points = " ".join(f"(xy {number(x)} {number(y)})" for x, y in outline.KEEPOUT)
    rules = ("(keepout (tracks not_allowed) (vias not_allowed) (pads allowed)"
             " (copperpour not_allowed) (footprints allowed))")
    return (f'(zone (net 0) (net_name "") (layers "F&B.Cu") {identity("keepout", "band")}'
            ' (name "insulation band") (hatch edge 0.508) (connect_pads (clearance 0))'
            f" (min_thickness 0.254) {rules} (fill (thermal_gap 0.508)"
            f" (thermal_bridge_width 0.508)) (polygon (pts {points})))")


def cuts(layout: Layout, board: Rect) -> list[str]:
    """The outline and every isolation slot."""
    rows = frame("gr_line", board.corners(), "Edge.Cuts", 0.1, "outline")
    for ref in sorted(layout.placed):
        slot = layout.placed[ref].slot
        if slot:
            rows += frame("gr_line", slot.corners(), "Edge.Cuts", 0.1, f"slot {ref}")
    return rows


def marks(layout: Layout) -> list[str]:
    """What the silkscreen says to the person with the iron."""
    count = connections(layout.circuit)
    words = (("DANGER 200 V MAINS", 34, 254.0, 0, 2.0),
             (f"rev {outline.REVISION}: {count} connections to route", 140, 227, 0, 2.0))
    rows = [text("gr_text", line, at(x, y, angle), "F.SilkS", size, "mark")
            for line, x, y, angle, size in words]
    for name, area in sorted(layout.areas.items()):
        rows += frame("gr_line", area.corners(), "Cmts.User", 0.1, f"area {name}")
        rows.append(text("gr_text", name, at(area.centre[0], area.y0 + 1), "Cmts.User", 1.2,
                         "area"))
    return rows


def board_file(layout: Layout) -> str:
    """The whole `board.kicad_pcb`."""
    numbers = net_numbers(layout)
    rows = head("mahjong table controller", LAYERS, outline.THICKNESS, outline.REVISION, "A3")
    rows.append('  (net 0 "")')
    rows += [f"  (net {i} {quote(net)})" for net, i in numbers.items()]
    for ref in layout.circuit.parts:
        if ref in layout.placed:
            rows += placed_part(layout.placed[ref], layout, numbers)
    rows += ["  " + row for row in (*cuts(layout, outline.BOARD), *zones(), keepout(),
                                    *marks(layout))]
    return "\n".join(rows) + "\n)\n"
