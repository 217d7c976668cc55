"""A strip of pictures: the drum from above as it turns, tiles by when they fell."""

from __future__ import annotations

from math import atan2, degrees

import numpy as np

from mjphysics.drum import Finger, shape_mm
from mjphysics.run import SAMPLE_S, Track
from mjphysics.scene import LOW_DEG, tile_half_m

FRAME, PIXELS_A_M = 230, 400.0
FIRST, LAST = (33, 102, 172), (253, 174, 97)
"""Colours of the first tile that fell and of the last: apart in lightness too."""


def strip(track: Track, times_s: tuple[float, ...] = (0.0, 2.0, 4.0, 8.0)) -> str:
    """SVG of the drum at these times of turning; dark tiles fell first."""
    frames = [_frame(track, at, number) for number, at in enumerate(times_s)]
    wide = FRAME * len(times_s)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {FRAME + 24}" '
            f'font-family="sans-serif" font-size="14"><title>A drum of {track.drum.tiles} tiles '
            f'from above</title><rect width="{wide}" height="{FRAME + 24}" fill="#fff"/>'
            + "".join(frames) + "</svg>\n")  # fmt: skip


def _frame(track: Track, at_s: float, number: int) -> str:
    sample = min(round(at_s / SAMPLE_S), len(track.dish) - 1)
    body = [_circle(shape_mm(of), fill) for of, fill in (("shell", "#eee"), ("collar", "#ccc"))]
    body += [_blade(vane, LOW_DEG, "#333") for vane in track.drum.vanes]
    turned = degrees(track.dish[sample])
    body += [_blade(bar, turned, "#aaa") for bar in track.drum.bars]
    body += [_finger(finger, turned) for finger in track.drum.fingers]
    order = np.argsort(track.pose[sample, :, 2])
    body += [_tile(track.pose[sample, tile], tile / track.drum.tiles) for tile in order]
    x, y = FRAME * number + FRAME / 2, FRAME / 2
    return (f'<g transform="translate({x},{y}) scale(1,-1)">{"".join(body)}</g>'
            f'<text x="{x}" y="{FRAME + 14}" text-anchor="middle">{at_s:g} s</text>')  # fmt: skip


def _circle(radius_mm: float, fill: str) -> str:
    return f'<circle r="{radius_mm * PIXELS_A_M / 1000:.1f}" fill="{fill}" stroke="#555"/>'


def _finger(finger: Finger, turned_deg: float) -> str:
    deg, radius = np.radians(turned_deg + finger.at_deg), finger.radius_mm * PIXELS_A_M / 1000
    return (f'<circle cx="{radius * np.cos(deg):.1f}" cy="{radius * np.sin(deg):.1f}" r="1.5" '
            'fill="#888"/>')  # fmt: skip


def _blade(blade, from_deg: float, colour: str) -> str:  # type: ignore[no-untyped-def]
    deg = np.radians(from_deg + blade.at_deg)
    middle = (blade.inner_mm + blade.outer_mm) / 2000 * PIXELS_A_M
    half = (blade.outer_mm - blade.inner_mm) / 2000 * PIXELS_A_M
    turn = degrees(float(deg)) + blade.yaw_deg
    return (f'<line x1="{-half:.1f}" x2="{half:.1f}" stroke="{colour}" stroke-width="3" transform='
            f'"translate({middle * np.cos(deg):.1f},{middle * np.sin(deg):.1f}) '
            f'rotate({turn:.1f})"/>')  # fmt: skip


def _tile(pose: np.ndarray, share: float) -> str:
    """A tile from above, as the long and the short side of what lies flat or stands."""
    w, x, y, z = pose[3:]
    turn = np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    ])  # fmt: skip
    seen = turn * (2 * PIXELS_A_M * np.array(tile_half_m()))
    size = np.linalg.norm(seen, axis=0)
    long, short = np.argsort(size)[::-1][:2]
    angle = degrees(atan2(seen[1, long], seen[0, long]))
    colour = ",".join(str(round(a + (b - a) * share)) for a, b in zip(FIRST, LAST, strict=True))
    at = pose[:2] * PIXELS_A_M
    return (f'<rect x="{-size[long] / 2:.1f}" y="{-size[short] / 2:.1f}" width="{size[long]:.1f}" '
            f'height="{size[short]:.1f}" fill="rgb({colour})" stroke="#222" stroke-width=".6" '
            f'transform="translate({at[0]:.1f},{at[1]:.1f}) rotate({angle:.1f})"/>')  # fmt: skip
