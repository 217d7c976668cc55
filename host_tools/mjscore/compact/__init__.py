"""Hands as people type them: `B234 (C555) DR*2 +C8 /F1` (compact notation, docs/SCORING.md).

    B234        bamboos 2 3 4; also C characters, D dots, F flowers, S seasons, A animals
    WE DR J     honours have two letters each (winds WE WS WW WN, dragons DR DG DW), J is a joker
    DR*2        a tile this many times
    (C555)      an open meld, also [C555]: pung, kong, chow or quint by what is in it
    {WE*4}      a kong laid down closed
    +C8         the winning tile
    /F1S2       laid beside the hand;  ?A3 the same, but not declared
    @dead       a mark: dead, exposed_in_error, first_discard, special=ID, value=POINTS

Blanks and commas may stand anywhere between tiles; small letters are as good as large ones.
"""

from collections.abc import Sequence
from typing import Any

from mjscore.compact.reader import BLANK, MARKS, Reader, Typed, kind_of
from mjscore.errors import ScoreError
from mjscore.tiles import INDEX, JOKER, KINDS, SUITED

__all__ = ["Typed", "kind_of", "parse", "to_compact"]


def parse(text: str, field: str = "hand") -> Typed:
    """The hand that `text` describes.

    ScoreError names the column (from 1), what stands there and what was expected. Whether the
    tiles are a hand of a system is for the engine to say.
    """
    return Reader(text, field).read()


def to_compact(hand: dict[str, Any], tile: str | None = None) -> str:
    """The text of a hand, tiles sorted; `parse` makes the same hand of it."""
    words = []
    for meld in hand.get("melds") or ():
        first, last = "{}" if meld.get("state") == "closed" else "()"
        words.append(first + "".join(_words(meld["tiles"])) + last)
    words += _words(sorted(hand.get("concealed") or (), key=INDEX.__getitem__))
    words += ["+" + tile] if tile else []
    for mark, name in (("/", "bonus"), ("?", "bonus_undeclared")):
        beside = sorted(hand.get(name) or (), key=INDEX.__getitem__)
        words += [mark + "".join(_words(beside))] if beside else []
    return " ".join(words + _marks(hand))


def _words(tiles: Sequence[str]) -> list[str]:
    """The tiles as words: numbers run together, honours counted."""
    words: list[str] = []
    at = 0
    while at < len(tiles):
        letter, end = tiles[at][0], at + 1
        if INDEX[tiles[at]] < SUITED or KINDS <= INDEX[tiles[at]] < JOKER:
            while end < len(tiles) and tiles[end][0] == letter and tiles[end][1].isdecimal():
                end += 1
            words.append(letter + "".join(tile[1] for tile in tiles[at:end]))
        else:
            while end < len(tiles) and tiles[end] == tiles[at]:
                end += 1
            words.append(tiles[at] + (f"*{end - at}" if end - at > 1 else ""))
        at = end
    return words


def _marks(hand: dict[str, Any]) -> list[str]:
    words = []
    for mark, name in MARKS.items():
        value = hand.get(name)
        if value is not None and value is not False:
            words.append(f"@{mark}" + (f"={value}" if mark in ("special", "value") else ""))
            if mark == "special" and (not value or set(str(value)) & set(BLANK)):
                raise ScoreError("an id with blanks cannot be typed compactly", "special")
    return words
