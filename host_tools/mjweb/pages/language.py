"""The visitor's language, kept in a cookie."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ..words import DEFAULT, LANGUAGES
from .render import LANGUAGE_COOKIE

YEAR_S = 365 * 24 * 3600


async def language(request: Request) -> Response:
    """Keep it, and go back to where it was chosen; never to another site."""
    to = request.query_params.get("to", DEFAULT)
    back = "/" + request.query_params.get("back", "").lstrip("/\\")
    answer = RedirectResponse(back, 303)
    if to in LANGUAGES:
        answer.set_cookie(LANGUAGE_COOKIE, to, max_age=YEAR_S, samesite="lax", httponly=True)
    return answer


ROUTES = [Route("/language", language)]
