"""A page out of its template, with the visitor's language and right."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from starlette.requests import Request
from starlette.responses import HTMLResponse

from ..words import LANGUAGES, Words, chosen

LANGUAGE_COOKIE = "mjtable_language"
MENU = (("/", "table"),)
"""The pages that stand in the menu: address and message."""


@cache
def environment() -> Environment:
    """The templates; an unknown name in one is an error, never an empty place."""
    return Environment(loader=PackageLoader("mjweb", "templates"), autoescape=select_autoescape(),
                       undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


def words_of(request: Request) -> Words:
    """The visitor's language."""
    return Words(chosen(request.cookies.get(LANGUAGE_COOKIE, ""),
                        request.headers.get("accept-language", "")))


def page(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """The page, or a piece of one."""
    words = words_of(request)
    text = environment().get_template(template).render(
        w=words, languages=LANGUAGES, right=request.scope.get("right", ""),
        path=request.url.path, menu=MENU, now=request.app.state.stream.now, **values)
    return HTMLResponse(text, status)
