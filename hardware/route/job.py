"""What a router is asked to do: pads, nets, widths, planes; and what it answers: tracks and vias.

All lengths in millimetres; layer 0 is the front, layer 1 the back.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hardware.board.geometry import Rect

FRONT, BACK = 0, 1


@dataclass(frozen=True)
class Land:
    """Copper that is there before any track: a pad with its net ("" for none), its layers."""

    name: str
    net: str
    rect: Rect
    layers: tuple[int, ...]
    drilled: bool = False

    @property
    def through(self) -> bool:
        return len(self.layers) > 1


@dataclass(frozen=True)
class Rules:
    """Widths and distances of the board's class."""

    track: float
    space: float
    via: float
    drill: float
    wide: float  # of a supply's track, where it fits
    edge: float  # from the board's edge to copper
    hole: float = 0.25  # between two drills, and from a bare hole to copper


@dataclass(frozen=True)
class Job:
    """One board to route. `planes`: nets that a via reaches anywhere; `wide`: supply nets."""

    width: float
    height: float
    lands: tuple[Land, ...]
    rules: Rules
    planes: frozenset[str] = frozenset()
    wide: frozenset[str] = frozenset()
    keepouts: tuple[Rect, ...] = ()  # bare holes and slots: no copper, no via
    vias: bool = True  # False: one layer only


@dataclass(frozen=True)
class Segment:
    """A straight track."""

    net: str
    layer: int
    x0: float
    y0: float
    x1: float
    y1: float
    width: float


@dataclass(frozen=True)
class Via:
    """A plated hole through all layers."""

    net: str
    x: float
    y: float


@dataclass
class Routing:
    """The answer; `open` names what could not be laid."""

    segments: list[Segment] = field(default_factory=list)
    vias: list[Via] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
