"""What tells the firmware where a head is: two flag discs in slots, a switch at the slider.

The slots' transistors pull their wires down while light falls on them, and PARK and MID are low
active: a flag shows while its disc's window, not its rim, is in the slot.
"""

import math
from typing import Any

from ..dimensions import Dims
from ..part import box, pin
from .head_frame import M2_INSERT, M4, SWITCH_SCREWS, outer_y
from .linkage import Spot, frame
from .piece import Piece, drilled, plate

BEAM_DEG = 270.0  # the slots hang below the shaft
WINDOWS = {"park": ("head.park_from", "head.park_to"), "mid": ("head.mid_from", "head.mid_to")}
HUB, HOLES = 8.0, 9.0  # radius of a flag's boss; of the circle of its screws


def sensing_pieces(g: Dims) -> list[Piece]:
    """Discs with their hubs, slots with their bracket, switch with its bracket."""
    pieces = [piece for flag in WINDOWS for piece in _flag(g, flag)]
    return [*pieces, _slot_bracket(g), *_switch(g)]


def window(g: Dims, flag: str) -> tuple[float, float]:
    """Angles on the disc between which light passes, at 0 deg of the cam."""
    begin, end = (g(name) for name in WINDOWS[flag])
    return BEAM_DEG - begin - (end - begin) % 360, BEAM_DEG - begin


def _flag(g: Dims, flag: str) -> list[Piece]:
    x, z = frame(g).shaft
    half, middle = g("line.flag.thick") / 2, g(f"line.flag.{flag}")
    y = middle - half, middle + half
    disc: Any = pin((x, z), g("line.flag.radius"), y) - _sector((x, z), window(g, flag), y, g)
    disc = drilled(disc, y, [(x, z, 2 * HUB)])
    disc -= [_slit((x, z), centre, y) for centre in (90.0, 270.0)]
    # the boss stands towards the plate, the disc on its shoulder
    hub: Any = pin((x, z), HUB, (y[0], y[1] + 5)) + pin((x, z), 12, (y[1], y[1] + 5))
    hub = drilled(hub, (y[0], y[1] + 5), [(x, z, g("line.shaft.diameter")),
                                          (x, z + HOLES + 1, 2.5), (x, z - HOLES - 1, 2.5)])
    return [Piece(f"flag_{flag}", f"{flag.upper()} disc", disc, "sheet", "plate", "shaft",
                  ((16.0, "16 H11 on its hub"), (3.4, "slit for M3"))),
            Piece(f"flag_hub_{flag}", "flag hub", hub, "aluminium", "turn", "shaft",
                  ((8.0, "8 H7; grub screw M3 on the flat"), (2.5, "M3")))]


def _wedge(centre: Spot, angles: tuple[float, float], y: tuple[float, float]) -> Any:
    """A slice of cake of less than half a turn, larger than any disc."""
    spots = [centre] + [(centre[0] + 90 * math.cos(math.radians(turn)),
                         centre[1] + 90 * math.sin(math.radians(turn)))
                        for turn in (angles[0], sum(angles) / 2, angles[1])]
    return plate(spots, (y[0] - 1, y[1] + 1))


def _sector(centre: Spot, angles: tuple[float, float], y: tuple[float, float], g: Dims) -> Any:
    """What is cut out of a disc: a window open to its rim."""
    low = 2 * g("line.flag.beam") - g("line.flag.radius")
    return _wedge(centre, angles, y) - pin(centre, low, (y[0] - 2, y[1] + 2))


def _slit(centre: Spot, degrees: float, y: tuple[float, float]) -> Any:
    """A slit of 16 degrees for a screw: the disc is set when the table is commissioned."""
    radius, deep = HOLES + 1, (y[0] - 1, y[1] + 1)
    ends = (degrees - 8, degrees + 8)
    ring = pin(centre, radius + 1.7, deep) - pin(centre, radius - 1.7, deep)
    spots = [(centre[0] + radius * math.cos(math.radians(end)),
              centre[1] + radius * math.sin(math.radians(end))) for end in ends]
    return (ring & _wedge(centre, ends, y)) + [pin(spot, 1.7, deep) for spot in spots]


