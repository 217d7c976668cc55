"""Lane and lift of a side: sheets, plate on its beam, guide rods, crank with its switches.

The joint that tips the plate at the top is not drawn yet: the plate is screwed to its beam.
"""

import math
from functools import lru_cache
from typing import Any

from ..dimensions import Dims
from ..layout import band, lift_level
from ..part import box, pin, rod
from .head_frame import M4
from .lane import lane_pieces
from .linkage import Spot
from .piece import Piece, capsule, drilled, plate

DISC_Y, ROD_Y, LUG_Y, MOUNT_Y = (-350.0, -340.0), (-339.0, -334.0), (-333.0, -327.0), -351.0
GUIDES = (-180.0, 180.0)  # of the rods, from the plate's middle
SWITCH_DEG = {"up": 180.0, "dn": 0.0}  # where the switches sit round the disc


def middle(g: Dims) -> float:
    """x of the lift's middle."""
    return g("lift.start") - g("lift.length") / 2


def crank(g: Dims) -> Spot:
    """The crank's axis: the lug's pin hangs a rod's length above the crank's low point."""
    low = g("line.lift.pin") - g("line.lift.rod")
    return middle(g), low + g("lift.travel") / 2


@lru_cache(maxsize=4)
def lane_lift_pieces(g: Dims) -> tuple[Piece, ...]:
    """Everything in its place, lift down, crank at 0 deg."""
    return (*lane_pieces(g), *_lift(g), *_guides(g), *_drive(g), *_mount(g), *_switches(g))


def _lift(g: Dims) -> list[Piece]:
    at, y = middle(g), -g("lift.centre")
    level, thick = lift_level(g, "down"), g("lift.plate")
    under, pin_z = level - thick, g("line.lift.pin")
    spots = [at + n for n in (-200, -100, 0, 100, 200)]
    top = box((g("lift.start") - g("lift.length"), g("lift.start")), band(g, "lift"),
              (under, level))
    top = top - [tool for x in spots for tool in (rod((x, y), 2.2, (under - 1, level + 1)),
                                                  rod((x, y), 4.2, (level - 2.4, level + 1)))]
    beam = box((at - 220, at + 220), (y - 10, y + 10), (under - 15, under))
    beam = beam - [rod((x, y), 1.65, (under - 15, under + 1)) for x in spots]
    beam -= [rod((at + n, y), 2.6, (under - 16, under - 3)) for n in GUIDES]
    beam -= box((at - 12, at + 12), LUG_Y, (under - 16, under - 6))
    lug = capsule([(at, pin_z, 9), (at, under - 20, 9)], LUG_Y)
    lug = lug + box((at - 12, at + 12), LUG_Y, (under - 28, under - 6))
    lug = drilled(lug, LUG_Y, [(at, pin_z, g("line.lift.pin_wide"))])
    rods = [Piece(f"lift_rod_{n}", "lift rod 10 x 130, M6 at the top",
                  rod((at + off, y), g("lift.rod") / 2, (under - 145, under - 15))
                  + rod((at + off, y), 2.5, (under - 15, under - 4)), "steel", "turn", "lift",
                  ((10.0, "10 h6 ground"),)) for n, off in enumerate(GUIDES, 1)]
    return [Piece("lift_plate", "lift plate", top, "aluminium", "plate", "lift",
                  ((4.4, "M4, head let in"),), view="z"),
            Piece("lift_beam", "lift beam 20 x 15 x 440", beam, "aluminium", "turn", "lift",
                  ((3.3, "M4"), (5.2, "M6 from below")), view="z"), *rods,
            Piece("lift_lug", "lift lug", lug, "aluminium", "plate", "lift",
                  ((8.0, "8 H7, pressed on the pin"),))]


def _guides(g: Dims) -> list[Piece]:
    """Printed blocks with two bushes each, on arms from the side board."""
    at, y = middle(g), -g("lift.centre")
    low = lift_level(g, "down") - g("lift.plate") - 79
    reach = g("table.size") / 2 - g("table.skirt")
    pieces = []
    for n, off in enumerate(GUIDES, 1):
        x = at + off
        solid: Any = box((x - 12, x + 12), (y - 12, y + 12), (low, low + 20))
        solid -= rod((x, y), 6, (low - 1, low + 21))
        solid -= [pin((x + i, low + 10), 2.1, (y - 13, y - 12 + 4)) for i in (-7.5, 7.5)]
        arm: Any = box((x - 12, x + 12), (-reach, y - 12), (low + 4, low + 16))
        arm -= [pin((x + i, low + 10), 1.7, (-reach - 1, y)) for i in (-7.5, 7.5)]
        pieces += [Piece(f"lift_bush_{n}", "lift bush block", solid, "print", "print", view="z",
                         fits=((12.0, "12 H7, reamed, for a bush 10/12 x 10 from either end"),
                               (4.2, "melt-in insert M3"))),
                   Piece(f"lift_arm_{n}", "lift arm 24 x 12, bored along", arm, "aluminium",
                         "plate", view="z", fits=((3.4, "M3 x 110 through"),))]
    return pieces


def lobe(g: Dims, degrees: float) -> float:
    """Radius of the crank disc at an angle from the lobe's middle."""
    off = abs((degrees + 180) % 360 - 180)
    half, flank = (g("lift.up_to") - g("lift.up_from")) / 2, g("line.lift.flank")
    part = min(1.0, max(0.0, (half + flank / 2 - off) / flank))
    return g("line.lift.disc") - g("line.lift.lobe") * (1 - part)


