"""Tables: the share of each quarter of the drop order that comes to a class of places."""

import numpy as np

from mjsim.shuffle.statistics.projection import GROUPS, Layout
from mjstudy.batch import Batch
from mjstudy.hands import DEALER, of_player
from mjstudy.measures.measure import Measure, every_row


def build_parts(layout: Layout, parts: int) -> np.ndarray:
    """Part 0, 1 .. of the exit ranks that each place of the wall line belongs to, (n,)."""
    ranks = np.array(layout.exit_ranks)
    return ranks * parts // (ranks.max() + 1)


def table(key: str, layout: Layout, classes: np.ndarray, shown: int) -> Measure:
    """Quarter x class of place, row after row; `classes` (n,) is 0..shown-1, or -1 for none.

    The count of one cell is hypergeometric: n tiles, a quarter of r, a class of c. Cells are
    counts, and the grain makes shares of a quarter of them; where quarters are not of one size
    (n = 150, say) the grain would not be one, so n must be a multiple of 4.
    """
    n = layout.n
    if n % GROUPS:
        raise ValueError(f"{n} tiles: the quarters of the drop order must be of one size")
    quarter = n // GROUPS
    sizes = np.bincount(classes[classes >= 0], minlength=shown)
    share = np.tile(sizes / n, GROUPS)
    sd = np.sqrt(share * (1.0 - share) * (n - quarter) / (quarter * (n - 1.0)))
    at = np.flatnonzero(classes >= 0)
    column = classes[at].astype(np.int32)
    row = np.repeat(np.arange(GROUPS, dtype=np.int32) * shown, quarter)  # of each label

    def read(batch: Batch) -> tuple[np.ndarray, np.ndarray]:
        cells = GROUPS * shown
        places = batch.labels if len(at) == n else batch.labels[:, at]
        wall = np.arange(batch.walls, dtype=np.int32)[:, None] * cells
        counts = np.bincount((row[places] + (wall + column)).ravel(), minlength=len(wall) * cells)
        return every_row(batch), counts.reshape(-1, cells)

    return Measure(key, 1.0 / quarter, share, sd, read)


def side(layout: Layout) -> Measure:
    """Quarter x side A-D."""
    return table("side", layout, np.array(layout.sides), 4)


def tier(layout: Layout) -> Measure:
    """Quarter x lower, upper tier."""
    return table("tier", layout, np.array(layout.tiers), 2)


def build(layout: Layout, parts: int) -> Measure:
    """Quarter x part of the build."""
    return table("build", layout, build_parts(layout, parts), parts)


def dealer_tiles(layout: Layout) -> Measure:
    """Quarter x dealt to the dealer."""
    classes = np.full(layout.n, -1)
    classes[np.array(layout.drawn)[of_player(DEALER)]] = 0
    return table("dealer_tiles", layout, classes, 1)
