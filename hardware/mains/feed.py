"""From the mains plug to the two buses: parts and copper by coordinates of the board.

Front and back carry different nets across one another; 1.6 mm of FR4 lie between (solid basic
insulation). On one layer line, neutral and earth keep 3 mm, what an open switch parts keeps 3 mm.
"""

from __future__ import annotations

from hardware.mains.outline import BUS_X, EARTH_X, EARTH_Y, NEUTRAL_X, WIDTH
from hardware.mains.spec import BOTH, B, Bar, F, Hop, Spot

FIRST_LEFT, FIRST_RIGHT = 29.3, 119.6  # middle of the first channel of each column
BUS_TOP, NEUTRAL_TOP, RIGHT_BUS_END = (12.75, 24.0), (5.1, 60.5), 228.8  # left, right
RIGHT_BUS, RIGHT_NEUTRAL, RIGHT_EARTH = WIDTH - BUS_X, WIDTH - NEUTRAL_X, WIDTH - EARTH_X

PARTS = (
    # inlet and filter
    Spot("J1", 194.9, 23.4, 90), Spot("R2002", 180.25, 5.0, 180), Spot("R2001", 180.25, 11.0),
    Spot("C2001", 180.25, 29.5), Spot("RV1", 180.25, 38.0), Spot("L1", 180.25, 49.0),
    Spot("C2002", 181.5, 75.5, 90), Spot("C2004", 188.6, 75.0, 270),
    Spot("C2003", 188.6, 91.0, 90),
    # fuses, transformers, motor contactor, supply
    Spot("F3", 146.5, 7.8, 180), Spot("F2", 146.5, 17.95, 180),
    Spot("T1", 94.6, 23.75, 270), Spot("T2", 112.4, 23.75, 270),
    Spot("K1", 107.05, 68.3), Spot("PS1", 170.5, 98.45, 180),
    Spot("RV2", 34.0, 13.0, 180), Spot("RV3", 170.0, 230.0),
    # what the program sees of the mains, row by row
    Spot("OK19", 131.18, 29.4, 180), Spot("OK20", 131.18, 40.2, 180),
    Spot("OK18", 131.18, 51.0, 180), Spot("OK17", 131.18, 107.4, 180),
    Spot("R2442", 154.12, 26.7, 180), Spot("R2441", 154.12, 32.1, 180),
    Spot("R2452", 154.12, 37.5, 180), Spot("R2451", 154.12, 42.9, 180),
    Spot("R2412", 154.12, 48.3, 180), Spot("R2411", 154.12, 53.7, 180),
    Spot("R2402", 154.12, 104.7, 180), Spot("R2401", 154.12, 110.1, 180),
    Spot("D2402", 139.8, 111.7), Spot("D2401", 145.2, 113.7, 180),
    # earth, screws, link
    Spot("JP4", 103.0, 233.5, 270), Spot("H1", 199.0, 232.0), Spot("H2", 20.3, 13.0),
    Spot("H3", 12.5, 233.5), Spot("H4", 201.2, 5.0), Spot("J51", 101.7, 150.0),
)


def _row(net: str, y: float, pin_y: float) -> Bar:
    """From a coupler's pin to the inner end of its resistor."""
    return Bar(net, F, 0.5, ((136.26, pin_y), (138.5, pin_y), (143.5, y), (146.5, y)))


