"""hardware/out/board.svg: the placement for people, with zones, references and a scale."""

from __future__ import annotations

from xml.sax.saxutils import escape

from hardware.board import outline
from hardware.board.domains import Side
from hardware.board.geometry import Point, Rect
from hardware.board.layout import Layout, Placed
from hardware.board.pattern import centred
from hardware.board.ratsnest import connections
from hardware.board.sexpr import number
from hardware.board.silk import spot

MARGIN, FOOT = 6.0, 24.0
PAD = {Side.LINE: "#a3341f", Side.NEUTRAL: "#2b4a8f", Side.PE: "#4a7d1e", Side.SELV: "#8a7a3c"}
STYLE = """<style>
text { font-family: 'DejaVu Sans', Arial, sans-serif; text-anchor: middle; fill: #222 }
.big { font-weight: bold }
.part { fill: #fff; stroke: #333; stroke-width: .2 }
.barrier { fill: #ffe9a8; stroke: #333; stroke-width: .3 }
.plug { fill: #dfe7ee; stroke: #333; stroke-width: .25 }
.slot { fill: #111 }
.area { fill: none; stroke: #7a8aa0; stroke-width: .2; stroke-dasharray: 1.2 .8 }
</style>
<defs>
<pattern id="m" width="3" height="3" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<rect width="3" height="3" fill="#fbe3dc"/><path d="M0 0V3" stroke="#e5a08c" stroke-width=".5"/>
</pattern>
<pattern id="b" width="2" height="2" patternUnits="userSpaceOnUse">
<rect width="2" height="2" fill="#f2f2f2"/><circle cx="1" cy="1" r=".25" fill="#999"/></pattern>
</defs>"""


def rect(r: Rect, css: str, more: str = "") -> str:
    return (f'<rect x="{number(r.x0)}" y="{number(r.y0)}" width="{number(r.width)}" '
            f'height="{number(r.height)}" class="{css}"{more}/>')


def words(x: float, y: float, size: float, text: str, turned: bool = False,
          more: str = "") -> str:
    spin = f' transform="rotate(-90 {number(x)} {number(y)})"' if turned else ""
    return (f'<text x="{number(x)}" y="{number(y)}" dy=".35em" font-size="{number(size)}"'
            f'{spin}{more}>{escape(text)}</text>')


def polygon(corners: list[Point], fill: str) -> str:
    points = " ".join(f"{number(x)},{number(y)}" for x, y in corners)
    return f'<polygon points="{points}" fill="{fill}" stroke="#777" stroke-width=".3"/>'


def part(layout: Layout, placed: Placed) -> list[str]:
    """Body, pads, reference (and a connector's title)."""
    data = layout.circuit.parts[placed.ref]
    css = "barrier" if placed.slot or data.kind == "smps_acdc" else \
        "plug" if data.kind == "connector" else "part"
    rows = [rect(placed.body, css)]
    for pad, copper in placed.pads():
        net = data.pins.get(pad.name)
        colour = PAD[layout.sides[net]] if net else "#bbb"
        rows.append(rect(copper, "pad", f' fill="{colour}"'))
    if placed.pattern.hole:
        x, y = placed.body.centre
        rows.append(f'<circle cx="{number(x)}" cy="{number(y)}" '
                    f'r="{number(placed.pattern.hole / 2)}" class="slot"/>')
    if placed.slot:
        rows.append(rect(placed.slot, "slot"))
    return [*rows, label(placed, f"{placed.ref} {data.note}" if css == "plug" else placed.ref)]


def label(placed: Placed, text: str) -> str:
    """The reference where no pad hides it."""
    kept = [copper for _, copper in placed.pads()] + ([placed.slot] if placed.slot else [])
    if placed.pattern.hole:
        kept.append(placed.place(centred(placed.pattern.hole, placed.pattern.hole)))
    its = spot(placed.body, kept, text, 3.2)
    return words(its.x, its.y, its.size, text, its.upright)


def scale_and_legend(layout: Layout) -> list[str]:
    """A 50 mm bar and what the colours mean."""
    y = outline.HEIGHT + 7
    rows = [f'<path d="M2 {number(y)}h50" stroke="#222" stroke-width=".8"/>']
    rows += [f'<path d="M{2 + 10 * i} {number(y - 1.2)}v2.4" stroke="#222" stroke-width=".4"/>'
             for i in range(6)]
    rows.append(words(27, y + 4, 3.2, "50 mm"))
    x = 62.0
    for fill, label in (("url(#m)", "mains zone"), ("url(#b)", "insulation band 8 mm"),
                        ("#e4f1e4", "SELV zone"), ("#ffe9a8", "rated barrier"),
                        ("#111", "slot, hole")):
        rows.append(f'<rect x="{number(x)}" y="{number(y - 2)}" width="6" height="4" '
                    f'fill="{fill}" stroke="#555" stroke-width=".2"/>')
        rows.append(words(x + 8, y, 3.2, label, more=' style="text-anchor:start"'))
        x += 13 + 1.95 * len(label)
    x = 62.0
    for side, label in ((Side.LINE, "line"), (Side.NEUTRAL, "neutral"), (Side.PE, "PE"),
                        (Side.SELV, "SELV pad")):
        rows.append(f'<rect x="{number(x)}" y="{number(y + 5)}" width="3" height="3" '
                    f'fill="{PAD[side]}"/>')
        rows.append(words(x + 5, y + 6.5, 3.2, label, more=' style="text-anchor:start"'))
        x += 11 + 2.0 * len(label)
    count = connections(layout.circuit)
    rows.append(words(outline.WIDTH / 2, y + 13, 3.6,
                      f"placement only: {len(layout.placed)} parts, {count} connections not "
                      "routed", more=' class="big"'))
    return rows


def picture(layout: Layout) -> str:
    """The whole drawing, one user unit a millimetre."""
    width, height = outline.WIDTH + 2 * MARGIN, outline.HEIGHT + FOOT + MARGIN
    rows = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{number(-MARGIN)} '
            f'{number(-MARGIN)} {number(width)} {number(height)}" width="{number(width * 4)}" '
            f'height="{number(height * 4)}">', STYLE,
            rect(Rect(-MARGIN, -MARGIN, width - MARGIN, height - MARGIN), "sheet",
                 ' fill="#fff"'),
            rect(outline.BOARD, "board", ' fill="#fff" stroke="#222" stroke-width=".6"'),
            polygon(outline.MAINS_ZONE, "url(#m)"), polygon(outline.SELV_ZONE, "#e4f1e4"),
            polygon(outline.BAND_ZONE, "url(#b)")]
    for name, area in sorted(layout.areas.items()):
        rows.append(rect(area.grown(0.5), "area"))
        rows.append(words(area.x0 + 0.5, area.y0 + 0.7, 1.9, name,
                          more=' style="text-anchor:start;fill:#44566e"'))
    for ref in layout.circuit.parts:
        if ref in layout.placed:
            rows += part(layout, layout.placed[ref])
    rows += [words(30, 253.6, 4, "MAINS 200 V", more=' class="big" style="fill:#a3341f"'),
             words(140, 205, 7, "SELV 12 V / 5 V / 3.3 V",
                   more=' class="big" style="fill:#2f6a37"')]
    return "\n".join([*rows, *scale_and_legend(layout), "</svg>"]) + "\n"
