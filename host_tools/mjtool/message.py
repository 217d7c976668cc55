"""What the bodies of lines mean: requests, answers, refusals, events."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from .errors import WrongDeviceError


@dataclass(frozen=True)
class Request:
    """`<id> <command> [key=value ...]`."""

    id: int
    command: str
    fields: Mapping[str, str] = field(default_factory=dict)

    def body(self) -> str:
        """The line's body."""
        return " ".join([str(self.id), self.command,
                         *(f"{key}={value}" for key, value in self.fields.items())])


@dataclass(frozen=True)
class Event:
    """`+<number> <t_ms> <name> [key=value ...]`; t_ms is the board's clock modulo 2^30."""

    number: int
    t_ms: int
    name: str
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Answer:
    """`<id> ok` (code "") or `<id> err <code>`; `events` are the lines that came with it."""

    id: int
    code: str
    fields: Mapping[str, str] = field(default_factory=dict)
    events: tuple[Event, ...] = ()

    @property
    def ok(self) -> bool:
        """The table did it."""
        return not self.code

    def rows(self) -> list[str]:
        """The rows of a page."""
        return [self.fields.get(str(row), "") for row in range(self.number("n"))]

    def number(self, key: str) -> int:
        """A field that is an integer."""
        try:
            return int(self.fields[key])
        except (KeyError, ValueError):
            raise WrongDeviceError(
                f"answer {self.id} has no number `{key}`", "",
                "the table's firmware is of another version", "update firmware and mjtool"
            ) from None


@dataclass(frozen=True)
class LineError:
    """`0 err <what>`: the line that was sent did not arrive as one, or the port is taken."""

    what: str


Message = Request | Event | Answer | LineError


def parse(body: str) -> Message | None:
    """The message in `body`, None when it is none of ours."""
    try:
        return _event(body) if body.startswith("+") else _reply(body)
    except (ValueError, IndexError):
        return None


def _fields(words: list[str]) -> dict[str, str]:
    pairs = [word.partition("=") for word in words]
    if not all(key and equals for key, equals, _ in pairs):
        raise ValueError("a word without =")
    return {key: value for key, _, value in pairs}


def _event(body: str) -> Event:
    number, t_ms, name, *words = body[1:].split(" ")
    return Event(int(number), int(t_ms), name, _fields(words))


def _reply(body: str) -> Message:
    number, verdict, *words = body.split(" ")
    if verdict == "ok":
        return Answer(int(number), "", _fields(words))
    if verdict == "err":
        if number == "0":
            return LineError(words[0])
        return Answer(int(number), words[0], _fields(words[1:]))
    return Request(int(number), verdict, _fields(words))
