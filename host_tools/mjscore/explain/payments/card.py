"""SHOP-A: the discarder, jokers, hands that are out, the bettor."""

from mjscore.explain.payments.result import Lack, Paid, Way, Who, all_pay, names, pay
from mjscore.hand import DISCARD
from mjscore.systems.shop_a.lacks import lacks_for
from mjscore.tiles import SEATS

OUT = ("SA-X02", "SA-X03", "SA-X07")  # events that put a seat out of the hand


def _discarded(paid: Paid) -> str:
    win = paid.win
    if win is None or win.source != DISCARD or win.giver is None:
        return ""
    rest = [seat for seat in paid.others if seat != win.giver]
    return f"{pay([win.giver])} {names([win.seat])} 2 x {paid.value}, {pay(rest)} {paid.value}"


def _card(id: str, factor: str) -> Who:
    """Everybody pays alike when nothing keeps the rule from being used."""
    return lambda paid: "" if lacks_for(paid.request, 0, id) else all_pay(paid, factor)


def _out(paid: Paid) -> str:
    out = {hand.seat for hand in paid.request.hands if hand.dead or hand.exposed_in_error}
    for event in paid.events:
        if event["rule"] in OUT:
            out |= {SEATS.index(seat) for seat in event.get("exposed", [event.get("seat")])}
    seats = [seat for seat in paid.others if seat in out]
    return f"{pay(seats)} in full, though out of the hand" if seats and paid.value else ""


def _bettor(paid: Paid) -> str:
    backed = paid.request.bettor
    pays = any("bettor" in (each["from"], each["to"]) for each in paid.transfers)
    if backed is None or not pays:
        return ""
    return f"the bettor pays and gets a second time what {names([backed])} does"


def _of_card(id: str) -> Lack:
    def lack(paid: Paid) -> list[str]:
        found = lacks_for(paid.request, 0, id)
        return found or ["nothing is paid that it would change"]

    return lack


WAYS = (
    Way("SA-S01", _discarded, _of_card("SA-S01")),
    Way("SA-S02", _card("SA-S02", "2 x "), _of_card("SA-S02")),
    Way("SA-S03", _card("SA-S03", ""), _of_card("SA-S03")),
    Way("SA-S04", _out, _of_card("SA-S04")),
    Way("SA-S05", _bettor, _of_card("SA-S05")),
)
