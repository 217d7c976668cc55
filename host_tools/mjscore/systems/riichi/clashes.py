"""What is told of a RIICHI hand and contradicts itself, or cannot be: refused in a sentence."""

from collections.abc import Callable
from typing import NamedTuple

from mjscore.errors import bad
from mjscore.hand import DEALT, KONG, LOOSE_FLOWER, LOOSE_KONG, ROBBED_KONG
from mjscore.systems.riichi.readings import Hand
from mjscore.tiles import INDEX

_FIVES = tuple(INDEX[suit + "5"] for suit in "BCD")
_FIRST = "heaven and earth are won "


class Clash(NamedTuple):
    """What cannot be together: the field that is told of it, the rule, the sentence, the test."""

    field: str
    rule: str
    told: str
    holds: Callable[[Hand], object]


def _first(v: Hand) -> bool:
    return v.source == DEALT or v.win.first_turn in ("heaven", "earth")


def _kongs(v: Hand) -> bool:
    return any(one.kind == KONG for one in v.hand.melds)


CLASHES = (
    Clash("win.source", "RI-Y13",
          "no kong lies with this hand, so no tile came after one: say that it came from the wall,"
          " or lay down the kong",
          lambda v: v.source == LOOSE_KONG and not _kongs(v)),
    Clash("win.source", "RI-T01",
          "there are no flowers to be replaced in RIICHI: say loose_kong after a kong, else wall",
          lambda v: v.source == LOOSE_FLOWER),
    Clash("win.last_tile", "RI-Y15",
          "the tile after a kong is none of the wall, so never its last one: leave last_tile out,"
          " or say that the tile came from the wall",
          lambda v: v.win.last_tile and v.source == LOOSE_KONG),
    Clash("win.last_tile", "RI-Y16",
          "nobody lays a kong after the last tile, so none is robbed then: leave last_tile out, or"
          " say that the tile was discarded",
          lambda v: v.win.last_tile and v.source == ROBBED_KONG),
    Clash("win.first_turn", "RI-M14",
          _FIRST + "before any set is laid down, and here one lies",
          lambda v: _first(v) and v.hand.melds),
    Clash("win.first_turn", "RI-M14", _FIRST + "before anybody could declare riichi",
          lambda v: _first(v) and v.told.declared),
    Clash("win.first_turn", "RI-M14",
          _FIRST + "in the first turn, and that is not the last tile",
          lambda v: _first(v) and v.win.last_tile),
    Clash("win.first_turn", "RI-M15",
          "earth is won with the first tile that the winner draws, and this one is another"
          " player's",
          lambda v: v.win.first_turn == "earth" and not v.drawn),
    Clash("riichi.declared", "RI-Y01",
          "riichi is declared with a closed hand only, and here a set lies open",
          lambda v: v.told.declared and not v.closed),
    Clash("riichi.ippatsu", "RI-Y03", "there is no ippatsu without riichi",
          lambda v: v.told.ippatsu and not v.told.declared),
    Clash("riichi.ippatsu", "RI-Y03", "a kong ends ippatsu, and this tile came after one",
          lambda v: v.told.ippatsu and v.source == LOOSE_KONG),
    Clash("riichi.ura_dora", "RI-D02",
          "only who declared riichi turns the ura dora over: tell the riichi, or leave them out",
          lambda v: v.told.ura_dora and not v.told.declared),
    Clash("riichi.dora", "ENG-01",
          "hand and indicators together have more than four of one tile",
          lambda v: any(v.whole[one] + v.told.indicators.count(one) > 4
                        for one in v.told.indicators)),
    Clash("riichi.red_fives", "RI-D03",
          "red fives count with the option red_fives only: choose it, or leave them out",
          lambda v: v.told.red_fives and not v.options["red_fives"]),
    Clash("riichi.red_fives", "RI-D03", "these are more red fives than the hand has fives",
          lambda v: v.told.red_fives > sum(v.whole[five] for five in _FIVES)),
)  # fmt: skip


def refuse(hand: Hand) -> None:
    """ScoreError for the first that cannot be."""
    for clash in CLASHES:
        if clash.holds(hand):
            bad(clash.told, clash.field, clash.rule)
