"""What a confirmed action did, to later entries too, in sentences: nothing goes unsaid."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .marker import in_words, shown
from .table import Row, Sheet


@dataclass(frozen=True)
class Done:
    """A confirmed action: its entry's row (None for end, undo of an end ...), what else changed.

    `again` is true when the caller's mark was known: the entry was confirmed before.
    """

    action: Mapping[str, Any]
    row: Row | None
    changes: tuple[str, ...] = ()
    again: bool = False


def between(before: Sheet, after: Sheet, own: int | None = None) -> list[str]:
    """Every difference the people should know of; the entry `own` was meant to change."""
    old = {row.entry.seq: row for row in before.rows}
    found = []
    for row in after.rows:
        was = old.get(row.entry.seq)
        if was is not None and not (row.entry.voided and was.entry.voided):
            found += _of_row(was, row, row.entry.seq == own)
    old_marker, new_marker = shown(before.state.deal), shown(after.state.deal)
    if old_marker != new_marker:
        found.append(f"next: {in_words(new_marker)} (was {in_words(old_marker)})")
    return found


def _of_row(was: Row, row: Row, own: bool) -> list[str]:
    name = row.entry.name
    found = []
    if row.problem is not None and str(row.problem) != str(was.problem or ""):
        found.append(f"{name} no longer fits and counts nothing: {row.problem}")
    if was.problem is not None and row.problem is None and not row.entry.voided:
        found.append(f"{name} fits again")
    if row.entry.kind == "hand" and not own:
        found += [
            f"{name}: {now} is {seat} now, not {then}"
            for (seat, then), now in zip(
                was.before.seats.items(), row.before.seats.values(), strict=True
            )
            if seat == "E" and now != then
        ]
    if _points(was) != _points(row):
        found.append(f"{name}: {_points(row)} (was {_points(was)})")
    return found


def _points(row: Row) -> str:
    """`Ann +36, Bob -36`; those who neither pay nor get are left out."""
    text = ", ".join(f"{name} {points:+}" for name, points in row.net.items() if points)
    return text or "no payment"
