"""Where each part's pins and its picture lie.

Coordinates are grid units from the part's place, x to the right, y down. Two-terminal parts are
schemdraw's own elements; transistors and triacs are strokes here; anything else is a box.
"""

from typing import NamedTuple

from hardware.model import Part, natural

from .pictures import ALIASES, FIRST, THREE, TWO
from .plan import Place

STEPS = {"right": (1, 0), "left": (-1, 0), "up": (0, -1), "down": (0, 1)}
class Spot(NamedTuple):
    """A pin on the sheet: where, and which way a wire leaves it."""

    ref: str
    pin: str
    x: float
    y: float
    way: str


class Body(NamedTuple):
    """The rectangle that a part's picture takes."""

    left: float
    top: float
    right: float
    bottom: float


def shape_of(part: Part, place: Place) -> str:
    """"two", "three" or "box"."""
    if not any(place.sides.values()):
        pins = {ALIASES.get(name, name) for name in part.names.values()}
        if part.kind in TWO and len(part.names) == 2:
            return "two"
        if part.kind in THREE and pins == set(THREE[part.kind].pins):
            return "three"
    return "box"


def two_pins(part: Part) -> tuple[str, str]:
    """The first and the second pin of a two-terminal part (anode, plus or 1 first)."""
    numbers = sorted(part.names, key=natural)
    first = next((n for n in numbers if part.names[n] in FIRST), numbers[0])
    return first, next(n for n in numbers if n != first)


def layout(part: Part, place: Place) -> tuple[list[Spot], Body]:
    """Where the part's pins and its picture lie on the sheet."""
    shape = shape_of(part, place)
    if shape == "two":
        return _layout_two(part, place)
    if shape == "three":
        return _layout_three(part, place)
    return _layout_box(part, place)


def _layout_two(part: Part, place: Place) -> tuple[list[Spot], Body]:
    dx, dy = STEPS[place.turn]
    first, second = two_pins(part)
    back = {"right": "left", "left": "right", "up": "down", "down": "up"}[place.turn]
    x2, y2 = place.x + dx * place.length, place.y + dy * place.length
    spots = [Spot(place.ref, first, place.x, place.y, back),
             Spot(place.ref, second, x2, y2, place.turn)]
    wide, high = 0.3 * abs(dy), 0.3 * abs(dx)
    return spots, Body(min(place.x, x2) - wide, min(place.y, y2) - high,
                       max(place.x, x2) + wide, max(place.y, y2) + high)


def _layout_three(part: Part, place: Place) -> tuple[list[Spot], Body]:
    sign = -1 if place.mirror else 1
    spots = []
    for number in sorted(part.names, key=natural):
        role = ALIASES.get(part.names[number], part.names[number])
        x, y, way = THREE[part.kind].pins[role]
        way = "right" if place.mirror and way == "left" else way
        spots.append(Spot(place.ref, number, place.x + sign * x, place.y + y, way))
    edges = sorted((place.x, place.x + sign * 1.4))
    return spots, Body(edges[0], place.y - 1, edges[1], place.y + 1)


def box_size(part: Part, place: Place) -> tuple[float, float]:
    """Width and height of a box."""
    sides = place.sides
    rows = max(len(sides["left"]), len(sides["right"]), 1)
    columns = max(len(sides["top"]), len(sides["bottom"]))
    letters = [max((len(part.names.get(p, "")) for p in sides[s]), default=0)
               for s in ("left", "right")]
    middle = max(len(place.ref) * 1.2, len(part.value) / (2 if " " in part.value else 1))
    width = place.width or round((sum(letters) + middle) / 5 + 1.2)
    return max(width, columns + 1, 2), rows + 1


def _layout_box(part: Part, place: Place) -> tuple[list[Spot], Body]:
    sides = place.sides
    if not any(sides.values()):
        numbers = sorted(part.names, key=natural)
        half = (len(numbers) + 1) // 2
        place = place._replace(sides={"left": numbers[:half], "right": numbers[half:],
                                      "top": [], "bottom": []})
        sides = place.sides
    width, height = box_size(part, place)
    right, bottom = place.x + width, place.y + height
    rows = {"left": (place.x - 1, 0), "right": (right + 1, 0)}
    spots = [Spot(place.ref, pin, x, place.y + n, side) for side, (x, _) in rows.items()
             for n, pin in enumerate(sides[side], 1) if pin]
    lines = {"top": (place.y - 1, "up"), "bottom": (bottom + 1, "down")}
    spots += [Spot(place.ref, pin, place.x + n, y, way) for side, (y, way) in lines.items()
              for n, pin in enumerate(sides[side], 1) if pin]
    return spots, Body(place.x, place.y, right, bottom)
