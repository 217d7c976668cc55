"""The events as a list that is searched, and as files to take away."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from mjtool.dictionary import load
from mjtool.message import Event
from mjtool.sentences import log_line
from mjtool.values import event_json

from ..words import DEFAULT
from ..words.events import sentence_in


@dataclass(frozen=True)
class Wanted:
    """Which events: of this kind, "" for all, with this text in their sentence in a language."""

    kind: str = ""
    text: str = ""
    language: str = DEFAULT

    def has(self, event: Event) -> bool:
        """Whether it is wanted."""
        if self.kind and event.name != self.kind:
            return False
        return not self.text or self.text.casefold() in sentence_in(
            self.language, event).casefold()


def kinds() -> list[str]:
    """Every kind of event that a table tells."""
    return sorted(load().events)


def chosen(events: Iterable[Event], wanted: Wanted) -> list[Event]:
    """What is wanted of them, in their order."""
    return [event for event in events if wanted.has(event)]


def as_text(events: Iterable[Event]) -> str:
    """A line each, as `mjtool log` has them."""
    return "".join(log_line(event) + "\n" for event in events)


def as_json(events: Iterable[Event]) -> str:
    """A list of objects, a line each."""
    return "[\n" + ",\n".join(json.dumps(event_json(event)) for event in events) + "\n]\n"
