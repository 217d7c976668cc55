"""How RIICHI reads a winning hand: sets and a pair, seven pairs, thirteen orphans; the last group.

A hand is read once for each group that the winning tile may have completed, because fu and some
yaku depend on it. A pung completed by another player's tile counts as open.
"""

from collections.abc import Iterator
from typing import NamedTuple

from mjscore.hand import CHOW, PUNG, Request, Set
from mjscore.shapes import splits
from mjscore.systems.riichi.told import Told
from mjscore.systems.yee.readings import is_wonders
from mjscore.tiles import KINDS
from mjscore.view import View

SETS, SEVEN, ORPHANS = range(3)  # shapes
NO_CHOW = -1


class Reading(NamedTuple):
    """One way to see the hand. `chow`: the chow that the winning tile completed, if any."""

    shape: int
    sets: tuple[Set, ...]
    pairs: tuple[int, ...]
    chow: int = NO_CHOW
    pair_wait: bool = False


class Hand(View):
    """A winner's hand with the reading that is looked at, and what was told beside it."""

    __slots__ = ("told", "reading", "whole", "closed", "drawn")

    def __init__(self, request: Request, told: Told) -> None:
        assert request.win is not None
        super().__init__(request, request.hands[request.win.seat])
        self.told = told
        self.closed = self.concealed  # no open meld: a closed kong leaves the hand closed
        self.drawn = request.win.giver is None
        self.whole = self.counts[:]  # every tile, kongs with all four
        for tile in self.hand.meld_tiles:
            self.whole[tile] += 1

    def show(self, reading: Reading) -> None:
        """Look at this reading from now on."""
        self.reading = reading
        self.read(reading.sets, reading.pairs)


def readings(hand: Hand) -> Iterator[Reading]:
    """Every reading; none when the tiles are no winning hand."""
    won = hand.win.tile
    for sets, pair in splits(hand.counts):
        yield from _by_group(hand, sets, pair, won)
    if hand.hand.melds:
        return
    if all(count in (0, 2) for count in hand.counts):
        yield Reading(SEVEN, (), tuple(tile for tile in range(KINDS) if hand.counts[tile]))
    if is_wonders(hand.counts):
        yield Reading(ORPHANS, (), ())


def _by_group(hand: Hand, sets: tuple[Set, ...], pair: int, won: int) -> Iterator[Reading]:
    melds = hand.hand.melds
    if pair == won:
        yield Reading(SETS, melds + sets, (pair,), pair_wait=True)
    for chow in {one.tile for one in sets if one.kind == CHOW and one.tile <= won < one.tile + 3}:
        yield Reading(SETS, melds + sets, (pair,), chow)
    for at, one in enumerate(sets):
        if one.kind == PUNG and one.tile == won:
            own = one if hand.drawn else one._replace(open=True)
            yield Reading(SETS, melds + sets[:at] + (own,) + sets[at + 1 :], (pair,))
