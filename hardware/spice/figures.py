"""A figure of a circuit over its corners, its limits and how far it stays from them."""

from collections.abc import Sequence
from typing import NamedTuple


class Value(NamedTuple):
    """What one corner gave; None when it never happened."""

    corner: str
    value: float | None


def _order(item: Value) -> tuple[bool, float]:
    """Four digits, so that a tie falls to the same corner on every machine."""
    return item.value is not None, float(f"{item.value or 0.0:.4g}")


class Figure(NamedTuple):
    """`least` and `most` are limits in `unit`, None where there is none."""

    name: str
    unit: str
    least: float | None
    most: float | None
    values: Sequence[Value]
    digits: int = 0
    source: str = ""

    @property
    def met(self) -> bool:
        """Are the limits kept at every corner?"""
        return all(self._inside(item.value) for item in self.values)

    @property
    def ends(self) -> tuple[Value, Value]:
        """The lowest and the highest; something that never happened counts as lowest."""
        return min(self.values, key=_order), max(self.values, key=_order)

    @property
    def margin_pct(self) -> float | None:
        """Distance from the nearest limit, in per cent of it; None without one."""
        low, high = (item.value for item in self.ends)
        if low is None or high is None:
            return None
        gaps = []
        if self.least:
            gaps.append((low - self.least) / abs(self.least) * 100)
        if self.most:
            gaps.append((self.most - high) / abs(self.most) * 100)
        return min(gaps) if gaps else None

    def _inside(self, value: float | None) -> bool:
        if value is None:
            return self.least is None and self.most is None
        return ((self.least is None or value >= self.least)
                and (self.most is None or value <= self.most))


class Study(NamedTuple):
    """One circuit: what the report says of it."""

    title: str
    words: str
    figures: Sequence[Figure]
    drawings: dict[str, str]
    contrast: Sequence[Figure] = ()  # of the circuit it replaces: there to miss the limits
