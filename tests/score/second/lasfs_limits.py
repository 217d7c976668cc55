"""LASFS: the limit hands that are known by their tiles (rules LASFS-L03 to L07)."""

from tests.score.second import shapes
from tests.score.second.tiles import HONOURS, MAJORS, SUITS, TERMINALS, in_order


def by_tiles(hand, tile, regular):
    """The limit hands the tiles make: L05 to L07 of a regular hand, L03 to L05 of another."""
    tiles, found = shapes.all_tiles(hand, tile), []
    if not regular and set(tiles) == set(MAJORS) and len(tiles) == 14:
        found.append("LASFS-L03")
    if not regular and tiles == in_order(HONOURS * 2):
        found.append("LASFS-L04")
    if nine_united_sons(hand, tiles):
        found.append("LASFS-L05")
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
