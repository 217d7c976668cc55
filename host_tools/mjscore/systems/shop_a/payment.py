"""Who pays the winner of a card hand, and what the bettor repeats (rules SA-S01..S05)."""

from mjscore.hand import DISCARD, Hand, Win
from mjscore.ruleset import builtin
from mjscore.settle import BETTOR, SEAT_PAIRS, Payments, Settlement

RULES = builtin("SHOP-A")


def paid(value: int, win: Win, doubled: bool, how: Settlement = RULES.settlement) -> Payments:
    """Each other seat pays the value; the discarder twice, or all twice when `doubled`.

    Dead hands and hands exposed in error pay like the others (SA-S04); East has no double.
    """
    payments = Payments()
    for payer in range(4):
        if payer != win.seat:
            times = how.share(payer, win.giver) if doubled or win.giver is not None else 1
            payments.pay(payer, win.seat, times * value)
    return payments


def jokerless_double(hand: Hand, win: Win, jokers: int, scope: str) -> bool:
    """True when everybody pays twice: no discard won and no joker is used (SA-S02, SA-Q12).

    With the scope `whole_hand` no discard may have been claimed for a meld either, and no joker
    have been used at any time (SA-Q05). East's dealt hand was won without a discard too.
    """
    if win.source == DISCARD or jokers:
        return False
    return scope == "winning_tile" or not (hand.melds or win.joker_during_hand)


def mirror(payments: Payments, backed: int) -> None:
    """Add what the bettor repeats of the payments of the player he backs (SA-S05, SA-Q13).

    The partners of the backed player pay or get the same amount a second time, so the sum stays
    zero. To be called once on the payments of one hand or one event.
    """
    for low, high in SEAT_PAIRS:
        amount = payments.pairs[low, high]
        if low == backed and amount:
            payments.pay(BETTOR, high, amount)
        elif high == backed and amount:
            payments.pay(low, BETTOR, amount)
    payments.players = 5
