"""LASFS: the limit hands that are known by their tiles (rules LASFS-L03 to L07)."""

from tests.score.second import shapes
from tests.score.second.tiles import HONOURS, MAJORS, SUITS, TERMINALS, in_order


def by_tiles(hand, tile, regular):
    """The limit hands the tiles make: L06 and L07 of a regular hand, L03 and L04 of another."""
    tiles, found = shapes.all_tiles(hand, tile), []
    if not regular and set(tiles) == set(MAJORS) and len(tiles) == 14:
        found.append("LASFS-L03")
    if not regular and tiles == in_order(HONOURS * 2):
        found.append("LASFS-L04")
    if regular and set(tiles) <= set(HONOURS):
        found.append("LASFS-L06")
    if regular and set(tiles) <= set(TERMINALS):
        found.append("LASFS-L07")
    return found


def nine_united_sons(hand, tiles):
    """1112345678999 of a suit and one of 2-8 more, which no declared chow may contain."""
    for suit in SUITS:
        for number in "2345678":
            wanted = [suit + each for each in "1112345678999" + number]
            if tiles == in_order(wanted):
                return all(
                    set(meld["tiles"]) in ({suit + "1"}, {suit + "9"})
                    or (
                        meld["kind"] == "chow"
                        and suit + number not in meld["tiles"]
                        and not {suit + "1", suit + "9"} & set(meld["tiles"])
                    )
                    for meld in hand["melds"]
                )
    return False


def sons_reading(hand, win):
    """Pungs of 1 and 9; what is between them counts as two chows and a pair worth nothing."""
    suit, melds = win["tile"][0], shapes.melds_of(hand)
    declared = [group.tile for group in melds]
    taken = win["tile"] if win["source"] in ("discard", "robbed_kong") else None
    sets = list(melds)
    for end in (suit + "1", suit + "9"):
        if end not in declared:
            sets.append(shapes.Set("pung", end, end == taken, False))
    run = [shapes.Set("chow", suit + "2", False, False)] * (4 - len(sets))
    return shapes.Reading((*sets, *run), suit + "5")
