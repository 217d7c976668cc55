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

import re
import tomllib
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from mjscore.errors import ScoreError, nearest, shown
from mjscore.options import MOST, REFUSED
from mjscore.registry import SYSTEMS, entry_of
from mjscore.ruleset import RuleSet, builtin
from mjscore.settle import Settlement

AMOUNTS = {"points": MOST, "doubles": 20, "limits": 100, "sets": MOST}  # table: largest amount
KEYS = ("inherits", "name", "limit", "fifth", *AMOUNTS, "settlement", "options")
FIFTH = ("reserve", "rotating", "bettor")
MOST_TIMES = 10  # of a value that somebody pays
DEEPEST = 8  # files that inherit from each other
NONE = "none"  # TOML has no null


def read(path: str | Path, depth: int = 0) -> RuleSet:
    """The rule set of a file; ScoreError, naming file and line, when it cannot be used."""
    file = _File(Path(path))
    if depth == DEEPEST:
        file.wrong(f"more than {DEEPEST} files inherit from each other", "inherits")
    base = _base(file, depth)
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


class _File:
    """The tables of a file, and where each key stands."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.text = path.read_text(encoding="utf-8")
        except (OSError, ValueError) as problem:
            why = problem.strerror if isinstance(problem, OSError) else "it is not UTF-8"
            raise ScoreError(f"cannot read {path}: {why}", "rules") from None
        try:
            self.data: dict[str, Any] = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as problem:
            line = re.search(r"at line (\d+)", str(problem))
            told = re.sub(r" \(at .*\)$", "", str(problem))
            at = line[1] if line else len(self.text.splitlines())
            raise ScoreError(f"{path}:{at}: this is no TOML: {told}", "rules") from None

    def wrong(self, told: str, key: str, table: str = "") -> NoReturn:
        """Refuse what stands at a key, with the file and the line."""
        raise ScoreError(f"{self.path}:{self.line(key, table)}: {told}", "rules")

    def line(self, key: str, table: str = "") -> int:
        """The line of a key, or of its table where the key is not written on a line of its own."""
        now, found = "", 0
        for number, line in enumerate(self.text.splitlines(), 1):
            header = re.match(r"\s*\[+\s*([\w.-]+)\s*\]", line)
            now = header[1] if header else now
            if header and key == now:
                return number
            found = number if header and now == table and not found else found
            dotted = rf'\s*(?:{re.escape(table)}\s*\.\s*)?"?{re.escape(key)}"?\s*[=.]'
            if (now == table or not now) and re.match(dotted, line):
                return number
        return found or 1

    def table(self, name: str) -> dict[str, Any]:
        """One of the file's tables, empty where it has none."""
        found = self.data.get(name, {})
        if not isinstance(found, dict):
            self.wrong(f"{name} is a table, [{name}], not {shown(found)}", name)
        return found


def _base(file: _File, depth: int) -> RuleSet:
    inherits = file.data.get("inherits")
    if isinstance(inherits, str) and inherits.endswith(".toml"):
        return read(file.path.parent / inherits, depth + 1)
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


def _amounts(file: _File, base: RuleSet, table: str, most: int) -> dict[str, int]:
    found = file.table(table)
    known = _known(base, table) if found else []
    for key, value in found.items():
        if key not in known:
            what = "names of set points" if table == "sets" else f"{table} under a rule"
            file.wrong(f"{base.system} has no {what} called {shown(key)}{nearest(key, known)}",
                       key, table)  # fmt: skip
        _whole(file, value, key, table, 0, most)
    return found


def _whole(file: _File, value: Any, key: str, table: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        file.wrong(f"{key} is a whole number from {least} to {most}, not {shown(value)}", key,
                   table)  # fmt: skip
    return value


def _settlement(file: _File) -> dict[str, Any]:
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


def _limit(file: _File, base: RuleSet) -> int | None:
    if "limit" not in file.data:
        return base.limit
    value = file.data["limit"]
    if base.limit is None and builtin(base.system).limit is None:
        file.wrong(f"{base.system} has no limit that could be changed", "limit")
    return None if value == NONE else _whole(file, value, "limit", "", 2, MOST)


def _fifth(file: _File, base: RuleSet) -> tuple[str, ...]:
    value = file.data.get("fifth", list(base.fifth))
    allowed = [each for each in FIFTH if each in builtin(base.system).fifth]
    if not isinstance(value, list) or not all(each in allowed for each in value):
        file.wrong(f"fifth is a list of {', '.join(allowed)}, not {shown(value)}", "fifth")
    return tuple(value)


def _options(file: _File, base: RuleSet) -> dict[str, Any]:
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
