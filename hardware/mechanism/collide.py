"""Do two parts share space? Boxes first, then the exact common volume."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from OCP.BRepAlgoAPI import BRepAlgoAPI_Common
from OCP.BRepGProp import BRepGProp
from OCP.GProp import GProp_GProps

from .dimensions import Dims
from .model import STATES, fixed, moving
from .part import Part

TOLERANCE_MM3 = 1.0
TOUCH_MM = 0.01


@dataclass(frozen=True)
class Clash:
    """Two parts that overlap, by how much, in which state."""

    first: str
    second: str
    volume: float
    state: str
    size: tuple[float, float, float]

    def __str__(self) -> str:
        deep = " x ".join(f"{length:.1f}" for length in self.size)
        return (f"{self.first} and {self.second} overlap by {self.volume:.0f} mm3 "
                f"(within {deep} mm), {self.state}")


def _common(a: tuple[float, ...], b: tuple[float, ...]) -> tuple[float, float, float]:
    """Size of what two bounding boxes share, negative where they are apart."""
    return (min(a[3], b[3]) - max(a[0], b[0]), min(a[4], b[4]) - max(a[1], b[1]),
            min(a[5], b[5]) - max(a[2], b[2]))


def overlap(first: Part, second: Part) -> tuple[float, tuple[float, float, float]]:
    """Common volume in mm3 and the size of the common bounding box."""
    size = _common(first.bounds, second.bounds)
    if min(size) <= TOUCH_MM:
        return 0.0, size
    if first.plain and second.plain:
        return size[0] * size[1] * size[2], size
    common = BRepAlgoAPI_Common(first.solid.wrapped, second.solid.wrapped)
    props = GProp_GProps()
    BRepGProp.VolumeProperties_s(common.Shape(), props)
    return abs(props.Mass()), size


def clashes(g: Dims, machine: str = "", stacks: int = 19,
            states: Iterable[str] = tuple(STATES), only: str = "") -> list[Clash]:
    """Every overlap in the given states; `only` looks at pairs with that word in a name."""
    still = fixed(g, machine)
    found = _pairs(still, [], "fixed parts", only, set())
    seen: set[tuple[str, str, str, str]] = set()
    for state in states:
        parts = moving(g, STATES[state], stacks, machine)
        found += _pairs(parts, still, state, only, seen)
    return sorted(found, key=lambda c: (-round(c.volume), c.first, c.second))


def _pairs(parts: Sequence[Part], others: Sequence[Part], state: str, only: str,
           seen: set[tuple[str, str, str, str]]) -> list[Clash]:
    found = []
    rest = [*others, *parts]
    for n, m in _near(parts, rest):
        first, second = parts[n], rest[m]
        key = (first.name, first.pose, second.name, second.pose)
        if m - len(others) in range(n + 1) or key in seen:
            continue
        if only and only not in first.name + second.name:
            continue
        seen.add(key)
        volume, size = overlap(first, second)
        if volume > TOLERANCE_MM3:
            found.append(Clash(first.name, second.name, volume, state, size))
    return found


def _near(parts: Sequence[Part], others: Sequence[Part]) -> list[tuple[int, int]]:
    """Numbers of the pairs whose bounding boxes overlap."""
    a = np.array([part.bounds for part in parts])[:, None, :]
    b = np.array([part.bounds for part in others])[None, :, :]
    shared = np.minimum(a[..., 3:], b[..., 3:]) - np.maximum(a[..., :3], b[..., :3])
    return [(int(n), int(m)) for n, m in np.argwhere((shared > TOUCH_MM).all(axis=-1))]
