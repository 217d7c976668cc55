"""The tables of fixed.toml that hold plain figures: their names, and what each may be.

What a figure is for, and where it comes from, stands beside it in fixed.toml.
"""

from dataclasses import dataclass, field
from typing import Any


def _in(above: float, to: float) -> Any:
    """A figure above the one and at most the other."""
    return field(metadata={"above": above, "to": to})


def _one_of(*words: str) -> Any:
    """One of these words."""
    return field(metadata={"words": words})


@dataclass(frozen=True)
class Melds:
    """Tiles that fell as one old meld."""

    melds: int = _in(0, 45)
    size: int = _in(2, 4)
    pungs: float = _in(-1e-9, 1)


@dataclass(frozen=True)
class Guesser:
    """What the next and the previous unseen tile weigh."""

    next: int = _in(0, 3)
    previous: int = _in(0, 3)


@dataclass(frozen=True)
class Shapes:
    """Where near ends, and into how many parts the order of building is cut."""

    near: int = _in(0, 50)
    build: int = _in(1, 17)


@dataclass(frozen=True)
class Shanten:
    """Mean shanten of 13 tiles of a perfectly shuffled set, by its size."""

    tiles_136: float = _in(0, 8)
    tiles_144: float = _in(0, 8)
    tiles_148: float = _in(0, 8)
    tiles_152: float = _in(0, 8)

    def of(self, n: int) -> float:
        """Of a set of n tiles."""
        return float(getattr(self, f"tiles_{n}"))


@dataclass(frozen=True)
class Load:
    """How a set is swept in."""

    strokes: int = _in(0, 136)
    pour_ms: float = _in(0, 60_000)
    left: float = _in(-1e-9, 1)
    hand_seed: int = _in(-1, 2**62)
    hands: int = _in(0, 1_000)


@dataclass(frozen=True)
class Replay:
    """Walls of a batch, and how many hands in a row on one table they are of."""

    walls: int = _in(2, 100_000)
    hands: int = _in(2, 16)


@dataclass(frozen=True)
class Clinging:
    """The control that must be found: what it changes of which set, and its share of the walls."""

    figures: str
    cling: float = _in(0, 1)
    parting_per_ms: float = _in(0, 1)
    follow: float = _in(0, 1)
    walls: float = _in(0, 1)


@dataclass(frozen=True)
class Whole:
    """The replay beside the whole simulation: so many sorts, and how often a right replay may be
    told to be wrong by any of its means."""

    sorts: int = _in(0, 10_000)
    walls: int = _in(0, 100_000)
    chance: float = _in(0, 0.5)


@dataclass(frozen=True)
class Real:
    """Typed walls of a real table."""

    level: float = _in(0, 0.5)
    sure: float = _in(0.5, 1)
    two_ports: float = _in(0, 1)
    least_dots: int = _in(0, 136)


@dataclass(frozen=True)
class MixingSet:
    """How a set of mixing figures follows from the runs, and the hash of its values."""

    sha256: str
    ports: str = _one_of("nearest", "both", "any")
    quantile: float = _in(0, 1)
    errors: float = _in(-10, 10)


@dataclass(frozen=True)
class Runs:
    """The hash of a table that the sets are made of: the runs, the emptied drums."""

    sha256: str
