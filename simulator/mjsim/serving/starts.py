"""How often a served table without `--store` was started, as a board's own memory counts it.

Such a table keeps nothing, and would say of each start that it is the first: who follows its
events by start number and number (the bridge) could take the events of one start for those of
another. So the starts of each table are counted in a small file, and its memory begins with that
count in an otherwise new record. Nothing else differs: one seed is one evening.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from pathlib import Path

from mjsim.board.board import MemoryStore, VirtualBoard
from mjsim.table.session import SimTable
from mjtable.table import Table

STARTS = 256
"""A board counts in one byte."""


def path_of(uid: str) -> Path:
    """The file of one table."""
    base = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(base) / "mjsim" / "starts" / uid


def counted(path: Path) -> int:
    """One start more; by the clock where no file can be kept."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a+", encoding="ascii", errors="replace") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(0)
            text = file.read(16).strip()
            number = (int(text) + 1 if text.isascii() and text.isdecimal() else 1) % STARTS
            file.seek(0)
            file.truncate()
            file.write(str(number))
        return number
    return int(time.time()) % STARTS


def memory(machine: str, profile: str, seed: int, number: int) -> MemoryStore:
    """The memory of a table that is new but for its starts; `number` is this one."""
    store = MemoryStore()
    new = SimTable(machine, profile, seed, powered=False)
    board = VirtualBoard(new.plant, store, "power")
    journal = Table(board.inputs.machine, store).journal
    assert journal is not None
    journal.boots = (number - 1) % STARTS
    journal.save()
    return store
