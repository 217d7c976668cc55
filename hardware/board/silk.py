"""What the silkscreen shows of a part: its reference and a dot at pin 1, never on a pad."""

from __future__ import annotations

import math
from itertools import product
from typing import NamedTuple

from hardware.board.geometry import Rect
from hardware.board.pattern import Pattern, centred
from hardware.board.sexpr import at, identity, number, text

WIDE = 0.95  # a letter's width as a share of its height, KiCad's own font
SMALLEST = 0.6  # mm, what a board maker prints legibly
ALIKE = ("R_", "C_", "FB_", "Strap", "Link", "Fuse", "CX2", "CY", "RV", "TestPoint", "Mount")
KEYED = ("SOT-23", "SOT-23-5", "SOT-353", "SOT-223")  # fit one way only
ROWS = ("SOIC", "TSSOP", "HTSSOP", "DIP", "Pico", "SOT", "D_", "LED", "CP")


class Spot(NamedTuple):
    """Where a reference stands: centre, height, whether it reads upwards, whether it is free."""

    x: float
    y: float
    size: float
    upright: bool
    free: bool


# height as a share of the body's short side, and where across it
SPOTS = ((0.62, 0.5), (0.3, 0.82), (0.3, 0.18), (0.22, 0.88), (0.22, 0.12))


def spot(body: Rect, kept_free: list[Rect], words: str, largest: float) -> Spot:
    """The reference's place: the middle of the body, else one of its sides, clear of pads."""
    natural = body.height > 1.3 * body.width
    long, short = max(body.width, body.height), min(body.width, body.height)
    square = long < 1.3 * short
    for upright, (share, across) in product((natural, True) if square else (natural,), SPOTS):
        size = min(largest, short * share, long / len(words) / WIDE)
        x = body.x0 + body.width * (across if upright else 0.5)
        y = body.y0 + body.height * (0.5 if upright else across)
        half = (size * 0.55, len(words) * size * WIDE / 2)
        wide, high = half if upright else half[::-1]
        if not any(r.overlaps(Rect(x - wide, y - high, x + wide, y + high)) for r in kept_free):
            return Spot(x, y, size, upright, True)
    x, y = body.centre
    return Spot(x, y, min(largest, short * 0.5, long / len(words) / WIDE), natural, False)


def reference_text(pattern: Pattern, reference: str, turned: int, key: str) -> tuple[str, Spot]:
    """The reference: on the silkscreen where it fits clear of pads, else on the assembly layer."""
    kept = [pad.rect.grown(0.15) for pad in pattern.pads]
    place = dot_place(pattern)
    kept += [Rect(*place, *place).grown(0.3)] if place else []
    kept += [pattern.slot.grown(0.3)] if pattern.slot else []
    kept += [centred(pattern.hole + 0.6, pattern.hole + 0.6)] if pattern.hole else []
    its = spot(pattern.body, kept, reference, 1.5)
    angle = ((90 if its.upright else 0) + turned) % 180  # never upside down
    layer = "F.SilkS" if its.free and its.size >= SMALLEST else "F.Fab"
    return text("fp_text reference", reference, at(its.x, its.y, angle), layer,
                max(its.size, 0.4), key), its


def dot_place(pattern: Pattern) -> tuple[float, float] | None:
    """Inside the body beside pin 1, where the pins are not all alike."""
    if not pattern.pads or pattern.name.startswith(ALIKE) or pattern.name in KEYED:
        return None
    pad = pattern.pads[0]
    x, y = pattern.body.centre
    if pattern.name.startswith(ROWS):
        return (pad.x + math.copysign(0.35 + pad.w / 2, x - pad.x), pad.y)
    # the reference stands on the wide side
    narrow = -math.copysign(0.35 + pad.h / 2, (y - pad.y) or 1)
    room = pattern.body.y0 + 0.2 < pad.y + narrow < pattern.body.y1 - 0.2
    return (pad.x, pad.y + (narrow if room else -narrow))


def pin_one(pattern: Pattern, key: str) -> list[str]:
    """The dot at pin 1, when the part has one."""
    place = dot_place(pattern)
    if place is None:
        return []
    x, y = place
    return [f"(fp_circle (center {number(x)} {number(y)}) (end {number(x + 0.1)} {number(y)})"
            f' (layer "F.SilkS") (width 0.15) (fill solid) {identity(key, "dot")})']
