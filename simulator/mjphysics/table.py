"""The table of runs, `simulator/mjphysics/runs.csv`: one line a run, kept in the repository.

A table of another form (emptied.py) is read and written by the same hands.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from mjphysics.design import MIX_S, Point
from mjphysics.drum import Drum
from mjphysics.made_with import made_with
from mjphysics.measures import NAMES

TABLE = Path(__file__).with_name("runs.csv")
DRUM = ("number", "kind", "seed", "tiles", "tile_friction", "dish_friction", "tilt_deg",
        "spring_unm_per_rad", "ring_n", "turns", "made_with")  # fmt: skip
MADE = "# made by: mjsim physics runs; columns and figures: docs/PHYSICS.md\n"


@dataclass(frozen=True)
class Form:
    """What a table is like: its first line, what it is of, its columns; `words`: those that hold
    no number, each with what may stand there (nothing named: anything); `whole`: those of whole
    numbers; `place`: where in the file a row belongs."""

    made: str
    of: str
    columns: tuple[str, ...]
    words: Mapping[str, tuple[str, ...]]
    whole: tuple[str, ...]
    place: Callable[[dict[str, str]], tuple[int | str, ...]]

    def wrong(self, name: str, value: str) -> str:
        """Why a value cannot stand in a column, "" when it can."""
        if name in self.words:
            may = self.words[name]
            return "" if not may or value in may else f"none of {', '.join(may)}"
        try:
            number = float(value)
        except ValueError:
            return "no number"
        if name in self.whole:
            return "" if value.isdecimal() else "no whole number"
        return "" if math.isfinite(number) else "no number"


RUNS = Form(MADE, "runs", (*DRUM, *NAMES), {"kind": (), "made_with": ()}, ("number", "seed"),
            lambda one: (int(one["number"]),))  # fmt: skip


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


def read(path: Path = TABLE, form: Form = RUNS) -> list[dict[str, str]]:
    """All rows; none where there is no table yet. `Unusable` for a file that is something else."""
    if not path.exists():
        return []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as problem:
        raise Unusable(f"{path}: cannot be read ({problem}); name another file") from problem
    head, *rows = [(at, line) for at, line in enumerate(lines, 1)
                   if not line.startswith("#")] or [(1, "")]  # fmt: skip
    names = head[1].split(",")
    for name in form.columns:
        if name not in names:
            raise _no_table(path, head[0], form, f"lacks the column {name}")
    if len(names) > len(form.columns):
        raise _no_table(path, head[0], form, f"has {len(names)} columns where "
                        f"{len(form.columns)} belong")  # fmt: skip
    return [_row(path, at, form, names, line.split(",")) for at, line in rows]


def _row(path: Path, at: int, form: Form, names: list[str], values: list[str]) -> dict[str, str]:
    """A line, by column; each what belongs there."""
    if len(values) != len(names):
        raise _no_table(path, at, form, f"has {len(values)} columns where {len(names)} belong")
    found = dict(zip(names, values, strict=True))
    for name, value in found.items():
        if why := form.wrong(name, value):
            raise _no_table(path, at, form, f"has {name} {value[:20]!r}, which is {why}")
    return found


def _no_table(path: Path, line: int, form: Form, what: str) -> Unusable:
    return Unusable(f"{path}:{line}: no table of {form.of} of this version: it {what}; nothing "
                    "was written: name another file, or move this one away")  # fmt: skip


def write(rows: list[dict[str, str]], path: Path = TABLE, form: Form = RUNS) -> None:
    """The table anew, each row at its place, whole or not at all."""
    fresh, placed = path.with_suffix(".new"), sorted(rows, key=form.place)
    with fresh.open("w", encoding="utf-8", newline="") as file:
        file.write(form.made)
        out = csv.DictWriter(file, form.columns, lineterminator="\n")
        out.writeheader()
        out.writerows(placed)
    fresh.replace(path)
