"""Fields of answers and events as JSON values."""

from collections.abc import Mapping
from typing import Any

from .message import Event
from .sentences import sentence

TEXTS = {"uid", "fw", "proto", "dict", "name", "at"}  # never numbers


def typed(fields: Mapping[str, str]) -> dict[str, Any]:
    """Integers as integers, lists of integers as lists, `none` as null; the single tiles that lie
    beside whole stacks as `singles`."""
    found = {key: _value(key, value) for key, value in fields.items()}
    if "+" in fields.get("stacks", ""):
        found |= {"stacks": whole(fields["stacks"]), "singles": singles(fields["stacks"])}
    return found


def whole(stacks: str) -> list[int]:
    """Whole stacks of each side, as `status` tells them: "9,8,8,7"; "0+3,.." has single tiles."""
    return [int(side.partition("+")[0]) for side in stacks.split(",")]


def singles(stacks: str) -> list[int]:
    """The single tiles of each side."""
    return [int(side.partition("+")[2] or 0) for side in stacks.split(",")]


def _value(key: str, value: str) -> Any:
    if key in TEXTS:
        return value
    if value == "none":
        return None
    parts = value.split(",")
    if all(part.lstrip("-").isdecimal() for part in parts):
        numbers = [int(part) for part in parts]
        return numbers if len(numbers) > 1 else numbers[0]
    return value


def event_json(event: Event) -> dict[str, Any]:
    """An event for programs, its sentence included."""
    return {"number": event.number, "t_ms": event.t_ms, "event": event.name,
            **typed(event.fields), "text": sentence(event)}
