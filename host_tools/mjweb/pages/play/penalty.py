"""Penalties and payments of a match: chosen from the game's own table, then its fields asked for.

Each form has a mark, so that what is sent twice is stored once. One that by the rules ends the
hand is that hand, as by `mjscore match penalty`.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from mjscore.errors import ScoreError
from mjscore.events.rows import FOURS, PAYMENT, Row, rows_of
from mjscore.match.penalty import action as as_entered
from mjscore.tiles import CODES

from ..asking import form
from ..render import page
from .desk import Desk, Sitting

LONGEST = 4000
MOST_DIGITS = 9
LONGEST_WHY = 80


def rows(system: str, name: str = "") -> tuple[Row, ...]:
    """The rows of a system, or those of one event."""
    found = (*(row for row in rows_of(system) if row.event != PAYMENT.event), PAYMENT)
    return tuple(row for row in found if not name or row.event == name)


def shown(now: Sitting, given: Mapping[str, str], problem: str) -> dict[str, Any]:
    """What the page needs."""
    system = now.match.setup.system
    chosen = rows(system, given.get("event", "-"))
    seats = now.match.sheet.state.seats
    return {"match": now.match.setup.name, "problem": problem, "given": given,
            "names": dict.fromkeys(row.event for row in rows(system)),
            "chosen": chosen[0].event if chosen else "", "fields": _fields(chosen),
            "follows": [(row.rule, row.follows) for row in chosen],
            "fours": [[CODES[tile] for tile in four]
                      for four in (FOURS.get(chosen[0].event, ()) if chosen else ())],
            "people": now.match.setup.people if chosen and chosen[0] is PAYMENT
            else tuple(seats.values()), "mark": given.get("mark") or secrets.token_hex(8),
            "lines": now.lines}


def _fields(chosen: tuple[Row, ...]) -> tuple[str, ...]:
    return chosen[0].fields if chosen else ()


def action(now: Sitting, given: Mapping[str, str]) -> dict[str, Any]:
    """The action of the match that a form tells; ScoreError for what cannot be."""
    system, name = now.match.setup.system, given.get("event", "")
    if not given:
        raise ScoreError("what was sent is no form of this page, or far too long; choose anew")
    chosen = rows(system, name or "-")
    if not chosen:
        raise ScoreError(f"{system} has no penalty called {name[:40]!r}")
    for key in ("seat", "from", "to"):
        if key in chosen[0].fields and not given.get(key):
            raise ScoreError("nobody was chosen; choose who it is")
    if chosen[0] is PAYMENT:
        return payment(given)
    return as_entered(now.match, _body(chosen[0], given))


def payment(given: Mapping[str, str]) -> dict[str, Any]:
    """A payment by agreement."""
    why = given.get("why", "").strip()
    if len(why) > LONGEST_WHY or not why.isprintable():
        raise ScoreError(f"the reason is one line of at most {LONGEST_WHY} letters")
    told = {"do": "pay", "from": given["from"], "to": given["to"],
            "amount": whole(given.get("amount", ""))}
    return told | ({"why": why} if why else {})


def _body(row: Row, given: Mapping[str, str]) -> dict[str, Any]:
    """The event by people's names."""
    body: dict[str, Any] = {"event": row.event}
    if "seat" in row.fields:
        body["seat"] = given.get("seat", "")
    if "exposed" in row.fields:
        body["exposed"] = [text for key, text in sorted(given.items())
                           if key.startswith("exposed_")]
        body |= {"value": whole(given["value"])} if given.get("value") else {}
    if row.event in FOURS and given.get("tiles"):
        body["tiles"] = given["tiles"].split(",")
    if row.event == "zoo" and given.get("drawn") != "1":
        body["drawn_by_oneself"] = False
    return body


def whole(text: str) -> int:
    """A number of points."""
    if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS):
        raise ScoreError(f"points are a whole number, not {text[:20]!r}")
    return int(text)


async def endpoint(request: Request) -> Response:
    """Choose one, fill in its form, store it; then what it came to."""
    posted = request.method == "POST"
    given = await form(request, LONGEST) if posted else dict(request.query_params)
    desk: Desk = request.app.state.desk
    name = request.path_params["match"]

    def work() -> tuple[str, dict[str, Any]]:
        with desk.at(name) as now:
            problem = ""
            if posted:
                try:
                    row = desk.enter(now, action(now, given), given.get("mark") or "",
                                     given.get("lines") or "")
                    return (row.entry.label if row else ""), {}
                except ScoreError as refused:
                    problem = str(refused)
            return "", shown(now, given, problem)

    try:
        label, values = await run_in_threadpool(work)
    except ScoreError as problem:
        return page(request, "play/gone.html", 404, problem=str(problem))
    if values:
        return page(request, "play/penalty.html", 422 if values["problem"] else 200, **values)
    here = "/play/m/" + quote(name)
    return RedirectResponse(f"{here}/hand/{label}" if label else here, 303)
