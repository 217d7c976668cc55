"""The logic board's size, its stack and what its maker has to hold (millimetres)."""

from __future__ import annotations

from hardware.board.geometry import Rect

WIDTH, HEIGHT = 184.0, 126.0
BOARD = Rect(0, 0, WIDTH, HEIGHT)
THICKNESS = 1.6
REVISION = "A"

# the class of maker: any that offers four layers at 0.2 mm track and space, 0.3 mm drill
TRACK = 0.2
SPACE = 0.2
VIA, VIA_DRILL = 0.6, 0.3
PLANE_SPACE = 0.25  # from a plane to what passes through it
EDGE_TO_COPPER = 0.4

GROUND_PLANE = "GND"  # In1.Cu
POWER_PLANE = "+3V3"  # In2.Cu
INNER_SUPPLY = "+5V"  # In2.Cu as well, as a tree of wide tracks in the power plane
