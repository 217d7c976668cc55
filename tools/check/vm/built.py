"""The firmware and the stand-ins, cross-compiled once for all tests of a run."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
from pathlib import Path

from tools.make.board.build import build
from tools.make.board.compiled.cross import BYTECODE, compile_text

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
FAKES = HERE / "fakes"
FAKES_BYTES = 35 * 1024
"""Heap that the stand-ins take, on top of the firmware's budget (a test compares)."""


def firmware() -> Path:
    """`.build/firmware/bytecode`, as new as its sources; safe to call from several processes."""
    with _alone():
        return build(ROOT, arches=[BYTECODE])[0]


def fakes() -> Path:
    """The stand-ins, cross-compiled."""
    total = hashlib.sha256()
    for path in sorted(FAKES.glob("*.py")):
        total.update(path.name.encode() + path.read_bytes())
    folder = ROOT / ".build" / "vm" / total.hexdigest()[:16]
    with _alone():
        if not folder.is_dir():
            fresh = folder.with_suffix(".%d" % os.getpid())
            fresh.mkdir(parents=True, exist_ok=True)
            for path in sorted(FAKES.glob("*.py")):
                compile_text(path.read_text(encoding="utf-8"), path.name,
                             fresh / (path.stem + ".mpy"), BYTECODE)  # fmt: skip
            shutil.move(fresh, folder)
    return folder


class _alone:  # noqa: N801 - used like a function
    """One process at a time; the lock goes with the process that holds it."""

    def __enter__(self) -> None:
        path = ROOT / ".build" / "vm.lock"
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = open(path, "w", encoding="utf-8")  # noqa: SIM115
        fcntl.flock(self._file, fcntl.LOCK_EX)

    def __exit__(self, *_: object) -> None:
        self._file.close()
