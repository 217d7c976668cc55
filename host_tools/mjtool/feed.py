"""The table's events as they happen, over one client."""

from collections.abc import Iterator

from .client import Client
from .message import Event

PAGES = 10_000  # more than a shared link keeps, 20,000 events, three and fewer a page


class Feed:
    """Reads on from event number `start`; 0 = the oldest that is kept."""

    def __init__(self, client: Client, start: int = 0) -> None:
        self._client = client
        self._next = start
        self.lost = 0  # events that were overwritten before they could be read

    @classmethod
    def from_now(cls, client: Client) -> "Feed":
        """Only what happens from now on."""
        return cls(client, client.request("status").number("events"))

    def poll(self) -> list[Event]:
        """Everything new."""
        found: list[Event] = []
        for _ in range(PAGES):
            events, following, lost = self._client.events(self._next)
            self.lost += lost
            self._next = following
            if not events:
                break
            found += events
        return found

    def __iter__(self) -> Iterator[Event]:
        return iter(self.poll())
