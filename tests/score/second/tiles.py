"""Tile codes and what they are called (rules ENG-01). A tile is its code."""

SEATS = "ESWN"
SUITS = "BCD"
WINDS = ("WE", "WS", "WW", "WN")
DRAGONS = ("DR", "DG", "DW")
HONOURS = WINDS + DRAGONS
SUIT_TILES = tuple(suit + digit for suit in SUITS for digit in "123456789")
KINDS = SUIT_TILES + HONOURS
TERMINALS = tuple(suit + digit for suit in SUITS for digit in "19")
MAJORS = TERMINALS + HONOURS
FLOWERS = ("F1", "F2", "F3", "F4")
SEASONS = ("S1", "S2", "S3", "S4")
ANIMALS = ("A1", "A2", "A3", "A4")
BONUS = FLOWERS + SEASONS + ANIMALS
JOKER = "J"

ORDER = {tile: place for place, tile in enumerate((*KINDS, *BONUS, JOKER))}


def in_order(tiles):
    """The tiles sorted: suits, winds, dragons, flowers, seasons, animals, joker."""
    return tuple(sorted(tiles, key=ORDER.__getitem__))


def is_suit(tile):
    return tile in SUIT_TILES


def is_honour(tile):
    return tile in HONOURS


def is_terminal(tile):
    return tile in TERMINALS


def is_simple(tile):
    return is_suit(tile) and not is_terminal(tile)


def up(tile, steps=1):
    """The tile `steps` higher in the same suit, or None past the nine."""
    number = int(tile[1]) + steps
    return tile[0] + str(number) if number <= 9 else None


def wind_of(seat):
    """The wind tile of a seat or of a round: E gives WE."""
    return "W" + seat


def number_of(seat):
    """The number of a seat's own flower and season: 1 for E ... 4 for N (rules ENG-01)."""
    return SEATS.index(seat) + 1


def suits_of(tiles):
    """The suits that occur among the tiles, as a set of B, C, D."""
    return {tile[0] for tile in tiles if is_suit(tile)}
