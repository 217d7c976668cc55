"""A rule set: what a system, or a club's variant of it, pays and counts, from TOML files.

A file inherits from another one and says only what differs. What a rule asks for is code (its
`Need`s, in the module of the system); what it is worth, and who pays, stands here.
"""

from functools import cache
from typing import Any, NamedTuple

from mjscore.registry import entry_of
from mjscore.rows import Need, Row, Test
from mjscore.settle import Settlement


class RuleSet(NamedTuple):
    """The amounts of a system, by rule id; `sets` by name where systems share them."""

    name: str
    system: str
    title: str
    bonus: str  # letters of the tiles that may lie beside the hand
    jokers: bool
    losers: bool  # the losers' hands are needed
    drawn: bool  # also those of a drawn hand
    sets: dict[str, int]
    points: dict[str, int]
    doubles: dict[str, int]
    limits: dict[str, int]
    limit: int | None
    settlement: Settlement
    fifth: tuple[str, ...]  # what a fifth player may be
    options: dict[str, Any]  # values that a variant gives to options

    def row(self, id: str, needs: tuple[Need, ...], times: Test | None = None) -> Row:
        """The row of a rule, with what it is worth here."""
        return Row(id, self.amount(id), needs, times)

    def amount(self, id: str) -> int:
        """What a rule is worth: points, doubles, or the share of the limit."""
        for of in (self.points, self.doubles, self.limits):
            if id in of:
                return of[id]
        return 0  # a rule that only says what a hand is

    def set_points(self, id: str, name: str, is_open: bool) -> int:
        """Points of a pung or kong: of its rule, else by name, in the hand `in_hand` times."""
        if id in self.points:
            return self.points[id]
        return self.sets[name] * (1 if is_open else self.sets["in_hand"])


@cache
def builtin(system: str) -> RuleSet:
    """The rule set that ships with a system."""
    return made(system, system, merged(entry_of(system).file))


def made(system: str, name: str, data: dict[str, Any]) -> RuleSet:
    """A rule set from a file's tables, those it inherits filled in."""
    table = data["table"]
    return RuleSet(
        name, system, data["title"], table["bonus"], table["jokers"], table["losers"],
        table["drawn"], data.get("sets", {}), data.get("points", {}), data.get("doubles", {}),
        data.get("limits", {}), data.get("limit"), Settlement(**data["settlement"]),
        tuple(data["fifth"]), data.get("options", {}),
    )  # fmt: skip


def merged(file: str) -> dict[str, Any]:
    """The tables of a shipped file over those of the files it inherits from."""
    import tomllib  # not before the first request of a system
    from importlib import resources

    path = resources.files("mjscore").joinpath("rulesets", f"{file}.toml")
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    base = merged(data["inherits"]) if "inherits" in data else {}
    return over(base, data)


def over(base: dict[str, Any], data: dict[str, Any]) -> dict[str, Any]:
    """`data` over `base`: tables are joined, anything else is replaced."""
    joined = dict(base)
    for key, value in data.items():
        own = base.get(key)
        joined[key] = value
        if isinstance(own, dict) and isinstance(value, dict):
            joined[key] = over(own, value)
    return joined
