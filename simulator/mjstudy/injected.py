"""Power as it is measured: a defect of its own for each statistic, injected until it is found."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from mjsim.shuffle.statistics.projection import Layout
from mjstudy import defects
from mjstudy.batch import Batch, places_of
from mjstudy.equivalence import any_seen, worst
from mjstudy.fixed import load
from mjstudy.gather import Gathered
from mjstudy.hands import DEALER, of_player
from mjstudy.measures.measure import Measure
from mjstudy.measures.tables import build_parts
from mjstudy.verdicts import judged_cells

CLUSTERS = 50  # of independent walls, for the errors of a study
_HALVINGS = 12

Make = Callable[[np.random.Generator, int, float], Batch]  # walls, size


@dataclass(frozen=True)
class Defect:
    """A way in which a shuffle fails; sizes 0..`top`, a chance or a share."""

    title: str
    make: Make
    top: float = 1.0


def batch_of(labels: np.ndarray, rng: np.random.Generator, *before: np.ndarray) -> Batch:
    """A batch of these labels; its walls are numbered by chance, so their faces differ."""
    number = rng.integers(0, 2**40, len(labels))
    return Batch(labels, np.arange(len(labels)) % CLUSTERS, number, *before)


def own_defects(layout: Layout, group: np.ndarray) -> dict[str, Defect]:
    """For each statistic the defect that it was chosen to see; `group` (n,) as for old melds."""
    n = layout.n
    cling = Defect("tiles cling to the one before", _line(
        lambda rng, walls, size: defects.clinging(rng, walls, n, size)))  # fmt: skip
    clumps = Defect("blocks of 8 stay together", _line(
        lambda rng, walls, size: defects.blocks(rng, walls, n, 8, size)))  # fmt: skip
    layers = Defect("layers", _line(
        lambda rng, walls, size: defects.layering(rng, layout, walls, size)), 0.3)  # fmt: skip
    clung = ("adjacency", "melds", "guess", "guess_turned", "guess_bold", "pairs", "shanten")
    same = dict.fromkeys(clung, cling)
    return same | _biases(layout) | {
        "near8": clumps,
        "spearman": layers,
        "serial1": Defect("copy of the hand before", _serial(n, 1), 0.3),
        "serial2": Defect("copy of two hands before", _serial(n, 2), 0.3),
        "guess_before": Defect("neighbours of the hand before cling", _kept(n)),
        "dealer_shanten": _sorted_deal(layout, group >= 0),
    }  # fmt: skip


def _biases(layout: Layout) -> dict[str, Defect]:
    """The quarter that fell first comes more often to some places, for each table."""
    first, place = defects.first_quarter(layout), np.arange(layout.n)
    preferred = {
        "side": (np.array(layout.sides) == 0, "to East"),
        "tier": (np.array(layout.tiers) == 1, "to the top"),
        "build": (build_parts(layout, load().shapes.build) == 0, "comes out first"),
        "dealer_tiles": (np.isin(place, of_player(DEALER)), "to the dealer"),
    }
    return {
        key: _bias(layout, places, first, f"first quarter {title}")
        for key, (places, title) in preferred.items()
    }


def _line(labels: Callable[[np.random.Generator, int, float], np.ndarray]) -> Make:
    return lambda rng, walls, size: batch_of(labels(rng, walls, size), rng)


def _bias(layout: Layout, places: np.ndarray, labels: np.ndarray, title: str) -> Defect:
    return Defect(title, _line(
        lambda rng, walls, size: defects.bias(rng, layout, walls, places, labels, size)),
        0.5)  # fmt: skip


def _sorted_deal(layout: Layout, old: np.ndarray) -> Defect:
    """Whole old melds come to the dealer: with a chance, the first one is put into his hand."""
    labels = np.flatnonzero(old)[:3]
    places = of_player(DEALER)[:3]

    def make(rng: np.random.Generator, walls: int, size: float) -> Batch:
        line = defects.fisher_yates(rng, walls, layout.n)
        rows = np.flatnonzero(rng.random(walls) < size)
        for label, place in zip(labels, places, strict=True):
            at = (line[rows] == label).argmax(axis=1)
            line[rows, at], line[rows, place] = line[rows, place], label
        return batch_of(line, rng)

    return Defect("an old meld to the dealer", make)


def _serial(n: int, hands: int) -> Make:
    """Copies the places of the first or of the second hand before; the other one is chance."""

    def make(rng: np.random.Generator, walls: int, size: float) -> Batch:
        copied, other = (defects.fisher_yates(rng, walls, n) for _ in range(2))
        labels = defects.noisy(rng, copied, size)
        before = (copied, other) if hands == 1 else (other, copied)
        return batch_of(labels, rng, *before)

    return make


def _kept(n: int) -> Make:
    def make(rng: np.random.Generator, walls: int, size: float) -> Batch:
        line = defects.fisher_yates(rng, walls, n)
        return batch_of(defects.copies(rng, line, size), rng, places_of(line))

    return make


def response(measure: Measure, defect: Defect, size: float, walls: int, seed: int) -> float:
    """Largest difference that this size makes to any judged cell, in the statistic's unit.

    Against the same walls with size 0, which takes most of the walls' own chance out.
    """
    without = _shifts(measure, defect, 0.0, walls, seed)
    return float(np.abs(_shifts(measure, defect, size, walls, seed) - without).max())


def _shifts(measure: Measure, defect: Defect, size: float, walls: int, seed: int) -> np.ndarray:
    gathered = Gathered([measure], CLUSTERS)
    gathered.add(defect.make(np.random.default_rng(seed), walls, size))
    return gathered.estimate(measure).shift[: measure.judged_cells]


def size_for(measure: Measure, defect: Defect, shift: float, walls: int, seed: int) -> float:
    """Size at which `walls` walls with the defect show this shift, by halving; nan: not even all.

    All sizes draw the same chance, so the response is nearly smooth.
    """
    without = _shifts(measure, defect, 0.0, walls, seed)
    low, high, middle = 0.0, 2.0 * defect.top, defect.top
    for step in range(_HALVINGS):
        there = _shifts(measure, defect, middle, walls, seed) - without
        if np.abs(there).max() >= shift:
            high = middle
        elif step == 0:
            return float("nan")
        else:
            low = middle
        middle = (low + high) / 2.0
    return high


def found(measure: Measure, defect: Defect, size: float, walls: int, studies: int, level: float,
          margin: float, seed: int) -> Iterator[tuple[bool, str]]:  # fmt: skip
    """Of each study of `walls` walls: whether a shift is seen, and the worst cell's word."""
    for study in range(studies):
        gathered = Gathered([measure], CLUSTERS)
        gathered.add(defect.make(np.random.default_rng([seed, study]), walls, size))
        cells = judged_cells(measure, gathered.estimate(measure), margin, level)
        yield any_seen(cells, level), worst(cells).word
