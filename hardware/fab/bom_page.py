"""bom.html: the parts list of a board beside its picture, one file that asks no network."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from hardware.board.sexpr import number
from hardware.fab.boards import Board
from hardware.fab.partslist import Line
from hardware.fab.picture import base, box, cuts, pin_one
from hardware.fab.read import Fitted

TEMPLATE = Path(__file__).with_name("bom_page.html")
MARGIN = 2.0


def row(line: Line) -> str:
    """One line of the list."""
    state = f'<td class="unread">{line.state}</td>' if line.state in ("not read", "none") \
        else f"<td>{line.state}</td>"
    cells = (str(line.quantity), " ".join(line.refs), line.value, line.package, line.number)
    tick = f'<td><input type="checkbox" aria-label="{line.refs[0]} done"></td>'
    return (f'<tr data-refs="{" ".join(line.refs)}" tabindex="0">{tick}'
            + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + state + "</tr>")


def drawing(board: Board, parts: Sequence[Fitted]) -> str:
    """The picture, every body a thing of its own."""
    wide, high = board.width + 2 * MARGIN, board.height + 2 * MARGIN
    made = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{number(-MARGIN)} '
            f'{number(-MARGIN)} {number(wide)} {number(high)}" role="img" '
            f'aria-label="{board.title} from above">', base(board)]
    made += [f'<path class="part" id="part-{its.ref}" d="{box(its.placed.body)}">'
             f"<title>{escape(f'{its.ref} {its.value}')}</title></path>{pin_one(its)}"
             for its in parts if not its.screw]
    return "\n".join([*made, *cuts(parts), "</svg>"])


def bom_page(board: Board, parts: Sequence[Fitted], lines: Iterable[Line]) -> str:
    """The whole page."""
    words = {"title": escape(board.title[0].upper() + board.title[1:]), "name": board.name,
             "rows": "\n".join(map(row, lines)), "svg": drawing(board, parts)}
    text = TEMPLATE.read_text(encoding="utf-8")
    for name, its in words.items():
        text = text.replace(f"@{name}@", its)
    return text
