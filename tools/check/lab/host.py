"""A program at the other end of the cable: it asks 20 times a second and follows the events."""

from __future__ import annotations

from collections.abc import Callable

from mjtable.kit.crc import START, crc16

ASK_MS = 50
"""Between two questions: 20 a second."""
AGAIN_MS = 400
"""A question without an answer is asked again, as the protocol says."""
HELLO_EVERY = 40
STATUS_EVERY = 5
"""One question in this many; all others are for events."""


def line(number: int, body: str) -> bytes:
    """A request as it goes over the link."""
    text = b"%d %s" % (number, body.encode())
    return b"%s*%04X\n" % (text, crc16(text, 0, len(text), START))


class Host:
    """`send(bytes)` writes; `receive(bytes, now_ms)` takes what the board says."""

    def __init__(self, send: Callable[[bytes], None], ask_ms: int = ASK_MS) -> None:
        self.send = send
        self.ask_ms = ask_ms
        self.open_ms = -1
        self.hello_ms = -1
        """ms from opening the port to the answer; -1 before it has come."""
        self.answer_ms: list[int] = []
        self.events: list[dict[str, str]] = []
        self.wrong = 0
        self.asked_again = 0
        self.listener: Callable[[dict[str, str]], None] = lambda event: None
        self._number = 0
        self._next = 0
        self._asked = 0
        self._body = ""
        self._sent_ms = 0
        self._due_ms = 0
        self._waiting = False
        self._rest = b""

    @property
    def next_ms(self) -> int:
        """When it does something next."""
        return self._sent_ms + AGAIN_MS if self._waiting else self._due_ms

    def open(self, now_ms: int) -> None:
        """The port is open: say hello at once."""
        self.open_ms = self._due_ms = now_ms

    def act(self, now_ms: int) -> None:
        """Ask what is due."""
        if self.open_ms < 0 or now_ms < self.next_ms:
            return
        if self._waiting:
            self.asked_again += 1
        else:
            self._number = self._number % 65535 + 1
            self._body = self._question()
            self._asked += 1
            self._due_ms = max(self._due_ms + self.ask_ms, now_ms)
        self._waiting = True
        self._sent_ms = now_ms
        self.send(line(self._number, self._body))

    def _question(self) -> str:
        if self._asked % HELLO_EVERY == 0:
            return "hello"
        if self._asked % STATUS_EVERY == 0:
            return "status"
        return "events from=%d" % self._next

    def receive(self, data: bytes, now_ms: int) -> None:
        """Bytes of the board."""
        self._rest += data
        while b"\n" in self._rest:
            text, _, self._rest = self._rest.partition(b"\n")
            self._line(text.rstrip(b"\r"), now_ms)

    def _line(self, text: bytes, now_ms: int) -> None:
        body, star, check = text.rpartition(b"*")
        if not star or check != b"%04X" % crc16(body, 0, len(body), START):
            self.wrong += 1
            return
        words = body.decode().split()
        pairs = dict(word.split("=", 1) for word in words[2:] if "=" in word)
        if words[0].startswith("+"):
            self._event(words, pairs)
        elif words[0] == str(self._number) and self._waiting:
            self._answered(pairs, now_ms)

    def _answered(self, pairs: dict[str, str], now_ms: int) -> None:
        self._waiting = False
        self.answer_ms.append(now_ms - self._sent_ms)
        if self._body == "hello" and self.hello_ms < 0:
            self.hello_ms = now_ms - self.open_ms
        if "next" in pairs and self._body.startswith("events"):
            self._next = int(pairs["next"])

    def _event(self, words: list[str], pairs: dict[str, str]) -> None:
        event = {"number": words[0][1:], "t_ms": words[1], "event": words[2], **pairs}
        self.events.append(event)
        self.listener(event)
