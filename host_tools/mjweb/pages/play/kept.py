"""The drafts of a match on the disk: one small file beside the match, written whole or not at all.

What a phone has tapped is here before it is answered, so that a reload, a locked screen or a
killed server loses at most the last tap.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mjscore.entry.draft import Draft, read
from mjtool import whole_file

ENDING = ".mjdraft"


@dataclass
class Drafts:
    """The hand that is entered, and an earlier one that is being changed meanwhile."""

    hand: Draft
    edit: Draft | None = None
    seen: int = -1  # number of the table's event that last told dice

    @property
    def now(self) -> Draft:
        """The one that taps go to."""
        return self.edit or self.hand

    def as_json(self) -> dict[str, Any]:
        """For the file."""
        return {"hand": self.hand.as_json(), "seen": self.seen,
                "edit": self.edit.as_json() if self.edit else None}  # fmt: skip

    def put(self, draft: Draft) -> None:
        """The same one with a tap more."""
        if self.edit is None:
            self.hand = draft
        else:
            self.edit = draft


def beside(match: Path) -> Path:
    """Where the drafts of the match in this file are."""
    return match.with_suffix(ENDING)


def load(path: Path, new: Draft) -> Drafts:
    """What is kept there; a new draft where nothing readable is."""
    try:
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        edit = data.get("edit")
        return Drafts(read(data["hand"]), read(edit) if edit else None, int(data["seen"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return Drafts(new)


def store(path: Path, drafts: Drafts) -> None:
    """Keep them; when this returns they are on the disk."""
    whole_file.write(path, json.dumps(drafts.as_json()))
