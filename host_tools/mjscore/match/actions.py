"""The journal's language: every action a match knows, and what it carries.

An action is a JSON object with `do`; it is checked here when it comes from a person or from an
imported file, before anything is made of it.
"""

from collections.abc import Mapping
from typing import Any

from ..tiles import SEATS
from .errors import MatchError

# action: what it carries -> the kind of value; a `?` behind a name: may be missing.
# people: {seat: name}.
ENTRIES: dict[str, dict[str, str]] = {
    "hand": {"request": "object", "seated": "people", "over?": "flag"},
    "penalty": {"event": "object"},
    "pay": {"from": "text", "to": "text", "amount": "number", "why?": "text"},
    "sit": {"out": "text", "in": "text"},
    "seats": {"chairs": "list of four people", "first?": "text"},
    "rounds": {"rounds": "number"},
    "bet": {"backs": "text or none", "shown?": "flag"},
    "dice": {"dice": "list of numbers"},
    "marker": {"marker": "object"},
}
CHANGES: dict[str, dict[str, str]] = {
    "edit": {"entry": "number", "to": "object"},
    "void": {"entry": "number"},
    "restore": {"entry": "number"},
    "rename": {"old": "text", "new": "text"},
    "end": {},
    "resume": {},
    "undo": {},
    "redo": {},
}
KINDS = ENTRIES | CHANGES


def checked(action: object, where: str = "action") -> dict[str, Any]:
    """The action itself, when it is one of the table above with everything it carries."""
    if not isinstance(action, Mapping) or str(action.get("do")) not in KINDS:
        raise MatchError("this is no action of a match", where)
    fields = KINDS[action["do"]]
    for name, kind in fields.items():
        key = name.removesuffix("?")
        if key not in action:
            if name == key:
                raise MatchError(f"{action['do']} lacks {key}", where)
        elif not _is(kind, action[key]):
            raise MatchError(f"{key} of {action['do']} is no {kind}", where)
    extra = set(action) - {name.removesuffix("?") for name in fields} - {"do"}
    if extra:
        raise MatchError(f"{action['do']} knows no {min(extra)}", where)
    if action["do"] == "edit":
        inner = checked(action["to"], where)
        if inner["do"] not in ENTRIES:
            raise MatchError(f"{inner['do']} is no entry that another one could become", where)
    return dict(action)


def _is(kind: str, value: object) -> bool:
    """Whether a value is of a kind named in the tables above."""
    if kind == "object":
        return isinstance(value, Mapping)
    if kind == "people":
        return (
            isinstance(value, Mapping)
            and set(value) == set(SEATS)
            and all(isinstance(name, str) for name in value.values())
        )
    if kind == "list of four people":
        return _list(value, str) and len(_items(value)) == 4
    if kind == "list of numbers":
        return _list(value, int)
    if kind == "number":
        return isinstance(value, int) and not isinstance(value, bool)
    if kind == "flag":
        return isinstance(value, bool)
    return isinstance(value, str) or (kind == "text or none" and value is None)


def _list(value: object, of: type) -> bool:
    items = _items(value)
    return isinstance(value, list) and all(
        isinstance(item, of) and not isinstance(item, bool) for item in items
    )


def _items(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
