"""One item of the bench from a page: a motor or a sensor, with a person who answers at the page.

The bench has a link of its own, so that it owns the motion and the pages go on meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mjtool.bench import store, tries
from mjtool.bench.clock import Wall
from mjtool.bench.hand import Hand
from mjtool.bench.operator import Ask, Operator, well_formed
from mjtool.bench.session import Session
from mjtool.bench.setup import Bench
from mjtool.bench.verdict import Verdict
from mjtool.client import Client
from mjtool.errors import ToolError, UsageError
from mjtool.jog import HOLD
from mjtool.output import Output

from .jobs import Job

BENCH = "bench"
ITEMS = ("motor", "sensor")


class AtPage:
    """An operator at a browser; at a simulated table a hand does first what it can. `alone`: what
    the hand cannot, as a meter's reading there, is skipped without asking."""

    is_quick = False

    def __init__(self, job: Job, hand: Operator | None) -> None:
        self._job = job
        self._hand = hand
        self.alone = False
        self.is_quick = hand is not None

    def answer(self, ask: Ask) -> str:
        """The hand's answer, else a person's; "" when it was skipped."""
        self._job.check()
        said = self._hand.answer(ask) if self._hand else ""
        while not said and not self.alone:
            said = self._job.wait_for(ask).strip().lower()
            if not said or well_formed(ask, said):
                break
            said = ""
        return said

    def before_test(self) -> None:
        """The last moment to stop it before a motor turns."""
        self._job.check()
        if self._hand:
            self._hand.before_test()


class PageBench(Bench):
    """The bench of one job, without a command line."""

    def __init__(self, client: Client, job: Job) -> None:
        self.client, self.output, self.job = client, Output(True), job
        hand = Hand(client) if client.hello.sim else None
        self.person = AtPage(job, hand)
        self.session = Session(client, self.person, self.clock(), job.say)
        self.before = store.last(client.hello.uid)

    def clock(self) -> Any:
        """Whose time passes."""
        return Wall()

    def say(self, verdict: Verdict) -> None:
        """For the page."""
        self.job.results.append(verdict)


def work(connect: Callable[[], Client], item: str, name: str,
         bench: Callable[[Client, Job], PageBench] = PageBench) -> Callable[[Job], None]:
    """What a job does to try one item."""

    def tried(job: Job) -> None:
        with connect() as client, bench(client, job) as made:
            known = made.session.parts
            if item == "motor":
                part = known.motor(name, "bench")
                if not client.hello.sim:
                    job.say(HOLD)
                for verdict in tries.motor(made, part):
                    made.say(verdict)
            else:
                tries.sensors(made, [known.input(name, "bench")])

    return tried


def checked(item: str, name: str, known: Any) -> None:
    """UsageError for what this table has not."""
    if item not in ITEMS:
        raise UsageError("the bench tries a motor or a sensor, not `%s`" % item)
    (known.motor if item == "motor" else known.input)(name, "bench")


def owner(client: Client) -> str:
    """Which program owns the motion now; "" for none, or where the link is not shared."""
    try:
        rows = list(client.rows("share.list"))
    except ToolError:
        return ""
    return next((row.rpartition(":")[0] for row in rows if row.endswith(":1")), "")
