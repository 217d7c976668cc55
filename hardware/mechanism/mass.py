"""What the table weighs: every part's volume times its density, or its own mass (kg)."""

from collections.abc import Iterable
from dataclasses import dataclass

from .dimensions import Dims
from .materials import MATERIALS
from .model import STATES, fixed, moving
from .part import Part

# part name ends, without its side -> the group it is weighed in
GROUPS = {
    "body": "table top, base plate and electronics", "rim": "rim and side boards",
    "skirt": "rim and side boards", "tube": "frame and legs", "corner": "frame and legs",
    "leg": "frame and legs", "drum": "drum with its wall and drive", "ring": "ring with its drive",
    "hatch": "hatch with its drive", "lane": "lanes", "lift": "wall lifts", "flap": "wall lifts",
    "belt": "belts and chutes", "trough": "belts and chutes", "chute": "belts and chutes",
    "head": "heads", "pusher": "heads", "elevator": "heads", "sensor": "heads",
    "chain": "chain with its drive", "corner_floor": "chain with its drive",
}


@dataclass(frozen=True)
class Weight:
    """A group of parts: how many, and their mass in kg."""

    group: str
    count: int
    mass_kg: float


def part_mass(g: Dims, part: Part) -> float:
    """Mass of one part in kg."""
    if part.mass_g:
        return part.mass_g / 1000
    density = MATERIALS[part.material][0]
    return part.volume * g(f"density.{density}") / 1e9


def group_of(name: str) -> str:
    """The group a part is weighed in."""
    stem = name.split(".", 1)[1] if name[1] == "." else name
    if stem in GROUPS:
        return GROUPS[stem]
    return GROUPS[stem.replace(".", "_").split("_")[0]]


def all_parts(g: Dims, machine: str) -> list[Part]:
    """Every part once, without tiles."""
    return [*fixed(g, machine), *moving(g, STATES["home"], 0, machine)]


def weights(g: Dims, machine: str) -> list[Weight]:
    """Mass of every group, in the order of the table above."""
    return _grouped(g, all_parts(g, machine))


def _grouped(g: Dims, parts: Iterable[Part]) -> list[Weight]:
    found: dict[str, list[float]] = {name: [] for name in dict.fromkeys(GROUPS.values())}
    for part in parts:
        found[group_of(part.name)].append(part_mass(g, part))
    return [Weight(name, len(rows), sum(rows)) for name, rows in found.items() if rows]


def total_kg(g: Dims, machine: str) -> float:
    """All groups and the share for screws, springs and felt."""
    return sum(w.mass_kg for w in weights(g, machine)) * (1 + g("density.fastener") / 100)


def set_kg(g: Dims, tiles: int) -> float:
    """A set of tiles."""
    one = g("tile.length") * g("tile.width") * g("tile.thick") * g("density.tile") / 1e9
    return tiles * one
