"""The six systems: which module scores each, and what its tiles are.

A module of a system has `OPTIONS` (what `config` may hold), `score(request)` and `IDS` (the rule
ids that it computes). It is loaded when the first request of its system comes.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from mjscore.errors import bad, nearest, shown
from mjscore.hand import Request
from mjscore.options import Option
from mjscore.sheet import Answer


class Game(NamedTuple):
    """One system. `losers`: the losers' hands are needed; `drawn`: also those of a drawn hand."""

    name: str
    module: str
    bonus: str  # letters of the tiles that may lie beside the hand
    jokers: bool
    losers: bool
    drawn: bool
    options: tuple[Option, ...]
    defaults: dict[str, Any]
    score: Callable[[Request], Answer]


# name: module, bonus tiles, jokers, losers' hands scored, drawn hands scored
_TABLE = {
    "SHOP-A": ("shop_a", "FS", True, False, False),
    "SHOP-B": ("shop_b", "FS", False, True, False),
    "MJG": ("mjg", "FS", False, True, False),  # flowers are not used: worth nothing (MJ-Q12)
    "YEE": ("yee", "FS", False, False, False),
    "HANDS": ("hands", "FSA", False, True, False),
    "LASFS": ("lasfs", "FS", False, True, True),
}
SYSTEMS = tuple(_TABLE)


def game(name: object) -> Game:
    """The system called `name`; ScoreError with the nearest name when there is none."""
    if not isinstance(name, str) or name not in _TABLE:
        bad(f"there is no system {shown(name)}{nearest(name, SYSTEMS)}", "system", "ENG-01")
    return _game(name)


@cache
def _game(name: str) -> Game:
    module, bonus, jokers, losers, drawn = _TABLE[name]
    loaded = import_module(f"{__name__}.{module}")
    defaults = {option.name: option.default for option in loaded.OPTIONS}
    return Game(name, module, bonus, jokers, losers, drawn, loaded.OPTIONS, defaults, loaded.score)
