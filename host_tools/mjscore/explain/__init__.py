"""A result told to people: every line with its rule, and what a hand lacks for a rule."""

from typing import Any

from mjscore.engine import score
from mjscore.explain import payments
from mjscore.explain.card import card_line
from mjscore.explain.lacks import why_not
from mjscore.registry import counted
from mjscore.rulebook import rule
from mjscore.tiles import SEAT_NAMES

__all__ = ["explain", "told", "why_not"]

_SOURCES = {
    "discard": "discarded by {giver}",
    "robbed_kong": "robbed from the kong of {giver}",
    "wall": "drawn from the wall",
    "loose_kong": "drawn as the replacement of a kong",
    "loose_flower": "drawn as the replacement of a flower",
    "dealt": "complete from the deal",
}


def explain(request: Any) -> str:
    """The answer to a request (JSON values) in words; ScoreError when it cannot be used."""
    return told(request, score(request))


def told(request: Any, answer: dict[str, Any]) -> str:
    """The answer to `request` in words: who won, every seat's lines, who pays whom."""
    lines = [_headline(request, answer)]
    if not answer["legal"]:
        return "\n".join([*lines, f"This is no winning hand: {answer['reason']}."])
    for seat, sheet in answer["hands"].items():
        lines += ["", *_sheet(answer["system"], seat, sheet)]
    if "card_hand" in answer:  # SHOP-A, where the winner alone has a sheet
        lines.append("  " + card_line(answer["card_hand"]))
    events = answer.get("events", [])
    apart = len(events) + len(answer["hands"]) > 1  # else the sum says it already
    for event in events:
        lines += ["", *_event(event, apart)]
    rules = [f"  {line}" for line in payments.lines(request, answer)]
    return "\n".join([*lines, "", *_payments(answer), *rules])


def _headline(request: Any, answer: dict[str, Any]) -> str:
    win = request.get("win")
    if not win:
        return f"{answer['system']}: nobody wins."
    seat = SEAT_NAMES[win["seat"]]
    if win.get("tile") is None:
        return f"{answer['system']}: {seat} wins with {str(win.get('special')).replace('_', ' ')}."
    source = _SOURCES[win["source"]].format(giver=SEAT_NAMES.get(win.get("from"), "a player"))
    return f"{answer['system']}: {seat} wins with {win['tile']}, {source}."


def _sheet(system: str, seat: str, sheet: dict[str, Any]) -> list[str]:
    items = [_rule_line(counted(system, amount), id) for id, amount in sheet["lines"]]
    items += [_rule_line(counted(system, amount, True), id) for id, amount in sheet["doubles"]]
    items += [_rule_line("limit", id) for id in sheet["limits"]]
    reading = [f"  read as {sheet['reading']}"] if sheet.get("reading") else []
    return [f"{SEAT_NAMES[seat]}: {_sum(system, sheet)}", *reading, *items]


def _sum(system: str, sheet: dict[str, Any]) -> str:
    """How the value comes about, e.g. `34 points, rounded to 40, 1 double: 80`."""
    if not sheet["lines"] and not sheet["doubles"]:
        return str(sheet["value"])
    parts = [counted(system, sheet["points"])] if sheet["lines"] else []
    rounded = sheet.get("points_rounded", sheet["points"])
    if rounded != sheet["points"]:
        parts.append(f"rounded to {rounded}")
    if sheet["doubles_total"]:
        parts.append(counted(system, sheet["doubles_total"], True))
    return f"{', '.join(parts)}: {sheet['value']}"


def _event(event: dict[str, Any], apart: bool) -> list[str]:
    """What happened and its rule; `apart`: also what is paid for it alone."""
    name = event["event"].replace("_", " ")
    head = f"Event: {name}" + (f", {SEAT_NAMES[event['seat']]}" if "seat" in event else "")
    own = rule(event["rule"])
    paid = [f"  {text}" for text in _pays(event["transfers"])] if apart else []
    return [head, f"  {own.id}  {own.name}: {own.text}", *paid]


def _payments(answer: dict[str, Any]) -> list[str]:
    return _pays(answer["transfers"]) or ["Nobody pays."]


def _pays(transfers: list[dict[str, Any]]) -> list[str]:
    return [
        f"{_start(SEAT_NAMES[each['from']])} pays {SEAT_NAMES[each['to']]} {each['amount']}."
        for each in transfers
    ]


def _rule_line(amount: str, id: str) -> str:
    own = rule(id)
    return f"  {amount:>10}  {id}  {own.name}: {own.text}"


def _start(name: str) -> str:
    return name[0].upper() + name[1:]
