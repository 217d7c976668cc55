"""What is typed at `mjtool console`: `motor.jog belt_a ms=300` as the link's command, and back.

A value without a name is that of the command's next parameter. Nothing here knows a terminal.
"""

import shlex
from collections.abc import Iterator
from dataclasses import dataclass

from mjshare.frame import encode

from . import completing
from .client import Client
from .console_help import OWN
from .dictionary import load, nearest
from .errors import ToolError, UsageError
from .feed import Feed
from .message import Answer, Event, Request
from .refusal import ask, explain
from .sentences import log_line, sentence
from .values import event_json, typed


@dataclass(frozen=True)
class Asked:
    """A command of the link with its fields."""

    command: str
    fields: dict[str, str]


def understood(line: str) -> Asked:
    """What a line asks for, or UsageError; the table judges the values."""
    try:
        command, *words = shlex.split(line)
    except ValueError as problem:
        raise UsageError(f"the line cannot be read ({problem})", "console", "",
                         "close the quotation mark") from None
    rows = load().commands
    if command not in rows:
        raise UsageError(f"there is no command `{command}`", "console", "",
                         nearest(command, [*rows, *OWN]))
    names = [row["name"] for row in rows[command]["params"]]
    fields: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            free = [name for name in names if name not in fields]
            if not free:
                raise UsageError(f"`{command}` takes no `{word}`", "console", "",
                                 f"see `help {command}`")
            key, value = free[0], word
        if key not in names:
            raise UsageError(f"`{command}` has no parameter `{key}`", "console", "",
                             nearest(key, names) if names else "give the command alone")
        fields[key] = value
    return Asked(command, fields)


class Console:
    """One table; each line gives what is to be shown."""

    def __init__(self, client: Client, raw: bool = False) -> None:
        self._client = client
        self._feed = Feed.from_now(client)
        self.raw = raw

    def news(self) -> list[Event]:
        """What has happened at the table meanwhile."""
        return self._feed.poll()

    def do(self, asked: Asked) -> Answer:
        """Carry it out; what the table refuses is an error of the tool, except in the raw view."""
        if self.raw:
            return self._client.request(asked.command, **asked.fields)
        return ask(self._client, asked.command, **asked.fields)

    def problem(self, asked: Asked, answer: Answer) -> ToolError:
        """The error behind a refusal that was shown raw."""
        return explain(self._client, asked.command, answer, dict(asked.fields))

    def told(self, asked: Asked, answer: Answer) -> Iterator[str]:
        """An answer, as lines of the link or as people read it."""
        if self.raw:
            yield "> " + lined(Request(answer.id, asked.command, asked.fields).body())
            yield "< " + lined(body(answer))
            for event in answer.events:
                yield "< " + lined(event_body(event))
            return
        listed = {str(row) for row in range(answer.number("n"))} if "n" in answer.fields else set()
        if listed or "n" in answer.fields and not answer.events:
            yield from answer.rows()
            if answer.number("next"):
                yield f"... go on with from={answer.fields['next']}"
        elif answer.events:
            yield from (log_line(event) for event in answer.events)
        else:
            yield sentence(answer)

    def event(self, event: Event) -> str:
        """Something that happened."""
        return "< " + lined(event_body(event)) if self.raw else log_line(event)


def as_json(asked: Asked, answer: Answer) -> dict[str, object]:
    """An answer for programs."""
    return {"command": asked.command, "ok": answer.ok, "code": answer.code,
            "answer": typed(answer.fields), "events": [event_json(one) for one in answer.events]}


def lined(text: str) -> str:
    """A body with its checksum, as it went over the link."""
    return encode(text).decode().rstrip("\n")


def body(answer: Answer) -> str:
    """An answer's body."""
    verdict = "ok" if answer.ok else f"err {answer.code}"
    return " ".join([f"{answer.id} {verdict}",
                     *(f"{key}={value}" for key, value in answer.fields.items())])


def event_body(event: Event) -> str:
    """An event's body."""
    return " ".join([f"+{event.number} {event.t_ms} {event.name}",
                     *(f"{key}={value}" for key, value in event.fields.items())])


def completions(text: str) -> completing.Pairs:
    """What may stand where the cursor is: names that go on from the last word of `text`."""
    *before, word = text.split(" ")
    before = [each for each in before if each]
    if not before:
        own = completing.begun(OWN.items(), word)
        return own + completing.commands(word)
    if before[0] == "help":
        return completing.commands(word)
    row = load().commands.get(before[0])
    if row is None:
        return []
    key, equals, begun = word.partition("=")
    if equals:
        return [(f"{key}={name}", what)
                for name, what in completing.parameter(before[0], key, begun)]
    given = {each.partition("=")[0] for each in before[1:] if "=" in each}
    bare = sum("=" not in each for each in before[1:])
    free = [param for param in row["params"] if param["name"] not in given]
    values = completing.parameter(before[0], free[bare]["name"], word) if bare < len(free) else []
    return values + completing.begun(
        ((f"{param['name']}=", param["help"]) for param in free[bare:]), word)
