"""The parts of a rules file, each checked against the system that it varies."""

import re
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from mjscore.errors import ScoreError, nearest, shown
from mjscore.options import MOST, REFUSED, Option
from mjscore.registry import entry_of
from mjscore.ruleset import RuleSet, builtin
from mjscore.settle import Settlement
from mjscore.variant.file import Tables

FIFTH = ("reserve", "rotating", "bettor")
MOST_TIMES = 10  # of a value that somebody pays
NONE = "none"  # TOML has no null


def _known(base: RuleSet, table: str) -> list[str]:
    """What a table of amounts may name: the rules of that kind, those of pungs and kongs too."""
    sets: Sequence[Any] = ()
    if table == "points":
        module = import_module(f"mjscore.systems.{entry_of(base.system).file}")
        sets = getattr(module, "SETS", ())
    return [*getattr(base, table), *(row[0] for row in sets)]


def amounts(file: Tables, base: RuleSet, table: str, most: int) -> dict[str, int]:
    """What the rules in a table of amounts are worth."""
    found = file.table(table)
    known = _known(base, table) if found else []
    for key, value in found.items():
        if key not in known:
            what = "names of set points" if table == "sets" else f"{table} under a rule"
            file.wrong(f"{base.system} has no {what} called {shown(key)}{nearest(key, known)}",
                       table, key)  # fmt: skip
        _whole(file, value, 0, most, table, key)
    return found


def _whole(file: Tables, value: Any, least: int, most: int, *path: str) -> int:
    if type(value) is not int or not least <= value <= most:
        file.wrong(f"{path[-1]} is a whole number from {least} to {most}, not {shown(value)}",
                   *path)  # fmt: skip
    return value


def settlement(file: Tables) -> dict[str, Any]:
    """Who pays how often."""
    found = file.table("settlement")
    for key, value in found.items():
        if key not in Settlement._fields:
            file.wrong(f"there is no payment {shown(key)}{nearest(key, Settlement._fields)}",
                       "settlement", key)  # fmt: skip
        if key != "losers":
            _whole(file, value, 1 if key == "east" else 0, MOST_TIMES, "settlement", key)
        elif not isinstance(value, bool):
            file.wrong(f"losers is true or false, not {shown(value)}", "settlement", key)
    return found


def limit(file: Tables, base: RuleSet) -> int | None:
    """The limit, None for none."""
    if "limit" not in file.data:
        return base.limit
    value = file.data["limit"]
    if base.limit is None and builtin(base.system).limit is None:
        file.wrong(f"{base.system} has no limit that could be changed", "limit")
    return None if value == NONE else _whole(file, value, 2, MOST, "limit")


def fifth(file: Tables, base: RuleSet) -> tuple[str, ...]:
    """What a fifth player may be."""
    value = file.data.get("fifth", list(base.fifth))
    allowed = [each for each in FIFTH if each in builtin(base.system).fifth]
    told = f"fifth is a list of {', '.join(allowed)}, not {shown(value)}"
    if not isinstance(value, list):
        file.wrong(told, "fifth")
    for at, each in enumerate(value):
        if each not in allowed:
            file.wrong(told, "fifth", at)
    return tuple(value)


def options(file: Tables, base: RuleSet) -> dict[str, Any]:
    """The values of options, as their system uses them."""
    module = import_module(f"mjscore.systems.{entry_of(base.system).file}")
    known = {option.name: option for option in module.OPTIONS if option.name != "limit"}
    found = {}
    for key, value in file.table("options").items():
        if key == "limit":
            file.wrong("the limit stands at the top of the file, not in [options]", "options", key)
        if key not in known:
            file.wrong(f"{base.system} has no option {shown(key)}{nearest(key, [*known])}",
                       "options", key)  # fmt: skip
        found[key] = _option(file, known[key], None if value == NONE else value)
    return found


def _option(file: Tables, option: Option, value: Any) -> Any:
    """The value of one option."""
    try:
        checked = option.check(value)
    except ScoreError as problem:  # its field is that of a request: config.card[0].groups[2].n
        path = [int(part) if part.isdecimal() else part for part in
                re.findall(r"\w+", problem.field)[1:]]  # fmt: skip
        file.wrong(str(problem).replace("config.", "options.", 1), "options", *path)
    if checked is REFUSED:
        file.wrong(f"{option.name} {option.allowed}, not {shown(value)}", "options", option.name)
    return checked
