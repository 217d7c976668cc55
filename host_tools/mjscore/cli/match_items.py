"""One entry itemised by rule: what each hand counted, what events lead to, who pays whom."""

from collections.abc import Mapping
from typing import Any

from ..errors import ScoreError
from ..explain.card import card_line
from ..match.table import Row
from ..registry import REGISTRY, counted
from ..rulebook import rule as found
from .match_output import Output


def itemised(out: Output, row: Row | None) -> None:
    """What each scored hand counted, rule by rule, and who pays whom."""
    if row is None or row.answer is None:
        return
    seats = row.before.seats
    for seat, hand in (row.answer.get("hands") or {}).items():
        if hand.get("lines") or hand.get("doubles") or hand["value"]:
            _hand(out, f"{seats[seat]} ({seat})", hand, row.answer["system"])
    if row.answer.get("card_hand"):
        out.say("  " + card_line(row.answer["card_hand"]))
    events = row.answer.get("events") or []
    for event in events[-1:] if row.entry.kind == "penalty" else events:  # the last is its own
        out.say(_event(row, event))
    payments = row.answer.get("transfers") or []
    for payment in payments:
        giver, taker = _who(row, payment["from"]), _who(row, payment["to"])
        out.say(f"{giver} pays {taker} {payment['amount']}")
    if not payments:
        out.say("Nobody pays anything.")


def _event(row: Row, event: Mapping[str, Any]) -> str:
    """An event under its rule, and what follows from it."""
    who = f" ({_who(row, event['seat'])})" if event.get("seat") else ""
    return f"{event['rule']} {event['event'].replace('_', ' ')}{who}: {event['follows']}"


def _hand(out: Output, who: str, hand: dict[str, Any], system: str) -> None:
    reading = hand.get("reading")
    out.say(f"{who}: value {hand['value']}" + (f"  {reading}" if isinstance(reading, str) else ""))
    lines = [*((rule, _amount(system, points)) for rule, points in hand.get("lines", [])),
             *((rule, _amount(system, times, True)) for rule, times in hand.get("doubles", [])),
             *((rule, "limit") for rule in hand.get("limits", []))]  # fmt: skip
    for rule, amount in lines:
        out.say(f"  {rule:<9} {amount:>6}  {_text(rule)}".rstrip())


def _amount(system: str, number: int, doubles: bool = False) -> str:
    """`10`, `x4`; where a table says what they are worth, by name: `20 fu`."""
    if system in REGISTRY and REGISTRY[system].by_table:
        return counted(system, number, doubles)
    return f"x{2**number}" if doubles else f"{number}"


def _text(rule: str) -> str:
    try:
        return found(rule).name
    except ScoreError:
        return ""


def _who(row: Row, seat: str) -> str:
    return row.before.seats.get(seat) or row.before.bench or seat
