"""What all tables of a bridge have in common: the outbox, and which table is at which port."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

from mjtool.errors import WrongDeviceError

from .cursor import Cursor
from .memory import Memory
from .outbox import Outbox


@dataclass
class House:
    """What all tables have in common."""

    bridge: str
    broker: str
    outbox: Outbox
    note: Callable[[str], None]

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._places: dict[str, str] = {}
        self._cursors: dict[str, tuple[Cursor, Memory]] = {}

    def claim(self, uid: str, url: str) -> tuple[Cursor, Memory]:
        """This port has this table; its place in the events outlives a lost link."""
        with self._lock:
            other = self._places.setdefault(uid, url)
            if other != url:
                raise WrongDeviceError(
                    f"the same table, {uid}, is already followed at {other}", url,
                    "one table was named twice, or two simulated ones have the same --seed",
                    "name each table once")
            if uid not in self._cursors:
                memory = Memory(uid, self.broker)
                self._cursors[uid] = Cursor(uid, memory, self.outbox.tell), memory
            return self._cursors[uid]

    def release(self, uid: str) -> None:
        """The table has gone from its port."""
        with self._lock:
            self._places.pop(uid, None)

    def save(self) -> None:
        """Keep every table's place in its events."""
        for _, memory in self._cursors.values():
            memory.save()
