"""The belt of a line: cheeks, bed, three rollers, motor, the bridges that hold its sensors.

The belt runs in a triangle: over the roller at the port, along the bed to the roller at the head,
back to the drive roller on the motor's shaft below. Lines C and D climb more: only the cheeks
differ.
"""

import math
from typing import Any

from ..dimensions import Dims
from ..layout import belt_y, port_height
from ..line import line_parts
from ..part import box, prism
from .band import Spot, band
from .head_frame import M3, M4, along_x
from .piece import Piece


def belt_pieces(g: Dims, side: str = "a") -> list[Piece]:
    """All pieces of the belt of a side, in side A's place."""
    return [*_cheeks(g, side), _bed(g, side), *_rollers(g, side), _belt(g, side),
            _motor(g, side), *_bridges(g, side), *([_chute(g)] if side == "a" else [])]


def axes(g: Dims, side: str) -> dict[str, Spot]:
    """The axes of the rollers at port and head and of the drive roller: y and z."""
    (start, end), low, high = belt_y(g), port_height(g, side), g("lane.floor")
    off = g("line.belt.roller") / 2 + g("line.belt.thick")
    drive = low - 45
    return {"port": (start - off, low - off), "head": (end + off, high - off),
            "drive": (g("line.belt.drive_y"), drive)}


def tops(g: Dims, side: str) -> tuple[Spot, Spot]:
    """The line of the belt's upper run, at the y of its port's end and of its head's end."""
    (ay, az), (by, bz) = (axes(g, side)[name] for name in ("port", "head"))
    climb = (bz - az) / (by - ay)
    above = (g("line.belt.roller") / 2 + g("line.belt.thick")) * math.hypot(1, climb)
    start, end = belt_y(g)
    return (start, az + above + climb * (start - ay)), (end, az + above + climb * (end - ay))


def _cheeks(g: Dims, side: str) -> list[Piece]:
    (ay, az), (by, bz) = tops(g, side)
    dy, dz = axes(g, side)["drive"]
    half, wall, x = g("belt.width") / 2, g("belt.side"), g("belt.line")
    tall, thick = g("tile.thick") + 3, g("belt.thick")
    mid = by + (ay - by) * 0.45
    mid_z = bz + (az - bz) * 0.55
    points = [(by, bz - thick), (by, bz + tall), (ay, az + tall), (ay, dz + 18), (ay + 2, dz - 30),
              (dy - 31, dz - 30), (dy - 31, dz + 20), (mid, mid_z - thick - 14)]
    pieces = []
    for name, at in (("inner", x - half - wall), ("outer", x + half)):
        solid: Any = prism(points, (at, at + wall))
        bores = [(*axes(g, side)[end], 8.0) for end in ("port", "head")]
        bores.append((dy, dz, 8.0 if name == "inner" else 25.0))
        if name == "outer":
            motor = g("line.motor.holes") / 2
            bores += [(dy + i * motor, dz + j * motor, M4) for i in (-1, 1) for j in (-1, 1)]
        bores += [(y, z, M3) for y, z in _bed_screws(g, side)]
        solid -= [along_x((y, z), wide / 2, (at - 1, at + wall + 1)) for y, z, wide in bores]
        pieces.append(Piece(f"belt_{side}_cheek_{name}", f"belt cheek {name}, line "
                            f"{'A and B' if side in 'ab' else 'C and D'}", solid, "sheet",
                            "plate", view="x",
                            fits=((8.0, "8 H7 for a flanged bush 6/8"), (25.0, "motor's collar"))))
    return pieces


def _bed_screws(g: Dims, side: str) -> list[Spot]:
    (ay, az), (by, bz) = tops(g, side)
    return [(by + (ay - by) * part, bz + (az - bz) * part - 6.5) for part in (0.2, 0.5, 0.8)]


def _bed(g: Dims, side: str) -> Piece:
    """A channel, open below, under the upper run."""
    (ay, az), (by, bz) = tops(g, side)
    x, half, thick = g("belt.line"), g("belt.width") / 2, g("line.belt.bed")
    length = ((ay - by) ** 2 + (az - bz) ** 2) ** 0.5
    first, last = 20 / length, 1 - 20 / length

    def strip(across: Spot, top: float, deep: float) -> Any:
        points = [(by + (ay - by) * part, bz + (az - bz) * part - down)
                  for part, down in ((first, top), (first, top + deep), (last, top + deep),
                                     (last, top))]
        return prism(points, across)

    low = g("line.belt.thick") * 1.06 + 0.1  # of the steepest
    solid = strip((x - half, x + half), low, thick)
    solid = solid + [strip((x - half, x - half + thick), low, 9),
                     strip((x + half - thick, x + half), low, 9)]
    solid -= [along_x(at, 1.25, (x - half - 1, x + half + 1)) for at in _bed_screws(g, side)]
    return Piece(f"belt_{side}_bed", "belt bed, bent from 1.5 mm", solid, "sheet", "sheet",
                 fits=((2.5, "M3, tapped"),), view="x")


