"""The thread that follows a table, and finds it again by itself when the link was lost."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from mjtool.client import Client
from mjtool.errors import ToolError
from mjtool.feed import Feed
from mjtool.message import Event

from ..words.links import why
from .table import NO_LINK, LiveTable

TICK_S = 0.05
LOOK_TICKS = 2
"""Of these ticks, while something moves; else `status` alone tells that nothing has changed."""
REST_TICKS = 10
HISTORY = 10_000
"""Events kept for the log: an evening's."""
AGAIN_S = 1.0
"""How long after a lost link it is tried again."""

PAUSED = {"link": "paused", "why": "", "where": ""}


class NoLink(LookupError):
    """There is no table to ask."""


Publish = Callable[[dict[str, Any], list[dict[str, Any]]], None]


class Follower(threading.Thread):
    """Calls `publish(now, news)` whenever something may have changed."""

    def __init__(self, connect: Callable[[], Client], publish: Publish) -> None:
        super().__init__(name="follower", daemon=True)
        self._connect = connect
        self._publish = publish
        self._wanted = threading.Event()
        self._paused = threading.Event()
        self._apart = threading.Event()
        self._lock = threading.Lock()
        self.client: Client | None = None
        self.history: deque[Event] = deque(maxlen=HISTORY)
        self.table: LiveTable | None = None

    def run(self) -> None:
        """Until `stop`."""
        while not self._wanted.is_set():
            if self._paused.is_set():
                self._apart.set()
                self._wanted.wait(TICK_S)
                continue
            try:
                with self._connect() as client:
                    self._follow(client)
            except ToolError as problem:
                self._gone({**NO_LINK, **why(problem)})
            if self._paused.is_set():
                self._gone(PAUSED)
            else:
                self._wanted.wait(AGAIN_S)

    @contextmanager
    def apart(self) -> Iterator[None]:
        """The port is let go meanwhile, for who needs it alone."""
        self._apart.clear()
        self._paused.set()
        try:
            self._apart.wait()
            yield
        finally:
            self._paused.clear()

    def stop(self) -> None:
        """End it."""
        self._wanted.set()

    def ask(self, work: Callable[[Client], Any]) -> Any:
        """Do something with the table between two looks; NoLink when there is none."""
        with self._lock:
            if self.client is None:
                raise NoLink("the link to the table is lost")
            return work(self.client)

    def _follow(self, client: Client) -> None:
        table = LiveTable(client)
        feed = Feed(client)
        with self._lock:
            self.client, self.table = client, table
            self.history.clear()  # what the table still keeps comes again
        tick = 0
        while not (self._wanted.is_set() or self._paused.is_set()):
            began = time.monotonic()
            with self._lock:
                self._look(table, feed, tick)
            tick += 1
            self._wanted.wait(max(0.0, TICK_S - (time.monotonic() - began)))

    def _look(self, table: LiveTable, feed: Feed, tick: int) -> None:
        news = feed.poll()
        for event in news:
            table.hear(event)
        self.history.extend(news)
        every = LOOK_TICKS if table.now["runs"] else REST_TICKS
        if news or tick % every == 0:
            table.look()
            self._publish(table.now, table.log)

    def _gone(self, how: dict[str, str]) -> None:
        with self._lock:
            last = self.table.now if self.table else {}
            log = self.table.log if self.table else []
            self.client = None
        self._publish({**last, **how}, log)
