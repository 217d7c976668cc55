"""Placement of the mains half: connectors, input, the channels' live side, all barriers."""

from __future__ import annotations

from hardware.board.domains import Side
from hardware.board.geometry import Rect
from hardware.board.layout import Layout, pattern_of
from hardware.board.outline import BAND_X, BAND_Y, HEIGHT, WIDTH
from hardware.board.shelf import shelf

CHANNELS = 16
ROW_TOP, ROW_PITCH = 90.5, 10.0
TOP_EDGE = LEFT_EDGE = 0.6  # courtyards of connectors start here

# reference, left and top of its courtyard, turn; around the mains path from J1 to the fuses
INPUT = (
    ("J1", 12.0, TOP_EDGE, 180),
    ("RV1", 12.0, 15.0, 0), ("C2001", 31.0, 15.0, 0),
    ("R2001", 12.0, 25.0, 0), ("R2002", 31.5, 25.0, 0),
    ("L1", 12.0, 31.0, 0), ("C2003", 37.5, 32.0, 0), ("C2004", 37.5, 40.0, 0),
    ("C2002", 12.0, 48.0, 0), ("RV2", 33.0, 48.0, 0),
    ("F2", 12.0, 60.0, 0), ("F3", 12.0, 73.0, 0), ("RV3", 41.0, 62.0, 90),
)
# resistors before the couplers, left to right; a wider step keeps 3 mm between two potentials
DROPPERS = (("R2401", 0.0), ("R2402", 5.7), ("R2412", 11.4), ("R2411", 17.1), ("R2441", 21.3),
            ("R2451", 25.5), ("R2442", 31.2), ("R2452", 36.9))
DROPPER_X, DROPPER_Y = 108.3, 11.0
LIVE_PARTS = Rect(108.3, 27.6, 148.0, 34.6)
COUPLER_PITCH = 9.2
SPLIT = {"PS1": 23.0, "K1": 24.13, "K": 7.88}  # pattern's x that lies on the band's middle
HOLES = (("H1", 6.0, 6.0), ("H2", WIDTH - 5, 5.0), ("H3", 5.0, HEIGHT - 5),
         ("H4", WIDTH - 5, HEIGHT - 5), ("H5", 84.0, 166.0), ("H6", 186.0, 190.0))
RELAYS_X = 166.1
TO_GATE = 2.55  # beside a coupler: 3 mm from its gate pin to a resistor of the bus


def motors_at(layout: Layout, pins: int) -> list[str]:
    """Motor connectors with this many pins, by reference."""
    return [ref for ref, part in layout.circuit.of_kind("connector").items()
            if part.footprint == f"mj:VH_{pins}"]


def connectors(layout: Layout) -> None:
    """Reversible motors along the top edge, one-way ones down the left edge."""
    x = 31.4
    for ref in motors_at(layout, 4):
        x = layout.put_corner(ref, x, TOP_EDGE).courtyard.x1 + 0.9
    y = 52.0
    for ref in motors_at(layout, 3):
        y = layout.put_corner(ref, LEFT_EDGE, y, 270).courtyard.y1 + 0.9


def channel(layout: Layout, number: int) -> None:
    """One row: snubber, triac, resistors, coupler across the band, then its SELV parts."""
    base, y = 100 * number, ROW_TOP + ROW_PITCH * (number - 1)
    coupler = layout.put(f"OK{number}", BAND_X, y + 4.1, 180)
    left = coupler.courtyard.x0
    for row, ref in enumerate((f"R{base + 3}", f"R{base + 5}")):
        width = pattern_of(layout.circuit, ref).courtyard.width
        left = coupler.courtyard.x0 - TO_GATE - width  # on the bus, the coupler's 4 is not
        layout.put_corner(ref, left, y + 4.15 * row)
    left -= pattern_of(layout.circuit, f"Q{number + 2}").courtyard.width + 0.95
    layout.put_corner(f"Q{number + 2}", left, y)
    snubber = pattern_of(layout.circuit, f"C{base + 1}").courtyard
    layout.put_corner(f"C{base + 1}", left - snubber.width - 0.1, y)
    layout.put_corner(f"R{base + 4}", left - 3.6, y + snubber.height + 0.3)
    right = coupler.courtyard.x1 + 0.4
    for row, ref in enumerate((f"R{base + 1}", f"R{base + 2}", f"D{base + 1}")):
        layout.put_corner(ref, right, y + 2.2 * row)


def across_the_top(layout: Layout) -> None:
    """The barriers over the horizontal part of the band: supply, couplers, relays."""
    yard = pattern_of(layout.circuit, "PS1").courtyard.turned(270)
    layout.put("PS1", 79.3 - yard.x0, BAND_Y - SPLIT["PS1"], 270)
    for ref, dx in DROPPERS:
        layout.put_corner(ref, DROPPER_X + dx, DROPPER_Y, 270)
    for i, ref in enumerate(("OK17", "OK18", "OK19", "OK20")):
        layout.put(ref, DROPPER_X + 4.0 + COUPLER_PITCH * i, BAND_Y, 270)
    yard = pattern_of(layout.circuit, "K1").courtyard.turned(90)
    layout.put("K1", 151.0 - yard.x0, BAND_Y + SPLIT["K1"], 90)
    x = RELAYS_X
    for ref in (f"K{n}" for n in range(2, 9)):
        yard = pattern_of(layout.circuit, ref).courtyard.turned(90)
        layout.put(ref, x - yard.x0, BAND_Y + SPLIT["K"], 90)
        x += yard.width


def transformers(layout: Layout) -> None:
    """T1 and T2 over the vertical part of the band, below its corner."""
    for ref, y in (("T1", 50.0), ("T2", 70.0)):
        yard = pattern_of(layout.circuit, ref).courtyard
        layout.put(ref, BAND_X + 3.9, y - yard.y0)


def holes(layout: Layout) -> None:
    """Four corners, then the middle; H1 is bonded to PE, beside the mains connector."""
    for ref, x, y in HOLES:
        if ref in layout.circuit.parts:
            layout.put(ref, x, y)


def small_parts(layout: Layout) -> None:
    """Whatever else touches a live net, between the droppers and their couplers."""
    live = (Side.LINE, Side.NEUTRAL)
    refs = [[ref] for ref in layout.missing()
            if any(layout.sides[net] in live for net in layout.circuit.parts[ref].pins.values())]
    shelf(layout, LIVE_PARTS, refs)


def place(layout: Layout) -> None:
    """The whole mains half."""
    connectors(layout)
    for ref, x, y, turned in INPUT:
        layout.put_corner(ref, x, y, turned)
    across_the_top(layout)
    transformers(layout)
    for number in range(1, CHANNELS + 1):
        channel(layout, number)
    holes(layout)
    small_parts(layout)
