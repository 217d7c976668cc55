"""Counters over the machine's life since power-on, for the `stats` command."""

from array import array

STAT_NAMES = (
    "overruns",
    "hands",
    "sorts",
    "tiles",
    "stacks",
    "starts",
    "faults",
    "warnings",
    "short",
    "surplus",
    "rate_pct",
)
(
    OVERRUNS,
    HANDS,
    SORTS,
    TILES,
    STACKS,
    STARTS,
    FAULTS,
    WARNINGS,
    SHORT,
    SURPLUS,
    RATE_PCT,
) = range(11)


def new():
    """A row of zeros; `rate_pct` is the learnt pick-up speed."""
    return array("i", [0] * len(STAT_NAMES))
