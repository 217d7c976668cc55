"""Asking the table for a page: the answer, or the sentence that tells why there is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import parse_qsl

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from mjtool.client import Client
from mjtool.errors import FaultError, LinkLostError, ToolError

from ..live.follower import NoLink
from ..words import Words
from ..words.links import sentence
from ..words.terminal import on_page
from .render import page, words_of

FORM_BYTES = 64 * 1024
Found = TypeVar("Found")


async def asked(request: Request, work: Callable[[Client], Found]) -> tuple[Found | None, str]:
    """What `work` found, and "" or a sentence."""
    try:
        return await run_in_threadpool(request.app.state.follower.ask, work), ""
    except NoLink:
        return None, words_of(request)("no_link")
    except ToolError as problem:
        return None, plain(problem, words_of(request))


async def form(request: Request, most: int = FORM_BYTES) -> dict[str, str]:
    """The fields of a form of texts alone; a body of more than `most` bytes is none of ours."""
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > most:
            return {}
    return dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))


def plain(problem: ToolError, words: Words) -> str:
    """An error for somebody at a browser: no port and no command of the terminal in it."""
    if isinstance(problem, LinkLostError):
        return sentence(problem, words)
    told = [on_page(words.told(text)) for text in (problem.what, problem.cause, problem.do)
            if text]
    if isinstance(problem, FaultError):
        told = [words.told(problem.what), words("fault_way")]
    parts = [part.rstrip(".。") for part in told]
    return " ".join(words("sentence", text=part[:1].upper() + part[1:]) for part in parts)


def piece(request: Request, template: str, whole: str, **values: Any) -> Response:
    """A piece of the page `whole`; where no script puts it in its place, that page."""
    if request.headers.get("hx-request"):
        return page(request, template, **values)
    return RedirectResponse(whole, 303)


def answer(request: Request, text: str, good: bool = True, back: str = "/") -> Response:
    """What became of a button: a piece for the page, or a page where no script runs."""
    if request.headers.get("hx-request"):
        return page(request, "pieces/said.html", text=text, good=good)
    return page(request, "answer.html", text=text, good=good, back=back)
