"""Tiles of a draft's hand: added one by one, made into sets by one more tap, taken out again.

The tile that completes the winner's hand is the one that won, until another is named.
"""

from collections.abc import Callable

from ..compact import kind_of
from ..errors import ScoreError
from ..tiles import CODES, INDEX, JOKER, KINDS, SUITED
from .draft import NOTHING, POINTS, Draft, Table, left, room

MELDS = {"pung": (3, "open"), "kong": (4, "open"), "closed": (4, "closed")}
MORE = {"pair": 1, "triplet": 2}  # of the same, in the hand


def whose(draft: Draft) -> str:
    """Whose tiles are tapped; ScoreError when nobody's are."""
    name = draft.active
    if not name or draft.losers.get(name) in (NOTHING, POINTS):
        raise ScoreError("say first whose tiles they are")
    return name


def add(at: Table, draft: Draft, code: str) -> None:
    """One tile."""
    name = whose(draft)
    _there(at, draft, [code])
    if INDEX[code] >= KINDS and not at.of.jokers:
        if code[0] not in at.of.bonus:
            raise ScoreError(f"{code} does not count in {at.of.name}")
        draft.hand(name)["bonus"].append(code)
        return
    _put(at, draft, name, [code])
    draft.last = len(draft.hand(name)["concealed"]) - 1
    _complete(at, draft, name, code)


def tap(at: Table, draft: Draft, what: str) -> None:
    """What the tile tapped last is to be: a set, the winning tile, or out."""
    name = whose(draft)
    held = draft.hand(name)["concealed"]
    if not 0 <= draft.last < len(held):
        raise ScoreError("tap a tile first")
    code = held[draft.last]
    if what.startswith("last"):
        _lay(at, draft, name, what.removeprefix("last"))
    elif what in DOES:
        DOES[what](at, draft, name, code)
    elif what in MELDS or what == "chow":
        _meld(at, draft, name, code, what)
    elif what in MORE or what == "run":
        more = [code] * MORE[what] if what in MORE else _run(code)[1:]
        _there(at, draft, more)
        _put(at, draft, name, more)
        _complete(at, draft, name, code)
    else:
        raise ScoreError(f"there is no set called {what!r}")


def drop(at: Table, draft: Draft, what: str) -> None:
    """A meld or a flower out of the hand."""
    kind, _, place = what.partition(":")
    items = draft.hand(draft.active)[kind] if draft.active and kind in ("melds", "bonus") else []
    if not place.isdecimal() or int(place) >= len(items):
        raise ScoreError("that is not in the hand any more")
    del items[int(place)]
    draft.tile = "" if draft.active == draft.winner else draft.tile


def _out(at: Table, draft: Draft, name: str, code: str) -> None:
    del draft.hand(name)["concealed"][draft.last]
    draft.last = -1
    draft.tile = "" if name == draft.winner else draft.tile


def _won(at: Table, draft: Draft, name: str, code: str) -> None:
    if name != draft.winner:
        raise ScoreError(f"{name} did not win")
    draft.tile = code


DOES: dict[str, Callable[[Table, Draft, str, str], None]] = {"remove": _out, "won": _won}


def _meld(at: Table, draft: Draft, name: str, code: str, what: str) -> None:
    """The tile and what goes with it laid on the table."""
    size, state = MELDS.get(what, (3, "open"))
    tiles = _run(code) if what == "chow" else [code] * size
    if INDEX[code] >= KINDS:
        raise ScoreError(f"{code} makes no {what}")
    if at.of.jokers and what in ("chow", "closed"):
        raise ScoreError(f"in {at.of.name} nobody lays that down")
    hand = draft.hand(name)
    spare = _spared(hand["concealed"], tiles, draft.last)
    missing = list(tiles)
    for each in (hand["concealed"][place] for place in spare):
        missing.remove(each)
    _there(at, draft, missing)
    counts = size if at.of.jokers else 3
    if counts - len(spare) > room(at, draft, name):
        raise ScoreError(f"{name} has too many tiles for that")
    hand["concealed"] = [each for place, each in enumerate(hand["concealed"])
                         if place not in spare]  # fmt: skip
    hand["melds"].append({"kind": "kong" if what == "closed" else what, "tiles": tiles,
                          "state": state})  # fmt: skip
    draft.last = -1
    if name == draft.winner and draft.tile not in hand["concealed"]:
        draft.tile = ""


def _spared(concealed: list[str], tiles: list[str], last: int) -> set[int]:
    """Places in the hand whose tiles go into the set: the tapped one, and all that are like it.

    Of a chow the tapped one alone: what lies beside it may belong to another run.
    """
    alike = [place for place, code in enumerate(concealed)
             if code == concealed[last] and place != last]  # fmt: skip
    return {last, *alike[: len(tiles) - 1]} if len(set(tiles)) == 1 else {last}


def _lay(at: Table, draft: Draft, name: str, size: str) -> None:
    """The tiles tapped last, as many, as a set on the table: for sets with jokers."""
    held = draft.hand(name)["concealed"]
    tiles = held[-int(size):] if size in ("3", "4", "5") and len(held) >= int(size) else []
    kind = kind_of(tiles)
    if kind is None or not at.of.jokers or kind == "chow":
        raise ScoreError("the tiles tapped last are no set that can lie on the table")
    del held[-len(tiles):]
    draft.hand(name)["melds"].append({"kind": kind, "tiles": tiles, "state": "open"})
    draft.last, draft.tile = -1, draft.tile if draft.tile in held else ""


def _run(code: str) -> list[str]:
    """The tile and the two above it."""
    at = INDEX[code]
    if at >= SUITED or at % 9 > 6 or at == JOKER:
        raise ScoreError(f"no three in a row begin with {code}")
    return [CODES[at], CODES[at + 1], CODES[at + 2]]


def _put(at: Table, draft: Draft, name: str, codes: list[str]) -> None:
    if len(codes) > room(at, draft, name):
        number = 14 if name == draft.winner else 13
        raise ScoreError(f"{name} has {number} tiles already")
    draft.hand(name)["concealed"] += codes


def _there(at: Table, draft: Draft, codes: list[str]) -> None:
    """Refuse what is in other hands already: a fifth copy."""
    spare = left(at, draft)
    for code in codes:
        spare[code] = spare.get(code, 0) - 1
        if spare[code] < 0:
            raise ScoreError(f"all {at.copies.get(code, 0)} tiles {code} are in the hands already")


def _complete(at: Table, draft: Draft, name: str, code: str) -> None:
    if name == draft.winner and not room(at, draft, name) and not draft.tile:
        draft.tile = code
