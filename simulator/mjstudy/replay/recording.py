"""Record the timelines that are missing from a folder, on some processes; read all of them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

from mjstudy.replay.timelines import (
    Timelines,
    What,
    chunks,
    joined,
    read,
    record,
    write,
)


def _file(folder: Path, what: What, first: int, end: int) -> Path:
    return folder / f"{what.machine}-{what.profile}-{first:06d}-{end:06d}.npz"


def _make(folder: Path, what: What, first: int, end: int) -> int:
    found = [record(what, number) for number in range(first, end)]
    write(_file(folder, what, first, end), what, first, found)
    return end - first


def recorded(
    folder: Path, what: What, count: int, jobs: int, tell: Callable[[int], None]
) -> Timelines:
    """So many timelines, those that the folder lacks recorded now; `tell` hears how many more."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = list(chunks(count))
    missing = [part for part in parts if not _file(folder, what, *part).exists()]
    tell(sum(end - first for first, end in parts if (first, end) not in missing))
    if jobs == 1:
        for part in missing:
            tell(_make(folder, what, *part))
    else:
        with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
            made = [pool.submit(_make, folder, what, *part) for part in missing]
            for one in as_completed(made):
                tell(one.result())
    return joined([read(_file(folder, what, *part), what) for part in parts])
