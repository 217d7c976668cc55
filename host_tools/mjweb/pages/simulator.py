"""The simulated table: tiles inside, faults by click, its keys. A real table has no such page."""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mjtool.client import Client
from mjtool.errors import RefusedError

from ..acts import practising
from .asking import answer, asked, form
from .render import SIMULATOR, page, words_of


def simulated(client: Client) -> Client:
    """The same client; RefusedError at a real table, which nobody presses or breaks from here."""
    if not client.hello.sim:
        raise RefusedError("this is a real table: nothing is pressed or broken from here")
    return client


async def inside(request: Request) -> Response:
    """The page; where the table is real, or not known yet, the sentence that says so."""
    if "sim" not in request.app.state.stream.now:
        return page(request, "waiting.html")
    if not request.app.state.stream.now["sim"]:
        return page(request, "answer.html", 404, good=False, back="/",
                    text=words_of(request)("sim_none"))
    found, problem = await asked(request, lambda client: practising.inside(simulated(client)))
    return page(request, "simulator.html", found=found, problem=problem,
                catalogue=practising.catalogue(), hands=practising.HANDS,
                presses=list(practising.PRESSES))


async def known(request: Request) -> Response:
    """Asked by who waits: nothing, or once the table is known, that the page is to be had."""
    if "sim" not in request.app.state.stream.now:
        return Response(status_code=204)
    return Response(status_code=200, headers={"hx-refresh": "true"})


async def now(request: Request) -> Response:
    """What lies inside now, a piece of the page."""
    found, problem = await asked(request, lambda client: practising.inside(simulated(client)))
    return page(request, "pieces/inside.html", found=found, problem=problem)


async def done(request: Request, key: str, text: str, act: Callable[[Client], None]) -> Response:
    """Do it at the simulated table, and say so."""

    def checked(client: Client) -> bool:
        act(simulated(client))
        return True

    found, problem = await asked(request, checked)
    if not found:
        return answer(request, problem, False, SIMULATOR)
    return answer(request, words_of(request)(key, text=text), back=SIMULATOR)


async def inject(request: Request) -> Response:
    """Something goes wrong, or is put right."""
    said = await form(request)
    text = said.get("other", "").strip() or said.get("text", "")
    return await done(request, "sim_injected", text,
                      lambda client: practising.reach_in(client, "sim.inject", text))


async def hand(request: Request) -> Response:
    """A hand reaches in."""
    text = (await form(request)).get("text", "")
    return await done(request, "sim_handed", text,
                      lambda client: practising.reach_in(client, "sim.hand", text))


async def press(request: Request) -> Response:
    """A key of the simulated table's panel."""
    button = (await form(request)).get("key", "")
    return await done(request, "sim_pressed", button.replace("_", " "),
                      lambda client: practising.press(client, button))


ROUTES = [Route(SIMULATOR, inside), Route("/simulator/now", now), Route("/simulator/known", known),
          Route("/simulator/inject", inject, methods=["POST"]),
          Route("/simulator/hand", hand, methods=["POST"]),
          Route("/simulator/press", press, methods=["POST"])]
