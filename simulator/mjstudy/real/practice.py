"""Walls of a made-up table with a known defect: to practise with, and to test the tests.

`cling`: each tile sticks to the one dropped next with this chance, and stays beside it; `apart`:
two that stick leave together, but each port takes a tile in turn. `layer`: correlation of the
order in which the tiles leave with the order in which they fell.
"""

import random
from dataclasses import dataclass
from statistics import NormalDist

from mjsim.shuffle.statistics.projection import BUILT_BY_ONE_LANE, SIDES_IN_DRAW_ORDER
from mjstudy.real.deck import Deck
from mjstudy.real.places import Places


@dataclass(frozen=True)
class Defect:
    """Shares from 0 to 1; `layer` from -1 to 1 (negative: what fell last leaves first)."""

    cling: float = 0.0
    layer: float = 0.0
    apart: bool = False


def shuffle(deck: Deck, places: Places, defect: Defect, source: random.Random) -> list[int]:
    """One hand: the label in each place of the wall line."""
    lanes: list[list[int]] = [[], [], [], []]  # by side A to D
    room = places.layout.side_sizes()
    order = BUILT_BY_ONE_LANE if places.layout.lanes == 1 else SIDES_IN_DRAW_ORDER
    for block in _leaving(deck, defect, source):
        while block:
            open_lanes = [side for side in order if len(lanes[side]) < room[side]]
            if places.layout.lanes == 1:
                side = open_lanes[0]
            else:
                least = min(len(lanes[s]) - room[s] for s in open_lanes)
                ready = [s for s in open_lanes if len(lanes[s]) - room[s] == least]
                side = source.choice(ready)
            free = 1 if defect.apart else room[side] - len(lanes[side])
            lanes[side] += block[:free]
            block = block[free:]
    return [label for side in SIDES_IN_DRAW_ORDER for label in lanes[side]]


def _leaving(deck: Deck, defect: Defect, source: random.Random) -> list[list[int]]:
    """Blocks of tiles that cling together, in the order in which they leave the drum."""
    dropped = deck.dropped()
    blocks = [[0]]
    for rank in range(1, deck.n):
        if defect.cling and source.random() < defect.cling:
            blocks[-1].append(rank)
        else:
            blocks.append([rank])
    keyed = sorted((_key(block[0], deck.n, defect.layer, source), block) for block in blocks)
    return [
        [dropped[rank] for rank in (block if source.random() < 0.5 else block[::-1])]
        for _, block in keyed
    ]


def _key(rank: int, n: int, layer: float, source: random.Random) -> float:
    """Normal scores whose correlation with the drop rank's is `layer`."""
    if not layer:
        return source.random()
    own = NormalDist().inv_cdf((rank + 0.5) / n)
    return layer * own + (1 - layer**2) ** 0.5 * source.gauss(0.0, 1.0)
