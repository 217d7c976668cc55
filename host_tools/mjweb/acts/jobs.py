"""Work that takes longer than an answer: one at a time, watched and stopped from any page."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from mjtool.errors import ToolError, UsageError


class Ended(Exception):
    """Somebody pressed stop."""


@dataclass
class Job:
    """One piece of work. `kind`: bench or flash; `lines`: what it has said; `part`: what it is
    at, with how much of it is `done` of `total`; `question`: what it waits to be told; `report`:
    the table whose report it has made."""

    kind: str
    title: str
    can_stop: bool = True
    lines: list[str] = field(default_factory=list)
    part: str = ""
    done: int = 0
    total: int = 0
    question: Any = None
    results: list[Any] = field(default_factory=list)
    report: str = ""
    problem: ToolError | None = None
    stopped: bool = False
    running: bool = True
    said: str = ""
    told: threading.Event = field(default_factory=threading.Event)

    def say(self, text: str) -> None:
        """A line for whoever watches."""
        self.lines.append(text)

    def at(self, part: str, done: int = 0, total: int = 0) -> None:
        """How far it is."""
        self.part, self.done, self.total = part, done, total

    def check(self) -> None:
        """Ended when it was stopped: asked before anything moves."""
        if self.stopped:
            raise Ended

    def wait_for(self, question: Any) -> str:
        """Show a question, and wait for its answer or the stop."""
        self.told.clear()
        self.check()
        self.question = question
        try:
            self.told.wait()
        finally:
            self.question = None
        self.check()
        return self.said

    def answer(self, said: str) -> None:
        """Somebody answers the question."""
        self.said = said
        self.told.set()

    def stop(self) -> None:
        """It ends before its next motion."""
        if self.can_stop:
            self.stopped = True
            self.told.set()


class Jobs:
    """The one that runs, or ran last; `of` tells the last of its kind."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last: dict[str, Job] = {}

    @property
    def current(self) -> Job | None:
        """What runs now."""
        return next((job for job in self._last.values() if job.running), None)

    def of(self, kind: str) -> Job | None:
        """The last of this kind."""
        return self._last.get(kind)

    def start(self, job: Job, work: Callable[[Job], None]) -> Job:
        """Begin it; UsageError while another one runs."""
        with self._lock:
            other = self.current
            if other is not None:
                raise UsageError("this dashboard is busy: %s" % other.title, "", "",
                                 "wait until that has ended, or stop it")
            self._last[job.kind] = job
        threading.Thread(target=run, args=(job, work), name=job.kind, daemon=True).start()
        return job

    def stop(self) -> None:
        """Stop what runs, if that can be."""
        job = self.current
        if job is not None:
            job.stop()


def run(job: Job, work: Callable[[Job], None]) -> None:
    """The work to its end, however it ends."""
    try:
        work(job)
    except Ended:
        pass
    except ToolError as problem:
        job.problem = problem
    finally:
        job.running = False
