"""Declared sets of a request: what makes a meld, jokers and quints too (rules 1.1, ENG-07)."""

from typing import Any

from mjscore.errors import bad, nearest, shown
from mjscore.hand import CHOW, KIND_NAMES, KONG, PUNG, QUINT, Set
from mjscore.tiles import CODES, INDEX, JOKER, KINDS, SUITED

SIZE = {PUNG: 3, KONG: 4, CHOW: 3, QUINT: 5}
STATES = ("open", "closed")


def meld(data: Any, field: str, jokers: bool) -> tuple[Set, list[int]]:
    """The set and its tiles; ScoreError when the tiles make no such set."""
    if not isinstance(data, dict):
        bad(f"must be an object with kind, tiles and state, not {shown(data)}", field, "ENG-07")
    kind = _kind(data.get("kind"), field, jokers)
    codes, state = data.get("tiles"), data.get("state")
    if not isinstance(codes, list) or len(codes) != SIZE[kind]:
        bad(f"a {KIND_NAMES[kind]} is a list of {SIZE[kind]} tiles, not {shown(codes)}",
            field + ".tiles", "ENG-07")  # fmt: skip
    for code in codes:
        if not isinstance(code, str) or code not in INDEX:
            bad(f"there is no tile {shown(code)}{nearest(code, CODES)}", field, "ENG-01")
    if state is not None and state not in STATES:  # null, or nothing: open
        bad(f"must be open or closed, not {shown(state)}", field + ".state", "ENG-07")
    if state == "closed" and (kind != KONG or jokers):
        bad("only a kong is laid down closed" if not jokers else "every meld is exposed",
            field + ".state", "SA-F09" if jokers else "ENG-07")  # fmt: skip
    tiles = sorted(INDEX[code] for code in codes)
    if not _fits(kind, tiles, jokers):
        bad(f"{' '.join(codes)} is no {KIND_NAMES[kind]}", field, "SA-F16" if jokers else "ENG-07")
    lowest = tiles[0] if tiles[0] != JOKER else -1
    return Set(kind, lowest, state != "closed", True), tiles


def _kind(value: Any, field: str, jokers: bool) -> int:
    if value == "pong":  # as the documents say it (rules 1.1)
        return PUNG
    known = KIND_NAMES[1:] if jokers else KIND_NAMES[:3]  # no chows are claimed in SHOP-A
    if value not in known:
        bad(f"must be one of {', '.join(known)}, not {shown(value)}", field + ".kind",
            "SA-F09" if jokers else "ENG-07")  # fmt: skip
    return KIND_NAMES.index(value)


def _fits(kind: int, tiles: list[int], jokers: bool) -> bool:
    plain = [tile for tile in tiles if tile != JOKER]
    if len(plain) < len(tiles) and not jokers:
        return False
    if kind == CHOW:
        low = tiles[0]
        return low < SUITED and low % 9 < 7 and tiles == [low, low + 1, low + 2]
    if kind == QUINT:
        return all(tile >= KINDS and CODES[tile][0] in "FS" for tile in plain)
    if jokers and all(tile >= KINDS and CODES[tile][0] in "FS" for tile in plain):
        return True  # three or four flowers of any kind (rules SA-F16, SA-H02)
    return len(set(plain)) == 1 and plain[0] < KINDS
