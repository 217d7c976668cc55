"""The mains board's outline, its zones and what its maker has to hold (millimetres).

Seen from above: a column of motor channels at the left and one at the right, each outside its
insulation band, SELV between the bands, the mains along the top edge from column to column.
"""

from __future__ import annotations

from hardware.board.geometry import Rect

WIDTH, HEIGHT = 206.0, 244.0
BOARD = Rect(0, 0, WIDTH, HEIGHT)
THICKNESS = 1.6
REVISION = "A"

BAND = 8.0  # reinforced creepage (design hardware §1.2)
COLUMN = 70.82  # mains copper of a column ends here, from its own edge of the board
TOP_STRIP = 16.0  # and that of the strip along the top here
SELV = Rect(COLUMN + BAND, TOP_STRIP + BAND, WIDTH - COLUMN - BAND, 237.0)
BUS_X, NEUTRAL_X, EARTH_X = 52.0, 11.32, 3.4  # middle of a column's bars, from its own edge
# no copper at all, whatever its net; round the two corners the distances alone count
BAND_AREAS = (Rect(COLUMN, SELV.y0, SELV.x0, SELV.y1),
              Rect(SELV.x1, SELV.y0, WIDTH - COLUMN, SELV.y1),
              Rect(SELV.x0, TOP_STRIP, SELV.x1, SELV.y0))
EARTH_Y = 240.6  # middle of the earth bar along the bottom: it alone passes both bands

# the class of maker: any with two layers at 0.2 mm; copper of 35 um
TRACK, SPACE = 0.2, 0.2
VIA, VIA_DRILL = 0.8, 0.4
BIG_VIA, BIG_DRILL = 1.6, 0.8  # in mains copper
EDGE_TO_COPPER = 0.5
