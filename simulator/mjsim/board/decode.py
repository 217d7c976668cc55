"""The firmware's event records: kept raw while it runs, as dicts when somebody asks.

A dict has `number`, `t_ms` (virtual time), `event`, and the keys of the link's event table.
"""

from __future__ import annotations

from typing import Any

from mjtable.generated import command_table as table

SIDES = "ABCD"
NAMES = tuple(name.decode() for name in table.EVENTS)
_FIRST_FIELD = 3
Raw = tuple[int, int, int, str, str, int, int, int]
"""Number, virtual time in ms, kind, then the record's s1, s2, i1, i2, i3."""


def _columns(kind: int) -> tuple[tuple[str, int, int], ...]:
    """(key, index in the raw record, how it prints) of one kind of event."""
    rows = range(table.EVENT_AT[kind], table.EVENT_AT[kind + 1])
    return tuple(
        (table.EVENT_KEY[i].decode(), _FIRST_FIELD + table.EVENT_FIELD[i], table.EVENT_KIND[i])
        for i in rows
    )


_COLUMNS = tuple(_columns(kind) for kind in range(len(NAMES)))


def code(number: int) -> str:
    """A fault code as people read it, `E521`."""
    return "E%03d" % number


def _value(kind: int, raw: Any) -> Any:
    """One key's value as it prints; None when it is left out."""
    if raw == "" or raw == -1:
        return None
    if kind == table.AS_SIDE:
        return SIDES[raw]
    if kind == table.AS_CODE:
        return code(raw)
    if kind == table.AS_REASON:
        return table.REASONS[raw] or None
    if kind >= table.AS_WORDS:
        return table.WORDS[kind - table.AS_WORDS][raw]
    return raw


def event(raw: Raw) -> dict[str, Any]:
    """A raw record as a dict."""
    found: dict[str, Any] = {"number": raw[0], "t_ms": raw[1], "event": NAMES[raw[2]]}
    for key, index, how in _COLUMNS[raw[2]]:
        value = _value(how, raw[index])
        if value is not None:
            found[key] = value
    return found


def as_text(record: dict[str, Any]) -> str:
    """An event as one line: seconds, name, key=value."""
    keys = " ".join(
        "%s=%s" % pair for pair in record.items() if pair[0] not in ("number", "t_ms", "event")
    )
    return "%10.3f s  %-6s %s" % (record["t_ms"] / 1000, record["event"], keys)
