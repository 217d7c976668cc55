"""Tiles for people: as Unicode pictures, as codes, or as names."""

import os
import re
import sys

from mjscore.cli.page import encodable
from mjscore.compact import parse
from mjscore.errors import ScoreError, nearest
from mjscore.tiles import INDEX, NAMES, PICTURES, SUITED

WAYS = ("auto", "pictures", "codes", "names")
POOR_TERMINALS = ("", "dumb", "linux")  # the Linux console has no such glyphs
_ALL = "".join(PICTURES)
_AS_TEXT = "\ufe0e"  # the red dragon alone is drawn as an emoji, unless asked otherwise


def way_for(chosen: str) -> str:
    """pictures, codes or names; `auto` looks at where stdout goes.

    Pictures that stdout has no characters for become codes.
    """
    if chosen not in WAYS:
        raise ScoreError(f'"{chosen}" is no way to show tiles{nearest(chosen, WAYS)}', "--tiles")
    if chosen == "pictures":
        return chosen if encodable(_ALL) == _ALL else "codes"
    if chosen != "auto":
        return chosen
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    poor = os.environ.get("TERM", "" if os.name == "posix" else "xterm") in POOR_TERMINALS
    return "pictures" if sys.stdout.isatty() and encoding == "utf8" and not poor else "names"


def picture(code: str) -> str:
    """The Unicode picture of a tile; animals have none and keep their code."""
    return PICTURES[INDEX[code]] + (_AS_TEXT if code == "DR" else "")


def one(code: str, way: str) -> str:
    """One tile: a picture stands before its code."""
    if way == "names":
        return NAMES[INDEX[code]]
    return f"{picture(code)} {code}" if way == "pictures" else code


def shown(text: str, way: str) -> str:
    """A hand in the compact notation, word by word; marks such as @dead stay as they are."""
    if way == "codes":
        return text
    words = re.findall(r"\([^)]*\)|\{[^}]*\}|\S+", text)
    separator = "  " if way == "pictures" else ", "
    return separator.join(_word(word, way) for word in words)


def _word(word: str, way: str) -> str:
    if word[0] == "@":
        return word
    hand, tile = parse(word)
    mark = word[0] if word[0] in "+/?" else ""
    tiles = [tile] if tile else hand["concealed"] + hand["bonus"] + hand["bonus_undeclared"]
    first, last = ("{", "}") if word[0] == "{" else ("(", ")") if hand["melds"] else ("", "")
    if hand["melds"]:
        tiles = hand["melds"][0]["tiles"]
    told = "".join(map(picture, tiles)) if way == "pictures" else _named(tiles)
    return f"{mark}{first}{told}{last}"


def _named(tiles: list[str]) -> str:
    """`1 of dots x3`, `2-3-4 of characters`, `1 + 9 of bamboos`, `red dragon x2`."""
    if len(set(tiles)) == 1:
        return NAMES[INDEX[tiles[0]]] + (f" x{len(tiles)}" if len(tiles) > 1 else "")
    if len({tile[0] for tile in tiles}) == 1 and INDEX[tiles[0]] < SUITED > INDEX[tiles[-1]]:
        first = INDEX[tiles[0]]
        run = [INDEX[tile] for tile in tiles] == [*range(first, first + len(tiles))]
        return ("-" if run else " + ").join(tile[1] for tile in tiles) + NAMES[first][1:]
    return " + ".join(NAMES[INDEX[tile]] for tile in tiles)
