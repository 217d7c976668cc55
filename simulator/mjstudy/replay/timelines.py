"""Timelines: when each port of a machine took a tile, over a whole sort, for thousands of sorts.

Recorded once from the whole simulation, each from a table of its own, and kept in a folder, some
hundred to a file, so that a recording goes on where it was. A file says which firmware made it.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from mjsim.generated import constants as C
from mjsim.plant.loose import TWO_PI
from mjsim.shuffle.cycle import Cycle, CycleStopped, sorted_table
from mjsim.shuffle.statistics.projection import Layout
from mjsim.shuffle.study import cycle_seed
from mjsim.words import sources

FORM, CHUNK = 2, 100
"""Of the files; timelines in one."""
COLUMNS = {"turned_ms": np.float32, "port": np.float32, "line": np.int8, "place": np.int16}


class TimelineError(ValueError):
    """A file that cannot be used; the text says which, why, and what to do."""


@dataclass(frozen=True)
class What:
    """Whose timelines: all that they depend on besides the firmware."""

    machine: str
    profile: str
    seed: int
    unit: str = "typical"
    premix_ms: int | None = None

    @property
    def name(self) -> str:
        """Of its files: all that they hang on but the sources."""
        told = json.dumps(vars(self), sort_keys=True).encode()
        return f"{self.machine}-{self.profile}-{hashlib.sha256(told).hexdigest()[:8]}"

    @property
    def layout(self) -> Layout:
        """The walls of this profile on this machine."""
        from mjsim.shuffle.shuffle import plan_of

        return plan_of(self.machine, self.profile, 1, self.seed).layout

    def cycle(self, number: int) -> Cycle:
        """The sort that timeline `number` records."""
        return Cycle("timeline %d" % number, self.machine, self.profile, self.layout,
                     cycle_seed(self.seed, "timelines", number), True, self.premix_ms,
                     self.unit)  # fmt: skip


@dataclass(frozen=True)
class Timelines:
    """(timelines, n) arrays over the picks: the dish's turning until then, ms; the port's place in
    the dish's frame, rad; line 0 to 3; place in the wall line. `drawn` (n,): the places in the
    order of drawing. `stopped`: sentences; `returned`:
    tiles that went back to the drum and came again."""

    turned_ms: np.ndarray
    port: np.ndarray
    line: np.ndarray
    place: np.ndarray
    drawn: np.ndarray
    stopped: tuple[str, ...] = ()
    returned: int = 0

    def __len__(self) -> int:
        return len(self.turned_ms)


def record(what: What, number: int) -> tuple[dict[str, np.ndarray], int] | str:
    """One sort's columns and how many tiles were returned; a sentence when the table stopped."""
    log: list[tuple[int, int, int, float]] = []
    began = [0]

    def watch(table: Any) -> None:
        table.plant.pick.log = log
        began[0] = table.plant.pick.turned(table.plant.now)

    try:
        table, _ = sorted_table(what.cycle(number), watch)
    except CycleStopped as stop:
        return str(stop)
    line = what.layout.line([_stacks(table, side) for side in range(4)])
    place = {tile: at for at, tile in enumerate(line)}
    last = {tile: at for at, (tile, *_) in enumerate(log)}
    kept = [row for at, row in enumerate(log) if last[row[0]] == at and row[0] in place]
    rows = {
        "turned_ms": [turned - began[0] for _, turned, _, _ in kept],
        "port": [TWO_PI * port / len(C.SIDES) - angle for _, _, port, angle in kept],
        "line": [port for _, _, port, _ in kept],
        "place": [place[tile] for tile, *_ in kept],
    }
    columns = {name: np.array(rows[name]).astype(kind) for name, kind in COLUMNS.items()}
    return columns, len(log) - len(kept)


def _stacks(table: Any, side: int) -> list[tuple[int, int]]:
    tiles = [tile for _, _, tile in table.plant.waiting(side)]
    return list(zip(tiles[::2], tiles[1::2], strict=True))


def write(path: Path, what: What, first: int, found: list[Any]) -> None:
    """Keep a chunk, whole or not at all."""
    good = [one for one in found if not isinstance(one, str)]
    head = {"form": FORM, "sources": sources.digest(sources.SORT), "what": vars(what),
            "first": first, "stopped": [one for one in found if isinstance(one, str)],
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
    here = sources.digest(sources.SORT)
    if head.get("form") != FORM or head.get("sources") != here:
        raise TimelineError(f"{path}: recorded with another firmware or plant "
                            f"({head.get('sources')}, here {here}); it is recorded again"
                            )  # fmt: skip
    if head["what"] != vars(what):
        raise TimelineError(f"{path}: recorded for {head['what']}, asked for {vars(what)}; it "
                            "is recorded again")  # fmt: skip
    shape = (len(columns["line"]), what.layout.n)
    if any(column.shape != shape for column in columns.values()):
        raise TimelineError(f"{path}: its columns are cut; it is recorded again")
    return Timelines(**columns, drawn=np.array(what.layout.drawn),
                     stopped=tuple(head["stopped"]), returned=head["returned"])  # fmt: skip


def chunks(count: int) -> Iterator[tuple[int, int]]:
    """First and end of each chunk."""
    for first in range(0, count, CHUNK):
        yield first, min(first + CHUNK, count)


def joined(parts: list[Timelines]) -> Timelines:
    """All of them in one."""
    columns = {name: np.concatenate([getattr(part, name) for part in parts]) for name in COLUMNS}
    stopped = tuple(one for part in parts for one in part.stopped)
    return Timelines(**columns, drawn=parts[0].drawn, stopped=stopped,
                     returned=sum(part.returned for part in parts))  # fmt: skip
