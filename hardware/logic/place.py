"""Placement of the logic board: connectors at the edges, each with its group behind it.

A group is an area with a title; what is in it follows from the circuit by block and by net, so a
part more makes its own group fuller and leaves the others alone.
"""

from __future__ import annotations

from hardware.blocks.link import HOLES, LOGIC
from hardware.board.domains import Side
from hardware.board.geometry import Rect
from hardware.board.layout import Layout, LayoutError, pattern_of
from hardware.board.place_selv import cell, in_order, index_of
from hardware.board.shelf import GAP, shelf
from hardware.logic.outline import HEIGHT, WIDTH
from hardware.logic.trade import trade
from hardware.model import Circuit

MARGIN = 0.6  # courtyards of connectors start here
TOP_EDGE = ("J30", "J31", "J32", "J33")
RIGHT_EDGE = ("J34", "U1", "J38", "J41", "J37", "J39")
BOTTOM_EDGE = ("J36", "J43", "J42", "J40", "J35")
ROW = 2.4  # an input cell's height
SIDE_Y, SIDE_X, SIDE_PITCH = 9.6, 9.0, 36.0
SIDES = {"U6": "a", "U7": "b", "U8": "c", "U9": "d"}
OTHERS = {"U10": (153.5, 12.0), "U11": (112.0, 95.0), "U24": (135.0, 95.0), "U12": (84.0, 95.0)}
# name of the group -> its area and the blocks whose parts it takes
GROUPS: tuple[tuple[str, Rect, tuple[str, ...]], ...] = (
    ("OUTPUTS", Rect(12.0, 31.0, 64.0, 63.0), ("outputs",)),
    ("SUPPLIES", Rect(12.0, 64.0, 64.0, 107.0), ("supplies",)),
    ("SAFETY", Rect(65.0, 31.0, 92.0, 63.0), ("safety",)),
    ("WATCHDOG", Rect(65.0, 63.5, 92.0, 82.0), ("watchdog",)),
    ("SENSING", Rect(93.0, 31.0, 125.0, 58.0), ("sensing",)),
    ("ANALOGUE", Rect(93.0, 59.0, 125.0, 90.0), ("amux", "current")),
    ("LAMPS AND DICE", Rect(127.0, 67.5, 171.0, 94.5), ("lamps", "dice")),
    ("CONTROLLER", Rect(126.5, 31.0, 172.0, 44.0), ("controller", "storage_display")),
    ("INTERNAL", Rect(65.0, 97.0, 83.0, 117.0), ("inputs",)),
)

TEST_POINTS, TEST_PITCH = Rect(65.0, 82.0, 92.0, 95.0), (5.4, 4.2)


def along_top(layout: Layout) -> None:
    """The four sides' connectors, each over its register."""
    for place, ref in enumerate(TOP_EDGE):
        yard = pattern_of(layout.circuit, ref).courtyard.turned(180)
        layout.put_corner(ref, SIDE_X + SIDE_PITCH * place, MARGIN, 180)
        if yard.width > SIDE_PITCH:
            raise LayoutError(f"{ref} is wider than {SIDE_PITCH:g} mm")


def along_right(layout: Layout) -> None:
    """The centre's connector, the controller with its USB outwards, the panel's small ones."""
    y = 11.4
    for ref in RIGHT_EDGE:
        turned = 270 if ref == "U1" else 90
        yard = pattern_of(layout.circuit, ref).courtyard.turned(turned)
        layout.put_corner(ref, WIDTH - MARGIN - yard.width, y, turned)
        y += yard.height + 1.2
    socket = layout.placed["U1"].courtyard
    for ref, part in layout.circuit.parts.items():
        if part.note.startswith("at U1") and part.note[5:6] in ("", "'", " "):
            layout.put_corner(ref, socket.x0 - 3.8, socket.y0 + 3.0)


def along_bottom(layout: Layout) -> None:
    x = 13.0
    for ref in BOTTOM_EDGE:
        yard = pattern_of(layout.circuit, ref).courtyard
        layout.put_corner(ref, x, HEIGHT - MARGIN - yard.height)
        x += yard.width + 3.5


