"""A club's own rules in a match: kept in its first line as they were when it began.

What is kept is one set of tables, those that a file inherits from other files among them; the file
may change or vanish afterwards.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from .. import variant
from ..ruleset import RuleSet, builtin
from ..systems import made, playing
from .errors import MatchError

Kept = Mapping[str, Any]
Score = Callable[[dict[str, Any]], dict[str, Any]]  # answers a request


def of_file(path: Path, system: str) -> dict[str, Any]:
    """The tables of a file for a match of `system`; ScoreError with file and line."""
    found = variant.read(path)
    if found.system != system:
        raise MatchError(f"{path} varies {found.system}, and {system} is played", "rules")
    return variant.tables(path)


def checked(kept: object, system: str) -> dict[str, Any] | None:
    """What a match's first line says of its rules, None for the system's own."""
    if kept is None:
        return None
    if not isinstance(kept, Mapping):
        raise MatchError("the match's rules are an object of tables", "rules")
    if (varied := played(kept).system) != system:
        raise MatchError(f"the match's rules vary {varied}, and {system} is played", "rules")
    return dict(kept)


def played(kept: Kept) -> RuleSet:
    """The rule set that kept tables make."""
    return variant.of_tables(kept)


def of(kept: Kept | None, system: str) -> RuleSet:
    """The rule set of a match."""
    return builtin(system) if kept is None else played(kept)


def scored_by(score: Score, kept: Kept | None) -> Score:
    """The scorer that plays by these rules, whoever asks it and whatever else is played."""
    if kept is None:
        return score
    game = made(played(kept))

    def by_rules(request: dict[str, Any]) -> dict[str, Any]:
        with playing(game):
            return score(request)

    return by_rules
