"""The whole bench from a page: every item of the table, kept step by step, with its report."""

from __future__ import annotations

from collections.abc import Callable

from mjtool.bench import report, stages, store, visit_end
from mjtool.bench.real_time import refuse_other_speed
from mjtool.bench.verdict import OK, Verdict
from mjtool.bench.visit import Visit, every
from mjtool.client import Client
from mjtool.errors import UsageError
from mjtool.refusal import owned

from ..words.terminal import on_page
from .jobs import Job
from .trying import PageBench, owner

ALL = "all"
OPEN = "open"


def work(connect: Callable[[], Client], stage: str, resume: bool,
         bench: Callable[[Client, Job], PageBench] = PageBench) -> Callable[[Job], None]:
    """What a job does to try everything up to a stage."""

    def tried(job: Job) -> None:
        with connect() as client:
            only_one(client)
            with bench(client, job) as made:
                refuse_other_speed(client, made.session.clock)
                made.person.alone = made.person.is_quick
                whole(made, job, stage, resume)

    return tried


def only_one(client: Client) -> None:
    """RefusedError while another program moves the table: a visit would only fail there."""
    if name := owner(client):
        raise owned(name)


def whole(made: PageBench, job: Job, stage: str, resume: bool) -> None:
    """The visit; broken off, it is kept to be gone on with."""
    visit = begun(made, job, stage, resume)
    hello, clock = made.client.hello, made.session.clock
    began = clock.now()
    try:
        found = every(visit)
    except BaseException:
        store.keep(report.make(hello, stage, visit.verdicts, 0.0), OPEN)
        raise
    kept = report.make(hello, stage, found, clock.now() - began)
    for line in (*report.changes(kept, made.before), *stages.sentences(visit)):
        job.say(on_page(line))
    visit_end.keep(kept, made.before)
    job.report = hello.uid


def begun(made: PageBench, job: Job, stage: str, resume: bool) -> Visit:
    """The visit, whose steps and bad verdicts the page shows as they come."""
    visit = made.visit(stage)
    if resume:
        visit_end.take_up(visit, store.last(made.client.hello.uid, OPEN))

    def step(text: str, done: int, total: int) -> None:
        job.check()
        job.at(text, done, total)

    def say(verdict: Verdict) -> None:
        if verdict.grade != OK:
            made.say(verdict)

    visit.step, visit.say = step, say
    return visit


def checked(stage: str) -> None:
    """UsageError for a stage that there is not."""
    if stage not in stages.STAGES:
        raise UsageError("there is no stage `%s`" % stage[:20])


def broken_off(uid: str) -> bool:
    """Whether a visit at this table waits to be gone on with."""
    return store.path_of(uid, OPEN).is_file()
