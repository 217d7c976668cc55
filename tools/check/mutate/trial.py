"""Runs tests in this process, within limits: what came of each, and how much work it was.

The limits count the work of this process and no clock on the wall, because other programs may
run beside it: a loop without end is one that works ten times as long as the test does.
"""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import Phase, settings

ALLOWED_S = 3
TIMES_MORE = 10
MEMORY_BYTES = 2 << 30
OPTIONS = ("-q", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist",
           "-p", "no:faulthandler", "-p", "no:warnings", "--hypothesis-seed=0")  # fmt: skip
PROFILE = "mutate"


@dataclass
class Seen:
    """One test: the work it was, and the words of its failure."""

    seconds: float
    failure: str


class House:
    """A pytest plugin that collects, and leaves the running to `work`."""

    def __init__(self, work: Callable[[House], None]) -> None:
        self._work = work
        self.items: dict[str, Any] = {}
        self.failure = ""

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        """Nothing is printed: what a test did is heard from `run`. Whatever the tests' own
        `conftest` wishes, they are imported with these examples.
        """
        config.pluginmanager.unregister(name="terminalreporter")
        settings.load_profile(PROFILE)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Instead of pytest's own."""
        if session.testsfailed:
            raise session.Failed("tests cannot be collected")
        self.items = {item.nodeid: item for item in session.items}
        self._work(self)
        return True

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Words of what cannot be imported."""
        if report.failed:
            self.failure = self.failure or str(report.longrepr)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test failed, in its body or in what it needs."""
        if report.failed:
            self.failure = report.longreprtext

    def run(self, names: Iterable[str], allowed: Callable[[str], float] = lambda name: 0.0
            ) -> Iterable[tuple[str, Seen]]:
        """Run tests by name; `allowed`: how many seconds of work a test takes, 0 for no limit."""
        rest = [self.items[name] for name in names]
        for at, item in enumerate(rest):
            began = time.process_time()
            if seconds := allowed(item.nodeid):
                limit_work(began + ALLOWED_S + TIMES_MORE * seconds)
            self.failure = ""
            following = rest[at + 1] if at + 1 < len(rest) else None
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            yield item.nodeid, Seen(time.process_time() - began, self.failure)


def collect(paths: Iterable[str], work: Callable[[House], None]) -> House:
    """Import the tests and do `work` with them."""
    house = House(work)
    pytest.main([*OPTIONS, *paths], plugins=[house])
    return house


def prepare() -> None:
    """Random tests try the same each time, and nobody needs the smallest example of a failure."""
    settings.register_profile(
        PROFILE, derandomize=True, database=None, deadline=None, report_multiple_bugs=False,
        phases=(Phase.explicit, Phase.generate),
    )  # fmt: skip
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


def limit_work(seconds: float) -> None:
    """The system ends this process after so much work in all, and when it takes all the memory."""
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, resource.RLIM_INFINITY))


def limit_memory() -> None:
    """A loop without end may also fill the memory."""
    used = _mapped()
    if used:
        resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY_BYTES, resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _mapped() -> int:
    """Bytes this process has mapped, 0 where the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as words:
            return int(words.read().split()[0]) * resource.getpagesize()
    except OSError:
        return 0
