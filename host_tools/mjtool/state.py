"""The person's own state folder: XDG_STATE_HOME, else ~/.local/state; a file a table in it."""

import os
import re
from pathlib import Path

from .errors import UsageError

NAME = re.compile(r"[A-Za-z0-9_.-]{1,64}")


def folder(*parts: str) -> Path:
    """A folder of this program in it; nothing is made. XDG_STATE_HOME counts when absolute."""
    home = os.environ.get("XDG_STATE_HOME") or ""
    base = Path(home) if os.path.isabs(home) else Path.home() / ".local" / "state"
    return base.joinpath("mjtool", *parts)


def of_table(kind: str, uid: str) -> Path:
    """A table's file of this kind; UsageError when its number could be no file's name."""
    if not NAME.fullmatch(uid) or set(uid) == {"."}:
        raise UsageError(f"the table's number `{uid[:64]}` cannot be a file's name", kind,
                         "its firmware is altered", "`mjtool verify` compares the firmware")
    return folder(kind) / f"{uid}.json"
