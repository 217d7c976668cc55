"""Table profiles: what each game asks of the table (rules chapter 10). One row, one game.

The only home of tile numbers, wall sizes, dice, break, deal, reserve and rotation of the deal;
docs/PROFILES.md and the simulator's tile sets are made from it. Everything that runs during play
is reached by index and answers with a small integer.
"""

# Which wall is broken (rules SB-T05, YEE-T04).
WALL_EAST = 0  # the dealer's own
WALL_COUNTED = 1  # seat (sum - 1) mod 4, the dealer being seat 0

# Who takes which tile after the three rounds of two stacks (rules SA-T06, YEE-T06).
DEAL_SHOP = 0
DEAL_YEE = 1

# How the deal rotates: row of ROTATIONS.
ROT_NEXT = 0
ROT_STAY = 1
ROT_FOUR_TIMES = 2
ROT_WIN = 3

# What the marker shows besides the dealer (bits of `shows`).
SHOW_STREAK = 1  # how often the dealer has kept the deal
SHOW_WIND = 2  # prevailing wind, one step a round
SHOW_DOUBLE = 4  # two equal dice double everything (rules MH-S04)

# Replacement draws from the tail (bits of `replacements`).
FOR_KONG = 1
FOR_FLOWER = 2
FOR_ANIMAL = 4

# The dealer stays on..., new seats after this many rounds, game over after that many (0 = open).
ROTATIONS = (
    ("next", "never; only an exhausted wall repeats the deal", 0, 0),
    ("stay", "a win of the dealer or a drawn hand", 4, 8),
    ("four_times", "a win of the dealer or a drawn hand", 0, 4),
    ("win", "a win of the dealer", 0, 0),
)
ROT_NAME, ROT_STAYS, ROT_RESEAT, ROT_END = range(4)

(
    NAME, TILES, STACKS, DICE, WALL, DEAL, RESERVE, PER_KONG, ODD_TAIL,
    REPLACEMENTS, ROTATION, SHOWS, SWITCH,
) = range(13)  # fmt: skip

# Columns in the order above. Stacks: sides A, B, C, D; an uneven wall's surplus lies on A and C
# (design architecture). Reserve in tiles: base, more per kong, fewer after an odd number of tail
# draws (rules LASFS-T03). Switch: position of the BCD rule switch at the table; 0 is the self-test
# and 1 is 136 tiles as on factory tables (design domain §4.1), the others are ours; 9 is free.
PROFILES = (
    ("SHOP-A", 152, (19, 19, 19, 19), 2, WALL_EAST, DEAL_SHOP, 0, 0, 0,
     0, ROT_NEXT, 0, 3),
    ("SHOP-B-136", 136, (17, 17, 17, 17), 2, WALL_EAST, DEAL_SHOP, 14, 2, 0,
     FOR_KONG, ROT_STAY, SHOW_STREAK, 1),
    ("SHOP-B-144", 144, (18, 18, 18, 18), 2, WALL_EAST, DEAL_SHOP, 14, 2, 0,
     FOR_KONG | FOR_FLOWER, ROT_STAY, SHOW_STREAK, 2),
    ("MJG", 136, (17, 17, 17, 17), 2, WALL_EAST, DEAL_SHOP, 14, 2, 0,
     FOR_KONG, ROT_STAY, SHOW_STREAK | SHOW_WIND, 4),
    ("YEE", 144, (18, 18, 18, 18), 3, WALL_COUNTED, DEAL_YEE, 16, 0, 0,
     FOR_KONG | FOR_FLOWER, ROT_FOUR_TIMES, SHOW_STREAK, 5),
    ("HANDS-144", 144, (18, 18, 18, 18), 2, WALL_EAST, DEAL_SHOP, 14, 2, 0,
     FOR_KONG | FOR_FLOWER, ROT_STAY, SHOW_STREAK | SHOW_WIND | SHOW_DOUBLE, 6),
    ("HANDS-148", 148, (19, 18, 19, 18), 2, WALL_EAST, DEAL_SHOP, 14, 2, 0,
     FOR_KONG | FOR_FLOWER | FOR_ANIMAL, ROT_STAY, SHOW_STREAK | SHOW_WIND | SHOW_DOUBLE, 7),
    ("LASFS", 144, (18, 18, 18, 18), 2, WALL_EAST, DEAL_SHOP, 8, 0, 1,
     FOR_KONG | FOR_FLOWER, ROT_WIN, SHOW_STREAK | SHOW_WIND, 8),
)  # fmt: skip

DEFAULT = 1  # SHOP-B-136: what the factory setting of the rule switch plays
SELF_TEST_SWITCH = 0
DEALT = 53  # tiles in the hands after the deal, every profile (rules chapter 10)


# The same by column, which is how the board reads it.
TILES_OF = tuple([row[TILES] for row in PROFILES])
STACKS_OF = tuple([stacks for row in PROFILES for stacks in row[STACKS]])  # four sides each
DICE_OF = tuple([row[DICE] for row in PROFILES])
SHOWS_OF = tuple([row[SHOWS] for row in PROFILES])
SWITCHES = tuple([row[SWITCH] for row in PROFILES])
RESEATS = tuple([ROTATIONS[row[ROTATION]][ROT_RESEAT] for row in PROFILES])
ENDS = tuple([ROTATIONS[row[ROTATION]][ROT_END] for row in PROFILES])


def index_of(name):
    """Index of the profile called `name`, -1 when there is none."""
    for index in range(len(PROFILES)):
        if PROFILES[index][NAME] == name:
            return index
    return -1


def at_switch(position):
    """Profile the rule switch selects at `position` (0..15), -1 for self-test or unused."""
    for index in range(len(SWITCHES)):
        if SWITCHES[index] == position:
            return index
    return -1


def name(index):
    """Name of the profile, as spelled in the rules."""
    return PROFILES[index][NAME]


def tiles(index):
    """Tiles of one set."""
    return TILES_OF[index]


def stacks(index, side):
    """Stacks of two tiles that side 0..3 (A..D) builds."""
    return STACKS_OF[4 * index + side]


def dice(index):
    """Dice thrown for the break, 2 or 3."""
    return DICE_OF[index]


def shows(index, what):
    """True when the marker shows `what` (SHOW_STREAK, SHOW_WIND, SHOW_DOUBLE)."""
    return SHOWS_OF[index] & what != 0


def replaces(index, what):
    """True when `what` (FOR_KONG, FOR_FLOWER, FOR_ANIMAL) is replaced from the tail."""
    return PROFILES[index][REPLACEMENTS] & what != 0


def reseat_after(index):
    """Rounds after which the seats are diced for again, 0 = never."""
    return RESEATS[index]


def end_after(index):
    """Rounds of a full game, 0 = open."""
    return ENDS[index]


def reserve(index, kongs, tail_draws):
    """Tiles left undrawn at the end of the wall after this many kongs and tail draws."""
    row = PROFILES[index]
    kept = row[RESERVE] + row[PER_KONG] * kongs
    if row[ODD_TAIL] and tail_draws & 1:
        kept -= 1
    return kept
