"""Puts the threads together: one for the broker, one for each table."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mjtool.errors import ToolError

from . import topics
from .address import Address
from .broker import Broker
from .follower import Follower, Wanted
from .house import House
from .outbox import Outbox

TICK_S = 0.2
REFRESH = "refresh"


@dataclass(frozen=True)
class Asked:
    """What the command line asks for. `name`: of the bridge itself; `commands`: it takes them."""

    broker: Address
    tables: Sequence[Wanted]
    name: str
    commands: bool = False


class Bridge:
    """Runs until it is stopped. The tables go on without the broker, and without each other."""

    def __init__(self, asked: Asked, note: Callable[[str], None]) -> None:
        self._note = note
        self.outbox = Outbox()
        self._outbox_name = topics.of_bridge(asked.name)
        self.outbox.keep(self._outbox_name, topics.ONLINE)
        self._house = House(asked.name, str(asked.broker), self.outbox, note)
        self.tables = [Follower(wanted, self._house) for wanted in asked.tables]
        self.broker = Broker(asked.broker, asked.name, self.outbox, note,
                             self._told if asked.commands else None)
        self._ending = threading.Event()

    def run(self) -> None:
        """Until `stop` or Ctrl-C; the error of a broker that refuses from the start."""
        self.start()
        try:
            while not self._ending.is_set() and not self.broker.over.wait(TICK_S):
                pass
        finally:
            self.finish()
        if self.broker.refused:
            raise self.broker.refused

    def once(self) -> None:
        """Look at each table once, wait until the broker has it all; the first error, if any."""
        for table in self.tables:
            table.start()
        for table in self.tables:
            table.tried.wait()
        self.broker.start()
        while not self.outbox.is_empty and not self.broker.problem:
            time.sleep(TICK_S)
        problems: list[ToolError | None] = [*(table.problem for table in self.tables),
                                            self.broker.problem]
        self.finish()
        for problem in filter(None, problems):
            raise problem

    def start(self) -> None:
        """Begin."""
        self.broker.start()
        for table in self.tables:
            table.start()

    def stop(self) -> None:
        """End `run`, from another thread."""
        self._ending.set()

    def finish(self) -> None:
        """Say that all is offline, deliver what can be delivered, keep what was confirmed."""
        for table in self.tables:
            table.stop()
        for table in self.tables:
            table.join()
        self.outbox.keep(self._outbox_name, topics.OFFLINE)
        self.broker.stop()
        self.broker.join()
        self._house.save()

    def _told(self, word: str) -> None:
        """A command from the broker; there is none that moves anything."""
        if word.strip() == REFRESH:
            self.outbox.anew()
        else:
            self._note(f"mjtool: the command {word[:40]!r} is not known; there is `{REFRESH}`")
