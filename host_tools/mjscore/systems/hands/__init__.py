"""HANDS: the list of special hands of document 003, with animals (rules chapter 7)."""

from mjscore.classical import best, itemised, sheet
from mjscore.errors import bad
from mjscore.hand import Hand, Request
from mjscore.options import flag, whole
from mjscore.settle import Payments, classical
from mjscore.sheet import Answer, Illegal, Sheet
from mjscore.systems.beside import refuse
from mjscore.systems.hands import basic, special
from mjscore.systems.hands.basic import tables
from mjscore.systems.hands.special import LIMIT, lacks, missing
from mjscore.tiles import ANIMAL, CODES, FLOWER, SEASON
from mjscore.view import View, notation

__all__ = ["IDS", "OPTIONS", "ROWS", "SETS", "double_dice", "lacks", "missing", "score", "tables"]

OPTIONS = (
    whole("limit", LIMIT, 2, "MH-C01", "nothing is cut"),
    flag("cap_ordinary", True, "MH-C01"),
    flag("animals", True, "MH-T01"),
)
ROWS = (*basic.ROWS, *special.ROWS)
SETS = basic.SETS
OTHERS = (  # computed here or by what is shared, and not by a row
    "MH-F02", "MH-F03", "MH-R01", "MH-R02", "MH-C01", "MH-S01", "MH-S02", "MH-S03", "MH-S04",
    "MH-X01",
)  # fmt: skip
IDS = frozenset([row.id for row in ROWS] + [row[0] for row in SETS] + list(OTHERS))
_COUNTED = ((), CODES, *[[f"{code}*{held}" for code in CODES] for held in (2, 3, 4)])
_FOURS = tuple(frozenset(range(first, first + 4)) for first in (FLOWER, SEASON, ANIMAL))


def score(request: Request) -> Answer:
    """The answer to a request; without a winner nothing is paid."""
    if not request.options["animals"]:
        refuse(request.hands, _FOURS[2], "animals", "MH-T01")
    if request.win is None:
        return Answer(request.system, {}, Payments())
    twice = 2 if double_dice(request) else 1
    win, how = request.win, request.rules.settlement
    won = _won(_view(request, request.hands[win.seat]))  # first: it may be illegal
    sheets = {hand.seat: won if hand.seat == win.seat else _lost(_view(request, hand))
              for hand in request.hands}  # fmt: skip
    if twice == 2:
        for found in sheets.values():
            found.times(2)
    values = [found.value for found in sheets.values()]
    answer = Answer(request.system, sheets, classical(values, win.seat, how, win.giver))
    if twice == 2:
        answer.extra["double_dice"] = True
    return answer


def _view(request: Request, hand: Hand) -> View:
    """The hand with the bonus tiles that count."""
    return View(request, hand, counting(hand.bonus, hand.own_zoo))


def double_dice(request: Request) -> bool:
    """True when the two dice are equal: everything is paid twice (rules MH-S04)."""
    dice = request.dice
    if dice and len(dice) != 2:
        bad(f"two dice are thrown, not {len(dice)}", "dice", "MH-S04")
    return bool(dice) and dice[0] == dice[1]


def rounded_up(points: int) -> int:
    """Points as they are doubled: up to the next ten (rules MH-R01)."""
    return -(-points // 10) * 10


def counting(bonus: list[int], own_zoo: bool = True) -> list[int]:
    """The bonus tiles that count: not those of a bouquet or zoo, paid at once (MH-B01, MH-B02).

    Animals that were not all drawn by oneself are no zoo, and count.
    """
    if len(bonus) < 4:
        return bonus
    beside = set(bonus)
    for four in _FOURS if own_zoo else _FOURS[:2]:
        if four <= beside:
            bonus = [tile for tile in bonus if tile not in four]
    return bonus


def _lost(view: View) -> Sheet:
    """A loser's sheet: nothing with an animal still in the hand (rules MH-X01)."""
    if view.hand.undeclared and max(view.hand.undeclared) >= ANIMAL:
        return _fixed(0, "MH-X01")
    read = view.declared_and_held(kong_held=True)
    view.read(*read)
    found = _sheet(view)
    found.reading = read
    return found


def _won(view: View) -> Sheet:
    """The best of the basic readings and the special hands; equals are special (MH-Q18)."""
    found = best(view, _sheet, basic.readings(view))
    fitting = special.of_tiles(view)
    chosen = special.best_of(fitting, view) if fitting else None
    if chosen is not None:
        value = chosen.halves(view) * (view.options["limit"] or LIMIT) // 2
    if chosen is not None and (found is None or value >= found.value):
        found = _fixed(value, chosen.id)
        found.reading = _laid_out(view)
    if found is None:
        raise _refused(view, fitting)
    return found


def _laid_out(view: View) -> str:
    """The tiles in the compact notation, for a hand that is not read as sets."""
    tiles = [_COUNTED[held][kind] for kind, held in enumerate(view.counts) if held]
    melds = view.hand.melds
    return " ".join([notation((melds, ())), *tiles] if melds else tiles)


def _fixed(value: int, rule: str) -> Sheet:
    found = Sheet.special(value, rule)
    found.rounded = 0
    return found


def _sheet(view: View) -> Sheet:
    """Points, rounded up to tens, doubled (MH-R01, MH-R02), then the cap."""
    result = sheet(*itemised(view))
    result.rounded = rounded_up(result.points)
    result.value = result.rounded << result.doubles_total
    limit = view.options["limit"]
    if limit is not None and result.value > limit and view.options["cap_ordinary"]:
        result.cap(limit, "MH-C01")
    return result


def _refused(view: View, fitting: list[special.Special]) -> Illegal:
    """Why the winner's tiles are no hand: the nearest reason that there is."""
    if fitting:
        own = max(reversed(fitting), key=lambda each: each.halves(view))
        lack = next(need.lack for need in own.needs if not need.test(view))
        return Illegal(f"the tiles are those of {own.name}, but {lack}", own.id)
    if not any(True for _ in view.readings()):
        return Illegal(
            "the winner's tiles are neither four sets and a pair nor a hand of the list", "MH-H01"
        )
    if not view.one_suit and view.suits:
        return Illegal("a basic hand has one suit only, and the list has no such hand", "MH-H03")
    return Illegal("a basic hand has one chow at most, and the list has no such hand", "MH-H01")
