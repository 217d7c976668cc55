"""What happens beside the hand and costs somebody something (rules 3.5, 6.5, 7.6, 8.6)."""

from tests.score.second.settle import Ledger
from tests.score.second.tiles import SEATS

OUT = {  # who did this cannot win the hand any more
    "SHOP-A": ("wrong_count", "exposed_in_error"),  # SA-X07, X03
    "YEE": ("wrong_count",),  # YEE-X03
    "LASFS": ("false_claim",),  # LASFS-X02
}


def paid(request):
    """The ledger of all events of a request; in SHOP-A the bettor repeats the awards (SA-S05)."""
    ledger, backed = Ledger(), None
    if not request.get("bettor_shown"):
        backed = request.get("bettor")
    for event in request.get("events") or []:
        for payer, taker, amount in payments(event, request):
            ledger.pay(payer, taker, amount)
            if event["event"] == "payment":  # an agreement of two players is no award
                continue
            if backed == payer:
                ledger.pay("bettor", taker, amount)
            if backed == taker:
                ledger.pay(payer, "bettor", amount)
    return ledger


def payments(event, request):
    """(payer, taker, amount) of one event; warnings have none."""
    name, seat = event["event"], event.get("seat")
    others = [each for each in SEATS if each != seat]
    dice = request.get("dice") or []
    if name == "payment":
        return [(event["from"], event["to"], event["amount"])]
    if name == "triple_six":  # YEE-B01
        return [(other, seat, 6) for other in others]
    if name == "threw_self_pick":  # YEE-X01
        return [(seat, other, 24) for other in others]
    if name in ("bouquet", "zoo"):  # MH-B01, B02; East alike (Q09), double dice double (S04)
        if event.get("drawn_by_oneself") is False or event.get("paid"):
            return []
        times = 2 if len(dice) == 2 and dice[0] == dice[1] else 1
        return [(other, seat, 1000 * times) for other in others]
    if name == "false_mah_jongg_exposed":  # LASFS-X01, S03
        return [(seat, other, 500 if "E" in (seat, other) else 250) for other in others]
    hidden = [each for each in SEATS if each not in event.get("exposed", [])]
    if name == "mistaken_mahjong" and len(hidden) == 1:  # SA-X04, Q06
        return [(each, hidden[0], event["value"]) for each in event["exposed"]]
    return []


def may_win(request):
    """False when an event keeps the winner from winning."""
    seat = request["win"]["seat"]
    for event in request.get("events") or []:
        if event.get("seat") == seat and event["event"] in OUT.get(request["system"], ()):
            return False
        if event["event"] == "mistaken_mahjong" and seat in event["exposed"]:  # SA-X02
            return False
    return True


def ends_the_hand(request):
    """True when nothing is scored after an event (LASFS-Q07)."""
    return any(each["event"] == "false_mah_jongg_exposed" for each in request.get("events") or [])
