"""Corners: every combination of the ends of what can vary."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple

Params = Mapping[str, float]
Axis = Sequence[tuple[str, Params]]


class Corner(NamedTuple):
    """One combination: its name for the report, and the netlist's parameters."""

    name: str
    params: dict[str, float]


def combined(*axes: Axis) -> list[Corner]:
    """All combinations; an empty label says nothing in the name."""
    found = []
    for ends in product(*axes):
        params = {key: value for _, its in ends for key, value in its.items()}
        found.append(Corner(", ".join(label for label, _ in ends if label), params))
    return found


def spread(label: str, values: Params, pct: float) -> Axis:
    """An axis with two ends: all of `values` together lower and higher by `pct` per cent."""
    return [(f"{label} {sign}{pct:g} %", {key: value * (1 + step * pct / 100)
                                         for key, value in values.items()})
            for sign, step in (("-", -1), ("+", 1))]
