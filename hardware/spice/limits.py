"""The limits of hardware/machine.toml that the simulations are judged by."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from hardware.problem import Problem

FILE = "hardware/machine.toml"


class LimitMissing(Problem):
    """machine.toml has no such number; the message names the key."""


class Limits(NamedTuple):
    """`machine.toml` as read."""

    data: Mapping[str, Any]

    def _value(self, *keys: str) -> float:
        at: Any = self.data
        for depth, key in enumerate(keys):
            if key not in at:
                where = ".".join(keys[:depth + 1])
                raise LimitMissing(f"{FILE} has no [{where}], which hardware/spice needs")
            at = at[key]
        return float(at["value"])

    def threshold(self, name: str) -> float:
        """A number of [thresholds], in the unit that its name ends with."""
        return self._value("thresholds", name)

    def load_ma(self, supply: str, *names: str) -> float:
        """Loads of a supply, mA: the named ones, all of them without names."""
        loads = self.data["supplies"][supply]["loads"]
        return sum(self._value("supplies", supply, "loads", name) for name in names or loads)

    def of(self, *keys: str) -> float:
        """Any other number."""
        return self._value(*keys)


def load(root: Path) -> Limits:
    """The limits of the project below `root`."""
    return Limits(tomllib.loads((root / FILE).read_text(encoding="utf-8")))
