"""Timelines: when each port of a machine took a tile, over a whole sort, for thousands of sorts.

Recorded once from the whole simulation, each from a table of its own, and kept in a folder, some
hundred to a file, so that a recording goes on where it was. A file says which firmware made it.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from mjsim.words import sources
from mjstudy.replay.sorts import COLUMNS, What
from mjstudy.replay.sound import columns_wrong, head_wrong

FORM, CHUNK = 3, 100
"""Of the files; timelines in one."""


class TimelineError(ValueError):
    """A file that cannot be used; the text says which, why, and what to do."""


@dataclass(frozen=True)
class Timelines:
    """(timelines, n) arrays over the picks: the dish's turning until then, ms; the port's place in
    the dish's frame, rad; line 0 to 3; place in the wall line. `drawn` (n,): the places in the
    order of drawing. `numbers`: which sort each row is of; `stopped`: sentences of the others;
    `returned`: tiles that went back to the drum and came again."""

    turned_ms: np.ndarray
    port: np.ndarray
    line: np.ndarray
    place: np.ndarray
    drawn: np.ndarray
    numbers: tuple[int, ...] = ()
    stopped: tuple[str, ...] = ()
    returned: int = 0

    def __len__(self) -> int:
        return len(self.turned_ms)

    def later(self, add_ms: int) -> Timelines:
        """The same machine with a longer pre-mix: everything comes so much later."""
        return replace(self, turned_ms=self.turned_ms + np.float32(add_ms))


def write(path: Path, what: What, first: int, found: list[Any]) -> None:
    """Keep a chunk, whole or not at all."""
    good = [one for one in found if not isinstance(one, str)]
    numbers = [first + at for at, one in enumerate(found) if not isinstance(one, str)]
    head = {"form": FORM, "sources": sources.digest(sources.SORT), "what": vars(what),
            "numbers": numbers, "stopped": [one for one in found if isinstance(one, str)],
            "returned": sum(back for _, back in good)}  # fmt: skip
    n = what.layout.n
    columns = {name: np.array([row[name] for row, _ in good], kind).reshape(len(good), n)
               for name, kind in COLUMNS.items()}  # fmt: skip
    fresh = path.with_suffix(".new")
    with fresh.open("wb") as file:
        np.savez(file, head=np.array(json.dumps(head)), **columns)  # type: ignore[arg-type]
    fresh.replace(path)


def read(path: Path, what: What) -> Timelines:
    """A chunk; `TimelineError` when it is not what is asked for."""
    try:
        with np.load(path, allow_pickle=False) as file:
            head = json.loads(str(file["head"]))
            columns = {name: file[name].astype(kind) for name, kind in COLUMNS.items()}
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as problem:
        raise TimelineError(f"{path}: not a file of timelines ({problem}); it is "
                            "recorded again") from problem  # fmt: skip
    drawn = np.array(what.layout.drawn)
    here = sources.digest(sources.SORT)
    if wrong := head_wrong(head, CHUNK):
        raise TimelineError(f"{path}: {wrong}; it is recorded again")
    if head["form"] != FORM or head["sources"] != here:
        raise TimelineError(f"{path}: recorded with another firmware or plant "
                            f"({head['sources']}, here {here}); it is recorded again"
                            )  # fmt: skip
    if head["what"] != vars(what):
        raise TimelineError(f"{path}: recorded for {head['what']}, asked for {vars(what)}; it "
                            "is recorded again")  # fmt: skip
    if wrong := columns_wrong(columns, len(head["numbers"]), drawn):
        raise TimelineError(f"{path}: {wrong}; it is recorded again")
    return Timelines(**columns, drawn=drawn,
                     numbers=tuple(head["numbers"]), stopped=tuple(head["stopped"]),
                     returned=head["returned"])  # fmt: skip


def chunks(count: int) -> Iterator[tuple[int, int]]:
    """First and end of each chunk."""
    for first in range(0, count, CHUNK):
        yield first, min(first + CHUNK, count)


def joined(parts: list[Timelines]) -> Timelines:
    """All of them in one."""
    columns = {name: np.concatenate([getattr(part, name) for part in parts]) for name in COLUMNS}
    numbers = tuple(one for part in parts for one in part.numbers)
    stopped = tuple(one for part in parts for one in part.stopped)
    return Timelines(**columns, drawn=parts[0].drawn, numbers=numbers, stopped=stopped,
                     returned=sum(part.returned for part in parts))  # fmt: skip
