"""The table's dimensions, read from machine.toml: millimetres, degrees, grams.

A name is `section.key` without the unit: `lane.length` is `[mechanism.lane] length_um` in mm.
The figures that firmware and plant use too (tile, radii, travels) stay in their own sections.
"""

import difflib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from hardware.problem import Problem
from tools.make.generate.errors import Source

MACHINE_FILE = "hardware/machine.toml"

# name here -> section and key outside [mechanism.*]
SHARED = {
    "tile.length": ("tile", "length_um"), "tile.width": ("tile", "width_um"),
    "tile.thick": ("tile", "thick_um"), "tile.pitch": ("tile", "pitch_um"),
    "belt.length": ("belt", "length_um"), "drum.radius": ("drum", "radius_mm"),
    "drum.tilt": ("drum", "tilt_deg"), "ring.radius": ("ring", "radius_mm"),
    "ring.slots": ("ring", "slots"), "lift.travel": ("lift", "travel_um"),
    "hatch.travel": ("hatch", "travel_um"), "power.budget": ("power", "budget_mw"),
}
# unit in the file -> (suffix of the key, divisor)
UNITS = {"um": ("_um", 1000), "mm": ("_mm", 1), "deg": ("_deg", 1), "pct": ("_pct", 1),
         "g": ("_g", 1), "kg/m3": ("_kg_per_m3", 1), "mw": ("_mw", 1000), "1": ("", 1)}


class DimensionError(Problem):
    """A dimension is missing; the text names the file and the nearest valid name."""


class Build(NamedTuple):
    """What a machine has of the mechanism: whose parts, sides with a line ("abcd"), a chain,
    and how many tiles its heads push at once."""

    name: str
    wired: str
    lines: str
    chain: bool
    tiles_a_push: int


@dataclass(frozen=True)
class Dims:
    """All dimensions: call with a name to get its value, ask `key` for its place in the file."""

    rows: tuple[tuple[str, float, str], ...]
    builds: tuple[Build, ...]
    default: str

    def build(self, machine: str = "") -> Build:
        """What `machine` has, without a name the default machine."""
        return next(build for build in self.builds if build.name == (machine or self.default))

    def __call__(self, name: str) -> float:
        for row, value, _ in self.rows:
            if row == name:
                return value
        raise self._unknown(name)

    def key(self, name: str) -> str:
        """The key in machine.toml that holds `name`."""
        for row, _, key in self.rows:
            if row == name:
                return key
        raise self._unknown(name)

    def changed(self, **values: float) -> "Dims":
        """A copy with other values; `lane__length=455` changes `lane.length`, for trials."""
        new = {name.replace("__", "."): value for name, value in values.items()}
        for name in new:
            self(name)
        return replace(self, rows=tuple((n, float(new.get(n, v)), k) for n, v, k in self.rows))

    def _unknown(self, name: str) -> DimensionError:
        names = [row[0] for row in self.rows]
        near = difflib.get_close_matches(name, names, 1, 0.0)
        return DimensionError(f"{MACHINE_FILE}: no dimension {name}; nearest: {near[0]}")


def load(root: Path) -> Dims:
    """The dimensions of the machine.toml below `root`."""
    data = Source.read(root, MACHINE_FILE).data
    if "mechanism" not in data:
        raise DimensionError(f"{MACHINE_FILE}: no [mechanism.*] sections: nothing to draw")
    rows = [_row(name, f"{section}.{key}", data[section][key])
            for name, (section, key) in SHARED.items()]
    for section, keys in data["mechanism"].items():
        for key, row in keys.items():
            suffix = UNITS[row["unit"]][0]
            rows.append(_row(f"{section}.{key.removesuffix(suffix)}",
                             f"mechanism.{section}.{key}", row))
    machines = data["machines"]
    builds = tuple(Build(name, row["wired"], row["lines"].lower(), row["chain"],
                         row["tiles_a_push"])
                   for name, row in machines.items())
    return Dims(tuple(sorted(rows)), builds, next(m for m in machines if machines[m]["default"]))


def _row(name: str, key: str, row: dict[str, Any]) -> tuple[str, float, str]:
    return name, row["value"] / UNITS[row["unit"]][1], key
