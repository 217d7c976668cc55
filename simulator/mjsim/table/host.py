"""A host that does everything but what one should: noise, requests without end, silence."""

from __future__ import annotations

import random
from typing import Any

from hal.usb_serial import CHUNK
from mjsim.board.board import Serial
from mjsim.words.framing import framed
from mjtable.link.link import Link

ASKING = ("hello", "status", "image", "io.list", "marker.get", "profile.get", "profile.list",
          "faults", "settings.get", "stats", "record", "trends", "chronicle", "events 0")
"""Requests that change nothing, whoever sends them."""


class Deaf(Serial):
    """A port whose other end has gone: nothing can be sent any more."""

    def send(self, buf: bytes | bytearray | memoryview, n: int) -> int:
        """Nobody takes it."""
        return 0


class Host:
    """The other end of the port of one table, polled as the runner's link."""

    def __init__(self, session: Any, how: str) -> None:
        self.how = how
        self._session = session
        self._chance = random.Random("%d host %d" % (session.seed, session.now_ms))
        self._port = Deaf() if how == "gone" else Serial()
        self._brain: Any = None
        self._link: Any = None
        if how == "gone":
            self._port.feed(_line(1, "status") + _line(2, "trends")[:4])

    @property
    def waiting(self) -> bool:
        """It never rests, but for one that has gone."""
        return self.how != "gone" or bool(self._port.incoming)

    def poll(self, now_ms: int) -> bool:
        """One scan's work; True when there is more."""
        if self._session.table is not self._brain:
            self._brain = self._session.table
            self._link = Link(self._brain, uid="sim%d" % self._session.seed)
        if self.how != "gone" and len(self._port.incoming) < CHUNK:
            self._port.feed(self._more())
        self._link.poll(self._port, now_ms)
        return self.waiting

    def _more(self) -> bytes:
        chance = self._chance
        if self.how == "noise":
            return chance.randbytes(CHUNK)
        return _line(chance.randrange(1, 1000), chance.choice(ASKING))


def _line(number: int, words: str) -> bytes:
    return framed("%d %s" % (number, words))
