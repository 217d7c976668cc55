"""Declared sets of a request: what makes a meld, jokers and quints too (rules 1.1, ENG-07)."""

from functools import lru_cache
from typing import Any

from mjscore.errors import ScoreError, bad, shown
from mjscore.fields import tile
from mjscore.hand import CHOW, KIND_NAMES, KONG, PUNG, QUINT, Set
from mjscore.tiles import CODES, INDEX, JOKER, KINDS, SUITED

SIZE = {PUNG: 3, KONG: 4, CHOW: 3, QUINT: 5}
KINDS_OF = {"pong": PUNG} | {name: kind for kind, name in enumerate(KIND_NAMES)}  # rules 1.1
STATES = ("open", "closed")


def meld(data: Any, hand: str, at: int, jokers: bool) -> tuple[Set, list[int]]:
    """Set number `at` of a hand, and its tiles; ScoreError when the tiles make no such set."""
    try:
        codes = data["tiles"]
        if type(codes) is list:
            return _known(data["kind"], tuple(codes), data.get("state"), jokers)
    except (AttributeError, KeyError, TypeError, ScoreError):
        pass  # told below, with the field
    return _checked(data, f"{hand}.melds[{at}]", jokers)


@lru_cache(maxsize=1 << 12)
def _known(kind: Any, codes: tuple[Any, ...], state: Any, jokers: bool) -> tuple[Set, list[int]]:
    """The same few sets come again, so a good one is remembered; its list is never changed."""
    return _checked({"kind": kind, "tiles": list(codes), "state": state}, "", jokers)


def _checked(data: Any, field: str, jokers: bool) -> tuple[Set, list[int]]:
    if not isinstance(data, dict):
        bad(f"must be an object with kind, tiles and state, not {shown(data)}", field, "ENG-07")
    kind = _kind(data.get("kind"), field, jokers)
    codes, state = data.get("tiles"), data.get("state")
    if not isinstance(codes, list) or len(codes) != SIZE[kind]:
        bad(f"a {KIND_NAMES[kind]} is a list of {SIZE[kind]} tiles, not {shown(codes)}",
            field + ".tiles", "ENG-07")  # fmt: skip
    try:
        tiles = sorted([INDEX[code] for code in codes])
    except (KeyError, TypeError):
        tiles = [tile(code, field) for code in codes]
    if state is not None and state not in STATES:  # null, or nothing: open
        bad(f"must be open or closed, not {shown(state)}", field + ".state", "ENG-07")
    if state == "closed" and (kind != KONG or jokers):
        bad("only a kong is laid down closed" if not jokers else "every meld is exposed",
            field + ".state", "SA-F09" if jokers else "ENG-07")  # fmt: skip
    if not _fits(kind, tiles, jokers):
        bad(f"{' '.join(codes)} is no {KIND_NAMES[kind]}", field, "SA-F16" if jokers else "ENG-07")
    lowest = tiles[0] if tiles[0] != JOKER else -1
    return Set(kind, lowest, state != "closed", True), tiles


def _kind(value: Any, field: str, jokers: bool) -> int:
    kind = KINDS_OF.get(value) if isinstance(value, str) else None
    if kind is None or kind == (CHOW if jokers else QUINT):  # no chows are claimed in SHOP-A
        known = KIND_NAMES[1:] if jokers else KIND_NAMES[:3]
        bad(f"must be one of {', '.join(known)}, not {shown(value)}", field + ".kind",
            "SA-F09" if jokers else "ENG-07")  # fmt: skip
    return kind


def _fits(kind: int, tiles: list[int], jokers: bool) -> bool:
    plain = [one for one in tiles if one != JOKER]
    if len(plain) < len(tiles) and not jokers:
        return False
    if kind == CHOW:
        low = tiles[0]
        return low < SUITED and low % 9 < 7 and tiles == [low, low + 1, low + 2]
    if kind == QUINT:
        return all(one >= KINDS and CODES[one][0] in "FS" for one in plain)
    if jokers and all(one >= KINDS and CODES[one][0] in "FS" for one in plain):
        return True  # three or four flowers of any kind (rules SA-F16, SA-H02)
    return len(set(plain)) == 1 and plain[0] < KINDS
