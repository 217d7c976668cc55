"""One program at a shared link: its bytes become requests; a repeated one gets its old answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .frame import LINE_LIMIT, decode, encode

LARGEST_ID = 65535


@dataclass(frozen=True)
class Asked:
    """A request as it came: its id, command, and the rest of its body."""

    id: int
    command: str
    rest: str

    @property
    def body(self) -> str:
        """What is asked, without the id."""
        return f"{self.command} {self.rest}".rstrip()

    @property
    def fields(self) -> dict[str, str]:
        """Its parameters."""
        pairs = (word.partition("=") for word in self.rest.split())
        return {key: value for key, _, value in pairs}


def understood(body: str) -> Asked | None:
    """The request in a line's body, None when it is of another form."""
    number, _, rest = body.partition(" ")
    command, _, rest = rest.partition(" ")
    good = number.isascii() and number.isdecimal() and not number.startswith("0")
    if not (good and command and 1 <= int(number[:6]) <= LARGEST_ID):
        return None
    return Asked(int(number), command, rest)


class Seat:
    """`reply` takes bytes for this program; `name` is what others read of it."""

    def __init__(self, reply: Callable[[bytes], object], name: str) -> None:
        self.reply = reply
        self.name = name
        self.gone = False
        self._rest = b""
        self._open: Asked | None = None  # being worked on
        self._last: Asked | None = None  # answered last, with `_answer`
        self._answer = b""

    def requests(self, data: bytes) -> list[Asked]:
        """New requests in what has come; lines that are none are told so at once."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        self._rest = self._rest[-2 * LINE_LIMIT:]
        wrong = ""
        found = []
        for line in lines:
            body = decode(line)
            asked = understood(body) if body is not None else None
            if asked is None:
                wrong = _what(line) if body is None else "syntax"
            elif self._is_new(asked):
                self._open = asked
                found.append(asked)
        if wrong:  # once, however many bad lines came: who floods is not answered with a flood
            self.reply(encode(f"0 err {wrong}"))
        return found

    def _is_new(self, asked: Asked) -> bool:
        """Not the one that is being worked on, nor the last one again."""
        if asked == self._last and asked.command != "hello":
            self.reply(self._answer)
            return False
        return asked != self._open

    def unanswered(self, asked: Asked) -> None:
        """The board did not answer: the same request again is a new one."""
        if asked == self._open:
            self._open = None

    def answer(self, asked: Asked, lines: list[str]) -> None:
        """The answer's line, without its id, and the event lines behind it."""
        if self.gone:
            return
        made = encode(f"{asked.id} {lines[0]}") + b"".join(map(encode, lines[1:]))
        if asked == self._open:
            self._open, self._last, self._answer = None, asked, made
        self.reply(made)


def _what(line: bytes) -> str:
    """What is wrong with a line that has no body."""
    if len(line) > LINE_LIMIT:
        return "long"
    return "crc" if b"*" in line else "syntax"
