"""Changes that change nothing anybody could see, each with its reason: `equivalents.toml`.

An entry is known by module, function and text, not by a line: it holds as long as the statement
does. One that fits no change any more is an error, and so is one that a test tells apart.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from tools.check.mutate.mutants import Key, Source

FIELDS = {"module", "function", "change", "reason"}


class Wrong(Exception):
    """Entries that cannot be used, a line each."""


@dataclass(frozen=True)
class Entry:
    """`change` as the report writes it; `which`, from 1, where a function has it several times."""

    module: str
    function: str
    change: str
    reason: str
    which: int = 1

    @property
    def key(self) -> Key:
        """As a mutant's."""
        return self.function, self.change, self.which


def load(path: Path) -> list[Entry]:
    """The entries of the file; none without a file."""
    if not path.exists():
        return []
    try:
        rows = tomllib.loads(path.read_text(encoding="utf-8")).get("equivalent", [])
    except tomllib.TOMLDecodeError as problem:
        raise Wrong(f"{path.name}: {problem}") from None
    found = []
    for number, row in enumerate(rows, 1):
        if not FIELDS <= set(row) <= FIELDS | {"which"} or not str(row["reason"]).strip():
            change = row.get("change", "no change")
            raise Wrong(f"{path.name}: entry {number} ({change}): it needs module, function, "
                        "change and a reason, and may have which")
        found.append(Entry(**row))
    return found


def check(entries: list[Entry], module: str, source: Source, name: str) -> None:
    """Every entry of the module fits one of its changes."""
    keys = {mutant.key for mutant in source.mutants}
    mine = [entry for entry in entries if entry.module == module]
    stale = [f"{name}: {module}: {entry.function}: no such change any more: {entry.change}"
             + (f" (number {entry.which})" if entry.which > 1 else "")
             for entry in mine if entry.key not in keys]
    twice = [f"{name}: {module}: {entry.function}: twice: {entry.change}"
             for at, entry in enumerate(mine) if entry.key in {each.key for each in mine[:at]}]
    if stale or twice:
        raise Wrong("\n".join(stale + twice) + "\nCorrect the text as the report writes it, or "
                    "take the entry out.")
