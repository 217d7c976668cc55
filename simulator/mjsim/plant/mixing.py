"""How a heap of tiles mixes while the dish turns: three sets of figures from the physical drum.

A heap is one or two tiles high, so what counts is how far in a tile lies: `reach`, 0 under the
ring to 1 at the hub. Of the sweep's order a share stays in it: what fell first lies outermost.
While the dish turns a tile comes to an unrelated reach at a rate, its place round the dish
diffuses, and the whole heap falls behind the dish. Two tiles that fell one after the other may
cling until they part; where one leaves, the other then often follows. docs/PHYSICS.md has where
each figure comes from.
"""

from __future__ import annotations

from typing import NamedTuple

from mjsim.generated import constants as C

NAMES = ("pessimistic", "middle", "optimistic")
USUAL = "middle"


class Mixing(NamedTuple):
    """One set. Shares are 0 to 1, rates per ms of the dish's turning.

    `load`: of the sweep's order that is in the reach; `exchange`: to an unrelated reach;
    `variance`: of the way round, rad^2; `behind`: rad; `cling`: tiles that cling to the one that
    fell before; `parting`: rate at which they part; `follow`: how often one that clings follows;
    `rim`: reach up to which the ring picks; `far`: how often a tile on the far side is looked at
    against one at the port; `looks`: at so many tiles at most before one is taken anyway.
    """

    load: float
    exchange: float
    variance: float
    behind: float
    cling: float
    parting: float
    follow: float
    rim: float
    far: float
    looks: int


def mixing_of(name: str) -> Mixing:
    """The set of a name; `ValueError` when there is none."""
    if name not in NAMES:
        raise ValueError("no mixing '%s'; there are %s" % (name, ", ".join(NAMES)))

    def of(key: str) -> int:
        return int(getattr(C, "MIXING_%s_%s" % (name.upper(), key)))

    return Mixing(of("LOAD_PCT") / 100, of("EXCHANGE_PER_KS") / 1e6,
                  2 * of("DIFFUSE_MRAD2_PER_S") / 1e6, of("BEHIND_MRAD_PER_S") / 1e6,
                  of("CLING_PCT") / 100, of("CLING_PER_KS") / 1e6, of("FOLLOW_PCT") / 100,
                  of("RIM_PCT") / 100, of("FAR_PCT") / 100, of("LOOKS"))  # fmt: skip
