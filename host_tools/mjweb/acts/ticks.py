"""Which steps of a fault a person has done: kept here and on disk, so that a reload, another phone
or a dashboard that was started again has them; forgotten when the fault has gone.

A file a table, in `ticks` beside the bench's reports. What is no file of ours, or was ticked when
the steps had other texts, is as if nothing had been ticked: a step is sooner done twice.
"""

from __future__ import annotations

import contextlib
import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from mjtool import whole_file
from mjtool.bench import store
from mjtool.dictionary import load

Key = tuple[str, str, str]
FORM = 2
MOST_BYTES = 16 * 1024
"""All faults of a table with all their steps take less."""


def path_of(uid: str) -> Path:
    """Where a table's ticks are."""
    return store.folder().parent / "ticks" / store.path_of(uid).name


class Ticks:
    """Steps by table, code and place."""

    def __init__(self) -> None:
        self._done: dict[Key, set[int]] = {}
        self._since: dict[Key, str] = {}  # which fault of its kind the steps were done for
        self._read: set[str] = set()

    def done(self, key: Key) -> frozenset[int]:
        """Numbers of the steps that are done."""
        self._begin(key[0])
        return frozenset(self._done.get(key, ()))

    def tick(self, key: Key, step: int, is_done: bool) -> None:
        """A person says so."""
        self._begin(key[0])
        steps = self._done.setdefault(key, set())
        (steps.add if is_done else steps.discard)(step)
        self._write(key[0])

    def keep(self, uid: str, active: Iterable[Sequence[str]]) -> None:
        """Forget all of this table but what is active (code, place, which one of its kind, ""
        for not known): when it comes again, it is done again."""
        self._begin(uid)
        now = {(uid, code, place): since for code, place, since in active}
        gone = [key for key in self._done if key[0] == uid and (
            key not in now or another(self._since.get(key, ""), now[key]))]
        for key in gone:
            del self._done[key]
        others = {key: since for key, since in self._since.items() if key[0] != uid}
        self._since = others | {key: since or self._since.get(key, "")
                                for key, since in now.items()}
        if gone:
            self._write(uid)

    def _begin(self, uid: str) -> None:
        """What an earlier dashboard has kept, once."""
        if uid and uid not in self._read:
            self._read.add(uid)
            for code, place, steps, since in read(path_of(uid)):
                self._done[uid, code, place] = set(steps)
                self._since[uid, code, place] = since

    def _write(self, uid: str) -> None:
        rows = [[code, place, sorted(steps), self._since.get((of, code, place), ""), mark(code)]
                for (of, code, place), steps in self._done.items() if of == uid and steps]
        if uid:
            write(path_of(uid), rows)


def another(one: str, two: str) -> bool:
    """Two faults of a kind, as far as both are known."""
    return bool(one and two and one != two)


def read(path: Path) -> Iterator[tuple[str, str, list[int], str]]:
    """The rows of a file that fit the fault table as it is now."""
    data: Any = None
    # no file, no text, no JSON, or brackets without end
    with contextlib.suppress(OSError, ValueError, RecursionError):
        if path.stat().st_size <= MOST_BYTES:
            data = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(data, dict) or data.get("form") != FORM:
        return
    rows = data.get("done")
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, list) and len(row) == 5 and fits(*row):
            yield row[0], row[1], row[2], row[3]


def mark(code: str) -> int:
    """Tells whether a fault's steps are still the same."""
    return zlib.crc32("\n".join(load().faults[code]["remedy"]).encode())


def fits(code: Any, place: Any, steps: Any, since: Any, of: Any) -> bool:
    """A fault of the table whose steps are the same, a place, and numbers of its steps."""
    if not isinstance(code, str) or code not in load().faults or of != mark(code):
        return False
    most = len(load().faults[code]["remedy"])
    return isinstance(place, str) and isinstance(since, str) and isinstance(steps, list) and all(
        type(step) is int and 0 <= step < most for step in steps)


def write(path: Path, rows: list[list[Any]]) -> None:
    """Whole or not at all; a disk that takes nothing keeps nobody from ticking."""
    with contextlib.suppress(OSError):
        if not rows:
            path.unlink(missing_ok=True)
            return
        whole_file.write(path, json.dumps({"form": FORM, "done": rows}) + "\n")
