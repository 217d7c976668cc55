"""The replay beside the whole simulation, on a sample of a study's sorts.

What must agree to the tile: the same sort run whole again has the picks that were recorded, and
the tiles that it took then lie where the replay's arithmetic puts them. What must agree on
average: correlation and neighbours of these walls, and of walls that the law of mixing makes over
the same sorts. The second is coarse, a few dozen walls; a test of the project holds more of them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mjsim.plant.mixing import USUAL, mixing_of
from mjsim.shuffle.cycle import CycleStopped
from mjsim.shuffle.statistics.projection import Layout
from mjsim.shuffle.statistics.reading import read
from mjstudy.parts import Whole
from mjstudy.replay.chain import Study, hand_of, placed
from mjstudy.replay.held import drawn
from mjstudy.replay.sorts import COLUMNS, Sort, What, whole
from mjstudy.replay.timelines import Timelines

LOAD, KEYS = "quarters", {"spearman": "drop rank vs exit rank", "adjacency": "adjacency kept"}
"""How a sort's set is swept in (`mjsim.shuffle.cycle`); what is compared of its wall."""


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
        told = "; ".join(f"{one.title} {one.whole:+.3f} whole, {one.replayed:+.3f} replayed"
                         for one in self.means)  # fmt: skip
        how = f"{len(self.wrong)} FAULTS" if self.wrong else "every tile where the replay puts it"
        return f"{self.sorts} sorts run whole beside the replay: {how}; {told}."


def beside(what: What, timelines: Timelines, how: Whole, seed: int) -> Beside:
    """Compare sorts spread over all of them."""
    numbers = timelines.numbers
    count = min(how.sorts, len(timelines))
    rows = np.unique(np.linspace(0, len(timelines) - 1, count).astype(int))
    wrong, walls = [], []
    for row in rows.tolist():
        try:
            sort = whole(what, numbers[row])
        except CycleStopped as stop:
            wrong.append(f"{stop}, and was recorded as a whole sort; {ANEW}")
            continue
        walls.append(sort.wall)
        wrong += _tile_by_tile(numbers[row], sort, timelines, row)
    random = np.random.default_rng((seed, 7))
    again = np.repeat(rows, how.walls)
    held = drawn(what.unit, (len(again), what.layout.n), random)
    study = Study(mixing_of(USUAL), LOAD, seed, what.unit)
    replayed = hand_of(study, timelines, again, held, random)
    means = [_mean(key, what.layout, walls, replayed) for key in KEYS] if walls else []
    wrong += [f"{one.title}: {one.whole:.3f} in whole sorts, {one.replayed:.3f} in replayed ones, "
              f"{one.errors:.1f} errors apart where {how.errors:g} may be; {LAW}"
              for one in means if one.errors > how.errors]  # fmt: skip
    return Beside(len(rows), tuple(means), tuple(wrong))


ANEW = "the recorded sorts are not this machine's: delete the folder `timelines` and record anew"
LAW = "the replay's law is not the plant's: simulator/mjstudy/replay/law.py"


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


def _mean(key: str, layout: Layout, walls: list[np.ndarray], replayed: np.ndarray) -> Mean:
    """Both means; the error is that of so many walls, each as wide as a replayed one."""
    theirs, mine = ([float(getattr(read(layout, wall.tolist()), key)) for wall in some]
                    for some in (walls, replayed))  # fmt: skip
    error = float(np.std(mine)) * (1 / len(theirs) + 1 / len(mine)) ** 0.5
    apart = abs(float(np.mean(theirs)) - float(np.mean(mine)))
    return Mean(KEYS[key], float(np.mean(theirs)), float(np.mean(mine)), apart / error)
