"""Winning hands to be dealt: groups of four sets and a pair in many tastes, and special hands.

A built hand is (sets, loose): `sets` may be laid down as melds, `loose` tiles stay in the hand.
"""

from functools import lru_cache

from tests.score.second.hands_patterns import patterns
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


def loose(rng, pool, tiles):
    """A hand no part of which is laid down; now and then with one tile wrong."""
    tiles = list(tiles)
    if rng.random() < 0.08:
        tiles[rng.randrange(14)] = rng.choice(KINDS)
    taken = pool.take(tiles)
    return ([], taken) if taken else regular(rng, pool)


def seven_pairs(rng, pool):
    kinds = tastes(rng)[0]
    return loose(rng, pool, [rng.choice(kinds) for _ in range(7)] * 2)


def wonders(rng, pool):
    return loose(rng, pool, [*MAJORS, rng.choice(MAJORS)])


def gates(rng, pool):
    """Nine gates, some of the sets of its own ends laid down."""
    suit, number = rng.choice(SUITS), rng.choice("1123456789")
    if rng.random() < 0.5:
        return loose(rng, pool, [suit + each for each in "1112345678999" + number])
    middle = [suit + each for each in "2345678" + number]
    ends = [pool.take([suit + "1"] * 3), pool.take([suit + "9"] * 3)]
    run = [suit + each for each in rng.choice(("234", "345", "456", "567", "678"))]
    if rng.random() < 0.5:
        for tile in run:
            middle.remove(tile)
        ends.append(pool.take(run))
    taken = pool.take(middle)
    return (ends, taken) if taken else (ends, pool.any(14 - 3 * len(ends), KINDS))


def twins(rng, pool):
    return loose(rng, pool, HONOURS * 2)


def nonsense(rng, pool):
    """Fourteen tiles that hardly ever win."""
    sets, pair = regular(rng, pool)
    return sets[:2], pool.any(8, KINDS)


@lru_cache(maxsize=1)
def written_out():
    """The special hands of HANDS by rule."""
    found = {}
    for tiles, rules in patterns().items():
        for rule in rules:
            found.setdefault(rule, []).append(tiles)
    return found


def listed(rng, pool):
    """A special hand of HANDS, each rule as often as the next."""
    rule = rng.choice(sorted(written_out()))
    tiles = rng.choice(written_out()[rule])
    if rule == "MH-L24" and pool.has(tiles) and rng.random() < 0.7:
        dragons = [d for d in DRAGONS if d in tiles]
        return [pool.take([d] * 3) for d in dragons], pool.take(WINDS * 2)
    return loose(rng, pool, tiles)


def of_pungs(rng, pool):
    """The special hands of HANDS that are made of pungs: L19 to L23, L25, L29, L30."""
    suit = rng.choice(SUITS)
    winds, dragons = [[w] * 3 for w in WINDS], [[d] * 3 for d in DRAGONS]
    number = rng.randrange(7)
    chow = list(in_suit(suit)[number : number + 3])
    pung = [rng.choice(in_suit(suit))] * 3
    pair = [rng.choice((*in_suit(suit), *WINDS, rng.choice(SUIT_TILES)))] * 2
    each_suit = [[rng.choice(in_suit(s))] * 3 for s in SUITS]
    sets, rest = rng.choice(
        (
            ([*dragons, chow], pair),
            ([*dragons, pung], pair),
            (winds, [rng.choice(KINDS)] * 2),
            (winds, [rng.choice(DRAGONS)] * 2),
            (each_suit, [*DRAGONS, *[rng.choice(SUIT_TILES)] * 2]),
            (each_suit, [*DRAGONS, *[rng.choice(SUIT_TILES)] * 2]),
        )
    )
    if not pool.has([*rest, *(tile for group in sets for tile in group)]):
        return regular(rng, pool)
    return [pool.take(group) for group in sets], pool.take(rest)


BUILDERS = {  # regular hands are dealt in half of the requests, these in the other half
    "SHOP-B": (regular, regular, regular, gates, nonsense),
    "MJG": (regular, regular, regular, gates, nonsense),
    "LASFS": (regular, regular, gates, gates, wonders, twins, nonsense),
    "YEE": (regular, seven_pairs, seven_pairs, wonders, gates, twins, nonsense),
    "HANDS": (listed, listed, listed, seven_pairs, of_pungs, of_pungs, wonders, nonsense),
}


def built(rng, pool, system):
    """A hand of fourteen tiles for the winner, out of the pool."""
    builder = regular if rng.random() < 0.5 else rng.choice(BUILDERS[system])
    return builder(rng, pool)
