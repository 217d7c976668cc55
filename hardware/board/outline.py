"""The board's outline, its two zones and the insulation band between them (millimetres).

Mains has the left column and the strip along the top edge; SELV has the rest. The band between
them is kept free of copper; only rated barriers stand across it.
"""

from __future__ import annotations

from hardware.board.geometry import Point, Rect

WIDTH, HEIGHT = 267.0, 258.0
BOARD = Rect(0, 0, WIDTH, HEIGHT)
BAND_X, BAND_Y = 65.4, 41.0  # the middle of the band, vertical and horizontal part
BAND = 8.0  # its width: reinforced creepage (design hardware §1.2)
EDGE = 1.0  # nothing nearer to the board's edge than this
THICKNESS = 1.6

MAINS_TO_SELV = 8.0  # reinforced
LINE_TO_NEUTRAL = 3.0  # basic, and live to PE
OPEN_SWITCH = 3.0  # live nets that an open switch or a blown fuse parts, up to 587 V peak
WINDING_TO_WINDING = 5.0  # of one reversible motor, 590 V peak; check-datasheet
REVISION = "A UNROUTED"

_LEFT, _TOP = BAND_X - BAND / 2, BAND_Y - BAND / 2
_RIGHT, _BOTTOM = BAND_X + BAND / 2, BAND_Y + BAND / 2

MAINS_ZONE: list[Point] = [(EDGE, EDGE), (WIDTH - EDGE, EDGE), (WIDTH - EDGE, _TOP),
                           (_LEFT, _TOP), (_LEFT, HEIGHT - EDGE), (EDGE, HEIGHT - EDGE)]
SELV_ZONE: list[Point] = [(_RIGHT, _BOTTOM), (WIDTH - EDGE, _BOTTOM),
                          (WIDTH - EDGE, HEIGHT - EDGE), (_RIGHT, HEIGHT - EDGE)]
BAND_ZONE: list[Point] = [(_LEFT, _TOP), (WIDTH - EDGE, _TOP), (WIDTH - EDGE, _BOTTOM),
                          (_RIGHT, _BOTTOM), (_RIGHT, HEIGHT - EDGE), (_LEFT, HEIGHT - EDGE)]
# Only PE may pass the band, below its lower end, on its way to the one tie of 0 V to PE.
PE_PASS_Y = 251.5
KEEPOUT: list[Point] = [*BAND_ZONE[:4], (_RIGHT, PE_PASS_Y), (_LEFT, PE_PASS_Y)]


def in_mains(rect: Rect) -> bool:
    """Whether copper lies wholly in the mains zone."""
    return rect.x1 <= _LEFT + 1e-6 or rect.y1 <= _TOP + 1e-6


def in_selv(rect: Rect) -> bool:
    """Whether copper lies wholly in the SELV zone."""
    return rect.x0 >= _RIGHT - 1e-6 and rect.y0 >= _BOTTOM - 1e-6
