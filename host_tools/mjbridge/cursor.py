"""Reads on through a table's events and hands them over, no more at once than may be unconfirmed.

While the broker is away nothing is read: the events stay with the link, which keeps 20,000, and
are caught up from there.
"""

import json
import threading
from collections.abc import Callable

from mjtool.client import Client

from . import reading, topics
from .memory import Memory, Place
from .outbox import Message

AHEAD = 60  # events of one table that the broker has not confirmed
PAGES = 20  # in one look: three events each


class Cursor:
    """Where the bridge is in the events of one table."""

    def __init__(self, uid: str, memory: Memory, tell: Callable[[Message], None]) -> None:
        self._uid, self._memory, self._tell = uid, memory, tell
        self._lock = threading.Lock()
        self._boot, self._next = memory.place.boot, memory.place.next
        self._unconfirmed = 0

    def read(self, client: Client, boot: int, following: int) -> None:
        """Hand over what is new; `status` has just said start number and next event."""
        if boot != self._boot or following < self._next:
            self._boot, self._next = boot, 0
        for _ in range(PAGES):
            if self._next == following or self._unconfirmed >= AHEAD:
                return
            events, after, _lost = client.events(self._next)
            if not events:
                self._next = after
                return
            for event in events:
                if event.name == "boot":  # it has started anew since `status`
                    self._boot = int(event.fields.get("n", self._boot))
                self._hand_over(event.number, topics.event(self._uid, event.name),
                                json.dumps(reading.event(event, self._boot)))

    def _hand_over(self, number: int, topic: str, payload: str) -> None:
        self._next = number + 1
        place = Place(self._boot, number + 1)
        with self._lock:
            self._unconfirmed += 1
        self._tell(Message(topic, payload, done=lambda: self._confirmed(place)))

    def _confirmed(self, place: Place) -> None:
        with self._lock:
            self._unconfirmed -= 1
            self._memory.place = place