def _rollers(g: Dims, side: str) -> list[Piece]:
    x, half, wall = g("belt.line"), g("belt.width") / 2, g("belt.side")
    pieces = []
    for name in ("port", "head"):
        at = axes(g, side)[name]
        solid = along_x(at, g("line.belt.roller") / 2, (x - half + 0.5, x + half - 0.5))
        solid = solid + along_x(at, 3, (x - half - wall, x + half + wall))
        pieces.append(Piece(f"belt_{side}_roller_{name}", "belt roller 14, journals 6", solid,
                            "aluminium", "turn", fits=((6.0, "6 f7"),), view="x"))
    at = axes(g, side)["drive"]
    drum = along_x(at, g("line.belt.drive") / 2, (x - half + 0.5, x + half - 0.5))
    drum = drum + along_x(at, 3, (x - half - wall, x - half + 1))
    drum -= along_x(at, g("line.motor.shaft") / 2, (x - half + 6, x + half + 9))
    return [*pieces, Piece(f"belt_{side}_drive", "drive roller 28, knurled", drum, "aluminium",
                           "turn", fits=((8.0, "8 H7 on the motor's shaft, grub screw M4"),
                                         (6.0, "6 f7")), view="x")]


def _belt(g: Dims, side: str) -> Piece:
    """The belt as it lies: the hull of its rollers, less what is inside."""
    rows = [(*axes(g, side)[name], g(f"line.belt.{size}") / 2)
            for name, size in (("port", "roller"), ("head", "roller"), ("drive", "drive"))]
    half = g("belt.width") / 2 - 0.75
    x = g("belt.line") - half, g("belt.line") + half
    outside = band([(y, z, r + g("line.belt.thick")) for y, z, r in rows], x)
    solid = outside - band(rows, (x[0] - 1, x[1] + 1))
    return Piece(f"belt_{side}_belt", "flat belt 26.5 x 1", solid, "rubber", "buy", view="x")


def _motor(g: Dims, side: str) -> Piece:
    y, z = axes(g, side)["drive"]
    x, half = g("belt.line") + g("belt.width") / 2 + g("belt.side"), g("motor.frame") / 2
    solid = box((x, x + g("motor.length")), (y - half, y + half), (z - half, z + half))
    return Piece(f"belt_{side}_motor", "belt's gear motor", solid, "motor", "buy",
                 mass_g=g("motor.mass"), view="x")


def _bridges(g: Dims, side: str) -> list[Piece]:
    """Printed bridges across the trough: sensors look down through windows, 6 mm over a tile."""
    (ay, az), (by, bz) = tops(g, side)
    clear = g("tile.thick") + 5.5
    high = az + (bz - az) * 24 / (ay - by)  # where the run is highest below the bridge
    rows = (("head", (by + 1, by + 35), bz + clear, (by + 6, by + 26), "CNT, JAM"),
            ("port", (ay - 24, ay - 4), high + clear, (ay - 14,), "INLET"))
    half, wall, x = g("belt.width") / 2, g("belt.side"), g("belt.line")
    pieces = []
    for name, y, low, spots, words in rows:
        solid: Any = box((x - half - wall - 4, x + half + wall + 4), y, (low - 8, low + 9))
        solid -= box((x - half - wall - 0.1, x + half + wall + 0.1), (y[0] - 1, y[1] + 1),
                     (low - 9, low))
        solid -= [box((x - 5.5, x + 5.5), (at - 3.2, at + 3.2), (low - 1, low + 10))
                  for at in spots]
        solid -= [along_x((sum(y) / 2, low - 4), 1.25, (x - 30, x + 30))]
        pieces.append(Piece(f"belt_{side}_bridge_{name}", f"bridge of {words}", solid, "print",
                            "print", fits=((2.5, "M3, clamps on the cheek"),), view="z"))
    return pieces


def _chute(g: Dims) -> Piece:
    """The inlet: leads a tile from the ring on to the belt, trimmed at the drum's wall."""
    solid = next(p for p in line_parts(g, "a") if p.name == "a.chute").solid
    return Piece("inlet_chute", "inlet chute, bent from 2 mm, cut to fit", solid, "sheet",
                 "sheet", view="z", note="its edge at the drum's wall is filed to fit there")


