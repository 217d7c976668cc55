"""The table live, and what has happened last."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from ..words import messages
from .render import page, words_of


async def overview(request: Request) -> Response:
    """The first page."""
    return page(request, "overview.html")


async def live(request: Request) -> Response:
    """Server-sent events: the whole table, then each change."""
    return StreamingResponse(request.app.state.stream.follow(), media_type="text/event-stream",
                             headers={"x-accel-buffering": "no"})


async def words(request: Request) -> Response:
    """The messages for what the browser itself writes."""
    return JSONResponse(messages(words_of(request).language))


ROUTES = [Route("/", overview), Route("/live", live), Route("/words/page.json", words)]
