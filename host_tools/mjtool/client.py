"""The client: one request at a time, the same line up to three times, reconnects by itself.

Motion is never sent again after the link was lost: nobody can know whether the lost line arrived.
"""

import time
from collections.abc import Callable, Iterator

from .dictionary import Dictionary, load
from .errors import LinkLostError, NoDeviceError, ToolError
from .frame import deframe, encode
from .handshake import Heard, Hello, accept, nobody
from .message import Answer, Event, LineError, Message, Request, parse
from .transport import Transport

TRIES = 3
ANSWER_S = 0.5  # the board answers within 0.1 s of its own time
RECONNECT_S = 5.0
PAUSE_S = 0.2
LARGEST_ID = 65535


class Client:
    """A connection to one table. `note` is told about lost and found links."""

    def __init__(self, url: str, *, answer_s: float | None = None,
                 reconnect_s: float = RECONNECT_S,
                 note: Callable[[str], None] = lambda text: None) -> None:
        self.url = url
        self.answer_s = ANSWER_S if answer_s is None else answer_s
        self.reconnect_s = reconnect_s
        self.dictionary: Dictionary = load()
        self.discarded = 0  # bytes that were no good line
        self.repeats = 0  # lines sent again
        self._note = note
        self._id = 0
        self._rest = b""
        self._transport = Transport(url)
        try:
            self.hello = self._handshake()
        except ToolError:
            self._transport.close()
            raise

    def request(self, command: str, **fields: object) -> Answer:
        """Send a request and give its answer, a refusal included."""
        try:
            return self._exchange(command, fields)
        except LinkLostError as lost:
            self._reconnect(lost)
            if self.dictionary.moves(command):
                raise LinkLostError(
                    f"the link was lost while `{command}` was sent; it is back, but what moves "
                    "something is never sent twice", self.url, "a loose cable or a restart",
                    "look at the table, then give the command again") from lost
            return self._exchange(command, fields)

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

    def close(self) -> None:
        """Give the port back."""
        self._transport.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def _next_id(self) -> int:
        self._id = self._id % LARGEST_ID + 1
        return self._id

    def _handshake(self) -> Hello:
        heard = Heard()
        answer = None
        try:
            if not self._taken(heard):
                answer = self._try(Request(self._next_id(), "hello"), heard)
        except LinkLostError as lost:
            if not heard.bytes:
                raise NoDeviceError(
                    "the port was closed by the other side before it said a word", self.url,
                    "another program already talks to this table, or it is just ending",
                    "end the other program and try again") from lost
        if answer is None:
            raise nobody(self.url, heard)
        return accept(self.url, answer, self.dictionary)

    def _taken(self, heard: Heard) -> bool:
        """Listen before speaking: a shared port says at once when another host has it."""
        for message in self._receive(heard):
            heard.busy = heard.busy or message == LineError("busy")
        return heard.busy

    def _exchange(self, command: str, fields: dict[str, object]) -> Answer:
        request = Request(self._next_id(), command,
                          {key: str(value) for key, value in fields.items()})
        heard = Heard()
        answer = self._try(request, heard)
        if answer is not None:
            return answer
        if heard.busy:
            raise nobody(self.url, heard)
        raise LinkLostError(f"no answer to `{command}` after {TRIES} tries", self.url,
                            "the board stopped, or the line is very noisy",
                            "check the cable; if it happens again, restart the table")

    def _try(self, request: Request, heard: Heard) -> Answer | None:
        """Send the same line up to TRIES times; None when no answer came."""
        line = encode(request.body())
        for attempt in range(TRIES):
            self.repeats += attempt > 0
            self._transport.write(line)
            answer = self._wait(request, heard)
            if answer is not None or heard.busy:
                return answer
        return None

    def _wait(self, request: Request, heard: Heard) -> Answer | None:
        """The answer to `request` with its events; None: send it again."""
        until = time.monotonic() + self.answer_s
        answer: Answer | None = None
        events: list[Event] = []
        while time.monotonic() < until:
            for message in self._receive(heard):
                if isinstance(message, LineError):
                    heard.busy = message.what == "busy"
                    return None
                if isinstance(message, Answer) and message.id == request.id:
                    answer, events = message, []
                elif isinstance(message, Event) and answer is not None:
                    events.append(message)
                elif message == request:
                    heard.echo = True
            if answer is not None:
                lines = request.command == "events" and answer.ok
                if len(events) >= (answer.number("n") if lines else 0):
                    return Answer(answer.id, answer.code, answer.fields, tuple(events))
        return None

    def _receive(self, heard: Heard) -> list[Message]:
        data = self._transport.read()
        heard.bytes += len(data)
        bodies, self._rest, discarded = deframe(self._rest + data)
        self.discarded += discarded
        messages = [message for message in map(parse, bodies) if message is not None]
        heard.lines += len(messages)
        return messages

    def _reconnect(self, lost: LinkLostError) -> None:
        """Open the port again and say hello, for at most `reconnect_s`."""
        self._note(f"{lost.what}; connecting again")
        self._transport.close()
        self._rest = b""
        uid = self.hello.uid
        until = time.monotonic() + self.reconnect_s
        while True:
            try:
                self._transport = Transport(self.url)
                self.hello = self._handshake()
                break
            except (NoDeviceError, LinkLostError):
                self._transport.close()
                if time.monotonic() >= until:
                    raise lost from None
                time.sleep(PAUSE_S)
        if self.hello.uid != uid:
            self._note(f"another table answers now: {self.hello.uid} instead of {uid}")
        else:
            self._note("the table answers again")
