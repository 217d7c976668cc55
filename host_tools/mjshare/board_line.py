"""The one line to the board: one request at a time, the same line up to three times."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from .frame import deframe, encode
from .seat import LARGEST_ID

TRIES = 3
WAIT_MOST = 64  # requests that wait; of a program that asks on without reading, the rest is lost
ANSWER_S = 0.5  # the board answers within 0.1 s of its own time
Done = Callable[[list[str] | None], object]


@dataclass
class Wish:
    """A request to come, and who takes its answer: its lines, or None when none came."""

    body: str
    done: Done
    who: object = None


class BoardLine:
    """`send` takes bytes for the board."""

    def __init__(self, send: Callable[[bytes], object]) -> None:
        self._send = send
        self._queue: deque[Wish] = deque()
        self._now: Wish | None = None
        self._id = 0
        self._line = b""
        self._tries = 0
        self._due_s = 0.0
        self._rest = b""
        self._lines: list[str] = []
        self._want = 0  # event lines that belong to the answer

    @property
    def idle(self) -> bool:
        """Nothing is asked."""
        return self._now is None

    def urge(self, now_s: float, *wishes: Wish) -> None:
        """Ask these, in this order, before all others: they stop something."""
        self._queue.extendleft(reversed(wishes))
        self._next(now_s)

    def ask(self, wish: Wish, now_s: float) -> None:
        """Ask it when its turn comes."""
        if len(self._queue) < WAIT_MOST:
            self._queue.append(wish)
        else:
            wish.done(None)
        self._next(now_s)

    def forget(self, who: object) -> None:
        """Whoever asked this has gone: what has not been sent is not."""
        self._queue = deque(wish for wish in self._queue if wish.who is not who)

    def _next(self, now_s: float) -> None:
        if self._now is None and self._queue:
            self._now = self._queue.popleft()
            self._id = self._id % LARGEST_ID + 1
            self._line = encode(f"{self._id} {self._now.body}")
            self._tries = 0
            self._try(now_s)

    def _try(self, now_s: float) -> None:
        self._tries += 1
        self._due_s = now_s + ANSWER_S
        self._lines, self._want = [], 0
        self._send(self._line)

    def tick(self, now_s: float) -> None:
        """Time has passed: send again what was not answered."""
        if self._now is not None and now_s >= self._due_s:
            self._again(now_s)

    def _again(self, now_s: float) -> None:
        if self._tries < TRIES:
            self._try(now_s)
        else:
            self._end(None, now_s)

    def _end(self, lines: list[str] | None, now_s: float) -> None:
        wish, self._now = self._now, None
        if wish is not None:
            wish.done(lines)
        self._next(now_s)

    def heard(self, data: bytes, now_s: float) -> None:
        """What the board has sent."""
        bodies, self._rest, _ = deframe(self._rest + data)
        for body in bodies:
            self._body(body, now_s)

    def _body(self, body: str, now_s: float) -> None:
        if self._now is None:
            return
        number, _, rest = body.partition(" ")
        if body.startswith("0 err "):
            self._again(now_s)
            return
        if number == str(self._id):
            self._lines, self._want = [rest], _events_behind(self._now.body, rest)
        elif self._lines and body.startswith("+"):
            self._lines.append(body)
        if self._lines and len(self._lines) > self._want:
            self._end(self._lines, now_s)


def _events_behind(asked: str, answer: str) -> int:
    """How many event lines follow an answer."""
    if not asked.startswith("events") or not answer.startswith("ok"):
        return 0
    return number_of(answer, "n")


def number_of(answer: str, key: str) -> int:
    """A number in an answer; 0 when there is none."""
    for word in answer.split():
        name, _, value = word.partition("=")
        if name == key and value.isdecimal():
            return int(value)
    return 0
