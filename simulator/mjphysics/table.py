"""The table of runs, `simulator/mjphysics/runs.csv`: one line a run, kept in the repository."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from mjphysics.design import Point
from mjphysics.drum import Drum
from mjphysics.measures import NAMES

TABLE = Path(__file__).with_name("runs.csv")
DRUM = ("number", "kind", "seed", "tiles", "tile_friction", "dish_friction", "tilt_deg",
        "spring_unm_per_rad", "ring_n", "turns")  # fmt: skip
MADE = "# made by: mjsim physics runs; columns and figures: docs/PHYSICS.md\n"


def row(point: Point, found: dict[str, float]) -> dict[str, str]:
    """A run as the table has it."""
    drum = point.drum
    mine = (point.number, point.kind, point.seed, drum.tiles, drum.tile_friction,
            drum.dish_friction, drum.tilt_deg, _spring_unm_per_rad(drum), drum.ring_n,
            drum.turns)  # fmt: skip
    rows = dict(zip(DRUM, map(str, mine), strict=True))
    return rows | {name: f"{found[name]:.4f}" for name in NAMES}


def _spring_unm_per_rad(drum: Drum) -> int:
    """Of its fingers; 0 for a drum that has none."""
    return round(1e6 * drum.fingers[0].spring_nm_per_rad) if drum.fingers else 0


def read(path: Path = TABLE) -> list[dict[str, str]]:
    """All runs; none where there is no table yet."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(_rows(file)))


def _rows(lines: Iterator[str]) -> Iterator[str]:
    return (line for line in lines if not line.startswith("#"))


def write(rows: list[dict[str, str]], path: Path = TABLE) -> None:
    """The table anew, in the order of the numbers, whole or not at all."""
    fresh = path.with_suffix(".new")
    with fresh.open("w", encoding="utf-8", newline="") as file:
        file.write(MADE)
        out = csv.DictWriter(file, (*DRUM, *NAMES), lineterminator="\n")
        out.writeheader()
        out.writerows(sorted(rows, key=lambda one: int(one["number"])))
    fresh.replace(path)
