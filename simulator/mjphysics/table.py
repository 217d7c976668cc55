"""The table of runs, `simulator/mjphysics/runs.csv`: one line a run, kept in the repository."""

from __future__ import annotations

import csv
from pathlib import Path

from mjphysics.design import MIX_S, Point
from mjphysics.drum import Drum
from mjphysics.made_with import made_with
from mjphysics.measures import NAMES

TABLE = Path(__file__).with_name("runs.csv")
DRUM = ("number", "kind", "seed", "tiles", "tile_friction", "dish_friction", "tilt_deg",
        "spring_unm_per_rad", "ring_n", "turns", "made_with")  # fmt: skip
WORDS = "kind", "made_with"
"""Columns that hold no number."""
MADE = "# made by: mjsim physics runs; columns and figures: docs/PHYSICS.md\n"


class Unusable(ValueError):
    """A table or a cluster that cannot be used; the text says which, why, and what to do."""


def row(point: Point, found: dict[str, float]) -> dict[str, str]:
    """A run as the table has it."""
    return made_of(point) | {name: f"{found[name]:.4f}" for name in NAMES}


def made_of(point: Point) -> dict[str, str]:
    """What a run is of, and made with."""
    drum = point.drum
    mine = (point.number, point.kind, point.seed, drum.tiles, drum.tile_friction,
            drum.dish_friction, drum.tilt_deg, _spring_unm_per_rad(drum), drum.ring_n,
            drum.turns, made_with(drum, MIX_S))  # fmt: skip
    return dict(zip(DRUM, map(str, mine), strict=True))


def stale(point: Point, kept: dict[str, str]) -> str:
    """Why a kept row is not this run, "" when it is; any seed will do (runs.py tries some)."""
    for name, value in made_of(point).items():
        if name != "seed" and kept[name] != value:
            return (f"run {point.number} was made with {name} {kept[name]}, and is {value} here"
                    "; it is run again")  # fmt: skip
    return ""


def _spring_unm_per_rad(drum: Drum) -> int:
    """Of its fingers; 0 for a drum that has none."""
    return round(1e6 * drum.fingers[0].spring_nm_per_rad) if drum.fingers else 0


def read(path: Path = TABLE) -> list[dict[str, str]]:
    """All runs; none where there is no table yet. `Unusable` for a file that is something else."""
    if not path.exists():
        return []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as problem:
        raise Unusable(f"{path}: cannot be read ({problem}); name another file") from problem
    head, *rows = [(at, line) for at, line in enumerate(lines, 1)
                   if not line.startswith("#")] or [(1, "")]  # fmt: skip
    lacks = [name for name in (*DRUM, *NAMES) if name not in head[1].split(",")]
    if lacks:
        raise _no_table(path, head[0], f"lacks the column {lacks[0]}")
    return [_row(path, at, head[1].split(","), line.split(",")) for at, line in rows]


def _row(path: Path, at: int, names: list[str], values: list[str]) -> dict[str, str]:
    """A line, by column; each a number where one belongs."""
    if len(values) != len(names):
        raise _no_table(path, at, f"has {len(values)} columns where {len(names)} belong")
    found = dict(zip(names, values, strict=True))
    for name, value in found.items():
        try:
            if name not in WORDS:
                float(value)
        except ValueError:
            raise _no_table(path, at, f"has {name} {value[:20]!r}, which is no number") from None
    return found


def _no_table(path: Path, line: int, what: str) -> Unusable:
    return Unusable(f"{path}:{line}: no table of runs of this version: it {what}; nothing was "
                    "written: name another file, or move this one away")  # fmt: skip


def write(rows: list[dict[str, str]], path: Path = TABLE) -> None:
    """The table anew, in the order of the numbers, whole or not at all."""
    fresh = path.with_suffix(".new")
    with fresh.open("w", encoding="utf-8", newline="") as file:
        file.write(MADE)
        out = csv.DictWriter(file, (*DRUM, *NAMES), lineterminator="\n")
        out.writeheader()
        out.writerows(sorted(rows, key=lambda one: int(one["number"])))
    fresh.replace(path)
