"""What a physical drum is like: its shape from `hardware/machine.toml`, its friction, its fill."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from mjphysics.coil import spring_nm_per_rad

MACHINE = Path(__file__).resolve().parents[2] / "hardware" / "machine.toml"
FIRST_BAR_DEG = 20
"""As the mechanism has them."""
FILLS = (136, 144, 148, 152)
"""Tiles of the games that the tables sort."""


@dataclass(frozen=True)
class Blade:
    """A vane that stands still over the turning dish, or a bar that turns with it.

    `at_deg` from the low side, or of a bar from any; radii from the dish's middle; `yaw_deg`
    against the radius; heights over the dish.
    """

    at_deg: float
    inner_mm: float
    outer_mm: float
    yaw_deg: float
    bottom_mm: float = 12.0
    top_mm: float = 42.0


@dataclass(frozen=True)
class Finger:
    """A spring that stands on the dish, turns with it and bends (`fingers.py`). Angle from any;
    radius from the dish's middle; height over the dish."""

    at_deg: float
    radius_mm: float
    top_mm: float
    spring_nm_per_rad: float


@cache
def _machine() -> dict[str, Any]:
    with MACHINE.open("rb") as file:
        return tomllib.load(file)


def told(*names: str) -> float:
    """A value of `hardware/machine.toml`, by its tables' names."""
    here: Any = _machine()
    for name in names:
        here = here[name]
    return float(here["value"])


def vanes_of_the_design() -> tuple[Blade, ...]:
    """The blades of `[mechanism.vane_*]`."""
    rows = [("mechanism", name) for name in _machine()["mechanism"] if name.startswith("vane_")]
    return tuple(
        Blade(told(*row, "at_deg"), told(*row, "inner_um") / 1000, told(*row, "outer_um") / 1000,
              told(*row, "yaw_deg"), told(*row, "bottom_um") / 1000, told(*row, "top_um") / 1000)
        for row in rows
    )  # fmt: skip


def bars_drawn_first(top_mm: float) -> tuple[Blade, ...]:
    """Four rigid bars, as the dish had them before it got fingers."""
    inner, outer = shape_mm("collar") + 10, shape_mm("radius") - 45
    return tuple(Blade(FIRST_BAR_DEG + 90 * bar, inner, outer, 0, 0, top_mm) for bar in range(4))


def fingers_of_the_design() -> tuple[Finger, ...]:
    """The fingers of `[mechanism.spring]`: spokes of them, every second one set on."""
    def of(name: str) -> float:
        return told("mechanism", "spring", name)

    spokes, rows, top = int(of("spokes")), int(of("rows")), shape_mm("finger")
    spring = spring_nm_per_rad(of("wire_um") / 1000, shape_mm("coil"), top + shape_mm("sunk"))
    return tuple(
        Finger(FIRST_BAR_DEG + 360 / spokes * spoke + of("set_on_deg") * (row % 2),
               (of("inner_um") + of("step_um") * row) / 1000, top, spring)
        for spoke in range(spokes) for row in range(rows)
    )  # fmt: skip


@dataclass(frozen=True)
class Drum:
    """One drum and its tiles; the defaults are the design's, in the middle of what is published.

    Frictions are Coulomb's, tile on tile and tile on dish; `ring_n` is the pull on a tile that
    touches the ring (0: no magnets); `turns` is +1 or -1, or 0 for a drum that turns back every
    `reverse_ms`.
    """

    tiles: int = 136
    tile_friction: float = 0.27
    dish_friction: float = 0.22
    tilt_deg: float = field(default_factory=lambda: told("drum", "tilt_deg"))
    rpm: float = field(default_factory=lambda: 60_000 / told("drum", "rev_ms"))
    bars: tuple[Blade, ...] = ()
    fingers: tuple[Finger, ...] = field(default_factory=fingers_of_the_design)
    ring_n: float = 1.5
    turns: int = 1
    reverse_ms: float = 3000
    vanes: tuple[Blade, ...] = field(default_factory=vanes_of_the_design)

    def __post_init__(self) -> None:
        """What a drum cannot be."""
        for name, least, most in LIMITS:
            value = getattr(self, name)
            if not least <= value <= most:
                raise ValueError(f"{name} {value}: a drum has from {least} to {most}")


LIMITS = (
    ("tiles", 1, 160), ("tile_friction", 0.02, 1.0), ("dish_friction", 0.02, 1.0),
    ("tilt_deg", 0, 35), ("rpm", 0, 60), ("ring_n", 0, 10),
    ("turns", -1, 1), ("reverse_ms", 500, 60_000),
)  # fmt: skip
"""By name: from, to."""


def shape_mm(name: str) -> float:
    """A length of the design: radius, shell, collar, tile_length, tile_width, tile_height,
    ring_radius, ring_gap, ring_width, hatch; of a finger sunk (its clamp), finger (its top), coil
    (its diameter)."""
    places = {
        "radius": ("drum", "radius_mm"), "shell": ("mechanism", "drum", "shell_um"),
        "collar": ("mechanism", "drum", "collar_um"), "tile_length": ("tile", "length_um"),
        "tile_width": ("tile", "width_um"), "tile_height": ("tile", "thick_um"),
        "ring_radius": ("ring", "radius_mm"), "ring_gap": ("mechanism", "ring", "gap_um"),
        "ring_width": ("mechanism", "ring", "width_um"),
        "hatch": ("mechanism", "hatch", "opening_um"),
        "sunk": ("mechanism", "spring", "sunk_um"), "coil": ("mechanism", "spring", "coil_um"),
        "finger": ("mechanism", "spring", "height_um"),
    }  # fmt: skip
    value = told(*places[name])
    return value / 1000 if places[name][-1].endswith("_um") else value


TILE_MASS_G = 22.5
"""With its magnet: 20-25 g (design hardware §3)."""
CHAMFER_MM = 1.5
"""Of every edge of a tile (design hardware §3: two chamfers make a notch of 3 mm)."""
