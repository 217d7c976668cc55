"""What a result says about payments, and the words for who pays."""

from collections.abc import Callable
from typing import Any, NamedTuple

from mjscore.hand import Request
from mjscore.request import parse
from mjscore.tiles import SEAT_NAMES, SEATS


class Paid:
    """A checked request beside its answer."""

    def __init__(self, request: Any, answer: dict[str, Any]) -> None:
        self.request: Request = parse(request)
        self.events = answer.get("events", [])
        self.hands = answer.get("hands", {})
        self.transfers = answer.get("transfers", [])
        self.legal = answer["legal"]
        self.reason = answer.get("reason", "")
        self.win = self.request.win
        self.doubled = bool(answer.get("double_dice"))

    @property
    def value(self) -> int:
        """What the winning hand is worth, 0 without one."""
        return self.worth(self.win.seat) or 0 if self.win is not None else 0

    @property
    def others(self) -> list[int]:
        """Seats that did not win."""
        return [seat for seat in range(4) if self.win is None or seat != self.win.seat]

    def worth(self, seat: int) -> int | None:
        """The value of a seat's hand; None for one that was not scored."""
        sheet = self.hands.get(SEATS[seat])
        return None if sheet is None else int(sheet["value"])


Who = Callable[[Paid], str]  # who pays under the rule; empty when it was not used
Lack = Callable[[Paid], list[str]]  # why nobody does


class Way(NamedTuple):
    """A rule of payment: who pays by it, and why nobody does where it was not used."""

    rule: str
    who: Who
    lack: Lack


def names(seats: list[int]) -> str:
    """`East, West and North`."""
    names = [SEAT_NAMES[SEATS[seat]] for seat in seats]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def pay(seats: list[int]) -> str:
    """`East and West pay`, `East pays`."""
    return f"{names(seats)} pay" + "s" * (len(seats) == 1)


def all_pay(paid: Paid, factor: str | None = None) -> str:
    """All others pay the value of the winning hand, as often as the settlement says."""
    if paid.win is None or not paid.value:
        return ""
    to, how = names([paid.win.seat]), paid.request.rules.settlement
    shares = {seat: how.share(seat, paid.win.giver) for seat in paid.others}
    if factor is not None or set(shares.values()) == {1}:
        return f"{pay(paid.others)} {to} {factor or ''}{paid.value}"
    told = []
    for share in sorted(set(shares.values()), reverse=True):
        seats = [seat for seat in paid.others if shares[seat] == share]
        times = f"{share} x " if share > 1 else ""
        told.append(f"{pay(seats)} {to} {times}{paid.value}" if share else f"{pay(seats)} nothing")
    return ", ".join(told)


def nobody_won(paid: Paid) -> list[str]:
    """Why the winner gets nothing."""
    if paid.win is None:
        return ["nobody won"]
    return ["the winning hand is worth nothing"]
