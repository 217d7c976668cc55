"""Reads the compact notation from left to right (see `compact.py` for what it looks like)."""

from collections.abc import Sequence
from typing import Any, NamedTuple, NoReturn

from mjscore.errors import ScoreError, nearest
from mjscore.tiles import INDEX, JOKER, KINDS, SUITED

CLOSING = {"(": ")", "[": "]", "{": "}"}
KINDS_BY_SIZE = {3: "pung", 4: "kong", 5: "quint"}
NUMBERED = dict.fromkeys("BCD", "123456789") | dict.fromkeys("FSA", "1234")
SECOND = {"W": "ESWN", "D": "RGW"}
MARKS = {
    "dead": "dead",
    "exposed_in_error": "exposed_in_error",
    "first_discard": "used_first_east_discard",
    "special": "special",
    "value": "value",
}  # as typed -> field of the hand
BLANK = " \t,\n"
_MOST = 14


class Typed(NamedTuple):
    """What was typed: a HAND as rules 1.5 have it, and the winning tile where one is marked."""

    hand: dict[str, Any]
    tile: str | None


class Reader:
    """Reads one text from left to right; `at` is where it stands."""

    def __init__(self, text: str, field: str) -> None:
        self.text = text
        self.upper = text.upper() if len(text.upper()) == len(text) else text
        self.field = field
        self.at = 0
        self.hand: dict[str, Any] = {"melds": [], "concealed": [], "bonus": []}
        self.hand["bonus_undeclared"] = []
        self.tile: str | None = None

    def read(self) -> Typed:
        """The whole text; ScoreError names the column where it cannot go on."""
        while self._skip():
            self._item(self.upper[self.at])
        return Typed(self.hand, self.tile)

    def _item(self, sign: str) -> None:
        if sign in CLOSING:
            self._meld(sign)
        elif sign == "+":
            self._winning()
        elif sign in "/?":
            self.at += 1
            beside = self._tiles("a flower, season or animal")
            self.hand["bonus" if sign == "/" else "bonus_undeclared"] += beside
        elif sign == "@":
            self._mark()
        else:
            self.hand["concealed"] += self._tiles("a tile such as B2, WE or DR, ( [ { + / ? or @")

    def _meld(self, opening: str) -> None:
        start = self.at
        self.at += 1
        tiles: list[str] = []
        while self._skip() and self.upper[self.at] != CLOSING[opening]:
            tiles += self._tiles(f"a tile or {CLOSING[opening]}")
        if self.at == len(self.text):
            self._expected(f"{CLOSING[opening]} for the {opening} in column {start + 1}")
        self.at += 1
        kind = kind_of(tiles)
        if kind is None:
            self.at = start
            held = " ".join(tiles) or "nothing"
            self._wrong(f"expected a pung, kong, chow or quint in the brackets, not {held}")
        state = "closed" if opening == "{" else "open"
        self.hand["melds"].append({"kind": kind, "tiles": tiles, "state": state})

    def _winning(self) -> None:
        start = self.at
        self.at += 1
        tiles = self._tiles("the winning tile after +")
        if len(tiles) != 1 or self.tile is not None:
            self.at = start
            told = "a second + stands here" if self.tile is not None else f"not {' '.join(tiles)}"
            self._wrong(f"expected one winning tile, {told}")
        self.tile = tiles[0]

    def _mark(self) -> None:
        start = self.at
        while self.at < len(self.text) and self.text[self.at] not in BLANK:
            self.at += 1
        name, equals, value = self.text[start + 1 : self.at].partition("=")
        name = name.lower()
        valued = name in ("special", "value")
        digits = value.isascii() and value.isdecimal() and len(value) < 8
        unread = valued != bool(equals and value) or (name == "value" and not digits)
        if name not in MARKS or unread:
            self.at = start
            known = "@dead, @exposed_in_error, @first_discard, @special=ID or @value=POINTS"
            hint = nearest("@" + name, ["@" + mark for mark in MARKS])
            self._wrong(f"expected {known}{hint if name not in MARKS else ''}")
        self.hand[MARKS[name]] = int(value) if name == "value" else value or True

    def _tiles(self, wanted: str) -> list[str]:
        """The tiles of one word: at least one."""
        tiles: list[str] = []
        while self.at < len(self.text) and self.upper[self.at] in "BCDFSAWJ":
            tiles += self._run(self.upper[self.at])
        if not tiles:
            self._expected(wanted)
        return tiles

    def _run(self, letter: str) -> list[str]:
        """A letter and what belongs to it: numbers, a wind, a dragon, a count."""
        self.at += 1
        if letter == "J":
            return ["J"] * self._times()
        first = self._peek()
        if letter in SECOND and first and first in SECOND[letter]:
            self.at += 1
            return [letter + first] * self._times()
        allowed = NUMBERED.get(letter, "")
        start = self.at
        while self._peek() and self._peek() in allowed:
            self.at += 1
        numbers = self.upper[start : self.at]
        if not numbers or self._peek().isdecimal():
            self._expected(f"{_choices(letter)} after {letter}")
        if self._peek() == "*" and len(numbers) > 1:
            self._wrong(f"expected one tile before *, not {letter}{numbers}")
        times = self._times()
        return [letter + number for number in numbers for _ in range(times)]

    def _times(self) -> int:
        if self._peek() != "*":
            return 1
        self.at += 1
        start = self.at
        while self._peek().isdecimal():
            self.at += 1
        digits = self.text[start : self.at]
        if not digits.isascii() or not 1 <= len(digits) <= 2 or not 1 <= int(digits) <= _MOST:
            self.at = start
            self._expected(f"a count from 1 to {_MOST} after *")
        return int(digits)

    def _peek(self) -> str:
        return self.upper[self.at : self.at + 1]

    def _skip(self) -> bool:
        while self.at < len(self.text) and self.text[self.at] in BLANK:
            self.at += 1
        return self.at < len(self.text)

    def _expected(self, what: str) -> NoReturn:
        found = self.text[self.at : self.at + 1]
        self._wrong(
            f"expected {what}, not {found!r}" if found else f"expected {what}, not the end"
        )

    def _wrong(self, what: str) -> NoReturn:
        raise ScoreError(f"column {self.at + 1}: {what}", self.field, "ENG-01")


def kind_of(tiles: Sequence[str]) -> str | None:
    """pung, kong, chow or quint; None when the tiles are none of them (jokers fit anything)."""
    places = sorted(INDEX[tile] for tile in tiles)
    plain = [place for place in places if place != JOKER]
    if len(places) == 3 == len(plain) and places[0] < SUITED and places[0] % 9 < 7:
        if places == [places[0], places[0] + 1, places[0] + 2]:
            return "chow"
    alike = len(set(plain)) <= 1 or all(place >= KINDS for place in plain)
    return KINDS_BY_SIZE.get(len(places)) if alike else None


def _choices(letter: str) -> str:
    """What may stand after a letter, in words."""
    numbers = {"B": "1 to 9", "C": "1 to 9", "D": "1 to 9 or R, G, W", "W": "E, S, W or N"}
    return numbers.get(letter, "1 to 4")