def slot_sensor(g: Dims, flag: str) -> Piece:
    """An ITR9608, legs up, round the rim of its disc."""
    x, z = frame(g).shaft
    top = z - g("line.flag.beam") + g("line.slot.beam")
    low, half, y = top - g("line.slot.high"), g("line.slot.across") / 2, g(f"line.flag.{flag}")
    wide, gap = g("line.slot.wide") / 2, g("line.slot.gap") / 2
    solid = box((x - wide, x + wide), (y - half, y + half), (low, top))
    solid -= box((x - 9, x + 9), (y - gap, y + gap), (low + 3, top + 1))
    return Piece(f"slot_{flag}", f"slot ITR9608, {flag.upper()}", solid, "sensor", "buy",
                 mass_g=2)


def _slot_bracket(g: Dims) -> Piece:
    """A console below the discs; the slots lie in two recesses, their legs go through it."""
    x, z = frame(g).shaft
    top = z - g("line.flag.beam") + g("line.slot.beam") - g("line.slot.high")
    wall, half = outer_y(g)[0], g("line.slot.across") / 2
    end = g("line.flag.mid") - half - 3
    solid: Any = box((x - 14, x + 14), (end, wall), (top - 6, top + 2))
    solid += box((x - 14, x + 14), (wall - 4, wall), (500, top + 2))
    for flag in WINDOWS:
        y, wide = g(f"line.flag.{flag}"), g("line.slot.wide") / 2
        solid -= box((x - wide, x + wide), (y - half, y + half), (top, top + 9))
        solid -= [box((x - 2, x + 2), (y + i - 1.5, y + i + 1.5), (top - 9, top))
                  for i in (-4.5, 4.5)]
    solid -= [box((at - 2.25, at + 2.25), (wall - 9, wall + 1), (506, 510))
              for at in (309.0, 321.0)]
    solid -= [pin((at, 508 + i), 2.25, (wall - 9, wall + 1)) for at in (309.0, 321.0)
              for i in (-2, 2)]
    return Piece("bracket_slots", "console of the flag slots", solid, "print", "print", view="z",
                 fits=((4.5, "slit for M4: sets both flags at once"),))


def switch_line(g: Dims) -> float:
    """x of the line of the switch's holes: the slider closes it at law.home from home."""
    back = g("line.slider.yoke_from") + g("line.slider.yoke")
    return back - g("line.law.home") + g("line.switch.operate")


def _switch(g: Dims) -> list[Piece]:
    x, z = switch_line(g), g("line.rocker.pin_z") - 12
    face = x + g("line.switch.foot") - g("line.switch.high")
    half, wall = g("line.switch.long") / 2, g("line.plate.outer")
    y = wall + 5.8, wall + 5.8 + g("line.switch.wide")
    body = box((face, face + g("line.switch.high")), y, (z - half, z + half))
    spots = [(x, z + i * g("line.switch.holes") / 2) for i in (-1, 1)]
    bracket: Any = box((375.5, 395), (wall, y[0]), (644, z + half))
    bracket -= [pin(at, M2_INSERT / 2, (y[0] - 4.5, y[0] + 1)) for at in spots]
    for at, high in SWITCH_SCREWS:
        bracket -= [pin((at + i, high), M4 / 2, (wall - 1, y[0] + 1)) for i in (-1, 1)]
        bracket -= box((at - 1, at + 1), (wall - 1, y[0] + 1), (high - M4 / 2, high + M4 / 2))
    return [Piece("switch", "switch SS-01GL, PUSH_HOME", body, "sensor", "buy", mass_g=2),
            Piece("bracket_switch", "switch bracket", bracket, "print", "print",
                  fits=((M2_INSERT, "melt-in insert M2"),
                        (M4, "slit for M4: sets the switch, 0.1 mm")))]
