"""Tile codes as people type them, and the tiles of each profile's set.

B bamboos, C characters, D dots, 1 to 9; WE WS WW WN winds; DR DG DW dragons; F1-F4 flowers,
S1-S4 seasons, A1-A4 animals, J joker (docs/SCORING.md). Letters of either case; spaces and commas
do not count; digits go on with the letter before them: B113 is B1 B1 B3.
"""

from typing import NamedTuple

SECOND = (
    dict.fromkeys("BC", "123456789")
    | {"D": "123456789RGW", "W": "ESWN"}
    | dict.fromkeys("FSA", "1234")
)
SUITED = [letter + digit for letter in "BCD" for digit in "123456789"]
FOURS = (*SUITED, "WE", "WS", "WW", "WN", "DR", "DG", "DW")
FLOWERS = tuple(letter + digit for letter in "FS" for digit in "1234")
ANIMALS = ("A1", "A2", "A3", "A4")
JOKERS = 8  # rules SA-T02
BESIDE = {136: (), 144: FLOWERS, 148: FLOWERS + ANIMALS, 152: (*FLOWERS, "J")}  # by tiles of a set
BLANK = " \t,"
DOT = "*"
PLAIN = "-"


class Typed(NamedTuple):
    """One tile as typed: its code ("" in a wall of marks), whether dotted, its column from 1."""

    code: str
    dotted: bool
    column: int


class Unreadable(Exception):
    """What stands there is no tile; the message says where and what would be one."""


def set_of(tiles: int) -> dict[str, int]:
    """Tiles of each kind in a set of 136, 144, 148 or 152, in the order in which they are dropped.

    That order is bamboos, characters, dots, winds, dragons, flowers, seasons, animals, jokers.
    """
    counts = dict.fromkeys(FOURS, 4)
    for code in BESIDE[tiles]:
        counts[code] = JOKERS if code == "J" else 1
    return counts


def read(text: str, before: int = 0) -> list[Typed]:
    """Tiles of a typed wall; `before` columns of the line stand left of it. May raise Unreadable.

    A wall without a letter or digit is one of marks: `*` a dotted tile, `-` another.
    """
    if not any(map(str.isalnum, text)):
        return _marks(text, before)
    found: list[Typed] = []
    at, letter = 0, ""
    while at < len(text):
        sign, column = text[at].upper(), before + at + 1
        following = text[at + 1 : at + 2].upper()
        if sign in BLANK:
            at, letter = at + 1, ""
        elif sign == DOT and found and not found[-1].dotted:
            at, found[-1] = at + 1, found[-1]._replace(dotted=True)
        elif sign.isdecimal() and letter and sign in SECOND[letter]:
            at, found = at + 1, [*found, Typed(letter + sign, False, column)]
        elif sign == "J":
            at, letter, found = at + 1, "", [*found, Typed("J", False, column)]
        elif sign in SECOND and following and following in SECOND[sign]:
            at, letter = at + 2, sign if following.isdecimal() else ""
            found.append(Typed(sign + following, False, column))
        else:
            raise Unreadable(_why(sign, following, letter, column, len(found)))
    return found


def _marks(text: str, before: int) -> list[Typed]:
    found: list[Typed] = []
    for at, sign in enumerate(text):
        if sign in BLANK:
            continue
        if sign not in (DOT, PLAIN):
            raise Unreadable(
                f"tile {len(found) + 1} (column {before + at + 1}) is '{sign}'; "
                "in a wall of marks write * for a dotted tile and - for another"
            )
        found.append(Typed("", sign == DOT, before + at + 1))
    return found


def _why(sign: str, following: str, letter: str, column: int, before: int) -> str:
    """The sentence for what is no tile: which it would be, where, and what may stand there."""
    where = f"tile {before + 1} (column {column})"
    if sign == DOT:
        return f"column {column} has a * too many; a * follows the tile that has the dot"
    if sign in SECOND:
        may = " ".join(SECOND[sign])
        return f"{where} is '{(sign + following).strip()}'; after {sign} write one of {may}"
    if sign.isdecimal():
        last = f" after {letter}" if letter else ""
        return f"{where} begins with the digit {sign}{last}; write letter and digit, as B1"
    return f"{where} begins with '{sign}'; a tile begins with one of B C D W F S A J"
