"""The hand of the SHOP-A card that was won with, in one line (rules SA-F01, SA-F14)."""

from collections.abc import Callable
from typing import Any

from mjscore.tiles import INDEX


def card_line(card: dict[str, Any], one: Callable[[str], str] = str) -> str:
    """An answer's `card_hand`; `one` shows a tile code, as it stands unless given.

    `hand 1 of the card, exposed: 3 x B2, ...; 1 joker for B4`.
    """

    def tile(code: str) -> str:
        return one(code) if code in INDEX else "flower"

    pairs = [group.partition(" x ") for group in card["groups"]]
    groups = ", ".join(f"{count} x {tile(code)}" for count, _, code in pairs)
    told = f"hand {card['no']} of the card, {card['type']}: {groups}"
    used = card.get("jokers_used")
    if not used:
        return told
    places = ", ".join(map(tile, card["jokers_for"]))
    return f"{told}; {used} joker{'s' * (used != 1)} for {places}"
