"""A simulated table on a client's wire without a port: its time goes on while one waits."""

from collections.abc import Iterator

from mjshare.frame import deframe
from mjsim.serving.serve import Line
from mjsim.table.session import SimTable
from mjsim.words.framing import framed
from mjtool.dictionary import Dictionary, load
from mjtool.errors import LinkLostError
from mjtool.handshake import Hello, accept
from mjtool.message import Answer, Event, LineError, parse

STEP_MS = 5
ANSWER_MS = 2_000
LAST_ID = 65_535


class Wire:
    """`mjtool.client.Client`'s verbs on a table in this process."""

    def __init__(self, table: SimTable) -> None:
        self.table = table
        self.url = "sim://"
        self.dictionary: Dictionary = load()
        self._rest = b""
        self._heard: list[object] = []
        self._id = 0
        self._line = Line(table)
        table.runner.links = [*table.runner.links, self._line]
        self.hello: Hello = accept(self.url, self.request("hello"), self.dictionary)

    def _take(self) -> None:
        bodies, self._rest, _ = deframe(self._rest + self._line.cable.take())
        self._heard += [parse(body) for body in bodies]

    def request(self, command: str, **fields: object) -> Answer:
        """A request and its answer."""
        self._id = self._id % LAST_ID + 1
        words = " ".join([command, *(f"{key}={value}" for key, value in fields.items())])
        self._line.cable.put(framed(f"{self._id} {words}"))
        events: list[Event] = []
        for _ in range(ANSWER_MS // STEP_MS):
            self.table.run_for(STEP_MS)
            self._take()
            while self._heard:
                message = self._heard.pop(0)
                if isinstance(message, Event):
                    events.append(message)
                elif isinstance(message, Answer) and message.id == self._id:
                    return Answer(message.id, message.code, message.fields, tuple(events))
                elif isinstance(message, LineError):
                    raise LinkLostError(f"the line was not understood: {message.what}")
        raise LinkLostError(f"no answer to `{command}`", self.url, "", "")

    def rows(self, command: str, **fields: object) -> Iterator[str]:
        """All rows of a paged list."""
        # copy: of mjtool's client, whose place this takes; it has a port and tries again
        start = 0
        while True:
            answer = self.request(command, **fields, **{"from": start})
            if not answer.ok:
                return
            yield from answer.rows()
            start = answer.number("next")
            if start == 0:
                return

    def close(self) -> None:
        """Nothing is open."""


class TableClock:
    """The table's own time."""

    def __init__(self, table: SimTable) -> None:
        self._table = table

    def now(self) -> float:
        """Its seconds."""
        return self._table.now_ms / 1000

    def sleep(self, seconds: float) -> None:
        """Let them pass there."""
        self._table.run_for(max(1, round(seconds * 1000)))
