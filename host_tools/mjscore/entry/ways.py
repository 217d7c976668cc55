"""How a hand can be won, and what else is asked of a win, system by system."""

from collections.abc import Mapping
from typing import Any

from ..flow.customs import CUSTOMS
from ..hand import SEVEN_FLOWERS, SOURCES
from ..registry import Own, has

DRAWN, DISCARDED, ROBBED = "wall", "discard", "robbed_kong"
SEVEN = SEVEN_FLOWERS[0]
OF_PLAYER = (DISCARDED, ROBBED)
OF_WALL = tuple(source for source in SOURCES if source not in OF_PLAYER)
FLAGS: Mapping[str, tuple[str, ...]] = {
    "SHOP-A": ("joker_used_during_hand",),
    "SHOP-B": ("last_tile",),
    "MJG": ("last_tile", "original_call"),
    "YEE": ("last_tile", "first_round"),
    "HANDS": ("last_tile",),
    "LASFS": ("last_tile", "last_possible", "regularising"),
    "HKOS": ("last_tile", "first_turn=heaven", "first_turn=earth"),
    "RIICHI": ("last_tile", "first_turn=heaven", "first_turn=earth"),
}
"""Of the win, by system: what the tiles do not show."""


def sources(system: str) -> tuple[str, ...]:
    """Where a winning tile can come from besides a discard and the wall."""
    custom = CUSTOMS.get(system)
    if custom is None or custom.declares:
        flowers = ("loose_flower",) if custom is None or custom.aside else ()
        return ("loose_kong", *flowers, ROBBED, "dealt")
    return ("dealt",)


def specials(system: str, config: Mapping[str, Any]) -> tuple[str, ...]:
    """Wins that the tiles do not show: seven flowers, and hands that a match's table names."""
    named = config.get("special_hands") or () if has(system, Own.NAMED_HANDS) else ()
    own = (SEVEN,) if has(system, Own.SEVEN_FLOWERS) else ()
    # a list as a request has it, or checked, by name
    return (*own, *(str(each["id"]) if isinstance(each, dict) else each for each in named))


def flags(system: str) -> tuple[str, ...]:
    """The flags of a win, a first turn as `first_turn=earth`."""
    custom = CUSTOMS.get(system)
    turns = custom.first_turn if custom else ()
    return (*FLAGS.get(system, ("last_tile",)), *(f"first_turn={turn}" for turn in turns))


def flag(text: str) -> tuple[str, Any]:
    """A flag as a field of the win."""
    name, _, value = text.partition("=")
    return name, value or True


def win(seat: str, tile: str, source: str, giver: str | None,
        marked: tuple[str, ...] = ()) -> dict[str, Any]:  # fmt: skip
    """The win of a request; `giver` is a seat, left out where the wall gave the tile."""
    told: dict[str, Any] = {"seat": seat, "tile": tile, "source": source}
    if source in OF_PLAYER and giver is not None:
        told["from"] = giver
    return told | dict(map(flag, marked))


def marked(system: str, win: Mapping[str, Any]) -> tuple[str, ...]:
    """The flags that a stored win has."""
    return tuple(text for text in flags(system) if win.get(flag(text)[0]) == flag(text)[1])
