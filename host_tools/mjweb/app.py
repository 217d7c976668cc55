"""The application: every page's addresses, what the browser gets as it is, the guard."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio.from_thread
import anyio.lowlevel
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import RedirectResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from mjtool.client import Client

from .access.guard import Guard
from .access.rights import Rights
from .acts.firmware import PLACE
from .acts.jobs import Jobs
from .acts.ticks import Ticks
from .acts.trying import PageBench
from .live.follower import Follower
from .live.stream import Stream
from .pages import (
    bar,
    bench,
    faults,
    firmware,
    language,
    log,
    machine,
    overview,
    play,
    settings,
    simulator,
)

HERE = Path(__file__).parent
PAGES = (overview, bar, faults, machine, log, settings, bench, firmware, simulator, play, language)


def build(connect: Callable[[], Client] | None, rights: Rights, hosts: frozenset[str],
          secure: bool = False) -> Starlette:
    """The application. `connect` finds the table, again and again if it must; None: there is none,
    and only the score is kept."""
    routes: list[BaseRoute] = [route for room in PAGES for route in room.ROUTES]
    if connect is None:
        routes.insert(0, Route("/", lambda request: RedirectResponse("/play")))
    routes.append(Mount("/static", StaticFiles(directory=HERE / "static")))
    app = Starlette(routes=routes, lifespan=lifespan, middleware=[
        Middleware(Guard, rights=rights, hosts=hosts, secure=secure)])
    app.state.connect = connect
    app.state.rights = rights
    app.state.stream = stream = Stream()
    app.state.has_table = connect is not None
    if connect is None:
        stream.send({"link": "absent", "why": ""}, [])
    app.state.desk = play.Desk(lambda: thrown(stream))
    app.state.jobs = Jobs()
    app.state.ticks = Ticks()
    app.state.bench = PageBench
    app.state.releases = PLACE
    return app


def thrown(stream: Stream) -> tuple[int, list[int]]:
    """The dice that the table has shown last, and the number of the event that told them."""
    numbers = [row["n"] for row in stream.log if row["name"] == "dice"]
    dice = stream.now.get("dice")
    return (numbers[-1], list(dice)) if numbers and isinstance(dice, list) else (-1, [])


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    """Follows the table as long as the server runs."""
    if app.state.connect is None:
        yield
        return
    stream: Stream = app.state.stream
    token = anyio.lowlevel.current_token()

    def take(now: dict[str, Any], log: list[dict[str, Any]]) -> None:
        if now["link"] == "ok":
            app.state.ticks.keep(now["uid"], now["open"])
        stream.send(now, log)

    def publish(now: dict[str, Any], log: list[dict[str, Any]]) -> None:
        with contextlib.suppress(anyio.RunFinishedError):  # the server has ended meanwhile
            anyio.from_thread.run_sync(take, dict(now), list(log), token=token)

    app.state.follower = Follower(app.state.connect, publish)
    app.state.follower.start()
    try:
        yield
    finally:
        app.state.jobs.stop()
        app.state.follower.stop()
