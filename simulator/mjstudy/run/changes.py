"""Changes of the machine that were tried, from changes.toml: what each does to the law."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mjsim.plant.mixing import mixing_of
from mjstudy.run.plan import Arm

PATH = Path(__file__).parents[1] / "changes.toml"
FIGURES = {"distance": "exchange", "neighbours": "parting", "way_round": "variance",
           "order": "load"}  # fmt: skip
"""What the physical drum's runs have, and which of the law's figures goes with it."""
_NEEDED = {"name", "source", "torque_nm", "worst_nm"}
_KNOWN = {*_NEEDED, *FIGURES, "beside", "pre_mix_s", "passes"}
BASE = "pessimistic"


class ChangesError(ValueError):
    """The file says what cannot be; the text names the place and what is possible."""


@dataclass(frozen=True)
class Change:
    """One of them: `ratio` of each of the law's figures to the set's, longer pre-mix, passes;
    torque that turns the dish, mean and worst tenth of a second."""

    name: str
    source: str
    ratio: tuple[tuple[str, float], ...]
    add_ms: int
    passes: int
    torque_nm: float
    worst_nm: float
    motor_nm: float

    @property
    def turned(self) -> bool:
        """The motor can turn it, on the mean."""
        return self.torque_nm <= self.motor_nm

    def arm(self, load: str) -> Arm:
        """Its column: the pessimistic set with these figures."""
        of = mixing_of(BASE)._asdict()
        figures = tuple((name, of[name] * ratio) for name, ratio in self.ratio)
        return Arm(BASE, load, self.add_ms, self.passes, figures, self.name)


def read() -> list[Change]:
    """The file. Raises `ChangesError` when it does not say what it must."""
    return parse(PATH.read_text(encoding="utf-8"))


def parse(text: str) -> list[Change]:
    """The same from text."""
    try:
        told = tomllib.loads(text)
        motor, as_it_is = float(told["motor_nm"]), told["as_it_is"]
        found = [_change(row, as_it_is, motor) for row in told["change"]]
    except (tomllib.TOMLDecodeError, KeyError) as error:
        raise ChangesError(f"changes.toml cannot be read: {error}") from error
    names = [one.name for one in found]
    for name in names:
        if names.count(name) > 1:
            raise ChangesError(f"changes.toml: '{name}' stands twice")
    return found


def _change(row: dict[str, Any], as_it_is: dict[str, float], motor_nm: float) -> Change:
    where = f"changes.toml: '{row.get('name', '?')}'"
    for name in sorted(_NEEDED - set(row)):
        raise ChangesError(f"{where}: {name} is missing")
    for name in sorted(set(row) - _KNOWN):
        raise ChangesError(f"{where}: {name} is not known; there are {', '.join(sorted(_KNOWN))}")
    beside = as_it_is | row.get("beside", {})
    for name in FIGURES:
        if row.get(name, 1) <= 0 or beside[name] <= 0:
            raise ChangesError(f"{where}: {name} must be above 0, here and where it is compared")
    ratio = tuple((key, row[name] / beside[name]) for name, key in FIGURES.items() if name in row)
    return Change(row["name"], row["source"], ratio, int(row.get("pre_mix_s", 0) * 1000),
                  int(row.get("passes", 1)), row["torque_nm"], row["worst_nm"],
                  motor_nm)  # fmt: skip
