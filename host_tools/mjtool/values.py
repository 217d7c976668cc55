"""Fields of answers and events as JSON values."""

from collections.abc import Mapping
from typing import Any

from .message import Event
from .sentences import sentence

TEXTS = {"uid", "fw", "proto", "dict", "name", "at"}  # never numbers


def typed(fields: Mapping[str, str]) -> dict[str, Any]:
    """Integers as integers, lists of integers as lists, `none` as null."""
    return {key: _value(key, value) for key, value in fields.items()}


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
