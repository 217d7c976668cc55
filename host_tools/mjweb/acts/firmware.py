"""The firmware from a page: compared with a release, written, taken back, by `mjtool flash`'s
own functions.

Who writes needs the port alone. So the dashboard lets its link go meanwhile, and waits until the
program that shares the port has given it back; when another program keeps it, that is told.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType

from mjtool.errors import PortInUseError, UsageError
from mjtool.flash import job as flashing
from mjtool.flash.compare import Comparison, compare
from mjtool.flash.job import Visiting
from mjtool.flash.progress import Phase, Progress
from mjtool.flash.release import Release, for_chip, releases
from mjtool.output import Output
from mjtool.share.way import shared

from .jobs import Job

FLASH = "flash"
CHECK, WRITE, BACK = "check", "write", "back"
PLACE = Path("dist")
FREE_S = 6.0
"""The program that shares a port gives it back three seconds after the last has gone."""
LOOK_S = 0.1


class JobPhase(Phase):
    """One part of the work, told to a job."""

    def __init__(self, job: Job, text: str, total: int) -> None:
        self._job, self._text, self._total, self._before = job, text, total, 0
        job.at(text, 0, total)

    def done(self, count: int) -> None:
        """This many more bytes are done."""
        self._before += count
        self._job.at(self._text, self._before, self._total)

    def within(self, count: int, total: int) -> None:
        """This many bytes of the file that is being worked on are done."""
        self._job.at(self._text, self._before + count, self._total)

    def of(self, count: int, total: int) -> None:
        """This many bytes are done, of so many, as it turns out."""
        self._job.at(self._text, count, total)

    def __enter__(self) -> JobPhase:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._job.say(self._text)


class JobProgress(Progress):
    """Makes the parts."""

    def __init__(self, job: Job) -> None:
        super().__init__(Output(True))
        self._job = job

    def phase(self, text: str, total: int = 0) -> JobPhase:
        """A part of the work."""
        return JobPhase(self._job, text, total)


def work(what: str, url: str, apart: Callable[[], AbstractContextManager[None]],
         place: Path, agreed: str = "") -> Callable[[Job], None]:
    """What a job does: CHECK, WRITE or BACK. `agreed`: the version that a person was shown and
    wants; another one is not written."""

    def done(job: Job) -> None:
        found = {} if what == BACK else releases(place)
        job.at("letting go of the port")
        with apart():
            wait_until_free(url)
            if what == CHECK:
                job.at("comparing the board with the release, file by file")
                job.results.append(compared(url, found))
            elif what == WRITE:
                job.results.append(flashing.flash(url, found, JobProgress(job),
                                                  lambda visit, release: same(
                                                      release.manifest.version, agreed)))
            else:
                job.results.append(flashing.rollback(
                    url, JobProgress(job), lambda visit, slot: same(slot.version, agreed)))

    return done


def compared(url: str, found: dict[str, Release]) -> Comparison:
    """Board against release; the board starts its firmware again behind it."""
    with Visiting(url) as visit:
        return compare(visit, for_chip(found, visit.identity.chip))


def same(version: str, agreed: str) -> None:
    """UsageError when that is not what a person has agreed to."""
    if version != agreed:
        raise UsageError("nothing was written: it would be firmware %s, not %s"
                         % (version, agreed), "", "board or release have changed meanwhile",
                         "check again")


def wait_until_free(url: str) -> None:
    """Until nobody shares the port any more; PortInUseError when somebody stays."""
    until = time.monotonic() + FREE_S
    while shared(url):
        if time.monotonic() > until:
            raise PortInUseError("other programs use this table, and the board needs the port "
                                 "alone", "", "a watch, a log or a bench is open",
                                 "end them (mjtool share --list names them), then try again")
        time.sleep(LOOK_S)


