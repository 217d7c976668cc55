"""Yaku: what gives han, ordinary ones and yakuman, as rows of needs."""

from collections import Counter
from collections.abc import Callable
from operator import attrgetter
from typing import Any

from mjscore.hand import CHOW, DEALT, LOOSE_FLOWER, LOOSE_KONG, ROBBED_KONG
from mjscore.rows import Need, Row
from mjscore.ruleset import builtin
from mjscore.systems.needs import NO_HONOURS, NO_SIMPLES, NO_SUITS, ONE_SUIT, WITH_HONOURS
from mjscore.systems.riichi.fu import WAIT, valued_pair
from mjscore.systems.riichi.readings import ORPHANS, SETS, SEVEN, Hand
from mjscore.tiles import DRAGON, INDEX, IS_MAJOR, WIND

_ROW = builtin("RIICHI").row
_GREEN = frozenset(INDEX[code] for code in "B2 B3 B4 B6 B8 DG".split())
_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)


def _need(test: Callable[[Any], Any], lack: str) -> Need:
    return Need(test, lack)


def _twins(v: Hand) -> int:
    """Pairs of equal chows: 0, 1, 2."""
    chows = Counter(one.tile for one in v.sets if one.kind == CHOW)
    return sum(count // 2 for count in chows.values())


def _ends(v: Hand) -> list[bool]:
    """Of each set and the pair: whether it has a terminal or is of honours."""
    chows = [one.tile % 9 in (0, 6) for one in v.sets if one.kind == CHOW]
    return chows + [IS_MAJOR[tile] for tile in (*v.triplets, *v.pairs)]


def _same_in_suits(tiles: set[int]) -> bool:
    return any({low, low + 9, low + 18} <= tiles for low in range(9))


def _straight(v: Hand) -> bool:
    chows = {one.tile for one in v.sets if one.kind == CHOW}
    return any({first, first + 3, first + 6} <= chows for first in (0, 9, 18))


def _concealed(v: Hand) -> int:
    return len([one for one in v.sets if one.kind != CHOW and not one.open])


def _gates(v: Hand) -> bool:
    if v.hand.melds or v.honours or not v.one_suit:
        return False
    first = 9 * (v.suits >> 1)
    return all(have >= least for have, least in zip(v.counts[first:], _GATES, strict=False))


def _dragons(v: Hand) -> int:
    return len([tile for tile in v.triplets if tile >= DRAGON])


def _has(tile: int) -> Callable[[Hand], bool]:
    return lambda v: tile in v.triplets


def _pinfu(v: Hand) -> bool:
    """Four chows, a pair of no value, an open wait: nothing brings fu (see `score`)."""
    if v.reading.shape != SETS or v.chows < 4 or (v.drawn and v.options["pinfu_drawn_fu"]):
        return False
    return not valued_pair(v) and not WAIT.test(v)


def _all_green(v: Hand) -> bool:
    return all(tile in _GREEN for tile, held in enumerate(v.whole) if held)


CLOSED = _need(attrgetter("closed"), "a set was claimed, so the hand is open")
DRAWN = _need(attrgetter("drawn"), "the winning tile came from another player")
OTHERS = _need(lambda v: not v.drawn, "the winning tile was drawn")
LAST = _need(attrgetter("win.last_tile"), "it was not the last tile")
WITH_CHOW = _need(attrgetter("chows"), "there is no chow")
NO_CHOW = _need(lambda v: not v.chows, "there is a chow")
OF_SETS = _need(lambda v: v.reading.shape == SETS, "the hand is not four sets and a pair")
REPLACED = _need(lambda v: v.source in (LOOSE_KONG, LOOSE_FLOWER), "it was no replacement tile")
NOT_REPLACED = _need(lambda v: not REPLACED.test(v), "it was the replacement tile of a kong")
ROBBED = _need(lambda v: v.source == ROBBED_KONG, "no kong was robbed")
NOT_ROBBED = _need(lambda v: v.source != ROBBED_KONG, "the tile was robbed from a kong")
ENDS = _need(lambda v: all(_ends(v)), "a set or the pair has neither terminal nor honour")
TRIPLETS = _need(lambda v: len(v.triplets) == 4, "the four sets are not all pungs or kongs")
OPEN_TANYAO = _need(lambda v: v.closed or v.options["open_tanyao"],
                    "the hand is open (option open_tanyao)")  # fmt: skip


def _declared(what: str) -> Need:
    return _need(lambda v: v.told.declared == what, f"{what} was not declared")


YAKU: tuple[Row, ...] = (
    _ROW("RI-Y01", (CLOSED, _declared("riichi"))),
    _ROW("RI-Y02", (CLOSED, _declared("double"))),
    _ROW("RI-Y03", (CLOSED, _need(attrgetter("told.ippatsu"), "it was not within a turn"))),
    _ROW("RI-Y04", (CLOSED, DRAWN)),
    _ROW("RI-Y05", (CLOSED, _need(_pinfu, "something brings fu, or the wait was not open"))),
    _ROW("RI-Y06", (OPEN_TANYAO, NO_HONOURS, _need(lambda v: not v.terminals, "there are ends"))),
    _ROW("RI-Y07", (CLOSED, OF_SETS, _need(lambda v: _twins(v) == 1, "no two chows are equal"))),
    _ROW("RI-Y08", (_need(_has(DRAGON), "there is no set of red dragons"),)),
    _ROW("RI-Y09", (_need(_has(DRAGON + 1), "there is no set of green dragons"),)),
    _ROW("RI-Y10", (_need(_has(DRAGON + 2), "there is no set of white dragons"),)),
    _ROW("RI-Y11", (_need(lambda v: WIND + v.seat in v.triplets, "no set of the own wind"),)),
    _ROW("RI-Y12", (_need(lambda v: WIND + v.round_wind in v.triplets, "no round wind set"),)),
    _ROW("RI-Y13", (DRAWN, REPLACED)),
    _ROW("RI-Y14", (ROBBED,)),
    _ROW("RI-Y15", (DRAWN, LAST, NOT_REPLACED)),
    _ROW("RI-Y16", (OTHERS, LAST, NOT_ROBBED)),
    _ROW("RI-Y17", (_need(lambda v: v.reading.shape == SEVEN, "the hand is no seven pairs"),)),
    _ROW("RI-Y18", (WITH_CHOW, ENDS, WITH_HONOURS)),
    _ROW("RI-Y19", (WITH_CHOW, _need(_straight, "no suit has 1-2-3, 4-5-6 and 7-8-9"))),
    _ROW("RI-Y20", (WITH_CHOW, _need(
        lambda v: _same_in_suits({one.tile for one in v.sets if one.kind == CHOW}),
        "no chow is there in all three suits"))),
    _ROW("RI-Y21", (_need(lambda v: _same_in_suits({t for t in v.triplets if t < WIND}),
                          "no pung is there in all three suits"),)),
    _ROW("RI-Y22", (TRIPLETS,)),
    _ROW("RI-Y23", (_need(lambda v: _concealed(v) == 3, "not three concealed pungs or kongs"),)),
    _ROW("RI-Y24", (_need(lambda v: v.kongs == 3, "there are not three kongs"),)),
    _ROW("RI-Y25", (_need(lambda v: _dragons(v) == 2 and v.pairs[0] >= DRAGON,
                          "there are not two sets and a pair of dragons"),)),
    _ROW("RI-Y26", (NO_CHOW, NO_SIMPLES)),
    _ROW("RI-Y27", (ONE_SUIT, WITH_HONOURS)),
    _ROW("RI-Y28", (WITH_CHOW, ENDS, NO_HONOURS)),
    _ROW("RI-Y29", (CLOSED, OF_SETS, _need(lambda v: _twins(v) == 2, "no two pairs of chows"))),
    _ROW("RI-Y30", (ONE_SUIT, NO_HONOURS)),
)  # fmt: skip
OPEN_LESS = frozenset(("RI-Y18", "RI-Y19", "RI-Y20", "RI-Y27", "RI-Y28", "RI-Y30"))
_WINDS = _need(lambda v: v.wind_sets == 4, "there are not four sets of winds")
_SINGLE = _need(lambda v: v.whole[v.win.tile] == 2, "the tile that won did not complete the pair")
_NOT_SINGLE = _need(lambda v: v.whole[v.win.tile] != 2, "the tile that won completed the pair")
_NINE = _need(lambda v: v.whole[v.win.tile] in (2, 4), "the wait was not on all nine tiles")
_NOT_NINE = _need(lambda v: v.whole[v.win.tile] not in (2, 4), "the wait was on all nine tiles")
_GATED = _need(_gates, "the tiles are not 1112345678999 of one suit and one more, unmelded")
_HIDDEN = _need(lambda v: v.closed and _concealed(v) == 4, "the four pungs are not concealed")
_ORPHAN = _need(lambda v: v.reading.shape == ORPHANS, "not all thirteen terminals and honours")
YAKUMAN: tuple[Row, ...] = (
    _ROW("RI-M01", (_ORPHAN, _NOT_SINGLE)),
    _ROW("RI-M02", (_ORPHAN, _SINGLE)),
    _ROW("RI-M03", (_HIDDEN, _NOT_SINGLE)),
    _ROW("RI-M04", (_HIDDEN, _SINGLE)),
    _ROW("RI-M05", (_need(lambda v: _dragons(v) == 3, "there are not three sets of dragons"),)),
    _ROW("RI-M06", (_need(lambda v: v.wind_sets == 3 and WIND <= v.pairs[0] < DRAGON,
                          "there are not three sets and a pair of winds"),)),
    _ROW("RI-M07", (_WINDS,)),
    _ROW("RI-M08", (NO_SUITS,)),
    _ROW("RI-M09", (NO_SIMPLES, NO_HONOURS)),
    _ROW("RI-M10", (_need(_all_green, "there are tiles that are not all green"),)),
    _ROW("RI-M11", (_GATED, _NOT_NINE)),
    _ROW("RI-M12", (_GATED, _NINE)),
    _ROW("RI-M13", (_need(lambda v: v.kongs == 4, "there are not four kongs"),)),
    _ROW("RI-M14", (_need(lambda v: v.win.first_turn == "heaven" or v.source == DEALT,
                          "it was not the dealer's first draw"),)),
    _ROW("RI-M15", (DRAWN, _need(lambda v: v.win.first_turn == "earth" and not v.hand.melds,
                                 "it was not the first draw of another player"),)),
)  # fmt: skip
