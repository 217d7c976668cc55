"""The replay beside the whole simulation, on a sample of a study's sorts.

What must agree to the tile: the same sort run whole again has the picks that were recorded, and
the tiles that it took then lie where the replay's arithmetic puts them. What must agree on
average, of each column's own mixing figures, load and pre-mix: correlation and neighbours of these
walls, and the place against that of the hand before when the whole walls follow one another as
hands; and the same of walls that the law of mixing makes over the same sorts. The second is
coarse, a few dozen walls; a test of the project holds more of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from mjsim.shuffle.cycle import CycleStopped
from mjstudy.batch import Batch
from mjstudy.measures import pairs, ranks
from mjstudy.parts import Whole
from mjstudy.replay.chain import HANDS, Study, by_label, chained, next_labels, placed
from mjstudy.replay.sorts import COLUMNS, Sort, What, whole
from mjstudy.replay.timelines import Timelines
from mjstudy.seeds import generator


@dataclass(frozen=True)
class Column:
    """A column to be compared: its name for people, its replay, how much longer it mixes."""

    title: str
    study: Study
    add_ms: int = 0


@dataclass(frozen=True)
class Mean:
    """A statistic of the whole sorts and of the replayed walls; `errors` they are apart."""

    title: str
    whole: float
    replayed: float
    errors: float


@dataclass(frozen=True)
class Beside:
    """So many sorts were compared; sentences of what does not agree."""

    sorts: int
    means: tuple[Mean, ...]
    wrong: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """What was compared, for people."""
        how = f"{len(self.wrong)} FAULTS" if self.wrong else "every tile where the replay puts it"
        told = f"{self.sorts} sorts run whole beside the replay: {how}"
        if not self.means:
            return told + "."
        far = max(self.means, key=lambda one: one.errors)
        return (f"{told}; of {len(self.means)} means the farthest apart, by {far.errors:.1f} "
                f"errors: {far.title} {far.whole:+.3f} whole, {far.replayed:+.3f} replayed.")


def beside(what: What, timelines: Timelines, how: Whole, columns: list[Column]) -> Beside:
    """Compare sorts spread over all of them, and each column over these sorts."""
    count = min(how.sorts, len(timelines))
    rows = np.unique(np.linspace(0, len(timelines) - 1, count).astype(int))
    wrong = [line for row in rows.tolist() for line in _as_recorded(what, timelines, row)]
    means: list[Mean] = []
    for column in columns:
        walls, stops = _whole_walls(column, what, [timelines.numbers[row] for row in rows])
        if len(walls) > len(stops):
            later = timelines.later(column.add_ms)
            means += _compared(column, what, later, rows, np.array(walls), how)
        else:
            wrong.append(f"{column.title}: {len(stops)} of {len(rows)} whole sorts stopped, too "
                         f"many to compare; the first: {stops[0]}")  # fmt: skip
    most = NormalDist().inv_cdf(1 - how.chance / 2 / max(1, len(means)))
    wrong += [f"{one.title}: {one.whole:.3f} in whole sorts, {one.replayed:.3f} in replayed ones, "
              f"{one.errors:.1f} errors apart where {most:.1f} may be; {LAW}"
              for one in means if one.errors > most]  # fmt: skip
    return Beside(len(rows), tuple(means), tuple(wrong))


ANEW = "the recorded sorts are not this machine's: delete the folder `timelines` and record anew"
LAW = "the replay's law is not the plant's: simulator/mjstudy/replay/law.py"


def _as_recorded(what: What, timelines: Timelines, row: int) -> list[str]:
    """What of one sort is not as it was recorded."""
    number = timelines.numbers[row]
    try:
        sort = whole(what, number)
    except CycleStopped as stop:
        return [f"{stop}, and was recorded as a whole sort; {ANEW}"]
    return _tile_by_tile(number, sort, timelines, row)


def _tile_by_tile(number: int, sort: Sort, timelines: Timelines, row: int) -> list[str]:
    """What of one sort does not agree."""
    odd = [name for name in COLUMNS
           if not np.array_equal(sort.columns[name], getattr(timelines, name)[row])]  # fmt: skip
    wall = placed(sort.taken[None], timelines.place[row : row + 1])[0]
    elsewhere = int((wall != sort.wall).sum())
    found = [f"sort {number}: its {', '.join(odd)} are others when it is run again; {ANEW}"]
    lies = [f"sort {number}: {elsewhere} of {len(wall)} tiles lie elsewhere in the replay than in "
            f"the whole simulation; {ANEW}"]  # fmt: skip
    return (found if odd else []) + (lies if elsewhere else [])


def _whole_walls(column: Column, what: What, numbers: list[int]
                 ) -> tuple[list[np.ndarray], list[str]]:  # fmt: skip
    """Walls of these sorts with the column's figures and load; sentences of those that stopped."""
    walls, stops = [], []
    for number in numbers:
        try:
            walls.append(whole(what, number, column.study.law, column.study.load,
                               column.add_ms).wall)
        except CycleStopped as stop:
            stops.append(str(stop))
    return walls, stops


def _compared(column: Column, what: What, timelines: Timelines, rows: np.ndarray,
              walls: np.ndarray, how: Whole) -> Iterator[Mean]:  # fmt: skip
    """Means of both; the error is that of so many walls, each as wide as a replayed one."""
    n, study = what.layout.n, column.study
    random = generator(study.seed, "beside", study.column)
    again = np.repeat(rows, -(-how.walls // HANDS))
    which = [np.roll(again, hand * how.walls) for hand in range(HANDS)]
    mine = chained(study, timelines, which, np.arange(HANDS * len(again)), 0, random)
    theirs = _as_hands(study, timelines, walls, random)
    for title, measure in (("drop rank vs exit rank", ranks.spearman(what.layout)),
                           ("adjacency kept", pairs.near("adjacency", n, 1)),
                           ("place vs place one hand before", ranks.serial("serial1", n, 1))):
        one, other = (measure.read(some)[1][:, 0] * measure.grain for some in (theirs, mine))
        error = float(np.std(other)) * (1 / len(one) + 1 / len(other)) ** 0.5
        apart = abs(float(np.mean(one)) - float(np.mean(other)))
        yield Mean(f"{column.title}: {title}", float(np.mean(one)), float(np.mean(other)),
                   apart / error)  # fmt: skip


def _as_hands(study: Study, timelines: Timelines, walls: np.ndarray,
              random: np.random.Generator) -> Batch:  # fmt: skip
    """Whole walls as hands of one table, each the next of the one before it."""
    rank = next_labels(study.load, walls[:-1], timelines.drawn, 0, random)
    before = by_label(rank, np.arange(walls.shape[1], dtype=np.int16))
    none = np.full((1, walls.shape[1]), -1, np.int16)
    count = np.arange(len(walls))
    return Batch(walls, count, count, np.concatenate([none, before]))
