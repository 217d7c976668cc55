"""What YEE adds to the start value, and with which start values it is not added (YEE-E01..E21)."""

from operator import attrgetter

from mjscore.hand import CHOW, DEALT, LOOSE_FLOWER
from mjscore.rows import Need, Row, compiled
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
    Row("YEE-E02", 1, (HAS_FLOWERS,), flowers),
    Row("YEE-E03", 1, (NO_FLOWERS,)),
    Row("YEE-E04", 1, (TRIPLETS, HONOUR_SETS), _honour_sets),
    Row("YEE-E05", 1, (NO_HONOURS,)),
    Row("YEE-E06", 1, (KONGS,), attrgetter("kongs")),
    Row("YEE-E07", 6, (ALL_WINDS,)),
    Row("YEE-E08", 4, (ALL_DRAGONS,)),
    Row("YEE-E11", 1, (NO_FLOWERS, NO_HONOURS)),
    Row("YEE-E12", 1, (FOUR_CHOWS,)),
    Row("YEE-E13", 2, (ALL_REVEALED,)),
    Row("YEE-E18", 2, (UNREVEALED,)),
    Row("YEE-E19", 4, (TRIPLETS, THREE_UNREVEALED)),
)
OF_THE_WIN = (
    Row("YEE-E01", 2, (SELF_DRAWN,)),
    Row("YEE-E09", 1, (FROM_DEALER,)),
    Row("YEE-E10", 1, (IS_DEALER,)),
    Row("YEE-E14", 1, (FLOWER_TILE,)),
    Row("YEE-E15", 1, (ROBBED,)),
    Row("YEE-E16", 1, (ONE_WAIT,)),
    Row("YEE-E17", 5, (TILE_OF_DAY,)),
    Row("YEE-E20", 2, (RETAINED, DEALER_INVOLVED), attrgetter("request.streak")),
)
DOUBLES = (Row("YEE-E21", 1, (DRAWN, LAST_TILE)),)

_WINDS = ("YEE-V08", "YEE-V09", "YEE-V10")
_NO_SETS = ("YEE-V17", "YEE-V18", "YEE-V19", "YEE-V20")
NOT_WITH = {  # extra: start values that it is not added to
    "YEE-E04": _WINDS,
    "YEE-E05": _WINDS,
    "YEE-E18": ("YEE-V03", *_NO_SETS, "YEE-V21"),
    "YEE-E19": ("YEE-V03",),
}
ONLY_WITH = {"YEE-E07": _NO_SETS}  # extra: the start values that it is added to

HAND_ROWS, WIN_ROWS, DOUBLE_ROWS = (
    compiled(OF_THE_HAND), compiled(OF_THE_WIN), compiled(DOUBLES)
)  # fmt: skip


def added(extra: str, start: str) -> bool:
    """Whether the extra counts beside the start value."""
    if extra in ONLY_WITH:
        return start in ONLY_WITH[extra]
    return start not in NOT_WITH.get(extra, ())
