"""Winning hands to be dealt: groups of four sets and a pair in many tastes.

A built hand is (sets, loose): `sets` may be laid down as melds, `loose` tiles stay in the hand.
"""

from tests.score.second.shapes import tiles_of
from tests.score.second.tiles import (
    DRAGONS,
    HONOURS,
    KINDS,
    MAJORS,
    SUIT_TILES,
    SUITS,
    TERMINALS,
    WINDS,
)


def in_suit(suit):
    return tuple(tile for tile in SUIT_TILES if tile[0] == suit)


def tastes(rng):
    """Kinds of tiles a hand is made of, and how often its sets are chows."""
    suit, other = rng.sample(SUITS, 2)
    dragon = {"B": "DG", "C": "DR", "D": "DW"}[suit]
    return rng.choice(
        (
            (KINDS, 0.6),
            (SUIT_TILES, 0.8),
            (SUIT_TILES, 1.0),
            (KINDS, 0.0),
            (in_suit(suit), 0.5),
            (in_suit(suit), 0.0),
            (in_suit(suit) + HONOURS, 0.4),
            (in_suit(suit) + HONOURS * 2, 0.1),
            (in_suit(suit) + (dragon,) * 4, 0.0),
            (in_suit(suit) + in_suit(other), 0.5),
            (in_suit(suit)[:5], 0.7),
            (HONOURS, 0.0),
            (HONOURS * 2 + SUIT_TILES, 0.2),
            (DRAGONS * 4 + in_suit(suit), 0.3),
            (WINDS * 4 + SUIT_TILES, 0.3),
            (WINDS * 8 + DRAGONS + SUIT_TILES[:3], 0.1),
            (MAJORS, 0.0),
            (TERMINALS, 0.0),
            (TERMINALS + DRAGONS * 2, 0.1),
        )
    )


def regular(rng, pool):
    """Four sets and a pair of one taste."""
    while True:
        kinds, chows = tastes(rng)
        wanted = [(rng.choice(kinds), rng.random() < chows) for _ in range(4)]
        sets = [tiles_of("chow", t) if chow else tiles_of("pung", t) for t, chow in wanted]
        pair = tiles_of("pair", rng.choice(kinds))
        if all(sets) and pool.has([tile for group in (*sets, pair) for tile in group]):
            return [pool.take(group) for group in sets], pool.take(pair)


def nonsense(rng, pool):
    """Fourteen tiles that hardly ever win."""
    sets, pair = regular(rng, pool)
    return sets[:2], pool.any(8, KINDS)


def worthless(rng, pool):
    """Four chows and a pair of a suit."""
    starts = [tile for tile in SUIT_TILES if tiles_of("chow", tile)]
    sets = [tiles_of("chow", rng.choice(starts)) for _ in range(4)]
    return sets_or_regular(rng, pool, sets, tiles_of("pair", rng.choice(SUIT_TILES)))


def winds(rng, pool):
    """Three or four sets of winds, a pair of the fourth or of anything, any other set."""
    kept = rng.sample(WINDS, 4)
    tile = rng.choice(SUIT_TILES)
    other = tiles_of("chow", tile) or tiles_of("pung", tile)
    fourth = rng.choice((other, other, tiles_of("pung", rng.choice(KINDS)), (kept[3],) * 3))
    pair = rng.choice((kept[3], kept[3], rng.choice(KINDS), rng.choice(SUIT_TILES)))
    return sets_or_regular(rng, pool, [*((w,) * 3 for w in kept[:3]), fourth], (pair,) * 2)


def dragons(rng, pool):
    """Sets of dragons, with a pair of the third or of anything."""
    kept = rng.sample(DRAGONS, 3)
    kinds = rng.choice((KINDS, HONOURS, SUIT_TILES, TERMINALS))
    others = [tiles_of("pung", rng.choice(kinds)) for _ in range(2)]
    others[0] = tiles_of("chow", rng.choice(SUIT_TILES)) or others[0]
    third, pair = rng.choice((((kept[2],) * 3, rng.choice(kinds)), (others[1], kept[2])))
    sets = [(kept[0],) * 3, (kept[1],) * 3, third, others[0]]
    return sets_or_regular(rng, pool, sets, (pair,) * 2)


def coloured(rng, pool):
    """Pungs of a suit with a dragon, mostly the one of its colour."""
    suit = rng.choice(SUITS)
    dragon = {"B": "DG", "C": "DR", "D": "DW"}[suit]
    if rng.random() < 0.2:
        dragon = rng.choice(DRAGONS)
    kinds = rng.sample(in_suit(suit), 4) + [dragon]
    if rng.random() < 0.5:
        kinds[0], kinds[4] = kinds[4], kinds[0]
    return sets_or_regular(rng, pool, [(tile,) * 3 for tile in kinds[:4]], (kinds[4],) * 2)


def sets_or_regular(rng, pool, sets, pair):
    """These sets and this pair if there are such tiles."""
    if pool.has([*pair, *(tile for group in sets for tile in group)]):
        return [pool.take(group) for group in sets], pool.take(pair)
    return regular(rng, pool)
