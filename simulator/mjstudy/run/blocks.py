"""Sums of a block of walls in a file, so that a study that was stopped goes on where it was."""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from mjstudy.gather import Gathered, Sums

SUM = "sha256"
"""Of all else in a file: sums that somebody has changed are worked out again."""


def _sum(rows: dict[str, np.ndarray]) -> str:
    told = hashlib.sha256()
    for name in sorted(rows):
        told.update(f"{name} {rows[name].dtype} {rows[name].shape}".encode())
        told.update(rows[name].tobytes())
    return told.hexdigest()


def _named(gathered: Gathered) -> Iterator[tuple[str, Sums]]:
    """All sums, each with the name that it has in a file."""
    for kind, sums in zip(("timeline", "hand"), gathered.kinds, strict=True):
        yield from ((f"{kind}.{key}", one) for key, one in sums.items())


def keep(path: Path, gathered: Gathered) -> None:
    """Write the sums, whole or not at all."""
    rows: dict[str, np.ndarray] = {}
    for key, sums in _named(gathered):
        rows[key + ".walls"], rows[key + ".totals"] = sums.walls, sums.totals
        rows[key + ".squares"] = np.array([str(one) for one in sums.squares])
    rows[SUM] = np.array(_sum(rows))
    fresh = path.with_suffix(".new")
    with fresh.open("wb") as file:
        np.savez_compressed(file, **rows)  # type: ignore[arg-type]
    fresh.replace(path)


def kept(path: Path, into: Gathered) -> bool:
    """Read sums into empty ones; False when there are none, or not whole ones."""
    try:
        with np.load(path, allow_pickle=False) as file:
            found = {name: file[name] for name in file.files}
        if str(found.pop(SUM)) != _sum(found):
            return False
        for key, sums in _named(into):
            walls, totals = found[key + ".walls"], found[key + ".totals"]
            if walls.shape != sums.walls.shape or totals.shape != sums.totals.shape:
                return False
            sums.walls, sums.totals = walls, totals
            sums.squares = [int(one) for one in found[key + ".squares"]]
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return False
    return True
