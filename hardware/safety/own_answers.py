"""What a row without a fault code says for itself: causes, remedy, time, inputs and injector.

A row with codes has all of it from the fault table; said here as well, the two could differ. Its
injector alone is its own where the fault table's example is another cause of the same fault.
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
ITS_TEST = "tests/faults/test_own_words.py::test_it_is_told_as_its_fault"
"""Injects the own words of each row that names it, and waits for one of its faults."""


def check(source: Source, at: str, row: dict[str, Any], tests: str,
          faults: dict[str, Any]) -> None:
    """One row; `tests` is the text of its tests, `faults` the fault table by id."""
    if row["faults"]:
        _nothing_else(source, at, row)
        _its_own(source, at, row, faults, tests)
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
        _inject(source, at, row)
        if not _said(row, tests):
            raise source.error((at, "inject"),
                               f"{row['id']}: no test of the row says `{row['inject']}`")


def injectors(row: dict[str, Any], faults: dict[str, Any]) -> list[str]:
    """How a simulator makes it go wrong: its own words, or those of its faults."""
    own = row.get("inject", "")
    told = [own] if own else [faults[name]["inject"] for name in row["faults"]]
    return list(dict.fromkeys(text for text in told if text))


def _nothing_else(source: Source, at: str, row: dict[str, Any]) -> None:
    """What the fault table says is not said again."""
    for key in KEYS:
        if key in row and key != "inject":
            raise source.error((at, key), f"{row['id']} has {key} and a fault code: leave it to "
                               f"{fault_table.FILE}")


def _said(row: dict[str, Any], tests: str) -> bool:
    return bool(re.search(rf"(?<![\w-]){re.escape(row['inject'])}(?![\w-])", tests))


def _its_own(source: Source, at: str, row: dict[str, Any], faults: dict[str, Any],
             tests: str) -> None:
    """Another cause of its faults than the fault table shows, and tried."""
    if "inject" not in row:
        return
    _inject(source, at, row)
    if row["inject"] in [faults[name]["inject"] for name in row["faults"]]:
        raise source.error((at, "inject"), f"{row['id']} injects what {fault_table.FILE} does: "
                           "leave it to that")
    if ITS_TEST not in row["tests"] and not _said(row, tests):
        raise source.error((at, "inject"), f"{row['id']} has words of its own that no test of the "
                           f"row says; {ITS_TEST} tries those of every row that names it")


def _inject(source: Source, at: str, row: dict[str, Any]) -> None:
    """The words are an injector's."""
    try:
        timed(row["inject"])
    except InjectError as problem:
        raise source.error((at, "inject"), f"{row['id']}: {problem}") from None