def register(layout: Layout, ref: str, left: float, top: float) -> float:
    """A shift register with its capacitor and a row for each input cell; its right edge."""
    part = layout.put_corner(ref, left, top)
    right = part.courtyard.x1
    beside = [r for r, its in layout.circuit.parts.items() if its.note == f"at {ref}"]
    for other in beside:
        layout.put_corner(other, left + 1.5, part.courtyard.y1 + 0.4)
    nets = [net for net in layout.circuit.parts[ref].pins.values() if net.startswith("IN_")]
    y = top
    for net in sorted(nets, key=lambda net: index_of(layout, net)):
        x = part.courtyard.x1 + 0.8
        for other in cell(layout, index_of(layout, net)):
            if other not in layout.placed:
                x = layout.put_corner(other, x, y).courtyard.x1 + 0.4
        right, y = max(right, x), y + ROW
    return right


def of_side(layout: Layout, side: str) -> list[str]:
    """What else belongs to a side: the parts on its counter's nets."""
    found = []
    for ref in layout.missing():
        nets = [net.lower().removeprefix("am_") for net in layout.circuit.parts[ref].pins.values()]
        its = layout.circuit.parts[ref]
        if its.block in ("sensing", "amux") and len(its.pins) < 9 \
                and any(net.startswith(f"cnt_{side}") for net in nets):
            found.append(ref)
            found += [other for other in layout.missing()
                      if layout.circuit.parts[other].note == f"at {ref}"]
    return list(dict.fromkeys(found))


def place_sides(layout: Layout) -> list[list[str]]:
    """Each side's register, cells and counter in one block under its connector."""
    groups = []
    for place, (ref, side) in enumerate(SIDES.items()):
        before = set(layout.placed)
        left = SIDE_X + SIDE_PITCH * place
        right = register(layout, ref, left, SIDE_Y)
        area = Rect(right + 0.5, SIDE_Y - 2.2, left + SIDE_PITCH, SIDE_Y + 22)
        shelf(layout, area, in_order(layout, of_side(layout, side)))
        layout.areas[f"SIDE {side.upper()}"] = Rect(left, SIDE_Y, left + SIDE_PITCH - GAP, 30.5)
        groups.append(sorted(set(layout.placed) - before))
    return groups


def test_points(layout: Layout) -> None:
    """In rows wide enough for their names."""
    area = TEST_POINTS
    x, y = area.x0 + TEST_PITCH[0] / 2, area.y0 + 3.0
    for ref in (r for r, part in layout.circuit.parts.items() if part.kind == "testpoint"):
        if x > area.x1:
            x, y = area.x0 + TEST_PITCH[0] / 2, y + TEST_PITCH[1]
        layout.put(ref, x, y)
        x += TEST_PITCH[0]
    layout.areas["TEST POINTS"] = area


def layout_of(circuit: Circuit) -> Layout:
    """The logic board's layout from its own circuit (see `split`)."""
    layout = Layout(circuit, dict.fromkeys(circuit.nets, Side.SELV))
    along_top(layout)
    along_right(layout)
    along_bottom(layout)
    layout.put_corner(LOGIC, MARGIN, 34.0)
    corners = ((4.5, 4.5), (WIDTH - 4.5, 4.5), (4.5, HEIGHT - 4.5), (WIDTH - 4.5, HEIGHT - 4.5))
    for ref, corner in zip(HOLES, corners, strict=True):
        layout.put(ref, *corner)
    groups = place_sides(layout)
    for ref, (left, top) in OTHERS.items():
        before = set(layout.placed)
        register(layout, ref, left, top)
        groups.append(sorted(set(layout.placed) - before))
    test_points(layout)
    for name, area, blocks in GROUPS:
        refs = [ref for ref in layout.missing() if circuit.parts[ref].block in blocks]
        shelf(layout, area, in_order(layout, refs))
        layout.areas[name] = area
        groups.append(refs)
    return trade(layout, groups)
