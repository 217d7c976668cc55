"""What a row without a fault code says for itself: causes, remedy, time, inputs and injector.

A row with codes has all of it from the fault table; said here as well, the two could differ.
"""

import re
from typing import Any

from mjsim.plant.inject_timed import timed
from mjsim.plant.inject_words import InjectError
from tools.make.generate.errors import Source
from tools.make.generate.words import faults as fault_table

WANTED = ("causes", "remedy", "time")
REASONS = {"inject": "no_inject", "signals": "no_io"}
"""Each key, and the one that stands in its place and says why."""
KEYS = (*WANTED, "inject", *REASONS.values())


def check(source: Source, at: str, row: dict[str, Any], tests: str) -> None:
    """One row; `tests` is the text of its tests."""
    if row["faults"]:
        _nothing(source, at, row)
        return
    for key in WANTED:
        if not row.get(key):
            raise source.error((at, key), f"{row['id']} has no fault code and no {key}; write "
                               f"it as {fault_table.FILE} does")
    for key, reason in REASONS.items():
        if not row.get(key) and not row.get(reason):
            empty = reason if reason in row else key
            raise source.error((at, empty), f"{row['id']} has no fault code, no {key} and no "
                               f"{reason} that says why")
        if row.get(key) and row.get(reason):
            raise source.error((at, reason), f"{row['id']} has {key} and {reason}; keep one")
    if row.get("inject"):
        _inject(source, at, row, tests)


def injectors(row: dict[str, Any], faults: dict[str, Any]) -> list[str]:
    """How a simulator makes it go wrong: its own words, or those of its faults."""
    told = [faults[name]["inject"] for name in row["faults"]] or [row.get("inject", "")]
    return list(dict.fromkeys(text for text in told if text))


def _nothing(source: Source, at: str, row: dict[str, Any]) -> None:
    """What the fault table says is not said again."""
    for key in KEYS:
        if key in row:
            raise source.error((at, key), f"{row['id']} has {key} and a fault code: leave it to "
                               f"{fault_table.FILE}")


def _inject(source: Source, at: str, row: dict[str, Any], tests: str) -> None:
    """The words are an injector's, and a test of the row says them."""
    words = row["inject"]
    try:
        timed(words)
    except InjectError as problem:
        raise source.error((at, "inject"), f"{row['id']}: {problem}") from None
    if not re.search(rf"(?<![\w-]){re.escape(words)}(?![\w-])", tests):
        raise source.error((at, "inject"), f"{row['id']}: no test of the row says `{words}`")
