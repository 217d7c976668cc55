"""YEE: which start values a hand may begin from (rules YEE-V01 to V23)."""

from tests.score.second import shapes
from tests.score.second.tiles import (
    MAJORS,
    SUIT_TILES,
    SUITS,
    WINDS,
    in_order,
    is_honour,
    suits_of,
)

START = {
    **{"YEE-V01": 2, "YEE-V02": 6, "YEE-V03": 24, "YEE-V04": 6, "YEE-V05": 12, "YEE-V06": 12},
    **{"YEE-V07": 18, "YEE-V08": 24, "YEE-V09": 18, "YEE-V10": 24, "YEE-V11": 18, "YEE-V12": 24},
    **{"YEE-V13": 18, "YEE-V14": 24, "YEE-V15": 18, "YEE-V16": 24, "YEE-V17": 12, "YEE-V18": 18},
    **{"YEE-V19": 24, "YEE-V20": 18, "YEE-V21": 24, "YEE-V23": 24},
}
COLOURS = (  # dragon, its suit, minor and great hand (YEE-Q06)
    ("DG", "B", "YEE-V11", "YEE-V12"),
    ("DR", "C", "YEE-V13", "YEE-V14"),
    ("DW", "D", "YEE-V15", "YEE-V16"),
)


def unrevealed(group):
    """Not on the table before the win, or a closed kong; the winning discard does not reveal."""
    return not (group.melded and group.exposed)


def starts(hand, win, reading):
    """The start values of a hand read as four sets and a pair."""
    tiles, sets, pair = shapes.all_tiles(hand, win["tile"]), reading.sets, reading.pair
    pungs = all(group.kind != "chow" for group in sets)
    suits, honours = len(suits_of(tiles)), any(is_honour(tile) for tile in tiles)
    wind_sets = [group.tile in WINDS for group in sets].count(True)
    found = ["YEE-V01"]
    if pungs:
        found.append("YEE-V02")
    if pungs and all(unrevealed(group) for group in sets):
        found.append("YEE-V03")
    if suits == 1 and honours:
        found.append("YEE-V05" if pungs else "YEE-V04")
    if suits == 1 and not honours:
        found.append("YEE-V07" if pungs else "YEE-V06")
    if suits == 0:
        found.append("YEE-V08")
    if wind_sets == 3 and pair in WINDS:
        found.append("YEE-V09")
    if wind_sets == 4 and pair in SUIT_TILES:
        found.append("YEE-V10")
    if pungs:
        found.extend(coloured(sets, pair))
    if win.get("first_round"):
        found.append("YEE-V23")
    return found


def coloured(sets, pair):
    """V11 to V16: pungs of one suit with the dragon of its colour, as pair or as pung."""
    found = []
    for dragon, suit, minor, great in COLOURS:
        in_suit = [group.tile in SUIT_TILES and group.tile[0] == suit for group in sets]
        dragon_set = [group.tile for group in sets].count(dragon) == 1
        if in_suit.count(True) == 4 and pair == dragon:
            found.append(minor)
        if in_suit.count(True) == 3 and dragon_set and pair in SUIT_TILES and pair[0] == suit:
            found.append(great)
    return found


def without_sets(hand, tile):
    """The start values of V17 to V21, all of them unrevealed and so without melds."""
    tiles, found = shapes.all_tiles(hand, tile), []
    if hand["melds"]:
        return found
    suits, honours = len(suits_of(tiles)), any(is_honour(each) for each in tiles)
    if all(tiles.count(each) in (2, 4) for each in tiles):
        found.append("YEE-V17")
        if suits == 1 and honours:
            found.append("YEE-V18")
        if suits == 1 and not honours:
            found.append("YEE-V19")
    if set(tiles) == set(MAJORS):
        found.append("YEE-V20")
    for suit in SUITS:
        for number in "123456789":
            if tiles == in_order(suit + each for each in "1112345678999" + number):
                found.append("YEE-V21")
    return found
