"""HANDS: the special hands of fixed tiles, every one of them written out tile by tile."""

from functools import lru_cache
from itertools import combinations, combinations_with_replacement, permutations

from tests.score.second.tiles import DRAGONS, HONOURS, MAJORS, SUITS, WINDS, in_order


def run(suit, numbers):
    """Tiles of a suit: run("B", "123") is B1 B2 B3."""
    return [suit + number for number in numbers]


def pairs_of(suit, count):
    """All choices of so many pairs of one suit, four alike being two pairs."""
    for numbers in combinations_with_replacement("123456789", count):
        yield run(suit, numbers) * 2


def one_suit_hands(suit):
    """Rule and tiles of the hands that take runs or pairs of one suit, with or without honours."""
    nine, winds, dragons = run(suit, "123456789"), list(WINDS), list(DRAGONS)
    for pairs in pairs_of(suit, 5):
        yield "MH-L07", pairs + winds
        for dragon in dragons:
            yield "MH-L08", pairs + dragons + [dragon]
    for pairs in pairs_of(suit, 3):
        for honour in HONOURS:
            yield "MH-L09", pairs + list(HONOURS) + [honour]
    for paired in (*winds, suit + "1", suit + "9"):
        yield "MH-L11", nine + winds + [paired]
    for pung, pair in permutations(nine, 2):
        yield "MH-L12", nine + [pung] * 3 + [pair] * 2
    for five in combinations(HONOURS, 5):
        yield "MH-L13", nine + list(five)
    for wind in winds:
        for dragon in dragons:
            yield "MH-L14", nine + [wind] * 3 + [dragon] * 2
            yield "MH-L14", nine + [dragon] * 3 + [wind] * 2
    for paired in "2345678":
        yield "MH-L15", run(suit, "1112345678999" + paired)
    yield "MH-L16", run(suit, "1234567") + winds + dragons
    for three in (*combinations(winds, 3), dragons):
        yield "MH-L17", run(suit, "12345678") + list(three) * 2


def two_suit_hands(one, other):
    """Knitting and Gerties' garter."""
    for numbers in combinations_with_replacement("123456789", 7):
        yield "MH-L05", run(one, numbers) + run(other, numbers)
    yield "MH-L06", run(one, "1234567") + run(other, "1234567")


def three_suit_hands():
    """Triple knitting, confused gates, and the chows with winds."""
    for numbers in combinations_with_replacement("123456789", 4):
        triples = [suit + number for suit in SUITS for number in numbers]
        for number in "123456789":
            for one, other in combinations(SUITS, 2):
                yield "MH-L10", triples + [one + number, other + number]
    for first, second, third in permutations(SUITS):
        for paired in "2345678":
            gates = run(first, "2345678" + paired)
            yield "MH-L18", gates + [second + "1"] * 3 + [third + "9"] * 3
    chows = ["123456789"[at : at + 3] for at in range(7)]
    for wind in WINDS:
        winds = [*WINDS, wind]
        for b in chows:
            for c in chows:
                for d in chows:
                    tiles = run("B", b) + run("C", c) + run("D", d) + winds
                    yield "MH-L28", tiles
                    if b == c == d == "123":
                        yield "MH-L26", tiles
                    if b == c == d == "789":
                        yield "MH-L27", tiles


def honour_hands():
    """Windy dragons and unique wonder."""
    for one, other in combinations(DRAGONS, 2):
        yield "MH-L24", [one] * 3 + [other] * 3 + list(WINDS) * 2
    for paired in MAJORS:
        yield "MH-L31", [*MAJORS, paired]


@lru_cache(maxsize=1)
def patterns():
    """Sorted tiles -> the rules of the special hands they are."""
    found = {}
    sources = [one_suit_hands(suit) for suit in SUITS]
    sources += [two_suit_hands(one, other) for one, other in combinations(SUITS, 2)]
    for source in (*sources, three_suit_hands(), honour_hands()):
        for rule, tiles in source:
            found.setdefault(in_order(tiles), set()).add(rule)
    return found
