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
    "calibrated",
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
    CALIBRATED,
) = range(12)


def new():
    """A row of zeros; `rate_pct` is the learnt pick-up speed, `calibrated` 1 once
    the board has learnt its motors' currents."""
    return array("i", [0] * len(STAT_NAMES))
