"""How YEE reads a winning hand: sets and a pair, seven pairs or thirteen wonders; its waits.

A pung completed by the winning discard stays unrevealed, because what counts is what lay open
before the win (rules YEE-Q05). Hands without sets have no melds (rules YEE-V17..V20).
"""

from collections.abc import Iterator, Sequence

from mjscore.shapes import splits, waits
from mjscore.tiles import KINDS, MAJORS
from mjscore.view import Read, View

PAIRS = 7
_WONDERS = len(MAJORS)


def readings(view: View) -> Iterator[Read]:
    """Every reading of the winner's tiles; seven pairs and wonders have pairs, but no sets."""
    for sets, pair in splits(view.counts):
        yield view.hand.melds + sets, (pair,)
    if view.hand.melds:
        return
    if is_seven_pairs(view.counts):
        yield (), tuple(tile for tile in range(KINDS) for _ in range(view.counts[tile] // 2))
    if is_wonders(view.counts):
        yield (), (next(tile for tile in MAJORS if view.counts[tile] == 2),)


def is_seven_pairs(counts: Sequence[int]) -> bool:
    """Fourteen tiles in pairs; four alike are two pairs (rules YEE-Q15)."""
    return sum(counts) == 2 * PAIRS and not any(count % 2 for count in counts)


def is_wonders(counts: Sequence[int]) -> bool:
    """Every terminal and honour, one of them twice, and nothing else (rules YEE-V20)."""
    return sum(counts) == _WONDERS + 1 == sum(counts[tile] for tile in MAJORS) and all(
        counts[tile] for tile in MAJORS
    )


def single_wait(view: View) -> bool:
    """True when exactly one kind could win, whatever the hand's shape (YEE-E16, ENG-08)."""
    win = view.win
    if win.single_wait is not None:
        return win.single_wait
    before = view.counts[:]
    before[win.tile] -= 1
    kinds = set(waits(before, view.held(before)))
    if not view.hand.melds:
        kinds.update(_without_sets(before))
    return len(kinds) == 1


def _without_sets(before: list[int]) -> Iterator[int]:
    """Kinds that make thirteen tiles seven pairs or thirteen wonders."""
    odd = [tile for tile in range(KINDS) if before[tile] % 2]
    if len(odd) == 1:
        yield odd[0]
    if sum(before[tile] for tile in MAJORS) == _WONDERS:
        absent = [tile for tile in MAJORS if not before[tile]]
        if len(absent) <= 1:
            yield from absent or MAJORS
