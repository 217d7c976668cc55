"""What is said of a loser: nothing, his scoring sets alone, his points, or the whole hand."""

from collections.abc import Mapping
from typing import Any

from ..compact import parse, to_compact
from ..errors import ScoreError
from ..systems import Game

WORDS = ("nothing", "-", "0", "")
Hand = dict[str, Any]


def points(number: int) -> Hand:
    """A hand told by its points."""
    return {"value": number}


def held(hand: Mapping[str, Any], of: Game) -> int:
    """Tiles of a hand as its system counts them: a kong is three, in SHOP-A four."""
    melds = hand.get("melds") or []
    melded = sum(len(meld["tiles"]) if of.jokers else 3 for meld in melds)
    return melded + len(hand.get("concealed") or [])


def sets(hand: Mapping[str, Any], of: Game) -> Hand:
    """A hand by its tiles; fewer than thirteen are its scoring sets alone."""
    kept = {key: value for key, value in hand.items() if value or key == "concealed"}
    return kept if held(hand, of) == 13 else {**kept, "dead": True}


def typed(text: str, of: Game, field: str) -> Hand:
    """A loser's hand as typed: `nothing`, `12`, or tiles."""
    said = text.strip().lower()
    if said in WORDS:
        return points(0)
    if said.isascii() and said.isdecimal():
        return points(int(said[:9]))
    found = parse(text, field)
    if found.tile is not None:
        raise ScoreError(f"+{found.tile} marks a winning tile, and this hand did not win", field)
    return sets(found.hand, of)


def as_typed(hand: Mapping[str, Any] | None) -> str:
    """The text that `typed` makes the same hand of."""
    hand = hand or {}
    if hand.get("value") is not None:
        return str(hand["value"]) if hand["value"] else WORDS[0]
    if not any(hand.get(key) for key in ("melds", "concealed", "bonus", "bonus_undeclared")):
        return WORDS[0]
    return to_compact({**hand, "dead": False})
