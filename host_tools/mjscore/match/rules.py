"""A club's own rules in a match: kept in its first line as they were when it began.

What is kept is one set of tables, those that a file inherits from other files among them; the file
may change or vanish afterwards.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import variant
from ..ruleset import RuleSet
from ..systems import made, playing
from .errors import MatchError

Score = Callable[[dict[str, Any]], dict[str, Any]]  # answers a request


@dataclass(frozen=True)
class Club:
    """A club's own rules: what the match keeps of them, and the rule set that this makes."""

    tables: dict[str, Any]
    played: RuleSet


def of_file(path: Path, system: str) -> Club:
    """The rules of a file for a match of `system`; ScoreError with file and line."""
    played, tables = variant.whole(path)
    if played.system != system:
        raise MatchError(f"{path} varies {played.system}, and {system} is played", "rules")
    return Club(tables, played)


def of_journal(kept: object, system: str) -> Club | None:
    """What a match's first line says of its rules, None for the system's own."""
    if kept is None:
        return None
    if not isinstance(kept, Mapping):
        raise MatchError("the match's rules are an object of tables", "rules")
    played = variant.of_tables(kept)
    if played.system != system:
        raise MatchError(f"the match's rules vary {played.system}, and {system} is played",
                         "rules")  # fmt: skip
    return Club(dict(kept), played)


def scored_by(score: Score, club: Club | None) -> Score:
    """The scorer that plays by these rules, whoever asks it and whatever else is played."""
    if club is None:
        return score
    game = made(club.played)

    def by_rules(request: dict[str, Any]) -> dict[str, Any]:
        with playing(game):
            return score(request)

    return by_rules
