"""One motor channel as a tile: its parts and its copper by coordinates, stamped sixteen times.

Origin: the board's own edge of the column (x), the middle of the channel (y). A reversible motor's
tile has its direction relay and its plug below the channel, a one-way motor's plug lies in line.
The bus (A2, snubber, feed) and the switched side (A1, gate) keep 3 mm everywhere, since 587 V peak
stand across an open triac; the two windings of a motor keep 5 mm (`hardware.board.potentials`).
"""

from __future__ import annotations

from hardware.mains.spec import B, Bar, F, Hop, Spot

ONE_WAY, REVERSIBLE = 13.8, 27.6  # heights
BUS_END, PLUG_Y = 4.85, (0.3, 15.3)  # the bus's last pad; plugs of a one-way, a reversible motor
RUN_X = 19.24  # a plug's third pin from the edge: a one-way motor, or winding B
COUPLER_X = 74.82

CHANNEL = (
    Spot("C1", 28.5, 4.1, 180), Spot("R5", 44.38, 4.85, 180), Spot("Q", 41.46, -3.45),
    Spot("R4", 36.9, -4.0, 180), Spot("R3", 59.62, 0.74), Spot("OK", COUPLER_X, -1.8, 180),
    Spot("R1", 83.1, -4.0), Spot("R2", 83.1, -1.8), Spot("D1", 83.1, 0.4),
)
CHANNEL_BARS = (
    Bar("OUT", F, 1.0, ((41.46, -3.45), (40.2, -2.2), (23.5, -2.2), (23.5, 4.1))),
    Bar("OUT", F, 0.5, ((36.0, -4.0), (36.0, -2.2))),
    Bar("GATE", F, 0.3, ((46.54, -3.45), (45.0, -5.1), (40.1, -5.1), (39.0, -4.0),
                         (37.8, -4.0))),
    Bar("GATE", F, 0.4, ((46.54, -3.45), (47.43, -4.34), (69.74, -4.34))),
    Bar("BUS", F, 1.2, ((44.0, 1.63), (52.0, 1.63))),
    Bar("SNUB", F, 0.8, ((33.5, 4.1), (36.76, 4.85))),
    Bar("HV", F, 0.6, ((67.24, 0.74), (69.74, 0.74))),
)
PLUG = (Spot("J", RUN_X, PLUG_Y[0], 180),)
PLUG_BARS = (Bar("OUT", F, 1.0, ((RUN_X, 0.3), (21.7, -2.2), (23.5, -2.2))),)

RELAY = (Spot("K", 83.0, 6.45, 180), Spot("J", RUN_X + 7.92, PLUG_Y[1], 180))
RELAY_BARS = (
    Bar("OUT", B, 1.0, ((28.0, -2.2), (28.0, 6.0), (33.5, 11.5), (33.5, 13.95))),
    Bar("OUT", F, 0.8, ((33.5, 13.95), (62.7, 13.95))),
    Bar("B", F, 0.8, ((57.66, 6.45), (54.6, 9.5), (34.0, 9.5), (30.0, 8.5), (21.5, 8.5),
                      (RUN_X, 10.76), (RUN_X, 15.3))),
    Bar("A", F, 0.8, ((67.74, 6.45), (67.74, 17.9), (66.8, 18.85), (30.7, 18.85),
                      (RUN_X + 7.92, 15.3))),
)
RELAY_HOPS = (Hop("OUT", 28.0, -2.2), Hop("OUT", 33.5, 13.95))
