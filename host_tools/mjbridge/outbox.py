"""What waits for the broker: of each retained topic the newest, of events a few in their order.

No network in here. Retained topics coalesce: a broker that was away for a day gets one state, not
a day of them. Events are bounded by those who tell them (`cursor.py`): what does not fit stays
with the table's link, which keeps 20,000.
"""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

WINDOW = 100  # messages that the broker has not confirmed yet


@dataclass(frozen=True)
class Message:
    """One to publish; `done` is called once the broker has confirmed it."""

    topic: str
    payload: str
    retain: bool = False
    done: Callable[[], None] = lambda: None


class Outbox:
    """Filled by the tables' threads, emptied by the broker's."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[str, str] = {}
        self._changed: dict[str, None] = {}  # a set that keeps its order
        self._told: deque[Message] = deque()
        self._flying: dict[int, Message] = {}

    def keep(self, topic: str, payload: str) -> None:
        """A retained topic says this from now on."""
        with self._lock:
            if self._kept.get(topic) != payload:
                self._kept[topic] = payload
                self._changed[topic] = None

    def tell(self, message: Message) -> None:
        """Something that happened: sent once, never left out."""
        with self._lock:
            self._told.append(message)

    def anew(self) -> None:
        """Everything retained is sent again."""
        with self._lock:
            self._changed = dict.fromkeys(self._kept)

    def take(self) -> Message | None:
        """The next to publish, None when there is none or too much is unconfirmed."""
        with self._lock:
            if len(self._flying) >= WINDOW:
                return None
            if self._changed:
                topic = next(iter(self._changed))
                del self._changed[topic]
                return Message(topic, self._kept[topic], True)
            return self._told.popleft() if self._told else None

    def sent(self, number: int, message: Message) -> None:
        """It has gone out under this number."""
        with self._lock:
            self._flying[number] = message

    def confirmed(self, number: int) -> None:
        """The broker has it."""
        with self._lock:
            message = self._flying.pop(number, None)
        if message is not None:
            message.done()

    def lost(self) -> None:
        """The link to the broker is gone: what it has not confirmed goes again, in order."""
        with self._lock:
            again = [message for message in self._flying.values() if not message.retain]
            self._flying.clear()
            self._told.extendleft(reversed(again))
            self._changed = dict.fromkeys(self._kept)

    @property
    def is_empty(self) -> bool:
        """Everything has been confirmed."""
        with self._lock:
            return not (self._changed or self._told or self._flying)

    @property
    def waiting(self) -> int:
        """How many messages are kept for the broker."""
        with self._lock:
            return len(self._changed) + len(self._told) + len(self._flying)
