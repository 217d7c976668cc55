"""Sensors, motors and wear: what the machine shows, measures and has learnt."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from mjtool.client import Client

from ..acts import readings
from ..acts.cycles import cycles
from .asking import asked
from .render import page

SHOWN = 20
"""Sets in the list of how long they took."""


async def sensors(request: Request) -> Response:
    """Every input with its place, its wire, its level at rest and now."""
    found, problem = await asked(request, lambda client: readings.sensors(client.hello.machine))
    return page(request, "sensors.html", groups=found or [], problem=problem)


async def motors(request: Request) -> Response:
    """Every motor; currents and mains as plots."""
    found, problem = await asked(request, readings.motors)
    return page(request, "motors.html", motors=found or [], problem=problem)


async def gauges(request: Request) -> Response:
    """What is measured now. A page asks for it while somebody looks, and nobody else does."""
    found, problem = await asked(request, readings.gauges)
    return JSONResponse(found or {"problem": problem})


async def wear(request: Request) -> Response:
    """Learnt and last times, how long sets take, what the counters have."""
    found, problem = await asked(request, worn)
    events = list(request.app.state.follower.history)
    return page(request, "wear.html", found=found, problem=problem,
                cycles=cycles(events)[-SHOWN:])


def worn(client: Client) -> dict[str, Any]:
    """Trends and counters."""
    return {"ways": readings.wear(client), "counters": readings.counters(client)}


ROUTES = [Route("/sensors", sensors), Route("/motors", motors), Route("/motors/gauges", gauges),
          Route("/wear", wear)]
