"""Holm's step-down correction: several tests, one chance of a false alarm."""

from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values in the order given; a test fails when its own is at or below the level.

    Holds for dependent tests too (Holm 1979), and ours are: the same walls feed all of them.
    """
    count = len(p_values)
    adjusted = [1.0] * count
    highest = 0.0
    for step, i in enumerate(sorted(range(count), key=p_values.__getitem__)):
        highest = max(highest, min(1.0, p_values[i] * (count - step)))
        adjusted[i] = highest
    return adjusted
