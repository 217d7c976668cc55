"""A page out of its template, with the visitor's language and right."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from starlette.requests import Request
from starlette.responses import HTMLResponse

from mjscore.tiles import CODES, NAMES
from mjtool.bench.parts import what, wires
from mjtool.dictionary import load

from ..access.rights import PLAY
from ..words import LANGUAGES, Words, chosen

TILE_NAMES = dict(zip(CODES, NAMES, strict=True))
LANGUAGE_COOKIE = "mjtable_language"
SIMULATOR = "/simulator"
MENU = (("/", "table"), ("/play", "play"), ("/faults", "faults"), ("/sensors", "sensors"),
        ("/motors", "motors"), ("/wear", "wear"), ("/log", "log"), ("/settings", "settings"),
        ("/bench", "bench"), ("/firmware", "firmware"), (SIMULATOR, "simulator"))
"""The pages that stand in the menu: address and message; the last where the table is simulated."""


@cache
def environment() -> Environment:
    """The templates; an unknown name in one is an error, never an empty place."""
    made = Environment(loader=PackageLoader("mjweb", "templates"), autoescape=select_autoescape(),
                       undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    made.globals |= {"fault_name": fault_name, "what": what, "wires": wires}
    return made


def fault_name(code: str) -> str:
    """What a fault is called; "" for one of a newer firmware."""
    return str(load().faults.get(code, {}).get("name", ""))


def words_of(request: Request) -> Words:
    """The visitor's language."""
    return Words(chosen(request.cookies.get(LANGUAGE_COOKIE, ""),
                        request.headers.get("accept-language", "")))


def menu(request: Request) -> tuple[tuple[str, str], ...]:
    """The pages that this visitor may see: players, and who has no table, only play."""
    simulated = request.app.state.stream.now.get("sim")
    if not with_table(request):
        return tuple(row for row in MENU if row[0] == "/play")
    return tuple(row for row in MENU if simulated or row[0] != SIMULATOR)


def with_table(request: Request) -> bool:
    """There is a table, and this visitor may see more than the game."""
    return request.app.state.has_table and request.scope.get("right") != PLAY


def page(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """The page, or a piece of one."""
    words, now = words_of(request), request.app.state.stream.now
    values.setdefault("open_faults", first_fault(now))
    text = environment().get_template(template).render(
        w=words, languages=LANGUAGES, right=request.scope.get("right", ""),
        path=request.url.path, menu=menu(request), tile_names=TILE_NAMES, now=now,
        with_table=with_table(request), **values)
    return HTMLResponse(text, status)


def first_fault(now: dict[str, Any]) -> list[dict[str, str]] | None:
    """What the last look at the table said; the bar asks for all of them itself."""
    if "fault" not in now:
        return None
    return [{"code": now["fault"], "place": ""}] if now["fault"] else []
