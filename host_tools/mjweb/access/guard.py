"""Stands before every page: foreign hosts and origins, missing tokens, the answers' policy."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlencode

from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .rights import COOKIE, Rights, allowed

POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
          "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
HEADERS = ((b"content-security-policy", POLICY.encode()), (b"x-content-type-options", b"nosniff"),
           (b"referrer-policy", b"same-origin"), (b"cache-control", b"no-store"),
           (b"cross-origin-opener-policy", b"same-origin"))
"""With `no-referrer` a browser would send a form of our own with the origin `null`."""
SAFE = ("GET", "HEAD")
NO_TOKEN = ("This table asks for a link: open the one that `mjtool dashboard` printed, or its QR "
            "code.\n")
NO_RIGHT = "This link may not do that: ask whoever runs the dashboard for another one.\n"
FOREIGN_HOST = ("This address is not one of the dashboard's: open the one that it printed, or "
                "name this one with --name.\n")
FOREIGN_ORIGIN = "Another page asked for this in your name, so it was not done.\n"


class Guard:
    """Wraps the application. `hosts`: host or host:port as a browser sends them."""

    def __init__(self, app: ASGIApp, rights: Rights, hosts: frozenset[str], secure: bool) -> None:
        self._app = app
        self._rights = rights
        self._hosts = hosts
        self._secure = secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        answer = self._refusal(scope)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        await (answer or self._app)(scope, receive, guarded)

    def _refusal(self, scope: Scope) -> Response | None:
        """The answer in place of the page, or None when the page may be had."""
        headers = {name.decode("latin-1"): value.decode("latin-1")
                   for name, value in scope["headers"]}
        if headers.get("host", "") not in self._hosts:
            return PlainTextResponse(FOREIGN_HOST, 421)
        if self._is_foreign(scope["method"], headers):
            return PlainTextResponse(FOREIGN_ORIGIN, 403)
        if token := dict(parse_qsl(scope["query_string"].decode("latin-1"))).get("token"):
            return self._exchanged(scope, token)
        right = self._rights.right(cookie(headers.get("cookie", ""), cookie_name(scope)))
        scope["right"] = right
        if not right:
            return PlainTextResponse(NO_TOKEN, 401)
        if not allowed(right, scope["method"], scope["path"]):
            return PlainTextResponse(NO_RIGHT, 403)
        return None

    def _is_foreign(self, method: str, headers: dict[str, str]) -> bool:
        """Whether another site's page asks: it may link to a page, and nothing else."""
        origin = headers.get("origin")
        if origin is not None:
            return origin.partition("://")[2] not in self._hosts
        site = headers.get("sec-fetch-site", "none")
        if site in ("none", "same-origin"):
            return False
        return method not in SAFE or headers.get("sec-fetch-mode") != "navigate"

    def _exchanged(self, scope: Scope, token: str) -> Response:
        """The same address without its token, and the cookie in its place."""
        if not self._rights.of(token):
            return PlainTextResponse(NO_TOKEN, 401)
        query = [(key, value) for key, value in parse_qsl(scope["query_string"].decode("latin-1"))
                 if key != "token"]
        path = "/" + scope["path"].lstrip("/")
        answer = RedirectResponse(path + ("?" + urlencode(query) if query else ""), 303)
        answer.set_cookie(cookie_name(scope), token, httponly=True, samesite="lax",
                          secure=self._secure, path="/")
        return answer


def cookie_name(scope: Scope) -> str:
    """The name of this dashboard's cookie."""
    return "%s_%d" % (COOKIE, (scope.get("server") or ("", 0))[1])


def cookie(text: str, name: str) -> str:
    """The token in a cookie header, "" when there is none."""
    try:
        found = SimpleCookie(text).get(name)
    except CookieError:
        return ""
    return found.value if found else ""
