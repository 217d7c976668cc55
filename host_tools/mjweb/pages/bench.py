"""The bench: one item tried from here, and the reports that this computer keeps."""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mjtool.bench import report, stages, store
from mjtool.bench.parts import parts
from mjtool.bench.verdict import SIGNS
from mjtool.client import Client
from mjtool.errors import ToolError

from ..acts import trying, visiting
from ..acts.jobs import Job
from ..words import Words
from .asking import answer, asked, form, piece, plain
from .render import page, words_of

BACK = "/bench"


async def bench(request: Request) -> Response:
    """What can be tried, who moves the table, what was found before."""
    found, problem = await asked(request, at_bench)
    return page(request, "bench.html", found=found, problem=problem,
                reports=reports(words_of(request)), **state(request))


def at_bench(client: Client) -> dict[str, Any]:
    """Names and the owner of motion."""
    known = parts(client.hello.machine)
    return {"motors": list(known.motors), "owner": trying.owner(client),
            "broken_off": visiting.broken_off(client.hello.uid), "stages": stages.STAGES[::-1],
            "sensors": [name for name, part in known.inputs.items() if part.plug]}


def state(request: Request) -> dict[str, Any]:
    """The last try, and how it stands."""
    job: Job | None = request.app.state.jobs.of(trying.BENCH)
    return {"job": job, "signs": SIGNS, "plain": plain}


async def now(request: Request) -> Response:
    """How it stands, a piece of the page; a visit that has just ended leads to its report."""
    shown = piece(request, "pieces/try.html", BACK, **state(request))
    job: Job | None = request.app.state.jobs.of(trying.BENCH)
    if job is not None and not job.running and job.report:
        shown.headers["hx-redirect"] = "/bench/reports/%s" % job.report
    return shown


async def begin(request: Request) -> Response:
    """Try one item, or everything."""
    said = await form(request)
    item, name = said.get("item", ""), said.get("name", "")
    words, state_of = words_of(request), request.app.state
    if "machine" not in state_of.stream.now:
        return answer(request, words("no_link"), False, BACK)
    try:
        if item == visiting.ALL:
            visiting.checked(name)
            title = words("bench_all", stage=words.known("stage_" + name, name))
            work = visiting.work(state_of.connect, name, said.get("resume") == "1", state_of.bench)
        else:
            trying.checked(item, name, parts(str(state_of.stream.now["machine"])))
            title = words("bench_title", item=item, name=name)
            work = trying.work(state_of.connect, item, name, state_of.bench)
        state_of.jobs.start(Job(trying.BENCH, title), work)
    except ToolError as problem:
        return answer(request, plain(problem, words), False, BACK)
    return piece(request, "pieces/try.html", BACK, **state(request))


async def told(request: Request) -> Response:
    """Somebody answers what the bench asks."""
    job: Job | None = request.app.state.jobs.of(trying.BENCH)
    said = await form(request)
    if job is not None and job.question is not None and job.question.id == said.get("id"):
        job.answer(said.get("said", ""))
    return piece(request, "pieces/try.html", BACK, **state(request))


def reports(words: Words) -> list[dict[str, Any]]:
    """The reports kept, by table; what cannot be read says so."""
    found = []
    for path in sorted(store.folder().glob("*.json")):
        if path.name.endswith(".open.json"):
            continue
        try:
            kept = store.read(path)
            grades = [row["grade"] for row in kept["items"]]
            found.append({"uid": path.stem, "date": kept.get("date", ""), "problem": "",
                          "counts": {grade: grades.count(grade) for grade in SIGNS
                                     if grade in grades}})
        except ToolError as problem:
            found.append({"uid": path.stem, "date": "", "problem": plain(problem, words),
                          "counts": {}})
    return found


async def one(request: Request) -> Response:
    """A report's items; its file as HTML is a download, for it has a style of its own."""
    uid, kind = request.path_params["uid"], request.path_params.get("kind", "")
    try:
        kept = await run_in_threadpool(store.last, uid)
    except ToolError as problem:
        return answer(request, plain(problem, words_of(request)), False, BACK)
    if kept is None or not store.path_of(uid).is_file():
        return page(request, "answer.html", 404, good=False, back=BACK,
                    text=words_of(request)("report_none"))
    if not kind:
        return page(request, "report.html", report=kept, uid=uid, signs=SIGNS)
    text = report.html(kept, None, {}) if kind == "html" else report.sheet(kept)
    return Response(text, media_type="text/%s; charset=utf-8" % kind, headers={
        "content-disposition": 'attachment; filename="bench-%s.%s"' % (store.path_of(uid).stem,
                                                                      kind)})


ROUTES = [Route("/bench", bench), Route("/bench/now", now),
          Route("/bench/try", begin, methods=["POST"]),
          Route("/bench/answer", told, methods=["POST"]), Route("/bench/reports/{uid}", one),
          Route("/bench/reports/{uid}/file.{kind}", one)]
