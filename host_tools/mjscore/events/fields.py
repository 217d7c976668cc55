"""What an event of a request says, checked field by field; a sentence for what cannot be."""

from typing import Any, NoReturn

from mjscore.errors import bad, nearest, shown
from mjscore.events.names import CASE, plain
from mjscore.events.rows import FOURS, MISTAKEN, PAYMENT, ROWS, Happened, Row, misshown, rows_of
from mjscore.fields import seat, tiles, truth
from mjscore.hand import Request
from mjscore.options import MOST
from mjscore.ruleset import builtin
from mjscore.settle import BETTOR, PLAYERS


def row_of(system: str, data: Any, field: str) -> tuple[Row, dict[str, Any]]:
    """The row of the table that an event belongs to, and the event under the row's name."""
    if not isinstance(data, dict):
        bad(f"must be an object with the name of the event, not {shown(data)}", field, "ENG-12")
    data = plain(system, data)
    rows = rows_of(system)
    for row in rows:
        if row.event == data["event"]:
            break
    else:
        _unknown(data["event"], system, [each.event for each in rows], f"{field}.event")
    for key in data:
        if key not in row.fields and key not in ("event", CASE):
            hint = nearest(key, row.fields)
            if hint.startswith("; did"):
                bad(f"there is no such field{hint}", f"{field}.{key}", row.rule)
    return row, data


def _unknown(name: Any, system: str, known: list[str], field: str) -> NoReturn:
    for other, rows in ROWS.items():
        for row in rows:
            if name in (row.event, row.rule):
                bad(f"{name} is an event of {other}, and the hand is played by {system}", field,
                    row.rule)  # fmt: skip
    bad(f"{system} has no event {shown(name)}{nearest(name, known)}", field, "ENG-12")


def read_event(
    request: Request, row: Row, data: dict[str, Any], field: str, exposed: frozenset[int]
) -> Happened:
    """The event as its row wants it; `exposed` are the hands shown in error before it."""
    if row is PAYMENT:
        return _payment(request, data, field)
    if not row.fields:
        return Happened()
    thrower = "thrower" in row.fields and data.get("seat") is None and "thrower" in data
    who = "thrower" if thrower else "seat"
    place = seat(data.get(who), f"{field}.{who}")
    if row.event == MISTAKEN:
        return _mistaken(place, data, field, exposed)
    if row.event in FOURS:
        return _four(request, place, row, data, field)
    if "dice" in row.fields and data.get("dice") not in (None, [6, 6, 6]):
        bad(f"three sixes are [6, 6, 6], not {shown(data['dice'])}", f"{field}.dice", row.rule)
    limit = 0
    if request.system == "LASFS":
        limit = request.options["limit"] or builtin("LASFS").limit or 0
    return Happened(place, beginners=request.options.get("beginners", ()), limit=limit)


def _mistaken(place: int, data: dict[str, Any], field: str, before: frozenset[int]) -> Happened:
    exposed = _exposed(data, field)
    exposed |= before if exposed else frozenset()
    if len(exposed) == 4:
        bad("all four hands are shown; one at least stays hidden", f"{field}.exposed", "SA-X04")
    case = misshown(exposed).rule
    if data.get(CASE, case) != case:
        bad(f"{len(exposed)} hands shown are the case of {case}, and another one is named",
            f"{field}.exposed", data[CASE])  # fmt: skip
    value = data.get("value")
    if value is None and len(exposed) == 3:
        bad("the value of the hand announced is needed: all pay it to the hidden hand",
            f"{field}.value", "SA-Q06")  # fmt: skip
    amount = 0 if value is None else _amount(value, f"{field}.value", "SA-Q06")
    return Happened(place, exposed, amount)


def _exposed(data: dict[str, Any], field: str) -> frozenset[int]:
    """The hands shown: named, or all but the only one that is hidden."""
    named, hidden = data.get("exposed"), data.get("hidden")
    if not isinstance(named, list | None):
        bad(f"must be a list of seats, not {shown(named)}", f"{field}.exposed", "SA-X03")
    exposed = frozenset(seat(each, f"{field}.exposed") for each in named or ())
    if hidden is None:
        return exposed
    rest = frozenset(range(4)) - {seat(hidden, f"{field}.hidden")}
    if named is not None and exposed != rest:
        bad("all hands but the hidden one are exposed, and others are named", f"{field}.hidden",
            "SA-X04")  # fmt: skip
    return rest


def _four(request: Request, place: int, row: Row, data: dict[str, Any], field: str) -> Happened:
    shown_tiles = tiles(data.get("tiles"), f"{field}.tiles")
    if shown_tiles and tuple(sorted(shown_tiles)) not in FOURS[row.event]:
        what = "the four animals" if row.event == "zoo" else "all four flowers or all four seasons"
        bad(f"a {row.event} is {what}, not {' '.join(data['tiles'])}", f"{field}.tiles", row.rule)
    drawn = data.get("drawn_by_oneself")
    if drawn is not None:
        truth(data, "drawn_by_oneself", f"{field}.drawn_by_oneself")
    if drawn is False and row.event == "bouquet":
        bad("only a zoo has to be drawn by oneself", f"{field}.drawn_by_oneself", row.rule)
    dice = data.get("dice")
    if dice is not None and not _two_dice(dice):
        bad(f"must be two numbers 1..6, not {shown(dice)}", f"{field}.dice", "MH-S04")
    thrown = tuple(dice or request.dice)
    before = truth(data, "paid", f"{field}.paid")
    return Happened(place, tiles=tuple(shown_tiles), drawn=drawn is not False, before=before,
                    double=len(thrown) == 2 and thrown[0] == thrown[1])  # fmt: skip


def _two_dice(dice: Any) -> bool:
    return (
        isinstance(dice, list)
        and len(dice) == 2
        and all(type(pips) is int and 1 <= pips <= 6 for pips in dice)
    )


def _payment(request: Request, data: dict[str, Any], field: str) -> Happened:
    payer, payee = (_player(request, data.get(key), f"{field}.{key}") for key in ("from", "to"))
    if payer == payee:
        bad("nobody pays himself: from and to are the same", f"{field}.to", "ENG-12")
    amount = _amount(data.get("amount"), f"{field}.amount", "ENG-12")
    return Happened(payer=payer, payee=payee, value=amount)


def _player(request: Request, value: Any, field: str) -> int:
    if value == PLAYERS[BETTOR]:
        if request.bettor is None:
            bad("nobody bets in this hand", field, "SA-S05")
        return BETTOR
    return seat(value, field)


def _amount(value: Any, field: str, rule: str) -> int:
    if type(value) is not int or not 1 <= value <= MOST:
        bad(f"must be a whole number from 1 to {MOST}, not {shown(value)}", field, rule)
    return int(value)
