"""One turn of a head as a diagram: elevator, pusher and flags over the angle, torque below."""

import numpy as np

from ..dimensions import Dims
from ..sheet import GREY, Sheet, num
from .head import head_pieces
from .law import STEP_DEG
from .motion import motion
from .torque import torque

WIDE, MM, NM = 2.0, 5.0, 300.0  # units a degree, a millimetre, a newton metre
FLAGS = (("PARK", "head.park_from", "head.park_to", "#b9dcc3"),
         ("MID", "head.mid_from", "head.mid_to", "#c3d4ee"))


def diagram(g: Dims) -> str:
    """The SVG."""
    sheet = Sheet("One turn of a head: ways of elevator and pusher, flags, torque", 11)
    for name, begin, end, colour in FLAGS:
        spans = [(g(begin), g(end))] if g(begin) < g(end) else [(g(begin), 360), (0, g(end))]
        for low, high in spans:
            sheet.rect((low * WIDE, high * WIDE), (-130, 180), colour, "none")
        sheet.word((spans[-1][0] * WIDE + 4, 184), f"{name} {num(g(begin))}-{num(g(end))}",
                   "start")
    out, home = g("head.push_from"), g("head.push_to")
    sheet.rect((out * WIDE, home * WIDE), (152, 168), "#f2d3b8", "none")
    sheet.word(((out + home) / 2 * WIDE, 155), f"pusher out {num(out)}-{num(home)}")
    moves = motion(g)
    _curve(sheet, moves.elevator * MM, "#0b5cad", "elevator, mm from level")
    _curve(sheet, moves.pusher * MM, "#b3541e", "pusher, mm from home")
    pieces = list(head_pieces(g))
    load = torque(g, pieces, int(g("wall.stacks_max")))
    sheet.shift = (0, -330)
    _curve(sheet, load.table * NM, "#1d242b", "torque at the shaft, longest row")
    sheet.path([(0, load.rated * NM), (720, load.rated * NM)], "none", "#a02020", False)
    sheet.word((4, load.rated * NM + 4), f"motor's rating {load.rated:.2f} N m", "start")
    sheet.shift = (0, 0)
    for zero in (0.0, -330.0):
        sheet.path([(0, zero), (720, zero)], "none", GREY, False)
    for angle in range(0, 361, 45):
        sheet.word((angle * WIDE, -440), f"{angle} deg")
    return sheet.svg()


def _curve(sheet: Sheet, heights: np.ndarray, colour: str, words: str) -> None:
    thin = heights[::4]
    sheet.path([(n * 4 * STEP_DEG * WIDE, float(y)) for n, y in enumerate(thin)], "none", colour,
               False, ' stroke-width="2"')
    most = int(np.argmax(np.abs(thin)))
    high = float(thin[most]) + (-6 if thin[most] > 0 else -14)
    sheet.word((most * 4 * STEP_DEG * WIDE - 60, high), words, "end", 0, colour)
