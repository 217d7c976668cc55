"""The client: one request at a time, the same line up to three times, reconnects by itself.

Motion is never sent again after the link was lost: nobody can know whether the lost line arrived.
"""

import os
import time
from collections.abc import Callable, Iterator

from .dictionary import Dictionary, load
from .errors import LinkLostError, NoDeviceError, ToolError
from .exchange import TRIES, Exchange
from .handshake import Heard, Hello, accept, nobody
from .message import Answer, Event
from .share.way import reach

ANSWER_S = 0.5  # the board answers within 0.1 s of its own time
RECONNECT_S = 5.0
PAUSE_S = 0.2


class Client:
    """A connection to one table. `note` hears of lost and found links.

    `lasting`: it stays for long, so that the port is shared with others; `name` is what they read.
    """

    def __init__(self, url: str, *, answer_s: float | None = None,
                 reconnect_s: float = RECONNECT_S,
                 note: Callable[[str], None] = lambda text: None,
                 lasting: bool = False, name: str = "mjtool") -> None:
        self.url = url
        self._lasting = lasting
        self.name = f"{name}_{os.getpid()}"
        self.answer_s = ANSWER_S if answer_s is None else answer_s
        self.reconnect_s = reconnect_s
        self.dictionary: Dictionary = load()
        self._note = note
        self._exchange = Exchange(reach(url, lasting), self.answer_s)
        try:
            self.hello = self._handshake()
        except ToolError:
            self.close()
            raise

    def request(self, command: str, **fields: object) -> Answer:
        """Send a request and give its answer, a refusal included."""
        try:
            return self._ask(command, fields)
        except LinkLostError as lost:
            self._reconnect(lost)
            if self.dictionary.moves(command):
                raise LinkLostError(
                    f"the link was lost while `{command}` was sent; it is back, but what moves "
                    "something is never sent twice", self.url, "a loose cable or a restart",
                    "look at the table, then give the command again") from lost
            return self._ask(command, fields)

    def rows(self, command: str, **fields: object) -> Iterator[str]:
        """All rows of a paged list."""
        start = 0
        while True:
            answer = self.request(command, **fields, **{"from": start})
            if not answer.ok:
                return
            yield from answer.rows()
            start = answer.number("next")
            if start == 0:
                return

    def events(self, start: int) -> tuple[list[Event], int, int]:
        """Events from number `start` on: some of them, what to ask next, how many are lost."""
        answer = self.request("events", **{"from": start})
        events = list(answer.events)
        lost = max(0, events[0].number - start) if events and start else 0
        return events, answer.number("next"), lost

    @property
    def discarded(self) -> int:
        """Bytes that were no good line."""
        return self._exchange.discarded

    @property
    def repeats(self) -> int:
        """Lines sent again."""
        return self._exchange.repeats

    def close(self) -> None:
        """Give the port back."""
        self._exchange.transport.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def _handshake(self) -> Hello:
        heard = Heard()
        answer = None
        try:
            if not self._exchange.taken(heard):
                answer = self._exchange.request("hello", {}, heard)
        except LinkLostError as lost:
            if not heard.bytes:
                raise NoDeviceError(
                    "the port was closed by the other side before it said a word", self.url,
                    "another program already talks to this table, or it is just ending",
                    "end the other program and try again") from lost
        if answer is None:
            raise nobody(self.url, heard)
        hello = accept(self.url, answer, self.dictionary)
        if "share" in answer.fields:
            self._exchange.request("share.name", {"name": self.name}, Heard())
        return hello

    def _ask(self, command: str, fields: dict[str, object]) -> Answer:
        heard = Heard()
        words = {key: str(value) for key, value in fields.items()}
        answer = self._exchange.request(command, words, heard)
        if answer is not None:
            return answer
        if heard.busy:
            raise nobody(self.url, heard)
        raise LinkLostError(f"no answer to `{command}` after {TRIES} tries", self.url,
                            "the board stopped, or the line is very noisy",
                            "check the cable; if it happens again, restart the table")

    def _reconnect(self, lost: LinkLostError) -> None:
        """Open the port again and say hello, for at most `reconnect_s`."""
        self._note(f"{lost.what}; connecting again")
        self.close()
        uid = self.hello.uid
        until = time.monotonic() + self.reconnect_s
        while True:
            try:
                self._exchange.reopen(reach(self.url, self._lasting))
                self.hello = self._handshake()
                break
            except (NoDeviceError, LinkLostError):
                self.close()
                if time.monotonic() >= until:
                    raise lost from None
                time.sleep(PAUSE_S)
        if self.hello.uid != uid:
            self._note(f"another table answers now: {self.hello.uid} instead of {uid}")
        else:
            self._note("the table answers again")
