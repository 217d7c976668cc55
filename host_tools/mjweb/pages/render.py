"""A page out of its template, with the visitor's language and right."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from starlette.requests import Request
from starlette.responses import HTMLResponse

from mjscore.tiles import CODES, NAMES

from ..access.rights import PLAY
from ..words import LANGUAGES, Words, chosen

TILE_NAMES = dict(zip(CODES, NAMES, strict=True))
LANGUAGE_COOKIE = "mjtable_language"
MENU = (("/", "table"), ("/play", "play"))
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


def menu(request: Request) -> tuple[tuple[str, str], ...]:
    """The pages that this visitor may see: players, and who has no table, only play."""
    alone = request.scope.get("right") == PLAY or not request.app.state.has_table
    return tuple(row for row in MENU if row[0] == "/play") if alone else MENU


def page(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """The page, or a piece of one."""
    words = words_of(request)
    text = environment().get_template(template).render(
        w=words, languages=LANGUAGES, right=request.scope.get("right", ""),
        path=request.url.path, menu=menu(request), tile_names=TILE_NAMES,
        now=request.app.state.stream.now, **values)
    return HTMLResponse(text, status)
