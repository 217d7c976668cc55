"""Is what a file of timelines holds what sorts can be? Compiled code replays it unchecked."""

from __future__ import annotations

from typing import Any

import numpy as np

from mjsim.generated import constants as C

KEYS = {"form": int, "sources": str, "what": dict, "numbers": list, "stopped": list,
        "returned": int}
LINES = max(C.LINES)


def head_wrong(head: Any, most: int) -> str:
    """What of the head is no head, as words; "" when all is well. `most`: sorts in one file."""
    if not isinstance(head, dict):
        return "its head is no table"
    for key, kind in KEYS.items():
        if type(head.get(key)) is not kind:
            return f"its head has no {key}"
    numbers, stopped = head["numbers"], head["stopped"]
    if any(type(one) is not int for one in numbers) or sorted(set(numbers)) != numbers:
        return "its sorts' numbers are none, or not in their order"
    if any(type(one) is not str for one in stopped) or len(numbers) + len(stopped) > most:
        return f"it tells of more than {most} sorts"
    return ""


def columns_wrong(columns: dict[str, np.ndarray], rows: int, drawn: np.ndarray) -> str:
    """The same of the columns of so many sorts; `drawn`: every place of a wall line."""
    if any(column.shape != (rows, len(drawn)) for column in columns.values()):
        return "its columns are cut"
    if not all(np.isfinite(columns[name]).all() for name in ("turned_ms", "port")):
        return "a time or an angle is no number"
    if not ((columns["line"] >= 0) & (columns["line"] < LINES)).all():
        return f"a line is not 0 to {LINES - 1}"
    if not (np.sort(columns["place"], axis=1) == np.sort(drawn)).all():
        return "a wall has a place twice, or none of its places"
    return ""
