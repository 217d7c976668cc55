"""A whole turn of a head, angle by angle: no two bodies may share space."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ..collide import TOLERANCE_MM3, TOUCH_MM, overlap
from ..dimensions import Dims
from ..part import Part
from .piece import Piece
from .pose import entering, lift_posed, lift_tiles, posed, tiles


@dataclass(frozen=True)
class Hit:
    """Two parts that overlap at an angle, by how much."""

    first: str
    second: str
    volume: float
    angle: float

    def __str__(self) -> str:
        return f"{self.first} and {self.second} overlap by {self.volume:.1f} mm3 at " \
               f"{self.angle:g} deg"


def turn_hits(g: Dims, pieces: Sequence[Piece], angles: Iterable[float],
              others: Sequence[Part] = (), grown: float | None = None) -> list[Hit]:
    """Every overlap of a head's bodies and tiles at the angles, also with `others` that stand
    round it. `grown` is what the tiles are larger by."""
    larger = g("wall.grow") if grown is None else grown
    scenes = ((angle, [*posed(g, pieces, angle), *tiles(g, angle, larger)]) for angle in angles)
    return _hits(pieces, scenes, others)


def entry_hits(g: Dims, pieces: Sequence[Piece], angles: Iterable[float]) -> list[Hit]:
    """What is in the way of a tile that comes into a head standing at one of the angles."""
    return _hits(pieces, ((angle, [*posed(g, pieces, angle), *entering(g, angle)])
                          for angle in angles), ())


def lift_hits(g: Dims, pieces: Sequence[Piece], angles: Iterable[float],
              others: Sequence[Part] = ()) -> list[Hit]:
    """The same for lane and lift, the longest wall on the plate."""
    scenes = ((angle, [*lift_posed(g, pieces, angle), *lift_tiles(g, angle, g("wall.grow"))])
              for angle in angles)
    return _hits(pieces, scenes, others)


def _hits(pieces: Sequence[Piece], scenes: Iterable[tuple[float, list[Part]]],
          others: Sequence[Part]) -> list[Hit]:
    """Each pair in each pair of poses is looked at once."""
    bodies = {piece.name: piece.body for piece in pieces}
    seen: set[tuple[str, str, str, str]] = set()
    found = []
    for angle, parts in scenes:
        for first, second in _near([*parts, *others], bodies):
            key = (first.name, first.pose, second.name, second.pose)
            if key in seen:
                continue
            seen.add(key)
            volume = overlap(first, second)[0]
            if volume > TOLERANCE_MM3:
                found.append(Hit(first.name, second.name, volume, angle))
    return found


def _near(parts: Sequence[Part], bodies: dict[str, str]) -> list[tuple[Part, Part]]:
    """Pairs of different bodies whose bounding boxes overlap."""
    bounds = np.array([part.bounds for part in parts])
    shared = (np.minimum(bounds[:, None, 3:], bounds[None, :, 3:])
              - np.maximum(bounds[:, None, :3], bounds[None, :, :3]))
    close = np.argwhere((shared > TOUCH_MM).all(axis=-1))
    body = [bodies.get(part.name, f"other {part.name}") for part in parts]
    strange = [part.name not in bodies for part in parts]
    return [(parts[n], parts[m]) for n, m in close.tolist() if n < m
            and (body[n] != body[m] or body[n] == "frame")
            and not (strange[n] and strange[m] and parts[n].material != "tile"
                     and parts[m].material != "tile")]
