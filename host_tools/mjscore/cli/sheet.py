"""The itemised sheet for people: what each hand scored by which rule, and who pays whom."""

from typing import Any

from mjscore.cli.page import Page
from mjscore.cli.pictures import one, shown
from mjscore.compact import to_compact
from mjscore.errors import ScoreError
from mjscore.explain import payments
from mjscore.explain.card import card_line
from mjscore.registry import REGISTRY, counted
from mjscore.rulebook import rule
from mjscore.tiles import SEAT_NAMES

SOURCES = {
    "discard": "discarded by {giver}",
    "robbed_kong": "robbed from the kong of {giver}",
    "wall": "drawn from the wall",
    "loose_kong": "drawn to replace a kong",
    "loose_flower": "drawn to replace a flower",
    "dealt": "complete from the deal",
}


def sheet(page: Page, request: Any, answer: dict[str, Any], way: str) -> None:
    """Put the answer to a request on the page; `way` shows the tiles (`pictures.WAYS`)."""
    if "error" in answer:
        page.line(f"error: {answer['error']['message']}")
        return
    page.line(headline(request, answer, way), strong=True)
    if not answer["legal"]:
        page.line(f"This is no winning hand: {answer['reason']} [{answer['rule']}].")
        return
    winner = (request.get("win") or {}).get("seat")
    seats = sorted(answer["hands"], key=lambda seat: seat != winner)  # the winner's sheet first
    for seat in seats:
        page.line()
        _seat(page, seat, request, answer, way)
    page.line()
    for event in answer.get("events", []):
        who = f" ({SEAT_NAMES[event['seat']]})" if event.get("seat") else ""
        name = event["event"].replace("_", " ")
        page.line(f"{event['rule']} {name}{who}: {event['follows']}")
    if answer.get("events"):
        page.line()
    _payments(page, request, answer)


def headline(request: dict[str, Any], answer: dict[str, Any], way: str) -> str:
    """Who won with what."""
    win = request.get("win")
    double = " Double dice." if answer.get("double_dice") else ""
    if not win:
        return f"{answer['system']}: nobody wins.{double}"
    seat = SEAT_NAMES[win["seat"]]
    if win.get("tile") is None:
        return f"{answer['system']}: {seat} wins, {str(win.get('special')).replace('_', ' ')}."
    source = SOURCES[win["source"]].format(giver=SEAT_NAMES.get(win.get("from"), "a player"))
    return f"{answer['system']}: {seat} wins with {one(win['tile'], way)}, {source}.{double}"


def _seat(page: Page, seat: str, request: Any, answer: dict[str, Any], way: str) -> None:
    found, double = answer["hands"][seat], answer.get("double_dice")
    page.line(f"{SEAT_NAMES[seat]}: {found['value']}", strong=True)
    hand = request["players"].get(seat) or {}
    text = found.get("reading") or _held(seat, hand, request.get("win") or {})
    beside = to_compact({"bonus": hand.get("bonus"),
                         "bonus_undeclared": hand.get("bonus_undeclared")})  # fmt: skip
    if found.get("reading") and beside:
        text = f"{text} {beside}"
    if text:
        page.line("  " + shown(text, way))
    rows = [[id, _name(id), str(amount), ""] for id, amount in found["lines"]]
    rows += [[id, _name(id), "", str(amount)] for id, amount in found["doubles"]]
    if rows:
        rows.append(["", "sum", str(found["points"]), str(found["doubles_total"])])
        page.table(("rule", "what", *_heads(answer["system"])), rows, (2, 3))
        twice = f"; double dice: {found['value']}" if double else ""
        page.line("  " + arithmetic(found, answer["system"]) + twice)
    card = answer.get("card_hand")
    if card and (request.get("win") or {}).get("seat") == seat:
        page.line("  " + card_line(card, lambda code: one(code, way)))
    for id in found["limits"]:
        page.line(f"  {id} {_name(id)}: the value is {found['value']}")


def _heads(system: str) -> list[str]:
    """`points` and `doubles`, or what the system counts in their place."""
    return [counted(system, 0, doubles)[2:] for doubles in (False, True)]


def arithmetic(found: dict[str, Any], system: str = "") -> str:
    """How points and doubles make the value: `34 points, rounded to 40; 40 x 2 x 2 = 160`."""
    if system in REGISTRY and REGISTRY[system].by_table:
        rounded = found.get("points_rounded", 0)
        told = [counted(system, rounded)] if rounded else []
        told.append(counted(system, found["doubles_total"], True))
        return f"{', '.join(told)}: {found['value']}"
    points = found.get("points_rounded", found["points"])
    rounded = f", rounded to {points}" if points != found["points"] else ""
    doubles = found["doubles_total"]
    if not doubles:
        return f"{found['points']} points{rounded}"
    product = f"{points} x 2^{doubles}" if doubles > 4 else f"{points}" + " x 2" * doubles
    return f"{found['points']} points{rounded}: {product} = {points << doubles}"


def _held(seat: str, hand: dict[str, Any], win: dict[str, Any]) -> str:
    """The hand as it was told, with the winning tile of the winner."""
    try:
        return to_compact(hand, win.get("tile") if win.get("seat") == seat else None)
    except (ScoreError, KeyError):
        return ""


def _payments(page: Page, request: Any, answer: dict[str, Any]) -> None:
    if not answer["transfers"]:
        page.line("Nobody pays.")
    else:
        rows = [[SEAT_NAMES[each["from"]], SEAT_NAMES[each["to"]], str(each["amount"])]
                for each in answer["transfers"]]  # fmt: skip
        page.table(("pays", "to", "amount"), rows, (2,))
        net = ", ".join(
            f"{SEAT_NAMES[player]} {amount:+d}" for player, amount in answer["net"].items()
        )
        page.line(f"Together: {net}.")
    for line in payments.lines(request, answer):
        page.line("  " + line)
    if answer.get("left_out"):
        seats = ", ".join(SEAT_NAMES[seat] for seat in answer["left_out"])
        page.line(f"Only the winner's hand was given: what {seats} settle among themselves"
                  " is not in these payments.")  # fmt: skip


def _name(id: str) -> str:
    try:
        return rule(id).name
    except ScoreError:
        return ""
