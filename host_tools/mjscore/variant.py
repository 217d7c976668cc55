"""A club's own rules: a TOML file that inherits from a system and says what differs.

    inherits = "SHOP-B"       # or another such file: "house.toml", beside this one
    name = "Tuesday club"
    limit = 500               # "none": no limit
    [points]
    SB-P41 = 4
    [settlement]
    east = 1

Every key is checked; what cannot be used is told with the file and the line.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from mjscore.errors import ScoreError, nearest, shown
from mjscore.options import MOST, REFUSED
from mjscore.registry import SYSTEMS, entry_of
from mjscore.ruleset import RuleSet, builtin, over
from mjscore.rulesfile import File, Kept, Tables
from mjscore.settle import Settlement

AMOUNTS = {"points": MOST, "doubles": 20, "limits": 100, "sets": MOST}  # table: largest amount
KEYS = ("inherits", "name", "limit", "fifth", *AMOUNTS, "settlement", "options")
FIFTH = ("reserve", "rotating", "bettor")
MOST_TIMES = 10  # of a value that somebody pays
DEEPEST = 8  # files that inherit from each other
NONE = "none"  # TOML has no null


def read(path: str | Path, depth: int = 0) -> RuleSet:
    """The rule set of a file; ScoreError, naming file and line, when it cannot be used."""
    file = File(Path(path))
    if depth == DEEPEST:
        file.wrong(f"more than {DEEPEST} files inherit from each other", "inherits")
    inherits = file.data.get("inherits")
    if isinstance(inherits, str) and inherits.endswith(".toml"):
        return _over(read(file.path.parent / inherits, depth + 1), file)
    return _over(_system(file), file)


def of_tables(data: Mapping[str, Any]) -> RuleSet:
    """The rule set of the tables that `tables` gave; ScoreError when they cannot be used."""
    kept = Kept(data)
    return _over(_system(kept), kept)


def tables(path: str | Path) -> dict[str, Any]:
    """What a good file says, with all it inherits from other files, as one set of tables."""
    file = File(Path(path))
    inherits = str(file.data["inherits"])
    name = {"name": file.data["name"]} if "name" in file.data else {"name": read(path).name}
    if not inherits.endswith(".toml"):
        return file.data | name
    base = tables(file.path.parent / inherits)
    return over(base, file.data) | {"inherits": base["inherits"]} | name


def _over(base: RuleSet, file: Tables) -> RuleSet:
    """What a file, or kept tables, make of the rule set that they inherit from."""
    for key in file.data:
        if key not in KEYS:
            file.wrong(f"there is no key {shown(key)}{nearest(key, KEYS)}", key)
    name = file.data.get("name", base.system)
    if not isinstance(name, str) or not 0 < len(name) <= 60:
        file.wrong(f"name is a text of 1 to 60 letters, not {shown(name)}", "name")
    changed: dict[str, Any] = {"name": name}
    for table, most in AMOUNTS.items():
        changed[table] = getattr(base, table) | _amounts(file, base, table, most)
    changed["settlement"] = base.settlement._replace(**_settlement(file))
    changed["limit"] = _limit(file, base)
    changed["fifth"] = _fifth(file, base)
    changed["options"] = base.options | _options(file, base)
    return base._replace(**changed)


def _system(file: Tables) -> RuleSet:
    inherits = file.data.get("inherits")
    if inherits is None:
        file.wrong(f"inherits says which system this varies: {', '.join(SYSTEMS)}", "inherits")
    if not isinstance(inherits, str) or inherits not in SYSTEMS:
        file.wrong(f"there is no system {shown(inherits)}{nearest(inherits, SYSTEMS)}", "inherits")
    return builtin(inherits)


def _known(base: RuleSet, table: str) -> list[str]:
    """What a table of amounts may name: the rules of that kind, those of pungs and kongs too."""
    sets: Sequence[Any] = ()
    if table == "points":
        module = import_module(f"mjscore.systems.{entry_of(base.system).file}")
        sets = getattr(module, "SETS", ())
    return [*getattr(base, table), *(row[0] for row in sets)]


def _amounts(file: Tables, base: RuleSet, table: str, most: int) -> dict[str, int]:
    found = file.table(table)
    known = _known(base, table) if found else []
    for key, value in found.items():
        if key not in known:
            what = "names of set points" if table == "sets" else f"{table} under a rule"
            file.wrong(f"{base.system} has no {what} called {shown(key)}{nearest(key, known)}",
                       key, table)  # fmt: skip
        _whole(file, value, key, table, 0, most)
    return found


def _whole(file: Tables, value: Any, key: str, table: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        file.wrong(f"{key} is a whole number from {least} to {most}, not {shown(value)}", key,
                   table)  # fmt: skip
    return value


def _settlement(file: Tables) -> dict[str, Any]:
    found = file.table("settlement")
    for key, value in found.items():
        if key not in Settlement._fields:
            file.wrong(f"there is no payment {shown(key)}{nearest(key, Settlement._fields)}", key,
                       "settlement")  # fmt: skip
        if key != "losers":
            _whole(file, value, key, "settlement", 1 if key == "east" else 0, MOST_TIMES)
        elif not isinstance(value, bool):
            file.wrong(f"losers is true or false, not {shown(value)}", key, "settlement")
    return found


def _limit(file: Tables, base: RuleSet) -> int | None:
    if "limit" not in file.data:
        return base.limit
    value = file.data["limit"]
    if base.limit is None and builtin(base.system).limit is None:
        file.wrong(f"{base.system} has no limit that could be changed", "limit")
    return None if value == NONE else _whole(file, value, "limit", "", 2, MOST)


def _fifth(file: Tables, base: RuleSet) -> tuple[str, ...]:
    value = file.data.get("fifth", list(base.fifth))
    allowed = [each for each in FIFTH if each in builtin(base.system).fifth]
    if not isinstance(value, list) or not all(each in allowed for each in value):
        file.wrong(f"fifth is a list of {', '.join(allowed)}, not {shown(value)}", "fifth")
    return tuple(value)


def _options(file: Tables, base: RuleSet) -> dict[str, Any]:
    module = import_module(f"mjscore.systems.{entry_of(base.system).file}")
    known = {option.name: option for option in module.OPTIONS if option.name != "limit"}
    found = {}
    for key, value in file.table("options").items():
        if key == "limit":
            file.wrong("the limit stands at the top of the file, not in [options]", key, "options")
        if key not in known:
            file.wrong(f"{base.system} has no option {shown(key)}{nearest(key, [*known])}", key,
                       "options")  # fmt: skip
        try:
            found[key] = known[key].check(None if value == NONE else value)
        except ScoreError as problem:
            file.wrong(str(problem), key, "options")
        if found[key] is REFUSED:
            file.wrong(f"{key} {known[key].allowed}, not {shown(value)}", key, "options")
    return found


def differences(rules: RuleSet) -> list[tuple[str, Any, Any]]:
    """What a variant says otherwise than its system: (what, here, there)."""
    base = builtin(rules.system)
    found: list[tuple[str, Any, Any]] = []
    if rules.limit != base.limit:
        found.append(("limit", rules.limit, base.limit))
    for table in AMOUNTS:
        now, before = getattr(rules, table), getattr(base, table)
        found += [(key, now[key], before.get(key)) for key in now if now[key] != before.get(key)]
    for key, value in rules.settlement._asdict().items():
        if value != getattr(base.settlement, key):
            found.append((f"settlement.{key}", value, getattr(base.settlement, key)))
    if rules.fifth != base.fifth:
        found.append(("fifth", list(rules.fifth), list(base.fifth)))
    module = import_module(f"mjscore.systems.{entry_of(base.system).file}")
    default = {option.name: option.default for option in module.OPTIONS}
    return found + [(name, value, default[name]) for name, value in rules.options.items()
                    if value != default[name]]  # fmt: skip
