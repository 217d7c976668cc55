"""Special hands to be dealt: pairs, wonders, gates, and the list of HANDS. See `builders`."""

from functools import lru_cache

from tests.score.second.builders import (
    coloured,
    dragons,
    in_suit,
    nonsense,
    regular,
    sets_or_regular,
    tastes,
    winds,
    worthless,
)
from tests.score.second.hands_patterns import patterns
from tests.score.second.shapes import without
from tests.score.second.tiles import (
    DRAGONS,
    HONOURS,
    KINDS,
    MAJORS,
    SUIT_TILES,
    SUITS,
    WINDS,
)


def loose(rng, pool, tiles):
    """A hand no part of which is laid down; now and then with one tile wrong."""
    tiles = list(tiles)
    if rng.random() < 0.08:
        tiles[rng.randrange(14)] = rng.choice(KINDS)
    taken = pool.take(tiles)
    return ([], taken) if taken else regular(rng, pool)


def seven_pairs(rng, pool):
    kinds = sorted(set(tastes(rng)[0]))
    return loose(rng, pool, rng.sample(kinds * 2, 7) * 2)  # four alike are two pairs


def wonders(rng, pool):
    return loose(rng, pool, [*MAJORS, rng.choice(MAJORS)])


def gates(rng, pool):
    """Nine gates, concealed, or with the ends and a run of it as sets."""
    suit, number = rng.choice(SUITS), rng.choice("12345678")
    tiles = [suit + each for each in "1112345678999" + number]
    if rng.random() < 0.5:
        return loose(rng, pool, tiles)
    start, sets = rng.choice("1234567"), []
    run = [suit + str(int(start) + step) for step in range(3)]
    for group in rng.sample([[suit + "1"] * 3, [suit + "9"] * 3, run], rng.randint(1, 3)):
        rest = without(tiles, group)
        if rest:
            sets, tiles = [*sets, pool.take(group)], rest
    return sets, pool.take(tiles)


def twins(rng, pool):
    return loose(rng, pool, HONOURS * 2)


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
    return sets_or_regular(rng, pool, sets, rest)


BUILDERS = {  # regular hands are dealt in half of the requests, these in the other half
    "SHOP-B": (worthless, winds, dragons, gates, nonsense),
    "MJG": (worthless, winds, dragons, gates, nonsense),
    "LASFS": (winds, dragons, gates, gates, gates, wonders, twins, nonsense),
    "YEE": (winds, dragons, coloured, seven_pairs, seven_pairs, wonders, gates, twins, nonsense),
    "HANDS": (listed, listed, listed, seven_pairs, of_pungs, of_pungs, dragons, wonders, nonsense),
}


def built(rng, pool, system):
    """A hand of fourteen tiles for the winner, out of the pool."""
    builder = regular if rng.random() < 0.5 else rng.choice(BUILDERS[system])
    return builder(rng, pool)
