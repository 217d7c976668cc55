"""Drums emptied at their ports, as a table, `simulator/mjphysics/emptied.csv`: one line a drum.

Every seed has two lines: the same sweep and the same mixing, emptied by ports that take the
nearest and by ports that take any.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np

from mjphysics import picking, table
from mjphysics.drum import Drum
from mjphysics.made_with import made_with
from mjphysics.picking import ANY, NEAREST
from mjphysics.run import Escaped

TABLE = Path(__file__).with_name("emptied.csv")
FIRST_SEED, MIX_S = 11, 9.0
"""The pre-mix is the middle of the table's own."""
WAYS = NEAREST, ANY
FIGURES = {"follow": "follow", "order": "drop rank, exit rank",
           "inward": "way inwards, exit rank"}  # fmt: skip
"""By column: how it is called."""
CODE = 1
"""Of what takes tiles out and measures it (picking.py): one more whenever it gives other figures
of the same drum. No test says when: behind a minute of tiles that hit each other another processor
has other tiles out, too, of which the means alone can be held against these."""
FORM = table.Form(
    "# made by: mjsim physics empty --runs 5; columns and figures: docs/PHYSICS.md\n",
    "emptied drums", ("take", "seed", "tiles", "out", *FIGURES, "made_with"),
    {"take": WAYS, "made_with": ()}, ("seed", "tiles", "out"),
    lambda one: (WAYS.index(one["take"]), int(one["seed"])),
)  # fmt: skip
Row = dict[str, str]
Which = tuple[str, int]
"""How the ports take, and the seed."""


@dataclass(frozen=True)
class Series:
    """So many seeds of a drum that mixes for so long, each emptied both ways."""

    seeds: int
    drum: Drum = field(default_factory=Drum)
    mix_s: float = MIX_S

    @property
    def every(self) -> list[Which]:
        """Both ways of one seed after the other."""
        return [(take, FIRST_SEED + at) for at in range(self.seeds) for take in WAYS]

    @cached_property
    def made_with(self) -> str:
        """Eight hex digits of drum, sweep, engine and ports: what others made is not used."""
        ports = (CODE, picking.PORTS, picking.TAKE_S, picking.LEAST_LEFT, picking.LONGEST_S)
        told = f"{made_with(self.drum, self.mix_s)} {ports}"
        return hashlib.sha256(told.encode()).hexdigest()[:8]

    def carry_out(self, which: Which) -> Row | str:
        """One drum, as the table has it; a sentence where it was worth nothing."""
        take, seed = which
        try:
            out = picking.emptied(self.drum, self.mix_s, take, seed)
        except Escaped as problem:
            return f"{take}, seed {seed}: {problem}"
        if len(out.order) < 2:
            return f"{take}, seed {seed}: too few tiles out to say who follows whom"
        found = (out.follow(), out.correlation(), out.inward())
        told = (take, seed, self.drum.tiles, len(out.order),
                *(f"{one:.4f}" for one in found), self.made_with)  # fmt: skip
        return dict(zip(FORM.columns, map(str, told), strict=True))

    def lacking(self, path: Path, say: Callable[[str], None]) -> list[Which]:
        """The drums that are to be done yet; `say` hears why one that is there is not used."""
        rows, wanted = _by_which(path), []
        for which in self.every:
            was = rows[which]["made_with"] if which in rows else ""
            if was == self.made_with:
                continue
            if which in rows:
                say(f"{path}: {which[0]}, seed {which[1]} was made with made_with {was}, and is "
                    f"{self.made_with} here; it is run again")  # fmt: skip
            wanted.append(which)
        return wanted

    def add(self, wanted: list[Which], path: Path, tell: Callable[[str], None]) -> list[Row]:
        """The series' rows; each drum is in the file when it is done, and `tell` hears of it."""
        rows = _by_which(path)
        for which in wanted:
            found = self.carry_out(which)
            if isinstance(found, str):
                tell(found)
                continue
            rows[which] = found
            table.write(list(rows.values()), path, FORM)
            tell("")
        return [rows[which] for which in self.every
                if which in rows and rows[which]["made_with"] == self.made_with]  # fmt: skip


def read(path: Path = TABLE) -> list[Row]:
    """All rows; none where there is no table yet. `Unusable` for a file that is something else."""
    return table.read(path, FORM)


def _by_which(path: Path) -> dict[Which, Row]:
    return {(one["take"], int(one["seed"])): one for one in read(path)}


def means(rows: list[Row]) -> list[str]:
    """Mean and standard error of each figure, for each way to take, and over both."""
    lines = [" " * 24 + "".join(f"{title:>18}" for title in (*WAYS, "both"))]
    for name, called in FIGURES.items():
        ways = [[float(one[name]) for one in rows if one["take"] == take] for take in WAYS]
        cells = "".join(f"{_mean(values):>18}" for values in (*ways, _of_seeds(rows, name)))
        lines.append(f"{called:24}{cells}")
    return lines


def _of_seeds(rows: list[Row], name: str) -> list[float]:
    """Of each seed the mean of its two ways, which began with the same heap: one drum, not two."""
    seeds = sorted({one["seed"] for one in rows})
    return [float(np.mean([float(one[name]) for one in rows if one["seed"] == seed]))
            for seed in seeds]  # fmt: skip


def _mean(values: list[float]) -> str:
    """A single drum has no error."""
    if len(values) < 2:
        return f"{values[0]:.3f}" if values else "-"
    return f"{np.mean(values):.3f} ± {np.std(values, ddof=1) / len(values) ** 0.5:.3f}"
