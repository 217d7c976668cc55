"""Readings: every way to see four sets and a pair in a hand, and where the winning tile sits.

A group is a `Set`; the pair is kept beside the four sets. Found by plain recursion.
"""

from functools import lru_cache
from typing import NamedTuple

from tests.score.second.tiles import KINDS, in_order, is_suit, up


class Set(NamedTuple):
    """`kind` is chow, pung or kong; `tile` its lowest tile; `exposed` as rules ENG-07.

    `melded` is true for what was declared before the win.
    """

    kind: str
    tile: str
    exposed: bool
    melded: bool


class Reading(NamedTuple):
    """Four sets and the tile of the pair."""

    sets: tuple
    pair: str


def tiles_of(kind, tile):
    """The tiles of a chow, pung, kong or pair; None for a chow that does not exist."""
    if kind != "chow":
        return (tile,) * {"pair": 2, "pung": 3, "kong": 4}[kind]
    if not is_suit(tile) or up(tile, 2) is None:
        return None
    return (tile, up(tile, 1), up(tile, 2))


def without(tiles, taken):
    """The tiles less the taken ones, or None when one of those is missing."""
    left = list(tiles)
    for tile in taken or ("none",):
        if tile not in left:
            return None
        left.remove(tile)
    return tuple(left)


@lru_cache(maxsize=200_000)
def splits(tiles, pairs=1):
    """All splits of sorted tiles into groups (kind, tile) with so many pairs among them."""
    if not tiles:
        return frozenset([()] if pairs == 0 else [])
    found = set()
    for kind in ("pung", "chow", "pair")[: 3 if pairs else 2]:
        rest = without(tiles, tiles_of(kind, tiles[0]))
        if rest is not None:
            for split in splits(rest, pairs - (kind == "pair")):
                found.add(tuple(sorted(((kind, tiles[0]), *split))))
    return frozenset(found)


def melds_of(hand):
    """The declared sets; only a kong laid down closed is concealed."""
    return tuple(
        Set(meld["kind"], in_order(meld["tiles"])[0], meld["state"] != "closed", True)
        for meld in hand["melds"]
    )


def nothing_claimed(hand):
    """True when no meld lies open."""
    return all(meld["state"] == "closed" for meld in hand["melds"])


def complete(hand, tile=None):
    """The concealed tiles of a hand, sorted, with the winning tile among them if one is given."""
    return in_order([*hand["concealed"], *([tile] if tile else [])])


def all_tiles(hand, tile=None):
    """Every tile of the hand that counts to the fourteen: melds, concealed, the winning tile."""
    tiles = [tile for meld in hand["melds"] for tile in meld["tiles"]]
    return in_order([*tiles, *complete(hand, tile)])


def readings(hand, win):
    """Every reading of a winning hand as four sets and a pair.

    The winning tile may complete any group that contains it. A discard or a robbed tile exposes
    that group (rules ENG-07).
    """
    taken = win["source"] in ("discard", "robbed_kong")
    for split in sorted(splits(complete(hand, win["tile"]))):
        for place, (kind, tile) in enumerate(split):
            if win["tile"] in tiles_of(kind, tile):
                made = tuple(
                    Set(each, lowest, taken and at == place, False)
                    for at, (each, lowest) in enumerate(split)
                    if each != "pair"
                )
                (pair,) = (lowest for each, lowest in split if each == "pair")
                if len(made) + len(hand["melds"]) == 4:
                    yield Reading(melds_of(hand) + made, pair)


def has_regular_shape(hand, tile):
    """True when the hand with the tile is four sets and a pair."""
    return bool(splits(complete(hand, tile)))


def single_wait(hand, win, is_win=has_regular_shape):
    """True when exactly one kind of tile completes the thirteen tiles (rules ENG-08).

    Kinds the player holds four of do not count; a flag of the request has the last word.
    """
    if win.get("single_wait") is not None:
        return win["single_wait"]
    held = all_tiles(hand)
    return [held.count(kind) < 4 and is_win(hand, kind) for kind in KINDS].count(True) == 1


def loser_groups(hand, four="pung"):
    """Sets and pairs of a hand that is not complete (rules ENG-09).

    `four` says what four identical undeclared tiles are: a pung or a kong, concealed.
    """
    sets, pairs = list(melds_of(hand)), []
    for tile in KINDS:
        count = hand["concealed"].count(tile)
        if count == 2:
            pairs.append(tile)
        elif count >= 3:
            sets.append(Set(four if count == 4 else "pung", tile, False, False))
    return sets, pairs
