"""All statistics of fixed.toml for one layout, in its order."""

import numpy as np

from mjsim.shuffle.statistics.projection import Layout
from mjstudy.faces import old_melds
from mjstudy.fixed import Fixed, FixedError
from mjstudy.guesser import Rule
from mjstudy.measures import deals, guesses, pairs, ranks, tables
from mjstudy.measures.measure import Measure


def family(
    fixed: Fixed, layout: Layout, seed: int, group: np.ndarray | None = None
) -> list[Measure]:
    """The measures; `seed` draws the faces, `group` (n,) takes the place of [melds].

    Raises `FixedError` when the file asks for a statistic that is not built, or the other way.
    """
    if group is None:
        group = old_melds(layout.n, fixed.melds.melds, fixed.melds.size)
    if group.shape != (layout.n,):
        raise ValueError(f"group has the shape {group.shape}, the set {layout.n} tiles")
    built = {m.key: m for m in [*_of_labels(fixed, layout, group), *_guesses(fixed, layout, seed),
                                *_deals(fixed, layout, seed, group)]}  # fmt: skip
    wanted = [s.key for s in fixed.statistics]
    odd = sorted(set(wanted) ^ set(built))
    if odd:
        raise FixedError(f"fixed.toml and the measures do not agree about {', '.join(odd)}")
    for statistic in fixed.statistics:
        if (statistic.kind == "cells") != (built[statistic.key].judged_cells > 1):
            raise FixedError(f"statistic {statistic.key}: it is not of the kind {statistic.kind}")
    return [built[key] for key in wanted]


def _of_labels(fixed: Fixed, layout: Layout, group: np.ndarray) -> list[Measure]:
    n = layout.n
    return [
        pairs.near("adjacency", n, 1),
        pairs.near("near8", n, fixed.shapes.near),
        pairs.melds(group),
        ranks.spearman(layout),
        ranks.serial("serial1", n, 1),
        ranks.serial("serial2", n, 2),
        tables.side(layout),
        tables.tier(layout),
        tables.build(layout, fixed.shapes.build),
        tables.dealer_tiles(layout),
    ]


def _guesses(fixed: Fixed, layout: Layout, seed: int) -> list[Measure]:
    careful, bold = Rule(False, fixed.near), Rule(True, fixed.near)
    rising = guesses.rising(layout)
    return [
        guesses.of_drop_order("guess", rising, careful, fixed.of("guess").every, seed),
        guesses.of_drop_order("guess_turned", ~rising, careful, fixed.of("guess_turned").every,
                              seed),
        guesses.of_drop_order("guess_bold", rising, bold, fixed.of("guess_bold").every, seed),
        guesses.of_line_before(
            "guess_before", rising, careful, fixed.of("guess_before").every, seed
        ),
    ]  # fmt: skip


def _deals(fixed: Fixed, layout: Layout, seed: int, group: np.ndarray) -> list[Measure]:
    pungs = fixed.melds.pungs
    return [
        deals.pairs(layout, group, pungs, fixed.of("pairs").every, seed),
        deals.mean_shanten(layout, group, pungs, fixed.of("shanten").every, seed,
                           fixed.shanten.of(layout.n)),  # fmt: skip
        deals.dealer_shanten(layout, group, pungs, fixed.of("dealer_shanten").every, seed),
    ]
