"""HANDS: which of the 31 special hands fourteen tiles are (rules MH-L01 to L31).

Hands of fixed tiles are written out in `hands_patterns`; those made of any pairs or of sets, where
kongs may stand and the pond may help, are looked at here.
"""

from tests.score.second import shapes
from tests.score.second.hands_patterns import patterns
from tests.score.second.tiles import (
    DRAGONS,
    HONOURS,
    MAJORS,
    SUIT_TILES,
    TERMINALS,
    WINDS,
    in_order,
    is_honour,
    suits_of,
)

HALVES = dict.fromkeys((f"MH-L{number:02}" for number in range(1, 32)), 2)  # in half limits
HALVES.update(dict.fromkeys(("MH-L01", "MH-L02", "MH-L05", "MH-L10", "MH-L13", "MH-L28"), 1))
HALVES.update(dict.fromkeys(("MH-L15", "MH-L23", "MH-L31"), 4))


def special_hands(hand, win):
    """The rules of all special hands this winning hand is, in the order of the list."""
    tiles = shapes.all_tiles(hand, win["tile"])
    open_melds = any(meld["state"] == "open" for meld in hand["melds"])
    drawn = win["source"] not in ("discard", "robbed_kong")
    found = set()
    if not hand["melds"]:  # `*`, and nothing in them can be a kong (MH-Q13)
        found |= seven_pairs(tiles) | set(patterns().get(tiles, ()))
    elif "MH-L24" in patterns().get(tiles, ()):  # its dragon pungs may be claimed (MH-Q08)
        found.add("MH-L24")
    for reading in shapes.readings(hand, win):
        found |= from_the_pond(reading)
        if not open_melds and drawn and all(group.kind != "chow" for group in reading.sets):
            found.add("MH-L30")
    if not open_melds and drawn and is_dragonfly(hand, win["tile"]):
        found.add("MH-L29")
    return sorted(found)


def seven_pairs(tiles):
    """L01 to L04; four alike are two pairs (MH-Q19)."""
    if not all(tiles.count(tile) in (2, 4) for tile in tiles):
        return set()
    suits, honours = len(suits_of(tiles)), any(is_honour(tile) for tile in tiles)
    found = {"MH-L01"}
    if suits == 1 and honours:
        found.add("MH-L02")
    if suits == 1 and not honours:
        found.add("MH-L03")
    if set(tiles) <= set(MAJORS):
        found.add("MH-L04")
    return found


def from_the_pond(reading):
    """L19 to L25, hands of pungs and kongs that may be claimed."""
    pungs = [group.tile for group in reading.sets if group.kind != "chow"]
    pair, found = reading.pair, set()
    winds = [tile for tile in pungs if tile in WINDS]
    terminals = [tile for tile in pungs if tile in TERMINALS]
    honours = [tile for tile in pungs if tile in HONOURS]
    if len(terminals) + len(honours) == 4 and terminals and honours and pair in HONOURS:
        found.add("MH-L19")
    if len(terminals) == 4 and pair in TERMINALS:
        found.add("MH-L20")
    if set(DRAGONS) <= set(pungs):
        (other,) = (group.tile for group in reading.sets if group.tile not in DRAGONS)
        if other in SUIT_TILES and (pair in WINDS or (pair in SUIT_TILES and pair[0] == other[0])):
            found.add("MH-L21")
    if len(winds) == 4:
        found.add("MH-L22")
    if len(winds) == 4 and pair in DRAGONS:
        found.add("MH-L23")
    if len(honours) == 4 and pair in HONOURS:
        found.add("MH-L25")
    return found


def is_dragonfly(hand, winning):
    """L29: one of each dragon, a pung or closed kong in each suit, a pair of a suit."""
    rest = shapes.without(in_order([*hand["concealed"], winning]), DRAGONS)
    if rest is None:
        return False
    for split in shapes.splits(rest):
        groups = [(kind, first) for kind, first in split if kind != "pair"]
        groups += [(meld["kind"], meld["tiles"][0]) for meld in hand["melds"]]
        (pair,) = (first for kind, first in split if kind == "pair")
        suits = sorted(tile[0] for kind, tile in groups if kind != "chow" and tile in SUIT_TILES)
        if len(groups) == 3 and suits == ["B", "C", "D"] and pair in SUIT_TILES:
            return True
    return False