BARS = (
    # earth: along the bottom, up the right edge to the plug
    Bar("PE", BOTH, 4.0, ((EARTH_X, EARTH_Y), (RIGHT_EARTH, EARTH_Y), (RIGHT_EARTH, 14.24))),
    Bar("PE", BOTH, 2.0, ((RIGHT_EARTH, 14.24), (RIGHT_EARTH, 13.24), (194.9, 13.24))),
    Bar("PE", F, 2.5, ((188.6, 80.0), (188.6, 86.0))),
    Bar("PE", F, 2.5, ((188.6, 83.0), (RIGHT_EARTH, 83.0))),
    # neutral of the motors: the top edge, both columns
    Bar("N_MOT", B, 2.0, ((141.3, 58.14), (141.3, 2.4))),
    Bar("N_MOT", B, 1.8, ((141.3, 2.4), (14.0, 2.4), (NEUTRAL_X, 5.1))),
    Bar("N_MOT", F, 1.2, ((141.34, 58.14), (142.3, 58.6), (171.0, 58.6), (173.0, 60.5),
                          (RIGHT_NEUTRAL, 60.5))),
    Bar("N_MOT", F, 0.8, ((166.4, 58.5), (166.4, 50.0), (164.7, 48.3), (161.74, 48.3))),
    Bar("N_MOT", B, 1.5, ((30.25, 2.4), (30.25, 11.8))),
    Bar("N_MOT", B, 1.5, ((RIGHT_NEUTRAL, 215.9), (184.0, 228.0), (173.75, 231.2))),
    # buses
    Bar("L_MOT_A", B, 2.0, ((91.6, 10.75), (54.0, 10.75), (BUS_X, 12.75))),
    Bar("L_MOT_A", B, 1.5, ((37.75, 14.2), (BUS_X, 14.2))),
    Bar("L_MOT_B", F, 1.2, ((109.4, 10.75), (112.0, 13.4), (118.0, 13.4), (121.0, 12.4),
                            (149.0, 12.4))),
    Bar("L_MOT_B", B, 2.0, ((149.0, 12.4), (149.0, 19.0), (RIGHT_BUS, 24.0))),
    Bar("L_MOT_B", B, 1.5, ((RIGHT_BUS, RIGHT_BUS_END), (166.25, RIGHT_BUS_END))),
    # fuses
    Bar("L_FUSE_B", F, 1.5, ((135.25, 7.8), (133.0, 8.9), (118.0, 8.9), (115.4, 10.75))),
    Bar("L_FUSE_A", B, 0.8, ((135.25, 17.95), (133.0, 15.6), (101.0, 15.6), (97.6, 10.75))),
    Bar("L_MOT", B, 1.8, ((166.9, 7.8), (166.9, 67.9))),
    *(Bar("L_MOT", B, 1.8, ((x, y), (166.9, y))) for x, y in ((157.75, 7.8), (157.75, 17.95))),
    *(Bar("L_MOT", B, 0.8, ((161.74, y), (166.9, y))) for y in (32.1, 42.9, 53.7)),
    Bar("L_MOT", F, 1.2, ((141.34, 68.3), (166.0, 68.3), (166.9, 67.9))),
    Bar("L_FUSE_A", F, 0.5, ((135.25, 17.95), (137.0, 19.7), (149.5, 19.7), (153.2, 23.4),
                             (158.0, 23.4), (161.74, 26.7))),
    Bar("L_FUSE_B", F, 0.5, ((135.25, 7.8), (137.5, 1.6), (164.5, 1.6), (166.3, 3.4),
                             (166.3, 36.0), (164.8, 37.5), (161.74, 37.5))),
    # inlet
    Bar("L_IN", F, 2.0, ((194.9, 23.4), (172.75, 23.4))),
    Bar("L_IN", F, 2.0, ((172.75, 11.0), (172.75, 42.0), (176.5, 43.65))),
    Bar("L_IN", F, 1.5, ((172.75, 36.8), (176.5, 36.8))),
    Bar("N_IN", B, 2.0, ((194.9, 18.32), (187.75, 18.32), (187.75, 40.0), (184.0, 43.65))),
    Bar("N_IN", B, 1.5, ((187.75, 39.2), (184.0, 39.2))),
    Bar("N_IN", B, 0.8, ((187.75, 18.32), (184.0, 17.0), (180.0, 12.0), (180.0, 8.0),
                         (176.0, 5.0), (172.63, 5.0))),
    Bar("BLEED", F, 0.5, ((187.87, 5.0), (187.87, 11.0))),
    # behind the choke
    Bar("L_SW", B, 1.5, ((176.5, 54.35), (176.5, 96.0), (174.0, 98.45), (170.5, 98.45))),
    Bar("L_SW", F, 1.2, ((176.5, 72.5), (146.0, 72.5), (145.0, 73.4), (138.0, 73.4),
                         (136.26, 71.7), (136.26, 68.3))),
    Bar("L_SW", F, 1.5, ((176.5, 83.0), (181.5, 83.0))),
    Bar("L_SW", F, 1.5, ((176.5, 96.0), (188.6, 96.0))),
    Bar("L_SW", F, 0.8, ((170.5, 98.45), (167.5, 101.5), (167.5, 108.0), (165.4, 110.1),
                         (161.74, 110.1))),
    Bar("N_SW", F, 1.5, ((136.26, 58.14), (136.26, 61.0), (138.5, 63.22), (169.5, 63.22),
                         (171.3, 65.0), (184.0, 65.0), (188.6, 70.0))),
    Bar("N_SW", F, 1.5, ((181.5, 68.0), (181.5, 65.0))),
    Bar("N_SW", B, 1.5, ((184.0, 65.0), (184.0, 54.35))),
    Bar("N_SW", B, 1.5, ((171.6, 65.0), (171.6, 74.0), (170.5, 77.65))),
    Bar("N_SW", B, 1.0, ((170.5, 77.65), (164.0, 84.0), (164.0, 102.4), (161.74, 104.7))),
    # couplers
    _row("IN_FUSE_OK_N", 26.7, 28.13), _row("IN_FUSE_OK_L", 32.1, 30.67),
    _row("F3_N", 37.5, 38.93), _row("F3_L", 42.9, 41.47),
    _row("LMOT_FB_N", 48.3, 49.73), _row("LMOT_FB_L", 53.7, 52.27),
    _row("ZC_N", 104.7, 106.13),
    Bar("ZC_L", F, 0.5, ((136.26, 108.67), (138.15, 110.6), (138.15, 111.7))),
    Bar("ZC_Z2", F, 0.5, ((141.45, 111.7), (143.55, 113.7))),
    Bar("ZC_Z1", F, 0.5, ((146.5, 110.1), (146.85, 113.7))),
)
HOPS = (
    Hop("N_MOT", RIGHT_NEUTRAL, 60.5), Hop("L_MOT_B", 149.0, 12.4), Hop("L_MOT", 166.9, 67.9),
    Hop("L_SW", 176.5, 72.5), Hop("L_SW", 176.5, 83.0), Hop("L_SW", 176.5, 96.0),
    Hop("N_SW", 184.0, 65.0), Hop("N_SW", 171.6, 65.0),
)
