"""A board seen from above as SVG: outline, slots, every body, some of them picked out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hardware.board.geometry import Rect, turn
from hardware.board.picture import label, words
from hardware.board.sexpr import number
from hardware.board.silk import dot_place
from hardware.fab.boards import Board
from hardware.fab.read import Fitted

MARGIN, HEAD = 3.0, 9.0
SMALL, LETTER = 4.0, 0.66  # mm across; a letter's width as a share of its height
STYLE = """<style>
text { font-family: 'DejaVu Sans', Arial, sans-serif; text-anchor: middle; fill: #111 }
.board { fill: #fff; stroke: #222; stroke-width: .4 }
.slot { fill: #111 }
.later { fill: none; stroke: #bbb; stroke-width: .15 }
.done { fill: #d9d9d9; stroke: #999; stroke-width: .15 }
.now { fill: #ffd978; fill-opacity: .7; stroke: #8a5a00; stroke-width: .2 }
.pad { fill: #d9a94a }
.one { fill: #b00020 }
</style>"""


def box(r: Rect) -> str:
    """A rectangle as a piece of a path."""
    return (f"M{number(r.x0)} {number(r.y0)}h{number(r.width)}v{number(r.height)}"
            f"h{number(-r.width)}z")


def bodies(parts: Iterable[Fitted], css: str) -> str:
    """All bodies as one path."""
    path = "".join(box(its.placed.body) for its in parts)
    return f'<path class="{css}" d="{path}"/>' if path else ""


def base(board: Board) -> str:
    """The bare board."""
    return f'<path class="board" d="{box(Rect(0, 0, board.width, board.height))}"/>'


def cuts(parts: Iterable[Fitted]) -> list[str]:
    """Slots and holes; they are drawn over the bodies, so that none is hidden."""
    made = []
    for its in parts:
        if its.placed.slot:
            made.append(f'<path class="slot" d="{box(its.placed.slot)}"/>')
        if its.screw:
            radius = its.placed.pattern.hole / 2 or its.placed.pattern.pads[0].drill / 2
            made.append(f'<circle class="slot" cx="{number(its.placed.x)}" '
                        f'cy="{number(its.placed.y)}" r="{number(radius)}"/>')
    return made


def pads(parts: Iterable[Fitted]) -> str:
    """The copper that the parts are soldered to, as one path."""
    path = "".join(box(copper) for its in parts for _, copper in its.placed.pads())
    return f'<path class="pad" d="{path}"/>'


def pin_one(its: Fitted) -> str:
    """A red dot at pin 1, where the silkscreen has one."""
    place = dot_place(its.placed.pattern)
    if place is None:
        return ""
    x, y = turn(place, its.placed.turned)
    return (f'<circle class="one" cx="{number(its.placed.x + x)}" '
            f'cy="{number(its.placed.y + y)}" r=".35"/>')


def reference(its: Fitted) -> str:
    """The reference clear of the pads; right across a part that is too small for that."""
    yard = its.placed.courtyard
    if min(yard.width, yard.height) > SMALL:
        return label(its.placed, its.ref)
    long, short = max(yard.width, yard.height), min(yard.width, yard.height)
    return words(*yard.centre, min(short * 0.8, long / len(its.ref) / LETTER), its.ref,
                 yard.height > yard.width)


def picture(board: Board, parts: Sequence[Fitted], now: Sequence[Fitted],
            done: Sequence[Fitted], title: str) -> str:
    """One stage: what is fitted now stands out, what was fitted before is grey."""
    early = {its.ref for its in (*now, *done)}
    wide, high = board.width + 2 * MARGIN, board.height + MARGIN + HEAD
    made = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{number(-MARGIN)} {number(-HEAD)} '
            f'{number(wide)} {number(high)}" width="{number(wide * 6)}" '
            f'height="{number(high * 6)}">', STYLE,
            f'<path fill="#fff" d="{box(Rect(-MARGIN, -HEAD, wide, high))}"/>',
            words(board.width / 2, -HEAD / 2, 4, title), base(board),
            bodies((its for its in parts if its.ref not in early and not its.screw), "later"),
            bodies(done, "done"), pads(now), bodies(now, "now"), *cuts(parts)]
    made += [row for its in now if (row := pin_one(its))]
    made += [reference(its) for its in now]
    return "\n".join([*made, "</svg>"]) + "\n"
