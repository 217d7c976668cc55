"""A person under another name: setup and all entries, as if it had always been the name."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from . import names
from .errors import MatchError
from .seats import event
from .setup import Setup

Action = Mapping[str, Any]
To = Callable[[Any], Any]


def checked(setup: Setup, old: object, new: object) -> tuple[str, str]:
    """Who is meant and the new name; MatchError for a stranger, or a name that is taken."""
    known = names.known(old, setup.people, "old")
    called = names.person(new, "new")
    for other in setup.people:
        if other != known and other.casefold() == called.casefold():
            raise MatchError(f"the name {other} is there already", "new")
    return known, called


def mapping(old: str, new: str) -> To:
    """Replaces one name, however it was typed; leaves everything else."""

    def to(value: Any) -> Any:
        return new if isinstance(value, str) and value.casefold() == old.casefold() else value

    return to


def of_setup(setup: Setup, to: To) -> Setup:
    """How the match began, by the new name."""
    return replace(setup, players=tuple(map(to, setup.players)), fifth=to(setup.fifth))


def of_body(body: Action, to: To) -> Action:
    """An entry's content, by the new name: each field that holds a person."""
    changed = dict(body)
    for key in PEOPLE.get(body["do"], ()):
        value = body.get(key)
        if isinstance(value, Mapping):
            changed[key] = {seat: to(name) for seat, name in value.items()}
        elif isinstance(value, list):
            changed[key] = [to(name) for name in value]
        elif value is not None:
            changed[key] = to(value)
    if body["do"] == "penalty":
        changed["event"] = event(body["event"], to)
    return changed


# What of an action holds people; a hand's request holds seats.
PEOPLE = {
    "hand": ("seated",),
    "pay": ("from", "to"),
    "sit": ("out", "in"),
    "seats": ("chairs",),
    "bet": ("backs",),
}
