"""The power of the plan: will a perfect shuffle pass every margin, and what can the run see?"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from mjstudy.control import control
from mjstudy.equivalence import largest_error, least_shift, power
from mjstudy.fixed import Fixed, Statistic
from mjstudy.gather import effect_of_clusters
from mjstudy.measures.measure import Measure

_CLUSTERS = 20  # of independent walls: any number serves


@dataclass(frozen=True)
class Row:
    """One statistic at the planned walls; errors, shifts and margins in its unit.

    `se`: error of the noisiest cell at the correlation asked for. `power`: chance that a perfect
    shuffle passes its margin, all cells. `most_icc`: largest correlation of walls of one timeline
    at which all statistics together still pass with the planned certainty, 0 where none does.
    `least`: shift from zero seen with 90 %, two-sided.
    """

    statistic: Statistic
    walls: int
    sd: float
    se: float
    power: float
    most_icc: float
    least: float


def on_every_wall(fixed: Fixed) -> Fixed:
    """The same statistics, each read on all walls: to measure them with fewer."""
    return replace(fixed, statistics=tuple(replace(s, every=1) for s in fixed.statistics))


def deviations(
    measures: Sequence[Measure], n: int, walls: int, seed: int
) -> dict[str, np.ndarray]:
    """Deviation of one wall of each judged cell: closed form, else of Fisher-Yates walls.

    The measures must read every wall (`on_every_wall`).
    """
    unknown = [m for m in measures if np.isnan(m.sd[: m.judged_cells]).any()]
    gathered = control(unknown, n, range(walls), _CLUSTERS, seed)
    known = {m.key: m.sd for m in measures}
    known.update({m.key: gathered.estimate(m).sd for m in unknown})
    return {m.key: known[m.key][: m.judged_cells] for m in measures}


def plan(fixed: Fixed, sd: Mapping[str, np.ndarray], walls: int, timelines: int,
         icc: float | Mapping[str, float] = 0.0) -> list[Row]:  # fmt: skip
    """Every statistic at this number of walls and timelines; `sd` as of `deviations`.

    `icc`: correlation of two walls of one timeline, 0 (independent) to 1, the same for all, or by
    the statistic's key.
    """
    of = icc if isinstance(icc, Mapping) else dict.fromkeys(sd, icc)
    cells = sum(len(sd[s.key]) for s in fixed.statistics)
    each = 1.0 - (1.0 - fixed.certainty) / cells
    return [_row(fixed, s, sd[s.key], walls, timelines, of[s.key], each)
            for s in fixed.statistics]  # fmt: skip


def _row(fixed: Fixed, statistic: Statistic, sd: np.ndarray, walls: int, timelines: int,
         icc: float, each: float) -> Row:  # fmt: skip
    read, df, level = fixed.read(statistic, walls), timelines - 1, fixed.level
    beside = max(1.0, read / timelines)
    alone = sd / math.sqrt(read)
    se = alone * effect_of_clusters(icc, beside)
    fails = sum(1.0 - power(statistic.margin, float(one), df, level) for one in se)
    stretch = largest_error(statistic.margin, df, level, each) / float(alone.max())
    most = min(1.0, max(0.0, (stretch**2 - 1.0) / max(1e-9, beside - 1.0)))
    worst = float(se.max())
    least = least_shift(worst, df, level / len(sd))
    return Row(statistic, read, float(sd.max()), worst, max(0.0, 1.0 - fails), most, least)


def passes_all(rows: Sequence[Row]) -> float:
    """Chance, at least, that a perfect shuffle passes all: 1 less that of each fail."""
    return max(0.0, 1.0 - sum(1.0 - row.power for row in rows))
