"""What the pages are sent: first everything, then what has changed, each change encoded once."""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from collections.abc import AsyncIterator
from typing import Any

KEPT = 200
"""Changes kept for pages that are slow to read; who is further behind gets everything anew."""
ALIVE_S = 10.0
"""A line without a message after so long, so that a dead link is noticed at both ends."""


def encoded(number: int, fields: dict[str, Any]) -> bytes:
    """A server-sent event."""
    text = json.dumps(fields, separators=(",", ":"), ensure_ascii=False)
    return b"id: %d\ndata: %s\n\n" % (number, text.encode())


class Stream:
    """The changes of one object, in order; `send` and `follow` belong to one event loop."""

    def __init__(self) -> None:
        self._now: dict[str, Any] = {"link": "none", "why": ""}
        self._log_at = 0
        self._number = 0
        self._changes: deque[bytes] = deque(maxlen=KEPT)
        self._more = asyncio.Event()
        self._ended = False
        self.log: list[dict[str, Any]] = []

    @property
    def now(self) -> dict[str, Any]:
        """Everything, as it was last sent."""
        return self._now

    def send(self, now: dict[str, Any], log: list[dict[str, Any]]) -> None:
        """Take what is known now."""
        changed = {key: value for key, value in now.items() if self._now.get(key) != value}
        news = [row for row in log if row["n"] >= self._log_at]
        self.log = list(log)
        if not changed and not news:
            return
        self._now = dict(now)
        if news:
            self._log_at = news[-1]["n"] + 1
            changed["news"] = news
        self._number += 1
        self._changes.append(encoded(self._number, since_gone(changed)))
        self._more.set()
        self._more = asyncio.Event()

    def end(self) -> None:
        """The server ends: no page is to hold it."""
        self._ended = True
        self._more.set()

    async def follow(self) -> AsyncIterator[bytes]:
        """What one page is sent."""
        at = self._number
        yield encoded(at, {**since_gone(self._now), "whole": True, "news": self.log})
        while not self._ended:
            behind = self._number - at
            if behind > len(self._changes):
                at = self._number
                yield encoded(at, {**since_gone(self._now), "whole": True, "news": self.log})
            elif behind:
                for change in list(self._changes)[-behind:]:
                    yield change
                at += behind
            else:
                more = self._more
                try:
                    await asyncio.wait_for(more.wait(), ALIVE_S)
                except TimeoutError:
                    yield b": alive\n\n"


def since_gone(fields: dict[str, Any]) -> dict[str, Any]:
    """The same with how long ago, in place of the moment, something set out: a page has a clock
    of its own."""
    return {key: _gone(value) if isinstance(value, dict) and "since" in value else value
            for key, value in fields.items()}


def _gone(part: dict[str, Any]) -> dict[str, Any]:
    rest = {key: value for key, value in part.items() if key != "since"}
    return {**rest, "gone_ms": int(1000 * (time.monotonic() - part["since"]))}
