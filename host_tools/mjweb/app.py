"""The application: every page's addresses, what the browser gets as it is, the guard."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import anyio.from_thread
import anyio.lowlevel
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Mount
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
from .pages import bar, bench, faults, firmware, log, machine, overview, settings, simulator

HERE = Path(__file__).parent
PAGES = (overview, bar, faults, machine, log, settings, bench,
         firmware, simulator)


def build(connect: Callable[[], Client], rights: Rights, hosts: frozenset[str],
          secure: bool = False) -> Starlette:
    """The application. `connect` finds the table, again and again if it must."""
    routes = [route for room in PAGES for route in room.ROUTES]
    routes.append(Mount("/static", StaticFiles(directory=HERE / "static")))
    app = Starlette(routes=routes, lifespan=lifespan, middleware=[
        Middleware(Guard, rights=rights, hosts=hosts, secure=secure)])
    app.state.connect = connect
    app.state.rights = rights
    app.state.stream = Stream()
    app.state.jobs = Jobs()
    app.state.ticks = Ticks()
    app.state.bench = PageBench
    app.state.releases = PLACE
    return app


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    """Follows the table as long as the server runs."""
    stream: Stream = app.state.stream
    token = anyio.lowlevel.current_token()

    def publish(now: dict[str, object], log: list[dict[str, object]]) -> None:
        anyio.from_thread.run_sync(stream.send, dict(now), list(log), token=token)

    app.state.follower = Follower(app.state.connect, publish)
    app.state.follower.start()
    try:
        yield
    finally:
        app.state.jobs.stop()
        app.state.follower.stop()
