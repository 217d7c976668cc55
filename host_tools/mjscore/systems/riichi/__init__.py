"""RIICHI: four players, the defaults of the PyPI library `mahjong` 2.1.0 (docs/SCORING.md).

A hand is read in every way and for every group that the winning tile may have completed; the
reading that is paid most counts.
"""

from typing import NamedTuple

from mjscore.classical import valued
from mjscore.hand import Request
from mjscore.options import choice, flag, whole
from mjscore.rows import Compiled, itemise, lacking
from mjscore.ruleset import RuleSet
from mjscore.settle import Payments
from mjscore.sheet import Answer, Illegal, Sheet
from mjscore.systems.riichi import clashes, fu, payment, told
from mjscore.systems.riichi.readings import ORPHANS, Hand, Reading, readings
from mjscore.systems.riichi.yaku import OPEN_LESS, YAKU, YAKUMAN
from mjscore.view import notation

OPTIONS = (
    flag("open_tanyao", False, "RI-Y06"),
    flag("red_fives", False, "RI-D03"),
    flag("double_yakuman", True, "RI-M02"),
    choice("counted_limit", ("yakuman", "sanbaiman", "none"), "RI-L05"),
    whole("most_yakuman", 6, 0, "RI-L06"),  # 0: as many as there are
    flag("kiriage", False, "RI-L01"),
    flag("open_pinfu_fu", True, "RI-F15"),
    flag("pinfu_drawn_fu", False, "RI-F14"),
    flag("east_stays_on_draw", True, "RI-T02"),  # for the deal
)
SETS = ()
ROWS = (*fu.BASES, *fu.ROWS, *YAKU, *YAKUMAN)
DORA = ("RI-D01", "RI-D02", "RI-D03")
IDS = frozenset([row.id for row in ROWS] + [*DORA, "RI-H01", "RI-H02", "RI-R01", "RI-T02",
                "RI-L01", "RI-L02", "RI-L03", "RI-L04", "RI-L05", "RI-L06",
                "RI-S01", "RI-S02", "RI-S03", "RI-S04", "RI-S05"])  # fmt: skip


class Scored(NamedTuple):
    """One reading: han by rule, fu by rule, what it is worth."""

    reading: Reading
    han: dict[str, int]
    fu: dict[str, int]
    rounded: int
    yakuman: bool
    worth: payment.Worth

    @property
    def rank(self) -> tuple[int, bool, int, int, int]:
        """What the reading that counts is chosen by: paid most, then yakuman, han, fu."""
        return (self.worth.basic, self.yakuman, sum(self.han.values()), self.rounded,
                sum(self.fu.values()))  # fmt: skip


def tables(book: RuleSet) -> dict[str, Compiled]:
    """What a rule set of this system counts."""
    rows = {"fu": fu.ROWS, "yaku": YAKU, "yakuman": YAKUMAN}
    return {name: valued(book, each) for name, each in rows.items()}


def score(request: Request) -> Answer:
    """The answer to a request; without a winner nobody pays here (rules RI-S05)."""
    win = request.win
    beside = told.read(request)
    if win is None:
        return Answer(request.system, {}, Payments())
    hand = Hand(request, beside)
    clashes.refuse(hand)
    found = [_scored(hand, each) for each in readings(hand)]
    if not found:
        raise Illegal("the winner's tiles are neither four sets and a pair, nor seven pairs, nor"
                      " the thirteen orphans", "RI-H01")  # fmt: skip
    ranked = [each for each in found if each is not None]
    best = max(ranked, key=lambda one: one.rank, default=None)
    if best is None:
        raise Illegal("the hand has no yaku", "RI-H02")
    paid = payment.payments(win.seat, win.giver, best.worth.basic)
    sheet = _sheet(best, sum(-amount if low == win.seat else amount
                             for (low, _), amount in paid.pairs.items()))  # fmt: skip
    paid.add(payment.extras(win.seat, win.giver, beside))
    return Answer(request.system, {win.seat: sheet}, paid)


def _scored(hand: Hand, reading: Reading) -> Scored | None:
    """One reading with its han and fu; None when it has no yaku."""
    hand.show(reading)
    counted = hand.request.tables
    lines: dict[str, int] = {}
    if reading.shape != ORPHANS:
        rows: dict[str, int] = {}
        itemise(counted["fu"], hand, rows)
        lines = fu.fu_of(hand, rows)
    rounded = sum(lines.values()) if "RI-F03" in lines else -(-sum(lines.values()) // 10) * 10
    han: dict[str, int] = {}
    itemise(counted["yakuman"], hand, han)
    yakuman = bool(han)
    if yakuman and not hand.options["double_yakuman"]:
        han = {rule: min(number, 13) for rule, number in han.items()}
    if not yakuman and reading.shape != ORPHANS:
        han = _ordinary(hand, counted["yaku"])
    if not han:
        return None
    paid = payment.worth(sum(han.values()), rounded, yakuman, hand.options)
    return Scored(reading, han, lines, rounded, yakuman, paid)


def _ordinary(hand: Hand, rows: Compiled) -> dict[str, int]:
    """Ordinary yaku, one han less for some in an open hand, and the dora that come with them."""
    han: dict[str, int] = {}
    itemise(rows, hand, han)
    if not han:
        return han
    if not hand.closed:
        han = {rule: number - (rule in OPEN_LESS) for rule, number in han.items()}
    more = {
        "RI-D01": sum(hand.whole[tile] for tile in hand.told.dora),
        "RI-D02": sum(hand.whole[tile] for tile in hand.told.ura_dora),
        "RI-D03": hand.told.red_fives if hand.options["red_fives"] else 0,
    }
    return han | {rule: number for rule, number in more.items() if number}


def _sheet(best: Scored, value: int) -> Sheet:
    """Fu as points, han as doubles; the value is all that is paid for the hand alone."""
    sheet = Sheet(sorted(best.fu.items()), sorted(best.han.items()))
    sheet.rounded = best.rounded
    sheet.value = value
    if best.worth.limit:
        sheet.fix(value, (best.worth.limit,))
    reading = best.reading
    sheet.reading = notation((reading.sets, reading.pairs)) if reading.pairs else None
    return sheet


def lacks_for(request: Request, seat: int, rule: str) -> list[str] | None:
    """What the winner's hand lacks for a yaku or fu; None for other rules."""
    row = next((each for each in ROWS if each.id == rule), None)
    if row is None or request.win is None or request.win.seat != seat:
        return None
    hand = Hand(request, told.read(request))
    found = []
    for each in readings(hand):
        hand.show(each)
        if each.pairs or rule.startswith("RI-M"):
            found.append(lacking(row, hand) if each.pairs or rule in ("RI-M01", "RI-M02") else [])
    return min(found, key=len) if found else ["the tiles are no winning hand"]
