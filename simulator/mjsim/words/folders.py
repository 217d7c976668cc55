"""Folders that have to be there: those that PYTHONPATH names (docs/MEASURED.md), and those that
files are to be written into."""

from __future__ import annotations

import os
from pathlib import Path

from mjsim.words.names import UsageError

OF_A_TABLE = ("simulator", "firmware")


def are_there() -> None:
    """Refuse to run when one is not: Python would take the design's instead, without a word."""
    for name in os.environ.get("PYTHONPATH", "").split(os.pathsep):
        if Path(name).name in OF_A_TABLE and not Path(name).is_dir():
            raise UsageError(
                "PYTHONPATH names %s, which is not there, so this would simulate the design; "
                "make the table's folder first: make generate MEASURED=FILE" % name
            )


def for_file(name: str) -> None:
    """Refuse a file in no folder before minutes of work; "" is no file."""
    folder = Path(name).absolute().parent
    if name and not folder.is_dir():
        raise UsageError(f"{name}: there is no folder {folder}; make it first")
