"""Record the timelines that are missing from a folder, on some processes; read all of them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

from mjstudy.replay.sorts import What, record
from mjstudy.replay.timelines import TimelineError, Timelines, chunks, joined, read, write


def _file(folder: Path, what: What, first: int, end: int) -> Path:
    return folder / f"{what.name}-{first:06d}-{end:06d}.npz"


def _make(folder: Path, what: What, first: int, end: int) -> int:
    found = [record(what, number) for number in range(first, end)]
    write(_file(folder, what, first, end), what, first, found)
    return end - first


def _usable(path: Path, what: What, say: Callable[[str], None]) -> bool:
    """Is it there, whole, and of these sources? If it is there and is not, that is said."""
    try:
        read(path, what)
    except TimelineError as problem:
        if path.exists():
            say(str(problem))
        return False
    return True


def recorded(
    folder: Path, what: What, count: int, jobs: int, tell: Callable[[int], None],
    say: Callable[[str], None] = lambda text: None,
) -> Timelines:  # fmt: skip
    """So many timelines, those that the folder lacks recorded now; `tell` hears how many more,
    `say` why a file that is there is recorded again."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = list(chunks(count))
    missing = [part for part in parts if not _usable(_file(folder, what, *part), what, say)]
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
