"""Placement of the SELV half: connectors at the edges, one area for each block."""

from __future__ import annotations

from hardware.board.geometry import Rect
from hardware.board.layout import Layout, pattern_of
from hardware.board.outline import HEIGHT, WIDTH
from hardware.board.shelf import shelf
from hardware.model import natural

RIGHT = WIDTH - 0.6
BOTTOM = HEIGHT - 0.6
# top to bottom along the right edge; the controller's USB looks out between them
RIGHT_EDGE = ("J30", "J31", "U1", "J32", "J33", "J34")
BOTTOM_EDGE = ("J36", "J43", "J42", "J40", "J41", "J38", "J37", "J39", "J35")  # left to right
REGISTERS = {"U6": (225.0, 52.0), "U7": (225.0, 86.0), "U8": (225.0, 146.0),
             "U9": (225.0, 182.0), "U10": (225.0, 216.0), "U11": (200.0, 226.0),
             "U24": (200.0, 206.0), "U12": (200.0, 186.0)}
DRIVERS = {"U13": (79.4, 126.0), "U14": (79.4, 203.0), "U15": (208.0, 56.0)}
TIE = (62.0, 252.6)  # the tie of 0 V to PE, where PE passes the band
# columns of areas: left, right, top, floor; each area takes its blocks' remaining parts and is as
# high as they need, so that a few parts more move the areas below and nothing else
COLUMNS: tuple[tuple[tuple[float, float, float, float], dict[str, tuple[str, ...]]], ...] = (
    ((94, 129, 74, 229), {"supplies": ("supplies",), "outputs": ("outputs",),
                          "current": ("current",), "multiplexer": ("amux",)}),
    ((134, 172, 72, 203), {"safety": ("safety",), "watchdog": ("watchdog",),
                           "sensing": ("sensing",), "dice": ("dice",)}),
    ((176, 201, 55, 184), {"emitters and beeper": ("lamps",),
                           "inputs made on the board": ("inputs",),
                           "controller": ("controller",), "memory": ("storage_display",)}),
    ((94, 196, 231, 243), {"test points": ("connectors",)}),
)
BETWEEN = 3.0  # room between two areas


def along(layout: Layout, refs: tuple[str, ...], start: float, right: bool) -> None:
    """Connectors one after the other along the right or the bottom edge."""
    at = start
    for ref in refs:
        turned = 270 if ref == "U1" else 90 if right else 0
        if layout.circuit.parts[ref].footprint.startswith("mj:XH"):
            turned = 90 if right else 0
        yard = pattern_of(layout.circuit, ref).courtyard.turned(turned)
        if right:
            layout.put_corner(ref, RIGHT - yard.width, at, turned)
            at += yard.height + 0.4
        else:
            layout.put_corner(ref, at, BOTTOM - yard.height, turned)
            at += yard.width + 0.8


def register(layout: Layout, ref: str, left: float, top: float) -> None:
    """A 74HC165 with its capacitor, and one row for each input cell beside it."""
    part = layout.put_corner(ref, left, top)
    layout.put_corner(f"C90{int(ref[1:]):02d}", left + 1.5, part.courtyard.y1 + 0.4)
    bits = [net for pin, net in layout.circuit.parts[ref].pins.items() if net.startswith("IN_")]
    y = top
    for net in sorted(bits, key=lambda net: index_of(layout, net)):
        x = part.courtyard.x1 + 0.4
        for other in cell(layout, index_of(layout, net)):
            x = layout.put_corner(other, x, y).courtyard.x1 + 0.2
        y += 2.2


def index_of(layout: Layout, net: str) -> int:
    """The input's number, from the capacitor or the resistor that its cell puts on the net."""
    for ref, _ in layout.circuit.nets[net]:
        number = int(ref.lstrip("RCDJPUQOKT"))
        if ref[0] in "RC" and 3000 <= number < 3200:
            return number % 100
    return 99


def cell(layout: Layout, number: int) -> list[str]:
    """The parts of one input cell, wire side first."""
    refs = (f"D{3000 + number}", f"R{3000 + number}", f"R{3100 + number}", f"C{3000 + number}")
    return [ref for ref in refs if ref in layout.circuit.parts]


def in_order(layout: Layout, refs: list[str]) -> list[list[str]]:
    """Large parts first, each with the capacitors whose note says that they stand at it."""
    beside: dict[str, list[str]] = {}
    for ref in refs:
        host = layout.circuit.parts[ref].note.removeprefix("at ").split("'")[0].split(" ")[0]
        if layout.circuit.parts[ref].note.startswith("at ") and host in refs:
            beside.setdefault(host, []).append(ref)
    followers = {ref for group in beside.values() for ref in group}
    hosts = sorted((ref for ref in refs if ref not in followers), key=lambda ref: (
        -round(pattern_of(layout.circuit, ref).courtyard.height), natural(ref)))
    return [[host, *beside.get(host, [])] for host in hosts]


def place(layout: Layout) -> None:
    """The whole SELV half."""
    along(layout, RIGHT_EDGE, 44.0, True)
    along(layout, BOTTOM_EDGE, 78.0, False)
    layout.put_corner("JP4", *TIE, 180)  # its PE end towards the mains half
    socket = layout.placed["U1"].courtyard
    layout.put_corner("C9001", socket.x0 - 3.8, socket.y0 + 2)
    for ref, (x, y) in REGISTERS.items():
        register(layout, ref, x, y)
    for ref, (x, y) in DRIVERS.items():
        driver = layout.put_corner(ref, x, y)
        layout.put_corner(f"C90{ref[1:]}", x, driver.courtyard.y1 + 0.5)
    for (left, right, top, floor), areas in COLUMNS:
        for name, blocks in areas.items():
            refs = [r for r in layout.missing() if layout.circuit.parts[r].block in blocks]
            end = shelf(layout, Rect(left, top, right, floor), in_order(layout, refs))
            layout.areas[name] = Rect(left, top, right, end)
            top = end + BETWEEN
