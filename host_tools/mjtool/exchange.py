"""One request and its answer over an open port: the same line is sent up to three times."""

import time

from mjshare.frame import deframe, encode

from .handshake import Heard
from .message import Answer, Event, LineError, Message, Request, parse
from .transport import Transport

TRIES = 3
LARGEST_ID = 65535


class Exchange:
    """Counts ids up and matches answers to them; what belongs to no request is let go."""

    def __init__(self, transport: Transport, answer_s: float) -> None:
        self.transport = transport
        self.answer_s = answer_s
        self.discarded = 0  # bytes that were no good line
        self.repeats = 0  # lines sent again
        self.last_id = 0
        self._rest = b""

    def reopen(self, transport: Transport) -> None:
        """Go on over another port; ids are counted on."""
        self.transport = transport
        self._rest = b""

    def request(self, command: str, fields: dict[str, str], heard: Heard) -> Answer | None:
        """Send the same line up to TRIES times; None when no answer came."""
        self.last_id = self.last_id % LARGEST_ID + 1
        request = Request(self.last_id, command, fields)
        line = encode(request.body())
        for attempt in range(TRIES):
            self.repeats += attempt > 0
            self.transport.write(line)
            answer = self._wait(request, heard)
            if answer is not None or heard.busy:
                return answer
        return None

    def taken(self, heard: Heard) -> bool:
        """Listen before speaking: a shared port says at once when another host has it."""
        for message in self._receive(heard):
            heard.busy = heard.busy or message == LineError("busy")
        return heard.busy

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
        data = self.transport.read()
        heard.take(data)
        bodies, self._rest, discarded = deframe(self._rest + data)
        self.discarded += discarded
        messages = [message for message in map(parse, bodies) if message is not None]
        heard.lines += len(messages)
        return messages
