"""Every frame as one human sentence, for logs and consoles.

Events are worded in the command table itself (`text`); reasons, faults and error codes have their
texts in the dictionary.
"""

import re
from collections.abc import Mapping

from .dictionary import Dictionary, load
from .message import Answer, Event, LineError, Message, Request

OPTIONAL = re.compile(r"\[([^\]]*)\]")
KEY = re.compile(r"\{(\w+)\}")


def sentence(message: Message, dictionary: Dictionary | None = None) -> str:
    """The message in words; never fails, whatever the fields are."""
    known = dictionary or load()
    if isinstance(message, Event):
        return _event(message, known)
    if isinstance(message, LineError):
        text = known.line_errors.get(message.what, "for a reason unknown here")
        return f"A line was not taken ({message.what}): {text}."
    if isinstance(message, Answer):
        return _answer(message, known)
    return _request(message, known)


def _pairs(fields: Mapping[str, str]) -> str:
    return ", ".join(f"{key} {value or 'empty'}" for key, value in fields.items())


def _request(request: Request, known: Dictionary) -> str:
    row = known.commands.get(request.command)
    text = f"Request {request.id}: {request.command}"
    if request.fields:
        text += f" with {_pairs(request.fields)}"
    return f"{text}. {row['help']}" if row else f"{text}."


def _answer(answer: Answer, known: Dictionary) -> str:
    if answer.ok:
        said = _pairs(answer.fields)
        return f"Answer {answer.id}: {said}." if said else f"Answer {answer.id}: done."
    text = known.errors.get(answer.code, "a refusal unknown here")
    said = _pairs(answer.fields)
    return f"Answer {answer.id}: refused ({answer.code}): {text}" + (f"; {said}." if said else ".")


def _event(event: Event, known: Dictionary) -> str:
    row = known.events.get(event.name)
    if row is None:
        said = _pairs(event.fields)
        return _whole(f"{event.name}: {said}" if said else event.name)
    words = {key["name"]: _value(key["kind"], event.fields[key["name"]], known)
             for key in row["keys"] if key["name"] in event.fields
             and not (key.get("unread") and event.fields[key["name"]] == "0")}
    text = OPTIONAL.sub(lambda part: _part(part[1], words), row["text"])
    return _whole(KEY.sub(lambda key: words.get(key[1], "unknown"), text))


def _part(text: str, words: dict[str, str]) -> str:
    """The part in brackets, or nothing when one of its keys has no value."""
    return text if all(key in words for key in KEY.findall(text)) else ""


def _value(kind: str, value: str, known: Dictionary) -> str:
    if kind == "reason":
        return known.reasons.get(value, value)
    if kind == "code":
        row = known.faults.get(value)
        return f"{value} ({row['name']})" if row else value
    return value.replace("_", " ") if kind == "str" else value


def _whole(text: str) -> str:
    return text[:1].upper() + text[1:] + "."


def stamp(t_ms: int) -> str:
    """The board's clock as seconds."""
    return f"{t_ms // 1000:>6}.{t_ms % 1000:03} s"


def log_line(event: Event, dictionary: Dictionary | None = None) -> str:
    """One line of a log."""
    return f"{stamp(event.t_ms)}  {sentence(event, dictionary)}"
