"""Tiles: codes, places in the count arrays, classes, names and pictures (rules ENG-01, 1.1).

A tile is an index: 0..26 suit tiles (bamboos, characters, dots, 1 to 9 each), 27..30 winds in seat
order, 31..33 dragons red, green, white, 34..45 flowers, seasons, animals, 46 the joker.
"""

IDS = ("ENG-01",)  # rules computed here
SEATS = "ESWN"
SEAT_NAMES = {"E": "East", "S": "South", "W": "West", "N": "North", "bettor": "the bettor"}
SUIT_LETTERS = "BCD"
SUITED = 27
KINDS = 34  # kinds that sets are made of: suits and honours
WIND = 27  # index of the east wind
DRAGON = 31  # index of the red dragon
FLOWER, SEASON, ANIMAL, JOKER = 34, 38, 42, 46

CODES: tuple[str, ...] = (
    tuple(suit + str(number) for suit in SUIT_LETTERS for number in range(1, 10))
    + tuple("W" + seat for seat in SEATS)
    + ("DR", "DG", "DW")
    + tuple(letter + str(number) for letter in "FSA" for number in range(1, 5))
    + ("J",)
)
INDEX: dict[str, int] = {code: index for index, code in enumerate(CODES)}
COPIES: tuple[int, ...] = (4,) * KINDS + (1,) * 12 + (8,)

# Classes of the 34 kinds; the class decides what a pung or kong is worth.
SIMPLE, TERMINAL, WINDS, DRAGONS = range(4)
CLASS: tuple[int, ...] = (
    tuple(TERMINAL if number in (1, 9) else SIMPLE for _ in range(3) for number in range(1, 10))
    + (WINDS,) * 4
    + (DRAGONS,) * 3
)
IS_MAJOR: tuple[bool, ...] = tuple(kind != SIMPLE for kind in CLASS)
MAJORS: tuple[int, ...] = tuple(tile for tile in range(KINDS) if IS_MAJOR[tile])

# Bits of what a tile is: its suit, honour, simple, terminal; tiles beside the hand have none.
SUITS, HONOUR, NUMBERED, ENDS = 7, 8, 16, 32
TRAITS: tuple[int, ...] = (
    tuple(
        (1 << tile // 9 if tile < SUITED else HONOUR)
        | (ENDS if CLASS[tile] == TERMINAL else NUMBERED if tile < SUITED else 0)
        for tile in range(KINDS)
    )
    + (0,) * 13
)

SUIT_NAMES = ("bamboos", "characters", "dots")
_HONOURS = ("east wind", "south wind", "west wind", "north wind")
_DRAGONS = ("red dragon", "green dragon", "white dragon")
_BONUS = ("flower", "season", "animal")

NAMES: tuple[str, ...] = (
    tuple(f"{number} of {suit}" for suit in SUIT_NAMES for number in range(1, 10))
    + _HONOURS
    + _DRAGONS
    + tuple(f"{kind} {number}" for kind in _BONUS for number in range(1, 5))
    + ("joker",)
)
# The Unicode block "Mahjong Tiles" orders characters, bamboos, dots and puts the winds first.
_FIRST = {"B": 0x1F010, "C": 0x1F007, "D": 0x1F019}
PICTURES: tuple[str, ...] = (
    tuple(chr(_FIRST[suit] + number) for suit in SUIT_LETTERS for number in range(9))
    + tuple(chr(0x1F000 + wind) for wind in range(4))
    + tuple(chr(0x1F004 + dragon) for dragon in range(3))
    + tuple(chr(0x1F022 + place) for place in (0, 1, 3, 2))  # the block puts bamboo third
    + tuple(chr(0x1F026 + season) for season in range(4))
    + ("A1", "A2", "A3", "A4")  # the block has no animals
    + (chr(0x1F02A),)
)


def codes(tiles: "list[int] | tuple[int, ...]") -> list[str]:
    """Codes of the tiles, as they stand."""
    return [CODES[tile] for tile in tiles]
