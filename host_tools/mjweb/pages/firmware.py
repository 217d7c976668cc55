"""The board's firmware: which it is, whether it is the release, a new one, the old one again."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mjtool.client import Client
from mjtool.dictionary import load
from mjtool.errors import ToolError
from mjtool.flash.compare import Comparison
from mjtool.flash.job import Flashed
from mjtool.handshake import dictionary_note
from mjtool.refusal import ask

from ..acts import firmware as acts
from ..acts.jobs import Job
from .asking import answer, asked, form, piece, plain
from .render import page, words_of

BACK = "/firmware"


async def shown(request: Request) -> Response:
    """Versions, and what can be done."""
    found, problem = await asked(request, versions)
    return page(request, "firmware.html", found=found, problem=problem, **state(request))


def versions(client: Client) -> dict[str, Any]:
    """Who answers, and whether its dictionary is ours."""
    hello = client.hello
    return {"hello": hello, "note": dictionary_note(hello, client.dictionary),
            "protocol": load().protocol, "state": ask(client, "status").fields["state"]}


def state(request: Request) -> dict[str, Any]:
    """The last piece of work, and what it found."""
    job: Job | None = request.app.state.jobs.of(acts.FLASH)
    last = job.results[-1] if job and job.results else None
    return {"job": job, "plain": plain, "place": request.app.state.releases.absolute(),
            "seen": last if isinstance(last, Comparison) else None,
            "flashed": last if isinstance(last, Flashed) else None}


async def now(request: Request) -> Response:
    """How the work stands, a piece of the page."""
    return piece(request, "pieces/flashing.html", BACK, **state(request))


async def begin(request: Request) -> Response:
    """Check, write or go back."""
    words = words_of(request)
    what = request.path_params["what"]
    agreed = (await form(request)).get("version", "")
    if what not in (acts.CHECK, acts.WRITE, acts.BACK):
        return answer(request, words("flash_unknown"), False, BACK)
    follower = request.app.state.follower
    url, problem = await asked(request, reachable)
    if url is None:
        return answer(request, problem, False, BACK)
    try:
        request.app.state.jobs.start(
            Job(acts.FLASH, words("flash_" + what), can_stop=False),
            acts.work(what, url, follower.apart, request.app.state.releases, agreed))
    except ToolError as refused:
        return answer(request, plain(refused, words_of(request)), False, BACK)
    return piece(request, "pieces/flashing.html", BACK, **state(request))


def reachable(client: Client) -> str:
    """The port of a real board; a simulated one has no program to be written."""
    if client.hello.sim:
        raise ToolError("this is a simulated table: it has no board to write to")
    return client.url


ROUTES = [Route("/firmware", shown), Route("/firmware/now", now),
          Route("/firmware/{what}", begin, methods=["POST"])]
