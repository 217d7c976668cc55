"""Draws a planned sheet with schemdraw as SVG.

Text stays text in one named family, so that it can be searched and read back; numbers are rounded
by schemdraw to three places. Nothing in the file depends on the computer or the day.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

import schemdraw
import schemdraw.elements as elm
from schemdraw.backends.svgtext import text_approx_size
from schemdraw.segments import Segment, SegmentCircle, SegmentText

from hardware.model import Circuit
from tools.generate.errors import SourceError

from .labels import Label, labels
from .plan import Place, Plan
from .symbols import BAR, THREE, TWO, Body, Spot, box_size, layout, shape_of
from .tables import Table
from .wiring import Wire, dots, routed, straight, touching

FONT = "Arial, Helvetica, Liberation Sans, sans-serif"
INK, NET, FAINT, DIM = "#000000", "#0b3d91", "#666666", "#8a4b00"
SMALL, NORMAL, LARGE = 7, 8.5, 14
LINE = 1.2
WIDE = {"led": 0.35, "mov": 0.3, "strap": 0.2}  # how much further their pictures reach
AIR = 1.12  # other families are wider than Arial
GRID_INCHES = 0.38  # one grid unit on paper


class Word(NamedTuple):
    """A word of the sheet, what it is ("ref", "value", "net", "pin", "title", "note") and the
    place it takes: left, top, right, bottom in grid units."""

    role: str
    text: str
    box: tuple[float, float, float, float]


class Ink(elm.Element):
    """Lines and words in the sheet's own coordinates."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[Word] = []

    def line(self, *points: tuple[float, float], colour: str = INK, width: float = LINE,
             arrow: str = "") -> None:
        """A line through points, y down."""
        self.segments.append(Segment([(x, -y) for x, y in points], color=colour, lw=width,
                                     arrow=arrow or None, arrowwidth=0.16, arrowlength=0.22))

    def dot(self, x: float, y: float) -> None:
        """A joint."""
        self.segments.append(SegmentCircle((x, -y), 0.09, color=INK, fill=INK, lw=LINE))

    def word(self, role: str, text: str, x: float, y: float, grow: str = "right",
             size: float = NORMAL, colour: str = INK) -> None:
        """A word whose middle line is at y, growing from x: right, left or centre."""
        if not text:
            return
        wide, high = letters_wide(text, size), size / 72 / GRID_INCHES
        start = {"right": x, "left": x - wide}.get(grow, x - wide / 2)
        self.words.append(Word(role, text, (start, y - high / 2, start + wide, y + high / 2)))
        align = {"right": "left", "left": "right"}.get(grow, "center")
        base = -y - size * 0.35 / 72 / GRID_INCHES  # half a capital letter below the middle
        self.segments.append(SegmentText((x, base), text, align=(align, "base"), font=FONT,
                                         fontsize=size, color=colour))


class Drawn(NamedTuple):
    """A finished sheet: its SVG, every word on it, its wires and its parts' pictures."""

    svg: str
    words: list[Word]
    wires: list[Wire]
    bodies: list[Body]


def draw(plan: Plan, circuit: Circuit, tables: Sequence[Table] = ()) -> Drawn:
    """The sheet `plan` of `circuit`."""
    laid = [(place, *layout(circuit.parts[place.ref], place)) for place in plan.places]
    spots = [spot for _, pins, _ in laid for spot in pins]
    wires = straight(circuit, spots, [body for _, _, body in laid])
    wires += routed(plan, circuit, spots)
    wrong = touching(circuit, spots, wires)
    if wrong:
        raise SourceError(f"{plan.source.name}:1: wires cannot be told apart: {wrong[0]}")
    schemdraw.use("svg")
    schemdraw.svgconfig.text = "text"
    sheet = schemdraw.Drawing(show=False)
    sheet.config(fontsize=NORMAL, lw=LINE, bgcolor="white", margin=0.3,
                 inches_per_unit=GRID_INCHES)
    ink = Ink()
    for place, pins, body in laid:
        _part(sheet, ink, circuit, place, pins, body)
    for wire in wires:
        ink.line(wire.start, wire.end)
    for x, y in dots(spots, wires):
        ink.dot(x, y)
    for label in labels(circuit, spots, wires):
        _label(ink, label)
    _frame(ink, plan, [body for _, _, body in laid], tables)
    sheet.add(ink.at((0, 0)).right())
    svg = sheet.get_imagedata("svg").decode("utf-8")
    return Drawn(_tidy(svg, plan.title), ink.words, wires, [body for _, _, body in laid])


def _tidy(svg: str, title: str) -> str:
    """The sheet's name for readers that speak; one element a line, so that changes show."""
    head, _, rest = svg.partition(">")
    text = f'{head} role="img"><title>{title.replace("&", "&amp;")}</title>{rest}'
    text = re.sub(r"-?\d+\.\d{3,}", lambda m: f"{float(m.group()):.2f}", text)
    text = text.replace("stroke-dasharray:-;", "")
    return re.sub(r"(</text>|</title>|/>)(?=<)", r"\1\n", text).rstrip("\n") + "\n"


