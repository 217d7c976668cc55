"""The faults: a list, and each as a way that a person goes step by step."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mjtool.client import Client
from mjtool.commands.look import active_faults, is_warning
from mjtool.dictionary import load
from mjtool.refusal import explain

from ..acts import flow
from ..acts.checks import checks
from ..acts.flow import Flow
from ..acts.ticks import Key
from .asking import answer, asked, form
from .render import page, words_of

NOWHERE = "-"


async def listed(request: Request) -> Response:
    """All that are open."""
    found, problem = await asked(request, with_texts)
    return page(request, "faults.html", found=found or [], problem=problem)


def with_texts(client: Client) -> list[dict[str, Any]]:
    """Open faults, those that stop the table first."""
    rows = [fault | {"warning": is_warning(fault),
                     "where": flow.place_in_words(fault["place"])}
            for fault in active_faults(client)]
    return sorted(rows, key=lambda row: bool(row["warning"]))


async def one(request: Request) -> Response:
    """One fault's way."""
    found, problem = await looked(request)
    if found is None:
        text = problem or words_of(request)("fault_unknown", code=request.path_params["code"])
        return page(request, "answer.html", 200 if problem else 404, text=text, good=False,
                    back="/faults")
    return page(request, "fault.html", **shown(request, found))


async def steps(request: Request) -> Response:
    """The steps and what the sensors say now, a piece of the page."""
    found, problem = await looked(request)
    if found is None:
        return answer(request, problem, good=False)
    return page(request, "pieces/steps.html", **shown(request, found))


async def tick(request: Request) -> Response:
    """A step is done, or is not."""
    found, problem = await looked(request)
    if found is None:
        return answer(request, problem, good=False, back="/faults")
    step = request.path_params["step"]
    if step < len(found.first):
        request.app.state.ticks.tick(key(request, found), step,
                                     (await form(request)).get("done") == "1")
    template = "pieces/steps.html" if request.headers.get("hx-request") else "fault.html"
    return page(request, template, **shown(request, found))


async def acknowledge(request: Request) -> Response:
    """`fault.ack`, and what stays."""
    words = words_of(request)
    stays, problem = await asked(request, acknowledged)
    if stays is None:
        return answer(request, problem, good=False, back="/faults")
    if not stays:
        return answer(request, words("ack_done"), back="/faults")
    names = ", ".join("%s %s" % (fault["code"], words.told(fault["where"])) for fault in stays)
    return answer(request, words("ack_stays", faults=names), good=False, back="/faults")


def acknowledged(client: Client) -> list[dict[str, Any]]:
    """Acknowledge; what is still open and no warning."""
    said = client.request("fault.ack")
    if said.ok and not said.number("left"):
        return []
    if not said.ok and said.code != "fault":
        raise explain(client, "fault.ack", said, {})
    return [fault for fault in with_texts(client) if not fault["warning"]]


async def looked(request: Request) -> tuple[Flow | None, str]:
    """The fault that the address names, or why there is none."""
    code, place = request.path_params["code"], request.path_params["place"]
    place = "" if place == NOWHERE else place
    found, problem = await asked(request, lambda client: flow.find(client, code, place))
    if found is not None:
        open_now = [(row["code"], row["place"], "") for row in found.others]
        open_now += [(found.code, found.place, "")] if found.active else []
        request.app.state.ticks.keep(uid(request), open_now)
    return found, problem


def uid(request: Request) -> str:
    """Which table it is."""
    return str(request.app.state.stream.now.get("uid", ""))


def key(request: Request, found: Flow) -> Key:
    """Under which its ticks are kept."""
    return uid(request), found.code, found.place


def shown(request: Request, found: Flow) -> dict[str, Any]:
    """What the page needs."""
    done = request.app.state.ticks.done(key(request, found))
    seen = checks(found.fault_id, found.place, request.app.state.stream.now.get("on", ()))
    left = [number for number in range(len(found.first)) if number not in done]
    return {"fault": found, "done": done, "checks": seen, "following": left[0] if left else -1,
            "ready": not left and all(check.good for check in seen),
            "inputs": load().inputs, "motors": load().power["motor_mw"],
            "address": "/faults/%s/%s" % (found.code, found.place or NOWHERE)}


ROUTES = [
    Route("/faults", listed), Route("/faults/ack", acknowledge, methods=["POST"]),
    Route("/faults/{code}/{place}", one), Route("/faults/{code}/{place}/steps", steps),
    Route("/faults/{code}/{place}/steps/{step:int}", tick, methods=["POST"])]
