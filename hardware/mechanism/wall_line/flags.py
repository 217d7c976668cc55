"""Where each flag changes on the head that is drawn, and how far parts and setting may put it off.

The edges are found by turning the very solids past the beam and by the slider's way; the firmware
expects them at machine.toml's angles within spread.cam_edge.
"""

import math
from dataclasses import dataclass

import numpy as np
from OCP.BRepClass3d import BRepClass3d_SolidClassifier
from OCP.gp import gp_Pnt
from OCP.TopAbs import TopAbs_IN

from ..dimensions import Dims
from .head_sensing import BEAM_DEG, WINDOWS, sensing_pieces
from .law import STEP_DEG
from .linkage import frame
from .motion import motion

FINE_DEG = 0.05


@dataclass(frozen=True)
class Edge:
    """An edge: what the firmware expects, where it is, and how early and late it may come."""

    name: str
    expected: float
    found: float
    early: float
    late: float

    def inside(self, spread: float) -> bool:
        """Does it stay within `spread` degrees of what is expected, with every tolerance?"""
        off = (self.found - self.expected + 180) % 360 - 180
        return off + self.late <= spread and -off + self.early <= spread


def edges(g: Dims) -> list[Edge]:
    """The six edges of a turn."""
    return [*_slots(g), *_switch(g)]


def beam_lit(g: Dims, flag: str, angles: np.ndarray) -> np.ndarray:
    """Does light pass the disc at these angles of the cam?"""
    disc = next(p for p in sensing_pieces(g) if p.name == f"flag_{flag}")
    judge = BRepClass3d_SolidClassifier(disc.solid.wrapped)
    x, z = frame(g).shaft
    radius, y = g("line.flag.beam"), g(f"line.flag.{flag}")
    found = []
    for angle in angles:
        turn = math.radians(BEAM_DEG - float(angle))  # the beam, seen from the disc
        judge.Perform(gp_Pnt(x + radius * math.cos(turn), y, z + radius * math.sin(turn)), 1e-6)
        found.append(judge.State() != TopAbs_IN)
    return np.array(found)


def _slots(g: Dims) -> list[Edge]:
    """A slot's edge by worst case: all tolerances to one side."""
    along = g("line.flag.cut") + g("line.flag.place") + g("line.flag.beam_wide")
    off = math.degrees(along / g("line.flag.beam")) + g("line.flag.play")
    found = []
    for flag, names in WINDOWS.items():
        for name, rises in zip(names, (True, False), strict=True):
            near = g(name) + np.arange(-8, 8, FINE_DEG)
            lit = beam_lit(g, flag, near)
            at = int(np.argmax(lit == rises))
            found.append(Edge(f"{flag.upper()} {'on' if rises else 'off'}", g(name),
                              float(near[at]) % 360, off, off))
    return found


def _switch(g: Dims) -> list[Edge]:
    """The switch opens between its operating point and the largest differential travel."""
    close, back, off = g("line.law.home"), g("line.switch.back"), g("line.switch.set")
    opens = [_angle(g, place, 220, 280) for place in (close - off, close + back / 2,
                                                     close + back + off)]
    closes = [_angle(g, place, 320, 345) for place in (close + off, close, close - off)]
    return [Edge(name, g(key), at, at - early, late - at)
            for name, key, (early, at, late) in (("PUSH_HOME off", "head.push_from", opens),
                                                 ("PUSH_HOME on", "head.push_to", closes))]


def _angle(g: Dims, place: float, begin: float, end: float) -> float:
    """The angle between two where the pusher is at `place`."""
    pusher = motion(g).pusher
    angles = np.arange(begin, end, STEP_DEG)
    ways = pusher[(angles / STEP_DEG).astype(int)]
    order = np.argsort(ways, kind="stable")
    return float(np.interp(place, ways[order], angles[order]))
