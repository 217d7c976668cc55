"""The addresses of the play view. A tap is a form, so it works without a script as well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from mjscore.errors import ScoreError
from mjscore.registry import GAMES

from ..asking import form
from ..render import page
from . import board, penalty
from .desk import Desk, GoneError, Sitting

LONGEST = 4000
BAD = 409
Work = Callable[[Desk, Sitting, dict[str, str]], object]


def desk(request: Request) -> Desk:
    """The one of this server."""
    found: Desk = request.app.state.desk
    return found


async def matches(request: Request) -> Response:
    """Choose a match, or begin one."""
    names = await run_in_threadpool(desk(request).names)
    return page(request, "play/matches.html", names=names, profiles=tuple(GAMES), given={},
                problem="")


async def begin(request: Request) -> Response:
    """Begin a match and go there."""
    given = await form(request, LONGEST)
    players = [given.get(f"player{number}", "").strip() for number in range(1, 5)]
    name = given.get("name", "").strip()
    try:
        await run_in_threadpool(desk(request).begin, name, given.get("profile", ""), players)
    except ScoreError as problem:
        names = await run_in_threadpool(desk(request).names)
        return page(request, "play/matches.html", BAD, names=names, profiles=tuple(GAMES),
                    given=given, problem=str(problem))  # fmt: skip
    return RedirectResponse(address(name), 303)


async def show(request: Request) -> Response:
    """The hand that is entered now, and the match sheet."""
    return await answered(request, lambda desk, now, given: None)


async def revision(request: Request) -> Response:
    """What changes when another phone has done something."""
    name = request.path_params["match"]

    def look() -> str:
        with desk(request).at(name) as now:
            return board.revision(now)

    try:
        return PlainTextResponse(await run_in_threadpool(look))
    except ScoreError as problem:
        return PlainTextResponse(str(problem), 404)


async def hand(request: Request) -> Response:
    """An earlier hand, itemised."""
    name, label = request.path_params["match"], request.path_params["label"]

    def look() -> dict[str, Any]:
        with desk(request).at(name) as now:
            seq = now.match.standing.find(label).seq
            row = next(row for row in now.match.sheet.rows if row.entry.seq == seq)
            return {"match": name, "label": label, "item": board.items(row),
                    "problem": str(row.problem or ""), "is_hand": row.entry.kind == "hand"}

    try:
        return page(request, "play/hand.html", **await run_in_threadpool(look))
    except ScoreError as problem:
        return page(request, "play/gone.html", 404, problem=str(problem))


def act(work: Work) -> Callable[..., Any]:
    """An address that does something with a match and then shows it."""

    async def endpoint(request: Request) -> Response:
        return await answered(request, work)

    return endpoint


async def answered(request: Request, work: Work) -> Response:
    """Do it and show the match; a refusal is shown there as a sentence, nothing tapped is lost."""
    given = await form(request, LONGEST) if request.method == "POST" else {}
    name = request.path_params["match"]

    def done() -> tuple[dict[str, Any], int]:
        status = 200
        with desk(request).at(name) as now:
            try:
                work(desk(request), now, given)
            except ScoreError as problem:
                now.notice = str(problem)
                status = BAD if isinstance(problem, GoneError) else 422
            return board.values(now), status

    try:
        shown, status = await run_in_threadpool(done)
    except ScoreError as problem:
        return page(request, "play/gone.html", 404, problem=str(problem))
    if request.headers.get("hx-request") == "true":
        return page(request, "play/board.html", status, **shown)
    if request.method == "POST" and status == 200:
        return RedirectResponse(address(name), 303)
    return page(request, "play/match.html", status, **shown)


def address(name: str) -> str:
    """Of a match."""
    return "/play/m/" + quote(name)


def _tap(desk: Desk, now: Sitting, given: dict[str, str]) -> None:
    desk.tap(now, given.get("mark", ""), given.get("tap", ""))


def _confirm(desk: Desk, now: Sitting, given: dict[str, str]) -> None:
    desk.confirm(now, given.get("mark", ""))


HERE = "/play/m/{match}"
ROUTES = [
    Route("/play", matches),
    Route("/play/new", begin, methods=["POST"]),
    Route(HERE, show),
    Route(HERE + "/board", show),
    Route(HERE + "/revision", revision),
    Route(HERE + "/hand/{label}", hand),
    Route(HERE + "/tap", act(_tap), methods=["POST"]),
    Route(HERE + "/confirm", act(_confirm), methods=["POST"]),
    Route(HERE + "/penalty", penalty.endpoint, methods=["GET", "POST"]),
    Route(HERE + "/undo", act(lambda desk, now, given: desk.undo(now, given.get("lines", ""))),
          methods=["POST"]),
    Route(HERE + "/edit", act(lambda desk, now, given: desk.edit(now, given.get("label", ""))),
          methods=["POST"]),
    Route(HERE + "/leave", act(lambda desk, now, given: desk.leave(now)), methods=["POST"]),
]  # fmt: skip
