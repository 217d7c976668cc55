"""Events of a hand: penalties, payments at once and by agreement, warnings (rules 3.5, 6.5,
7.6, 8.6).

An event is {"event": name, "seat": letter, ...}. What the events of a request make people pay is
added to what is paid for the hand, netted by pairs.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from mjscore.errors import ScoreError, bad
from mjscore.events import rows as event_rows
from mjscore.events.fields import read_event, row_of
from mjscore.events.rows import MISTAKEN, PAYMENT, Happened, Row, misshown
from mjscore.hand import Request
from mjscore.settle import PLAYERS, Payments
from mjscore.sheet import Answer, Illegal
from mjscore.systems import game
from mjscore.tiles import CODES, SEATS

IDS = event_rows.IDS


class Event(NamedTuple):
    """An event of a request: its row of the table, what it says, what is paid for it."""

    row: Row
    happened: Happened
    payments: Payments

    @property
    def barred(self) -> frozenset[int]:
        """Seats that cannot win the hand any more."""
        exposed = self.happened.exposed
        return exposed | {self.happened.seat} if self.row.bars else exposed

    def as_dict(self) -> dict[str, Any]:
        """The event's part of the answer: what happened, under which rule, what follows."""
        row, happened = self.row, self.happened
        told: dict[str, Any] = {"event": row.event, "rule": row.rule}
        if happened.seat >= 0:
            told["seat"] = SEATS[happened.seat]
        if row is PAYMENT:
            told |= {"from": PLAYERS[happened.payer], "to": PLAYERS[happened.payee],
                     "amount": happened.value}  # fmt: skip
        elif row.event == MISTAKEN:
            told["exposed"] = [SEATS[seat] for seat in sorted(happened.exposed)]
            told |= {"value": happened.value} if happened.value else {}
        if happened.tiles:
            told["tiles"] = [CODES[tile] for tile in happened.tiles]
        return told | {"follows": row.follows, "transfers": self.payments.transfers()}


def settled(request: Request, score: Callable[[Request], Answer]) -> Answer:
    """The answer to a request with events; `score` scores the hand.

    Illegal when somebody wins whom an event keeps from winning; ScoreError when an event cannot
    be, or somebody wins a hand that an event has ended.
    """
    events = read(request)
    end = next((each.row for each in events if each.row.ends), None)
    if end is None:
        _may_win(request, events)
        answer = score(request)
    else:
        if request.win is not None:
            bad(f"the {end.event} has ended the hand, so win must be null", "win", end.rule)
        answer = Answer(request.system, {}, Payments())  # no further scoring (rules LASFS-Q07)
        if _bets(request):
            answer.payments.players = len(PLAYERS)
    apply(events, answer)
    return answer


def ends_hand(system: str, data: dict[str, Any]) -> bool:
    """True when this event alone ends the hand; False too for one that cannot be."""
    try:
        of = game(system)
        request = Request(of.name, of.defaults, of.rules, of.tables)
        request.events = [data]
        events = read(request)
    except ScoreError:
        return False
    return any(event.row.ends for event in events)


def apply(events: list[Event], answer: Answer) -> None:
    """Tell the events in the answer and add what they make people pay."""
    for event in events:
        answer.payments.add(event.payments)
    answer.extra["events"] = [event.as_dict() for event in events]


def read(request: Request) -> list[Event]:
    """Every event of a request, checked; a bet that was shown is cancelled (rules SA-X11)."""
    told = [row_of(request.system, data, f"events[{at}]")
            for at, data in enumerate(request.events)]  # fmt: skip
    if "SA-X11" in [row.rule for row, _ in told]:
        request.bettor_shown = True
    exposed = frozenset([hand.seat for hand in request.hands if hand.exposed_in_error])
    events: list[Event] = []
    for at, (row, data) in enumerate(told):
        event = _event(request, row, data, f"events[{at}]", exposed)
        if event.happened.tiles and events:
            _laid_once(event, events, f"events[{at}].tiles")
        exposed |= event.happened.exposed
        events.append(event)
    return events


def _laid_once(event: Event, before: list[Event], field: str) -> None:
    """Refuse a tile that an earlier event of the hand has already."""
    laid = [tile for each in before for tile in each.happened.tiles]
    for tile in event.happened.tiles:
        if tile in laid:
            bad(f"{CODES[tile]} belongs to an earlier event of this hand already", field,
                event.row.rule)  # fmt: skip


def _event(
    request: Request, row: Row, data: dict[str, Any], field: str, exposed: frozenset[int]
) -> Event:
    happened = read_event(request, row, data, field, exposed)
    if row.event == MISTAKEN:
        row = misshown(happened.exposed)
    payments = row.pays(happened) if row.pays is not None else Payments()
    if _bets(request) and row is not PAYMENT:  # penalties and awards too (rules SA-S05)
        from mjscore.systems.shop_a.payment import mirror

        mirror(payments, request.bettor or 0)
    return Event(row, happened, payments)


def _bets(request: Request) -> bool:
    return request.bettor is not None and not request.bettor_shown


def _may_win(request: Request, events: list[Event]) -> None:
    """Illegal when the winner is out of the hand."""
    for event in events:
        if request.win is not None and request.win.seat in event.barred:
            rule = "SA-X03" if event.row.event == MISTAKEN else event.row.rule
            raise Illegal(f"after {event.row.event} this hand cannot win", rule)
