"""The table's settings: looked at, changed one by one, taken away as a file."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mjtool.client import Client
from mjtool.commands.config import values
from mjtool.dictionary import load
from mjtool.refusal import ask
from mjtool.settings_file import written

from .asking import answer, asked, form
from .render import page, words_of

BACK = "/settings"


async def listed(request: Request) -> Response:
    """All, with their limits."""
    found, problem = await asked(request, rows)
    return page(request, "settings.html", rows=found or [], problem=problem)


def rows(client: Client) -> list[dict[str, Any]]:
    """Each with what the settings' table says; those of another firmware are left out."""
    known = load().settings
    return [known[name] | {"value": value} for name, value in values(client).items()
            if name in known]


async def change(request: Request) -> Response:
    """One setting; the table's own sentence when it refuses."""
    words = words_of(request)
    said = await form(request)
    name, text = said.get("name", ""), said.get("value", "").strip()
    row = load().settings.get(name)
    if row is None:
        return answer(request, words("setting_unknown", name=name), False, BACK)
    value = whole(text)
    if value is None or not row["min"] <= value <= row["max"]:
        return answer(request, words("setting_limits", name=name, value=text, least=row["min"],
                                     most=row["max"], unit=words.told(row["unit"])), False, BACK)
    done, problem = await asked(request, lambda client: ask(
        client, "settings.set", name=name, value=value).fields["value"])
    if done is None:
        return answer(request, "%s: %s" % (name, problem), False, BACK)
    return answer(request, words("setting_done", name=name, value=done,
                                 unit=words.told(row["unit"])),
                  back=BACK)


def whole(text: str) -> int | None:
    """The number in a field, None when it is none."""
    try:
        return int(text)
    except ValueError:
        return None


async def export(request: Request) -> Response:
    """The file that `mjtool config import` takes."""
    found, problem = await asked(request, exported)
    if found is None:
        return answer(request, problem, False, BACK)
    return Response(found, media_type="text/plain; charset=utf-8", headers={
        "content-disposition": 'attachment; filename="mjtable-settings.toml"'})


def exported(client: Client) -> str:
    """All settings as a file."""
    return written(values(client), load().settings, "Settings of table %s, firmware %s" % (
        client.hello.uid, client.hello.fw))


ROUTES = [Route("/settings", listed), Route("/settings", change, methods=["POST"]),
          Route("/settings/export", export)]
