"""What YEE adds to the start value, and with which start values it is not added (YEE-E01..E21)."""

from operator import attrgetter

from mjscore.hand import CHOW, DEALT, LOOSE_FLOWER
from mjscore.rows import Need
from mjscore.ruleset import builtin
from mjscore.settle import EAST
from mjscore.systems.needs import (
    DRAWN,
    FOUR_CHOWS,
    LAST_TILE,
    NO_HONOURS,
    ROBBED,
    TRIPLETS,
)
from mjscore.systems.yee.readings import single_wait
from mjscore.systems.yee.starts import UNREVEALED
from mjscore.tiles import DRAGON, KINDS, WIND
from mjscore.view import View

_ROW = builtin("YEE").row


def flowers(v: View) -> int:
    """Flowers and seasons that the player has, laid out or not."""
    return len(v.hand.bonus) + len(v.hand.undeclared)


def _honour_sets(v: View) -> int:
    return len([tile for tile in v.triplets if tile >= WIND])


def _all_dragons(v: View) -> bool:
    return all(v.counts[tile] or tile in v.triplets for tile in range(DRAGON, KINDS))


def _three_unrevealed(v: View) -> bool:
    return len([one for one in v.sets if one.kind != CHOW and not one.open]) >= 3


def _from_dealer(v: View) -> bool:
    """The dealer supplied the tile; with the option also when it was drawn (rules YEE-Q09)."""
    if v.seat == EAST:
        return False
    return v.win.giver == EAST or (v.options["dealer_extra_on_self_draw"] and v.win.drawn)


HAS_FLOWERS = Need(flowers, "the winner has no flower and no season")
NO_FLOWERS = Need(lambda v: not flowers(v), "the winner has flowers or seasons")
HONOUR_SETS = Need(_honour_sets, "there is no pung or kong of an honour")
KONGS = Need(attrgetter("kongs"), "there is no kong")
ALL_WINDS = Need(
    lambda v: not v.sets and all(v.counts[WIND:DRAGON]), "not all four winds are in the hand"
)
ALL_DRAGONS = Need(_all_dragons, "not all three dragons are in the hand")
ALL_REVEALED = Need(
    lambda v: sum(meld.open for meld in v.hand.melds) == 4, "not all four sets lay open"
)
THREE_UNREVEALED = Need(_three_unrevealed, "there are not three unrevealed pungs or kongs")
SELF_DRAWN = Need(
    lambda v: v.win.drawn or v.source == DEALT, "the winning tile came from another player"
)
FLOWER_TILE = Need(lambda v: v.source == LOOSE_FLOWER, "the winning tile did not replace a flower")
FROM_DEALER = Need(_from_dealer, "the winning tile did not come from the dealer")
IS_DEALER = Need(lambda v: v.seat == EAST, "the winner is not the dealer")
DEALER_INVOLVED = Need(
    lambda v: v.seat == EAST or _from_dealer(v), "it was neither the dealer's win nor his tile"
)
RETAINED = Need(attrgetter("request.streak"), "the dealer has not retained the dice")
ONE_WAIT = Need(single_wait, "more than one kind of tile could have won")
TILE_OF_DAY = Need(
    lambda v: v.win.tile == v.options["tile_of_the_day"],
    "the winning tile is not the tile of the day",
)

OF_THE_HAND = (  # they depend on how the hand is read
    _ROW("YEE-E02", (HAS_FLOWERS,), flowers),
    _ROW("YEE-E03", (NO_FLOWERS,)),
    _ROW("YEE-E04", (TRIPLETS, HONOUR_SETS), _honour_sets),
    _ROW("YEE-E05", (NO_HONOURS,)),
    _ROW("YEE-E06", (KONGS,), attrgetter("kongs")),
    _ROW("YEE-E07", (ALL_WINDS,)),
    _ROW("YEE-E08", (ALL_DRAGONS,)),
    _ROW("YEE-E11", (NO_FLOWERS, NO_HONOURS)),
    _ROW("YEE-E12", (FOUR_CHOWS,)),
    _ROW("YEE-E13", (ALL_REVEALED,)),
    _ROW("YEE-E18", (UNREVEALED,)),
    _ROW("YEE-E19", (TRIPLETS, THREE_UNREVEALED)),
)
OF_THE_WIN = (
    _ROW("YEE-E01", (SELF_DRAWN,)),
    _ROW("YEE-E09", (FROM_DEALER,)),
    _ROW("YEE-E10", (IS_DEALER,)),
    _ROW("YEE-E14", (FLOWER_TILE,)),
    _ROW("YEE-E15", (ROBBED,)),
    _ROW("YEE-E16", (ONE_WAIT,)),
    _ROW("YEE-E17", (TILE_OF_DAY,)),
    _ROW("YEE-E20", (RETAINED, DEALER_INVOLVED), attrgetter("request.streak")),
)
DOUBLES = (_ROW("YEE-E21", (DRAWN, LAST_TILE)),)

_WINDS = ("YEE-V08", "YEE-V09", "YEE-V10")
_NO_SETS = ("YEE-V17", "YEE-V18", "YEE-V19", "YEE-V20")
NOT_WITH = {  # extra: start values that it is not added to
    "YEE-E04": _WINDS,
    "YEE-E05": _WINDS,
    "YEE-E18": ("YEE-V03", *_NO_SETS, "YEE-V21"),
    "YEE-E19": ("YEE-V03",),
}
ONLY_WITH = {"YEE-E07": _NO_SETS}  # extra: the start values that it is added to


def added(extra: str, start: str) -> bool:
    """Whether the extra counts beside the start value."""
    if extra in ONLY_WITH:
        return start in ONLY_WITH[extra]
    return start not in NOT_WITH.get(extra, ())