def _part(sheet: schemdraw.Drawing, ink: Ink, circuit: Circuit, place: Place,
          pins: Sequence[Spot], body: Body) -> None:
    """One part's picture and words."""
    part = circuit.parts[place.ref]
    shape = shape_of(part, place)
    if shape == "two":
        one, two = pins
        picture = TWO[part.kind]()
        if place.turn == "left":
            picture = picture.flip()  # the light of an LED stays above it
        sheet.add(picture.endpoints((one.x, -one.y), (two.x, -two.y)).color(INK))
        middle = ((one.x + two.x) / 2, (one.y + two.y) / 2)
        wide = WIDE.get(part.kind, 0)
        if place.turn in ("right", "left"):
            ink.word("ref", place.ref, middle[0], middle[1] - 0.6 - wide, "centre")
            ink.word("value", part.value, middle[0], middle[1] + 0.6, "centre", colour=FAINT)
        else:
            ink.word("ref", place.ref, middle[0] + 0.45 + wide, middle[1] - 0.2)
            ink.word("value", part.value, middle[0] + 0.45 + wide, middle[1] + 0.2, colour=FAINT)
    elif shape == "three":
        _three(ink, place, part.kind)
        grow, x = ("left", place.x - 1.5) if place.mirror else ("right", place.x + 1.7)
        ink.word("ref", place.ref, x, place.y - 0.2, grow)
        ink.word("value", part.value, x, place.y + 0.2, grow, colour=FAINT)
    else:
        _box(ink, circuit, place, pins, body)


def _three(ink: Ink, place: Place, kind: str) -> None:
    """A transistor or triac."""
    sign = -1 if place.mirror else 1
    strokes = THREE[kind]
    for line in strokes.lines:
        ink.line(*((place.x + sign * x, place.y + y) for x, y in line),
                 width=2 if line == BAR else LINE)
    if strokes.arrow:
        ink.line(*((place.x + sign * x, place.y + y) for x, y in strokes.arrow), arrow="->")


def _box(ink: Ink, circuit: Circuit, place: Place, pins: Sequence[Spot], body: Body) -> None:
    """A box with its pins' names inside and numbers outside."""
    part = circuit.parts[place.ref]
    ink.line((body.left, body.top), (body.right, body.top), (body.right, body.bottom),
             (body.left, body.bottom), (body.left, body.top), width=1.6)
    for spot in pins:
        dx, dy = {"left": (1, 0), "right": (-1, 0), "up": (0, 1), "down": (0, -1)}[spot.way]
        ink.line((spot.x, spot.y), (spot.x + dx, spot.y + dy))
        name = part.names.get(spot.pin, "")
        name = "" if name == spot.pin else name
        if dx:
            grow = "right" if dx > 0 else "left"
            ink.word("pin", name, spot.x + dx * 1.12, spot.y, grow, SMALL)
            ink.word("pin", spot.pin, spot.x + dx * 0.9, spot.y - 0.22,
                     "left" if dx > 0 else "right", SMALL - 1, FAINT)
        else:
            ink.word("pin", name, spot.x, spot.y + dy * 1.25, "centre", SMALL)
            ink.word("pin", spot.pin, spot.x + 0.1, spot.y + dy * 0.75, "right", SMALL - 1, FAINT)
    width, _ = box_size(part, place)
    middle, top = body.left + width / 2, (body.top + body.bottom) / 2
    lines = wrapped(part.value, max(8, int(width * 4.2)))
    ink.word("ref", place.ref, middle, top - 0.22 * len(lines), "centre")
    for number, line in enumerate(lines):
        ink.word("value" if len(lines) == 1 else "piece", line, middle,
                 top + 0.4 * (number + 1) - 0.22 * len(lines), "centre", SMALL, FAINT)


def wrapped(text: str, letters: int) -> list[str]:
    """The text in lines of at most so many letters, broken at blanks only."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and len(lines[-1]) + 1 + len(word) <= letters:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def _label(ink: Ink, label: Label) -> None:
    """A net's name or an earth or open-end sign."""
    x, y = label.x, label.y
    if label.sign == "open":
        for dx in (-0.12, 0.12):
            ink.line((x - dx, y - 0.12), (x + dx, y + 0.12))
    elif label.sign == "earth":
        ink.line((x, y), (x, y + 0.15))
        for n, half in enumerate((0.3, 0.19, 0.08)):
            ink.line((x - half, y + 0.15 + n * 0.12), (x + half, y + 0.15 + n * 0.12))
        if label.text != "GND":
            ink.word("net", label.text, x, y + 0.75, "centre", SMALL, NET)
    elif label.way in ("right", "left"):
        sign = 1 if label.way == "right" else -1
        ink.word("net", label.text, x + sign * 0.12, y, label.way, SMALL, NET)
    else:
        ink.word("net", label.text, x, y + (-0.22 if label.way == "up" else 0.28), "centre",
                 SMALL, NET)


def _frame(ink: Ink, plan: Plan, bodies: Sequence[Body], tables: Sequence[Table]) -> None:
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


def letters_wide(text: str, size: float) -> float:
    """The width of a word in grid units, with air for a computer that has a wider family."""
    wide, _, _ = text_approx_size(text, "Arial", size)
    return float(wide) * AIR / 72 / GRID_INCHES
