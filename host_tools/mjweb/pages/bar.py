"""What stands on every page: the open faults, and the stop."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mjtool.commands.look import active_faults

from ..acts import stopping
from ..acts.stopping import Stopped
from ..words import Words
from .asking import answer, asked
from .render import page, words_of


async def bar(request: Request) -> Response:
    """The open faults, asked for now."""
    found, _ = await asked(request, active_faults)
    return page(request, "pieces/bar.html", open_faults=found)


async def stop(request: Request) -> Response:
    """End what was set going from here, or by anybody else over the link."""
    request.app.state.jobs.stop()
    words = words_of(request)
    running = list(request.app.state.stream.now.get("runs", ()))
    done, problem = await asked(request, lambda client: stopping.stop(client, running))
    if done is None:
        return answer(request, "%s %s" % (problem, words("stop_unsent")), good=False)
    return answer(request, told(words, done), good=not done.goes_on)


def told(words: Words, done: Stopped) -> str:
    """What a stop did, in sentences."""
    said = []
    if done.ended:
        said.append(words("stop_ended", motors=", ".join(done.ended)))
    if done.was_service:
        said.append(words("stop_service"))
    if done.was_selftest:
        said.append(words("stop_selftest"))
    if not said:
        said.append(words("stop_nothing"))
    if done.goes_on:
        said.append(words("stop_goes_on", motors=", ".join(done.goes_on),
                          state=done.state.replace("_", " ")))
    return " ".join(said)


ROUTES = [Route("/bar", bar), Route("/stop", stop, methods=["POST"])]
