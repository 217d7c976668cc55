"""Conditions that rows of several systems share, each with what is said when it is lacking."""

from operator import attrgetter

from mjscore.hand import LOOSE_FLOWER, LOOSE_KONG, ROBBED_KONG
from mjscore.rows import Need
from mjscore.tiles import DRAGON, FLOWER, SEASON, WIND
from mjscore.view import View


def honour_pair(v: View) -> bool:
    """Whether a pair of winds or dragons is among the pairs, which are in the tiles' order."""
    return bool(v.pairs) and v.pairs[-1] >= WIND


def honour_set(v: View) -> bool:
    """Whether a pung or kong of winds or dragons is among the sets."""
    return bool(v.triplets) and max(v.triplets) >= WIND


def dragon_pairs(v: View) -> int:
    """Pairs of dragons."""
    return len([tile for tile in v.pairs if tile >= DRAGON])


def own_bonus(v: View) -> int:
    """Own flower and own season on the table: 0..2."""
    return (FLOWER + v.seat in v.bonus) + (SEASON + v.seat in v.bonus)


def full_kinds(v: View) -> tuple[bool, bool]:
    """Whether all four flowers, and whether all four seasons lie on the table."""
    flowers = len([tile for tile in v.bonus if FLOWER <= tile < SEASON])
    seasons = len([tile for tile in v.bonus if SEASON <= tile < SEASON + 4])
    return flowers == 4, seasons == 4


TRIPLETS = Need(attrgetter("triplets"), "there is no pung and no kong")
PAIRS = Need(attrgetter("pairs"), "there is no pair")
OWN_WIND_SET = Need(
    lambda v: WIND + v.seat in v.triplets, "there is no pung or kong of the player's own wind",
    honour_set,
)  # fmt: skip
ROUND_WIND_SET = Need(
    lambda v: WIND + v.round_wind in v.triplets, "there is no pung or kong of the prevailing wind",
    honour_set,
)  # fmt: skip
DRAGON_SET = Need(attrgetter("dragon_sets"), "there is no pung or kong of dragons", honour_set)
ONE_SUIT = Need(attrgetter("one_suit"), "the suit tiles are not all of one suit")
WITH_HONOURS = Need(attrgetter("honours"), "there is no wind and no dragon")
NO_HONOURS = Need(lambda v: not v.honours, "there are winds or dragons")
NO_SUITS = Need(lambda v: not v.suits, "there are suit tiles")
NO_SIMPLES = Need(lambda v: not v.simples, "there are tiles from 2 to 8")
WITH_TERMINALS = Need(attrgetter("terminals"), "there is no 1 and no 9")
NO_CHOWS = Need(lambda v: not v.chows, "there is a chow")
FOUR_CHOWS = Need(lambda v: v.chows == 4, "the four sets are not all chows")
NONE_OPEN = Need(attrgetter("concealed"), "a meld lies open, so a tile came from another player")
DRAWN = Need(attrgetter("win.drawn"), "the winning tile was not drawn by the winner")
AFTER_KONG = Need(
    lambda v: v.source == LOOSE_KONG, "the winning tile is not the loose tile after a kong"
)
LOOSE = Need(
    lambda v: v.source in (LOOSE_KONG, LOOSE_FLOWER), "the winning tile is no replacement tile"
)
ROBBED = Need(lambda v: v.source == ROBBED_KONG, "no kong was robbed")
LAST_TILE = Need(attrgetter("win.last_tile"), "it was not the last tile")
SINGLE_WAIT = Need(attrgetter("single_wait"), "more than one kind of tile completed the hand")
FLOWERS = Need(attrgetter("bonus"), "there is no flower or season on the table")
