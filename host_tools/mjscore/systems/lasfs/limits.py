"""Limit hands of LASFS: gifts, irregular hands and the three made of sets (LASFS-L01..L07)."""

from mjscore.hand import CHOW, DEALT, KONG, PUNG, Set
from mjscore.rows import Need
from mjscore.ruleset import builtin
from mjscore.systems.needs import NO_HONOURS, NO_SIMPLES, NO_SUITS, NONE_OPEN
from mjscore.tiles import CODES, MAJORS, SUITED
from mjscore.view import View, notation

BOOK = builtin("LASFS")
_ROW = BOOK.row
LIMIT = BOOK.limit or 0  # of every hand unless the option says another (rules LASFS-L00, ENG-13)


def nine_united_sons(v: View) -> bool:
    """1112345678999 of one suit with one of 2 to 8 twice, and the twin in no grounded chow.

    The terminals are pungs, so a grounded chow with a 1 or a 9, like any kong, spoils the hand.
    """
    if v.honours or not v.one_suit:
        return False
    counts = v.counts[:]
    grounded: set[int] = set()
    for meld in v.hand.melds:
        ends = meld.tile % 9 in (0, 8)
        if (meld.kind == CHOW and (ends or meld.tile % 9 == 6)) or meld.kind == KONG:
            return False
        if meld.kind == CHOW:
            grounded.update((meld.tile, meld.tile + 1, meld.tile + 2))
    for tile in v.hand.meld_tiles:
        counts[tile] += 1
    first = 9 * (v.suits >> 1)  # suits is a bit: 1, 2, 4
    run = counts[first + 1 : first + 8]
    if counts[first] != 3 or counts[first + 8] != 3 or sorted(run) != [1] * 6 + [2]:
        return False
    return first + 1 + run.index(2) not in grounded


def read_sons(v: View) -> str:
    """Show nine united sons as two pungs of terminals beside the run; the compact notation.

    No reading as four sets has more points, and some have only one of the pungs (rules ENG-06).
    """
    first = 9 * (v.suits >> 1)
    laid = [meld.tile for meld in v.hand.melds if meld.kind == PUNG]
    own = [Set(PUNG, tile, v.win.from_player and v.win.tile == tile, False)
           for tile in (first, first + 8) if tile not in laid]  # fmt: skip
    sets = (*v.hand.melds, *own)
    v.read(sets, ())
    v.chows = 2  # the run is neither no chow (LASFS-P12) nor four of them (LASFS-P11)
    loose = "".join([CODES[tile][1] * v.counts[tile] for tile in range(first + 1, first + 8)])
    return f"{notation((sets, ()))} {CODES[first][0]}{loose}"


GIFT_FROM_HEAVEN = Need(
    lambda v: v.source == DEALT or v.win.first_turn == "heaven", "it is not East's dealt hand"
)
GIFT_FROM_EARTH = Need(
    lambda v: v.win.first_turn in ("earth", "first_discard"),
    "it was not won before the end of the player's own first turn",
)

EARLY = (
    _ROW("LASFS-L01", (GIFT_FROM_HEAVEN, NONE_OPEN)),
    _ROW("LASFS-L02", (GIFT_FROM_EARTH,)),
)
SONS = _ROW("LASFS-L05", (Need(nine_united_sons, "the tiles are not nine united sons"),))
LIMIT_HANDS = (
    *EARLY,
    SONS,
    _ROW("LASFS-L06", (NO_SUITS,)),
    _ROW("LASFS-L07", (NO_SIMPLES, NO_HONOURS)),
)
_SCHOLARS = Need(
    lambda v: not v.simples and not v.hand.melds and all(v.counts[tile] for tile in MAJORS),
    "the tiles are not all thirteen terminals and honours",
)
_TWINS = Need(
    lambda v: v.counts[SUITED:] == [2] * 7, "the tiles are not a pair of each wind and dragon"
)
IRREGULAR = (
    _ROW("LASFS-L03", (_SCHOLARS,)),
    _ROW("LASFS-L04", (_TWINS,)),
)
ROWS = (*LIMIT_HANDS, *IRREGULAR)
