"""The event log: filtered by kind and text, and taken away as a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mjtool.message import Event
from mjtool.sentences import stamp

from ..acts import logbook
from ..acts.logbook import Wanted
from ..words.events import sentence_in
from .render import page, words_of

SHOWN = 300
FORMS: dict[str, tuple[str, Callable[[Iterable[Event]], str]]] = {
    "txt": ("text/plain; charset=utf-8", logbook.as_text),
    "json": ("application/json", logbook.as_json)}


def wanted(request: Request) -> Wanted:
    """The filter in the address."""
    asked = request.query_params
    return Wanted(asked.get("kind", ""), asked.get("text", "").strip(),
                  words_of(request).language)


def found(request: Request) -> list[Event]:
    """The events that it lets through."""
    return logbook.chosen(list(request.app.state.follower.history), wanted(request))


async def log(request: Request) -> Response:
    """The page; the newest first."""
    events = found(request)
    rows = [(event.number, stamp(event.t_ms).strip(), event.name,
             sentence_in(wanted(request).language, event))
            for event in reversed(events[-SHOWN:])]
    return page(request, "log.html", rows=rows, count=len(events), shown=SHOWN,
                kinds=logbook.kinds(), wanted=wanted(request), query=request.url.query)


async def file(request: Request) -> Response:
    """All that the filter lets through, as a file."""
    form = request.path_params["form"]
    if form not in FORMS:
        return Response("", 404)
    kind, write = FORMS[form]
    return Response(write(found(request)), media_type=kind, headers={
        "content-disposition": 'attachment; filename="mjtable-log.%s"' % form})


ROUTES = [Route("/log", log), Route("/log/file.{form}", file)]
