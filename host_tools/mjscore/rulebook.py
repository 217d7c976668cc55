"""The rules as people read them: `rules/*.toml`, one entry per rule id.

Nothing of the counting needs this file; what the systems compute stands in their own tables, and a
test compares the amounts.  The files are read when somebody asks, not at import.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from mjscore.errors import ScoreError, nearest
from mjscore.registry import REGISTRY, counted

FILES = {
    "ENG": "eng",
    **{name: entry.file for name, entry in REGISTRY.items()},
    "TBL": "tbl",
}  # system -> name of its file, in the order in which the systems are listed
KINDS = ("engine", "table", "flow", "hand", "points", "start", "extra", "double", "limit",
         "arithmetic", "bonus", "settlement", "penalty", "ruling", "machine")  # fmt: skip


@dataclass(frozen=True)
class Rule:
    """One rule: what it says, where it comes from and, where it has one, its amount.

    `points` and `doubles` are the amounts for people, "x2" where a payment is doubled; `who` is
    "winner" or "all" where a hand may score it.  A ruling (an id with Q) names the rules it
    `settles` and the `option` that switches it or the `test` that proves it.
    """

    id: str
    system: str
    name: str
    text: str
    source: str
    kind: str
    points: int | None = None
    doubles: int | str | None = None
    who: str = ""
    informative: bool = False
    settles: tuple[str, ...] = ()
    option: str = ""
    test: str = ""

    @property
    def amount(self) -> str:
        """The amount in words, e.g. "4 points" or "3 doubles"; empty where there is none."""
        if self.points is not None:
            return counted(self.system, self.points)
        if isinstance(self.doubles, int):
            return counted(self.system, self.doubles, doubles=True)
        return "twice the value" if self.doubles else ""


def systems() -> tuple[str, ...]:
    """Names of all parts of the rule book: the systems, what they share, and the machine."""
    return tuple(FILES)


@cache
def rules_of(system: str) -> tuple[Rule, ...]:
    """All rules of a system in the order in which a sheet lists them; ScoreError if unknown."""
    if system not in FILES:
        raise ScoreError(f'no system "{system}"{nearest(system, systems())}', "system", "ENG-10")
    data = _read(FILES[system])
    return tuple(_rule(id, system, row) for id, row in data.items() if isinstance(row, dict))


def rule(id: str) -> Rule:
    """The rule of an id such as "SB-P01"; a ScoreError that names the nearest id if unknown."""
    found = _book().get(id.lower())
    if found is None:
        group = re.sub(r"\d.*", "", id.upper())
        near = [each.id for each in _book().values() if each.id.startswith(group)]
        hint = nearest(id, near or [each.id for each in _book().values()])
        raise ScoreError(f'no rule "{id}"{hint}', "rule")
    return found


def order(id: str) -> int:
    """Place of an id in the whole rule book, from 0; sheets list their lines in this order."""
    return _places()[rule(id).id]


@cache
def _book() -> dict[str, Rule]:
    return {each.id.lower(): each for system in FILES for each in rules_of(system)}


@cache
def _places() -> dict[str, int]:
    return {each.id: place for place, each in enumerate(_book().values())}


def _read(name: str) -> dict[str, Any]:
    path = resources.files("mjscore").joinpath("rules", f"{name}.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _rule(id: str, system: str, row: dict[str, Any]) -> Rule:
    return Rule(id, system, **{**row, "settles": tuple(row.get("settles", ()))})
