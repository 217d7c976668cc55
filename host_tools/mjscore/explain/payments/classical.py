"""The classical settlement: winner, losers, East; double dice, dead rounds, drawn hands."""

from mjscore.explain.payments.result import Paid, Way, all_pay, names, nobody_won, pay
from mjscore.settle import EAST, SEAT_PAIRS
from mjscore.tiles import SEATS

PENALTIES = ("LASFS-X01",)  # in which East has the double (rules LASFS-S03)
DOUBLE_FOUR = 2000  # of a bouquet or zoo with double dice (rules MH-S04)
Pair = tuple[int, int, int, str]  # payer, payee, amount, how it is found


def _differences(paid: Paid, seats: list[int]) -> list[Pair]:
    """What each pair of scored seats whose hands differ owes."""
    found = []
    for low, high in SEAT_PAIRS:
        first, second = paid.worth(low), paid.worth(high)
        if first is None or second is None or low not in seats or high not in seats:
            continue
        if first != second:
            more, less = max(first, second), min(first, second)
            payer, payee = (low, high) if first < second else (high, low)
            found.append((payer, payee, more - less, f"{more} - {less}"))
    return found


def _losers(paid: Paid) -> str:
    if paid.win is None or not paid.request.rules.settlement.losers:
        return ""
    return _settled(_differences(paid, paid.others))


def _dead_round(paid: Paid) -> str:
    return "" if paid.win is not None else _settled(_differences(paid, paid.others))


def _settled(pairs: list[Pair]) -> str:
    return ", ".join(f"{pay([payer])} {names([payee])} {told}" for payer, payee, _, told in pairs)


def _of_east(paid: Paid) -> str:
    """Every payment in which East takes part, with its factor."""
    how = paid.request.rules.settlement
    east = how.east
    pairs = [each[:3] for each in _differences(paid, paid.others)] if how.losers else []
    if paid.win is not None and paid.value:
        giver = paid.win.giver
        pairs += [(payer, paid.win.seat, paid.value * how.share(payer, giver))
                  for payer in paid.others]  # fmt: skip
    for event in paid.events if paid.request.system == "LASFS" else ():
        if event["rule"] in PENALTIES:
            pairs += [(SEATS.index(each["from"]), SEATS.index(each["to"]), each["amount"] // 2)
                      for each in event["transfers"]]  # fmt: skip
    return ", ".join(
        f"{pay([payer])} {names([payee])} {east} x {amount}"
        for payer, payee, amount in pairs
        if EAST in (payer, payee) and east > 1
    )


def _double_dice(paid: Paid) -> str:
    at_once = [each["amount"] for event in paid.events for each in event["transfers"]
               if event["rule"] in ("MH-B01", "MH-B02")]  # fmt: skip
    if not paid.doubled and DOUBLE_FOUR not in at_once:
        return ""
    return "the two dice are equal, so every value and payment counts twice"


def _drawn(paid: Paid) -> str:
    return "nobody won, so nobody pays" if paid.win is None and not paid.events else ""


def _equal(paid: Paid) -> list[str]:
    if paid.win is None:
        return ["nobody won, so there are no losers"]
    if not paid.request.rules.settlement.losers:
        return ["by the rules played the losers settle nothing among themselves"]
    hands = [paid.request.hands[seat] for seat in paid.others]
    if not any(hand.concealed or hand.melds for hand in hands):
        return ["the losers' hands were not given"]
    return ["the losers' hands are worth the same"]


def _without_east(paid: Paid) -> list[str]:
    if paid.request.rules.settlement.east == 1:
        return ["by the rules played East pays and receives once"]
    return ["East is not among those who pay or receive"]


def _was_won(paid: Paid) -> list[str]:
    if paid.win is not None:
        return ["the hand was won"]
    return ["no hand is worth more than another" if paid.hands else "no hand was scored"]


def _no_throw(paid: Paid) -> list[str]:
    return ["the two dice were not equal" if paid.request.dice else "no dice were given"]


def classical(prefix: str) -> tuple[Way, ...]:
    """The three rules that all the classical systems have."""
    return (
        Way(f"{prefix}-S01", all_pay, nobody_won),
        Way(f"{prefix}-S02", _losers, _equal),
        Way(f"{prefix}-S03", _of_east, _without_east),
    )


DRAWN = Way("SB-S04", _drawn, _was_won)
DOUBLE_DICE = Way("MH-S04", _double_dice, _no_throw)
DEAD_ROUND = Way("LASFS-S04", _dead_round, _was_won)
