"""What stands around a sheet's drawing: title, tables, notes, a thin frame."""

from collections.abc import Sequence

from .ink import DIM, FAINT, INK, LARGE, SMALL, Ink, letters_wide
from .plan import Plan
from .symbols import Body
from .tables import Table


def frame(ink: Ink, plan: Plan, bodies: Sequence[Body], tables: Sequence[Table]) -> None:
    """Title above, tables and notes below, a thin frame around everything."""
    left = min((b.left for b in bodies), default=0) - 2
    top = min((b.top for b in bodies), default=0) - 3
    y = max((b.bottom for b in bodies), default=top) + 2.5
    ink.word("title", plan.title, left, top, size=LARGE)
    for table in tables:
        y = _table(ink, table, left, y) + 1
    for note in plan.notes:
        ink.word("note", note, left, y, colour=DIM)
        y += 0.5
    boxes = [word.box for word in ink.words] + [tuple(body) for body in bodies]
    x1, y1 = (min(box[n] for box in boxes) - 0.7 for n in (0, 1))
    x2, y2 = (max(box[n] for box in boxes) + 0.7 for n in (2, 3))
    ink.line((x1, y1), (x2, y1), (x2, y2), (x1, y2), (x1, y1), colour=FAINT, width=0.6)


def _table(ink: Ink, table: Table, left: float, top: float) -> float:
    """A table's words, in one or more columns side by side; where it ends."""
    each = -(-len(table.rows) // table.columns)
    rows = [table.head, *table.rows]
    widths = [max(letters_wide(row[n], SMALL) for row in rows) + 0.5
              for n in range(len(table.head))]
    for start in range(0, len(table.rows), each):
        for number, row in enumerate([table.head, *table.rows[start:start + each]]):
            x = left
            for text, width in zip(row, widths, strict=True):
                ink.word("cell" if number else "head", text, x, top + number * 0.45, size=SMALL,
                         colour=INK if number else FAINT)
                x += width
        end = left + sum(widths) - 0.3
        for y in (top - 0.25, top + 0.22, top + each * 0.45 + 0.25):
            ink.line((left, y), (end, y), colour=FAINT, width=0.6)
        left += sum(widths) + 1
    return top + (each + 1) * 0.45
