"""Where the deal begins: break and deal positions from the dice (rules ENG-02..05, chapter 10).

Seats are 0..3 = E, S, W, N counted from the dealer: seat s of dealer side d is side (d + s) mod 4,
because sides A, B, C, D and the turn both run counter-clockwise. Walls follow each other to the
left, E, N, W, S. An uneven wall's extra stacks lie on sides A and C whoever deals.

A place on the wall is one small integer: seat, stack (1.. from that player's right) and
top or bottom, packed by `place`. Texts are made outside the scan.
"""

from mjtable.game.profiles import DEAL, DEAL_YEE, DEALT, DICE, PROFILES, STACKS, TILES, WALL
from mjtable.game.profiles import WALL_COUNTED

NOWHERE = -1
SIDES = "ABCD"
SEATS = "ESWN"
BLOCKS = 48  # tiles dealt in rounds of two stacks: 3 rounds, 4 seats, 4 tiles
# Seat of draw-order tiles 48..52, and the order in which they are taken (0 = tile 48).
SINGLE_SEATS = (bytes((0, 1, 0, 2, 3)), bytes((0, 1, 2, 3, 0)))
SINGLE_ORDER = (bytes((0, 2, 1, 3, 4)), bytes((0, 1, 2, 3, 4)))


def place(seat, stack, bottom):
    """Pack seat 0..3, stack 1..31 and bottom 0 (top tile) or 1 into one small integer."""
    return seat << 6 | stack << 1 | bottom


def seat_of(where):
    """Seat 0..3 of a packed place."""
    return where >> 6


def stack_of(where):
    """Stack, 1 = at that player's right end, of a packed place."""
    return where >> 1 & 31


def is_bottom(where):
    """1 for the lower tile of the stack, 0 for the upper."""
    return where & 1


def side_of(dealer, seat):
    """Side 0..3 (A..D) at which `seat` sits when side `dealer` deals."""
    return (dealer + seat) & 3


def wall_length(profile, dealer, seat):
    """Stacks of the wall in front of `seat`."""
    return PROFILES[profile][STACKS][(dealer + seat) & 3]


def sum_of(profile, pips):
    """Sum of the profile's dice, 0 while one of them is unread."""
    total = 0
    for index in range(PROFILES[profile][DICE]):
        if pips[index] == 0:
            return 0
        total += pips[index]
    return total


def break_wall(profile, dice_sum):
    """Seat whose wall is broken (rules SB-T05, YEE-T04), NOWHERE for an impossible sum."""
    row = PROFILES[profile]
    if not row[DICE] <= dice_sum <= 6 * row[DICE]:
        return NOWHERE
    return (dice_sum - 1) & 3 if row[WALL] == WALL_COUNTED else 0


def draw_stack(profile, dealer, dice_sum, k):
    """Packed place (top) of the k-th stack in draw order, k from 1; the last one is the tail."""
    seat = break_wall(profile, dice_sum)
    if seat < 0 or not 1 <= k <= PROFILES[profile][TILES] >> 1:
        return NOWHERE
    stack = dice_sum + k
    length = wall_length(profile, dealer, seat)
    while stack > length:
        stack -= length
        seat = (seat + 3) & 3
        length = wall_length(profile, dealer, seat)
    return seat << 6 | stack << 1


def tile(profile, dealer, dice_sum, n):
    """Packed place of tile n (0..) in draw order: top, then bottom of each stack (ENG-05)."""
    where = draw_stack(profile, dealer, dice_sum, (n >> 1) + 1)
    return where if where < 0 else where | n & 1


def first_tile(profile, dealer, dice_sum):
    """Packed place of the first tile drawn."""
    return tile(profile, dealer, dice_sum, 0)


def tail_tile(profile, dealer, dice_sum, r):
    """Packed place of replacement draw r (0..): top, bottom, then the stack before (ENG-05)."""
    where = draw_stack(profile, dealer, dice_sum, (PROFILES[profile][TILES] >> 1) - (r >> 1))
    return where if where < 0 else where | r & 1


def dealt_tile(profile, i):
    """Draw-order number of the i-th tile taken, i = 0..52 (rules SA-T06, YEE-T06)."""
    if i < BLOCKS:
        return i
    return BLOCKS + SINGLE_ORDER[PROFILES[profile][DEAL] == DEAL_YEE][i - BLOCKS]


def dealt_seat(profile, n):
    """Seat that is dealt tile n (0..52) of the draw order."""
    if n < BLOCKS:
        return n >> 2 & 3
    return SINGLE_SEATS[PROFILES[profile][DEAL] == DEAL_YEE][n - BLOCKS]


def next_draw(profile, dealer, dice_sum):
    """Packed place of the first tile drawn in play."""
    return tile(profile, dealer, dice_sum, DEALT)


def left_after_deal(profile):
    """Tiles on the wall when everybody has a hand, reserve included."""
    return PROFILES[profile][TILES] - DEALT


def text(where, dealer):
    """A place as people read it on the machine, side letter first: "A8t"; "" for NOWHERE."""
    return _text(where, SIDES[side_of(dealer, where >> 6)]) if where >= 0 else ""


def seat_text(where):
    """The same by seat, as the rules write it: "E8t"; "" for NOWHERE."""
    return _text(where, SEATS[where >> 6]) if where >= 0 else ""


def _text(where, letter):
    return letter + str(where >> 1 & 31) + ("b" if where & 1 else "t")
