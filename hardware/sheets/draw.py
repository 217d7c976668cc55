"""Draws a planned sheet with schemdraw as SVG.

Text stays text in one named family, so that it can be searched and read back; numbers are rounded
by schemdraw to three places. Nothing in the file depends on the computer or the day.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

import schemdraw

from hardware.model import Circuit
from tools.make.generate.errors import SourceError

from .frame import frame
from .ink import FAINT, GRID_INCHES, INK, LINE, NET, NORMAL, SMALL, Ink, Word, wrapped
from .labels import Label, labels
from .pictures import BAR, THREE, TWO
from .plan import Place, Plan
from .symbols import Body, Spot, box_size, layout, shape_of
from .tables import Table
from .wiring import Wire, dots, routed, straight, touching

WIDE = {"led": 0.35, "mov": 0.3, "strap": 0.2}  # how much further their pictures reach


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
    frame(ink, plan, [body for _, _, body in laid], tables)
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
