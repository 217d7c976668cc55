"""The systems at work: module, options, amounts and payments of each, as a `Game`.

A module of a system has `OPTIONS` (what `config` may hold), `score(request)`, `IDS` (the rule ids
that it computes) and, where it counts by rows, `tables(rule_set)`. It is loaded when the first
request of its system comes. A variant (`in_use`) takes the place of the system it varies.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from mjscore.hand import Request
from mjscore.options import Option
from mjscore.registry import SYSTEMS, entry_of
from mjscore.ruleset import RuleSet, builtin
from mjscore.sheet import Answer
from mjscore.tiles import CODES, JOKER, KINDS

__all__ = ["SYSTEMS", "Game", "game", "in_use", "made", "playing"]


class Game(NamedTuple):
    """One system. `losers`: the losers' hands are needed; `drawn`: also those of a drawn hand."""

    name: str
    module: str
    bonus: str  # letters of the tiles that may lie beside the hand
    beside: frozenset[int]  # these tiles
    jokers: bool
    losers: bool
    drawn: bool
    options: tuple[Option, ...]
    defaults: dict[str, Any]
    score: Callable[[Request], Answer]
    rules: RuleSet
    tables: Any  # what the module counts with; None where it has no rows
    own: frozenset[str]  # what no other system has


# system -> the variant played in its place, by whoever runs now: threads do not share it
_VARIANTS: ContextVar[Mapping[str, Game]] = ContextVar("variants", default={})  # noqa: B039


def game(name: object) -> Game:
    """The system called `name`; ScoreError with the nearest name when there is none."""
    if (variants := _VARIANTS.get()) and name in variants:
        return variants[str(name)]
    entry_of(name)
    return _game(str(name))


@cache
def _game(name: str) -> Game:
    return made(builtin(name))


def made(rules: RuleSet) -> Game:
    """The game that a rule set makes of its system."""
    entry = entry_of(rules.system)
    module = entry.file
    loaded = import_module(f"{__name__}.{module}")
    defaults = {option.name: option.default for option in loaded.OPTIONS}
    if "limit" in defaults:
        defaults["limit"] = rules.limit
    tables = loaded.tables(rules) if hasattr(loaded, "tables") else None
    beside = frozenset(tile for tile in range(KINDS, JOKER) if CODES[tile][0] in rules.bonus)
    return Game(rules.system, module, rules.bonus, beside, rules.jokers, rules.losers, rules.drawn,
                loaded.OPTIONS, defaults | rules.options, loaded.score, rules, tables,
                entry.own)  # fmt: skip


def in_use(rules: RuleSet) -> AbstractContextManager[Game]:
    """Play a variant in the place of its system for as long as the block lasts."""
    return playing(made(rules))


@contextmanager
def playing(of: Game) -> Iterator[Game]:
    """The same with what `made` made of the variant."""
    token = _VARIANTS.set({**_VARIANTS.get(), of.name: of})
    try:
        yield of
    finally:
        _VARIANTS.reset(token)
