"""What was dropped in which order, as far as the walls can show it: kinds, or dots and the rest.

A label is a kind of tile, numbered as dropped; tiles of one label cannot be told apart. With dots
there are two: 0 for the tiles dropped first, 1 for the dotted ones dropped last.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from mjsim.shuffle.statistics.projection import GROUPS
from mjstudy.real.header import Header
from mjstudy.real.tiles import DOT, PLAIN


@dataclass(frozen=True)
class Deck:
    """Labels 0, 1, 2 .. as dropped, and how many tiles bear each; `clinging`: those that count.

    `scores` is the mean drop rank (0..n-1) of a label's tiles, `groups` the quarter of the drop
    order in which most of them lie (with dots: the label itself).
    """

    counts: tuple[int, ...]
    clinging: frozenset[int]
    dots: bool = False
    scores: tuple[float, ...] = field(init=False)
    groups: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Ranks follow from the counts."""
        first = [0, *accumulate(self.counts)]
        scores = tuple(
            start + (count - 1) / 2 for start, count in zip(first, self.counts, strict=False)
        )
        quarters = tuple(int(score * GROUPS / self.n) for score in scores)
        object.__setattr__(self, "scores", scores)
        object.__setattr__(self, "groups", (0, 1) if self.dots else quarters)

    @property
    def n(self) -> int:
        """Tiles."""
        return sum(self.counts)

    def group_sizes(self) -> list[int]:
        """Tiles of each group."""
        sizes = [0] * (max(self.groups) + 1)
        for group, count in zip(self.groups, self.counts, strict=True):
            sizes[group] += count
        return sizes

    def dropped(self) -> list[int]:
        """The label of each tile, as dropped."""
        return [label for label, count in enumerate(self.counts) for _ in range(count)]

    def equal_links(self) -> int:
        """Drop neighbours of one clinging label: what is seen when they still lie together."""
        return sum(self.counts[label] - 1 for label in self.clinging)


def deck_of(header: Header) -> Deck:
    """The deck that a file's header tells of."""
    if header.load == "dots":
        return Deck((header.n - header.dots, header.dots), frozenset({1}), dots=True)
    counts = tuple(header.kinds().values())
    return Deck(counts, frozenset(i for i, count in enumerate(counts) if count > 1))


def names_of(header: Header) -> Sequence[str]:
    """What a file calls each label."""
    return (PLAIN, DOT) if header.load == "dots" else tuple(header.kinds())
