"""A club's own rules: a TOML file that inherits from a system and says what differs.

    inherits = "SHOP-B"       # or another such file: "house.toml", beside this one
    name = "Tuesday club"     # without it, what the file is called
    limit = 500               # "none": no limit
    [points]
    SB-P41 = 4
    [settlement]
    east = 1

Every key is checked; what cannot be used is told with the file and the line.
"""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from mjscore.errors import nearest, shown
from mjscore.options import MOST
from mjscore.registry import SYSTEMS, entry_of
from mjscore.ruleset import RuleSet, builtin, over
from mjscore.variant import parts
from mjscore.variant.file import File, Kept, Tables

AMOUNTS = {"points": MOST, "doubles": 20, "limits": 100, "sets": MOST}  # table: largest amount
KEYS = ("inherits", "name", "limit", "fifth", *AMOUNTS, "settlement", "options")
LONGEST = 60  # letters of a name
DEEPEST = 8  # files that inherit from each other


def read(path: str | Path) -> RuleSet:
    """The rule set of a file; ScoreError, naming file and line, when it cannot be used."""
    return whole(path)[0]


def whole(path: str | Path, depth: int = 0) -> tuple[RuleSet, dict[str, Any]]:
    """The rule set of a file, and what it says with all it inherits, as one set of tables."""
    file = File(Path(path))
    _known_keys(file)
    if depth == DEEPEST:
        file.wrong(f"more than {DEEPEST} files inherit from each other", "inherits")
    inherits = file.data.get("inherits")
    if isinstance(inherits, str) and inherits.endswith(".toml"):
        base, said = whole(file.path.parent / inherits, depth + 1)
    else:
        base, said = _system(file), {}
    rules = _over(base, file)
    return rules, over(said, file.data) | {"inherits": rules.system, "name": rules.name}


def of_tables(data: Mapping[str, Any]) -> RuleSet:
    """The rule set of the tables that `whole` gave; ScoreError when they cannot be used."""
    kept = Kept(data)
    _known_keys(kept)
    return _over(_system(kept), kept)


def _known_keys(file: Tables) -> None:
    for key in file.data:
        if key not in KEYS:
            file.wrong(f"there is no key {shown(key)}{nearest(key, KEYS)}", key)


def _over(base: RuleSet, file: Tables) -> RuleSet:
    """What a file, or kept tables, make of the rule set that they inherit from."""
    name = file.data.get("name", file.called[:LONGEST] or base.system)
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST:
        file.wrong(f"name is a text of 1 to {LONGEST} letters, not {shown(name)}", "name")
    changed: dict[str, Any] = {"name": name}
    for table, most in AMOUNTS.items():
        changed[table] = getattr(base, table) | parts.amounts(file, base, table, most)
    changed["settlement"] = base.settlement._replace(**parts.settlement(file))
    changed["limit"] = parts.limit(file, base)
    changed["fifth"] = parts.fifth(file, base)
    changed["options"] = base.options | parts.options(file, base)
    return base._replace(**changed)


def _system(file: Tables) -> RuleSet:
    inherits = file.data.get("inherits")
    if inherits is None:
        file.wrong(f"inherits says which system this varies: {', '.join(SYSTEMS)}", "inherits")
    if not isinstance(inherits, str) or inherits not in SYSTEMS:
        file.wrong(f"there is no system {shown(inherits)}{nearest(inherits, SYSTEMS)}", "inherits")
    return builtin(inherits)


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
