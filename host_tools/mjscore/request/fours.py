"""Bouquets and zoos of HANDS: who shows four that belong together is paid, event or not.

What lies beside the hands says who gathered them; an event need only be told for what the tiles
do not show: that a zoo was not drawn by oneself, or that it was paid before (rules MH-B01, B02).
"""

from typing import Any

from mjscore.errors import bad
from mjscore.events.fields import row_of
from mjscore.events.rows import FOURS
from mjscore.fields import seat
from mjscore.hand import Hand, Request
from mjscore.tiles import INDEX, SEAT_NAMES, SEATS, codes

IDS = ("MH-B01", "MH-B02")  # rules computed here
_LIST = [(name, four, frozenset(four)) for name, fours in FOURS.items() for four in fours]
_Told = set[tuple[int, tuple[int, ...]]]  # seat and its four


def gather(request: Request) -> None:
    """Add the events that the tiles show; ScoreError for one whose tiles lie nowhere.

    A zoo that was not drawn by oneself is none: its animals count like others (`Hand.own_zoo`).
    """
    if not request.hands:
        return
    told: _Told = set()
    events = list(request.events)
    for at, data in enumerate(events):
        row, plain = row_of(request.system, data, f"events[{at}]")
        if row.event in FOURS:
            events[at] = _held(request, plain, row.rule, f"events[{at}]", told)
    for hand in request.hands:
        if len(hand.bonus) < 4:
            continue
        beside = set(hand.bonus)
        for name, four, tiles in _LIST:
            if tiles <= beside and (hand.seat, four) not in told:
                events.append({"event": name, "seat": SEATS[hand.seat], "tiles": codes(four)})
    request.events = events


def _held(
    request: Request, event: dict[str, Any], rule: str, field: str, told: _Told
) -> dict[str, Any]:
    """The event with the four tiles that it means, which its player must show."""
    hand = request.hands[seat(event.get("seat"), f"{field}.seat")]
    named = event.get("tiles")
    four = _meant(hand, event["event"], named, told)
    if four is None:  # tiles that make no four are told by the event's own check
        return event
    shows = set(four) <= set(hand.bonus)
    if not shows and (hand.bonus or hand.concealed or hand.melds):
        lie = " ".join(codes(sorted(hand.bonus))) or "nothing"
        bad(f"{SEAT_NAMES[SEATS[hand.seat]]} shows no {event['event']}: {' '.join(codes(four))}"
            f" must lie beside the hand, and {lie} does", field, rule)  # fmt: skip
    told.add((hand.seat, four))
    if event["event"] == "zoo" and event.get("drawn_by_oneself") is False:
        hand.own_zoo = False
    return event | {"tiles": codes(four)} if shows and not named else event


def _meant(hand: Hand, name: str, named: Any, told: _Told) -> tuple[int, ...] | None:
    """The four that an event names, or those that its player shows and that were not told yet."""
    fours = FOURS[name]
    if named:
        listed = isinstance(named, list) and all(str(tile) in INDEX for tile in named)
        tiles = tuple(sorted(INDEX[str(tile)] for tile in named)) if listed else ()
        return tiles if tiles in fours else None
    left = [four for four in fours if (hand.seat, four) not in told]
    return next((four for four in left if set(four) <= set(hand.bonus)), left[0] if left else None)


def paid_before(request: dict[str, Any], events: list[dict[str, Any]]) -> dict[str, Any]:
    """The request (JSON values) in which bouquets and zoos that its hands show are not paid again.

    `events` are those that were settled before the hand, at the seats of the request.
    """
    players = request.get("players")
    known = []
    for event in events:
        hand = players.get(event.get("seat")) if isinstance(players, dict) else None
        shown = hand.get("bonus") if isinstance(hand, dict) else None
        lie = {INDEX.get(str(tile)) for tile in shown} if isinstance(shown, list) else set()
        if any(lie >= set(four) for four in FOURS.get(str(event.get("event")), ())):
            known.append(event | {"paid": True})
    return request | {"events": [*(request.get("events") or []), *known]} if known else request
