"""Work in forks of this process: each answers one line, or dies of what it does."""

from __future__ import annotations

import os
import select
import signal
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import IO, TypeVar

Job = TypeVar("Job")


@dataclass
class Fork:
    """A running one; `lines` is what it says."""

    pid: int
    lines: IO[str]

    def ended(self) -> str:
        """Wait for it: "" when it ended well, else of what."""
        self.lines.close()
        _, status = os.waitpid(self.pid, 0)
        if os.WIFSIGNALED(status):
            return signal.Signals(os.WTERMSIG(status)).name
        return "" if os.WEXITSTATUS(status) == 0 else f"exit {os.WEXITSTATUS(status)}"


def start(work: Callable[[IO[str]], None], log: str = os.devnull) -> Fork:
    """Do `work` in a fork, with a file for its answer; what it prints goes to `log`."""
    heard, said = os.pipe()
    pid = os.fork()
    if pid:
        os.close(said)
        return Fork(pid, os.fdopen(heard, encoding="utf-8"))
    status = 1
    try:
        os.close(heard)
        printed = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(printed, 1)
        os.dup2(printed, 2)
        with os.fdopen(said, "w", encoding="utf-8") as answer:
            work(answer)
        status = 0
    except BaseException:  # noqa: BLE001 - whatever it is, a fork ends here and says so
        traceback.print_exc()
    finally:
        os._exit(status)


def each(jobs: Iterable[Job], work: Callable[[Job, IO[str]], None], width: int
         ) -> Iterator[tuple[Job, str, str]]:
    """`work` for each job, `width` forks at a time: the job, what it answered, of what it died."""
    running: dict[IO[str], tuple[Job, Fork]] = {}

    def reap() -> Iterator[tuple[Job, str, str]]:
        for lines in select.select(list(running), [], [])[0]:
            job, fork = running.pop(lines)
            said = lines.read()
            yield job, said, fork.ended()

    for job in jobs:
        if len(running) >= width:
            yield from reap()
        fork = start(lambda answer, job=job: work(job, answer))  # type: ignore[misc]
        running[fork.lines] = job, fork
    while running:
        yield from reap()