def _drive(g: Dims) -> list[Piece]:
    x, z = crank(g)
    radius, wide = g("lift.travel") / 2, g("line.lift.pin_wide")
    points = [(x, z), *((x + lobe(g, n) * math.cos(math.radians(n)),
                         z + lobe(g, n) * math.sin(math.radians(n))) for n in _turns(g))]
    disc = pin((x, z), g("line.lift.disc") - g("line.lift.lobe"), DISC_Y) + plate(points, DISC_Y)
    disc = drilled(disc, DISC_Y, [(x, z, g("line.motor.shaft")), (x, z - radius, wide)])
    pin_low, pin_high = (x, z - radius), (x, g("line.lift.pin"))
    rod_plate = capsule([(*pin_low, 9), (*pin_high, 9)], ROD_Y)
    rod_plate = drilled(rod_plate, ROD_Y, [(*pin_low, 10), (*pin_high, 10)])
    fits = ((8.0, "8 H7; on the motor's shaft with a grub screw M4, on the pin pressed"),)
    return [Piece("lift_crank", "crank disc with its lobe", disc, "steel", "plate", "crank", fits),
            Piece("lift_rod", "connecting rod", rod_plate, "steel", "plate", "conrod",
                  ((10.0, "10 H7 for a bush 8/10 x 5"),)),
            Piece("lift_crank_pin", "crank pin 8", pin(pin_low, wide / 2,
                                                       (DISC_Y[0], ROD_Y[1] + 0.8)),
                  "steel", "turn", "crank", ((8.0, "8 h6; groove for a clip DIN 471"),)),
            Piece("lift_lug_pin", "lug pin 8", pin(pin_high, wide / 2,
                                                   (ROD_Y[0] - 0.8, LUG_Y[1])), "steel", "turn",
                  "lift", ((8.0, "8 h6; groove for a clip DIN 471"),))]


def _mount(g: Dims) -> list[Piece]:
    """The motor's plate with its foot."""
    x, z = crank(g)
    half, hole = g("motor.frame") / 2, g("line.motor.holes") / 2
    low = g("table.bottom") + g("table.base")
    mount = plate([(x - 40, low + 2), (x + 40, low + 2), (x + 52, z - 20), (x + 52, z + 32),
                   (x - 52, z + 32), (x - 52, z - 20)], (MOUNT_Y - 3, MOUNT_Y), [
        (x, z, 25), *((x + i * hole, z + j * hole, M4) for i in (-1, 1) for j in (-1, 1)),
        *((x + i, low + 10, M4) for i in (-30, 30)),
        *((x + i * switch_reach(g), high, 2.8) for i in (-1, 1) for high in _switch_holes(g))],
        3)
    foot: Any = box((x - 40, x + 40), (MOUNT_Y, MOUNT_Y + 3), (low, low + 20))
    foot += box((x - 40, x + 40), (MOUNT_Y, MOUNT_Y + 20), (low, low + 3))
    foot -= [pin((x + i, low + 10), M4 / 2, (MOUNT_Y - 1, MOUNT_Y + 4)) for i in (-30, 30)]
    foot -= [rod((x + i, MOUNT_Y + 12), 2.5, (low - 1, low + 4)) for i in (-20, 20)]
    motor = box((x - half, x + half), (MOUNT_Y - 3 - g("motor.length"), MOUNT_Y - 3),
                (z - half, z + half))
    return [Piece("lift_mount", "lift motor plate", mount, "aluminium", "plate",
                  fits=((25.0, "motor's collar"),)),
            Piece("lift_foot", "lift foot, angle 20 x 20 x 3", foot, "aluminium", "sheet"),
            Piece("lift_motor", "lift's gear motor, 15 rpm", motor, "motor", "buy",
                  mass_g=g("motor.mass"))]


def _turns(g: Dims) -> list[float]:
    """Angles of the lobe's corners: its flanks, and every 3 degrees between them."""
    half, flank = (g("lift.up_to") - g("lift.up_from")) / 2, g("line.lift.flank") / 2
    steps = [half - flank - 3 * n for n in range(int(2 * (half - flank) / 3) + 1)]
    return sorted({*(sign * (half + flank) for sign in (-1, 1)), *steps, flank - half})


def switch_reach(g: Dims) -> float:
    """From the crank's axis to a switch's holes: it operates half way up the lobe."""
    return g("line.lift.disc") - g("line.lift.lobe") / 2 + g("line.switch.operate")


def _switch_holes(g: Dims) -> list[float]:
    return [crank(g)[1] + i * g("line.switch.holes") / 2 for i in (-1, 1)]


def _switches(g: Dims) -> list[Piece]:
    """LIFT_UP and LIFT_DN at either side of the disc, pressed by its lobe."""
    x, z = crank(g)
    long, high, wide = (g(f"line.switch.{name}") for name in ("long", "high", "wide"))
    y = DISC_Y[0] + 2, DISC_Y[0] + 2 + wide
    pieces = []
    for name, degrees in SWITCH_DEG.items():
        sign = round(math.cos(math.radians(degrees)))
        line = x + sign * switch_reach(g)
        face = line + sign * (g("line.switch.foot") - high)
        body = box((face, face + sign * high), y, (z - long / 2, z + long / 2))
        spacer = box((line - 4, line + 4), (MOUNT_Y, y[0]), (z - long / 2, z + long / 2))
        spacer = spacer - [pin((line, high), 1.4, (MOUNT_Y - 1, y[0] + 1))
                           for high in _switch_holes(g)]
        pieces += [Piece(f"lift_switch_{name}", f"switch SS-01GL, LIFT_{name.upper()}", body,
                         "sensor", "buy", mass_g=2),
                   Piece(f"lift_switch_spacer_{name}", "lift switch spacer", spacer, "print",
                         "print", fits=((2.8, "M2 x 16 through switch, spacer and plate"),))]
    return pieces
