"""Results kept in a file, so that a campaign that was ended goes on where it was.

The first line is the plan, each further one a result. A line that was cut short, or is no
result, is dropped; a result beyond what is asked for now stays in the file.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, TextIO

from mjsim.campaign.halves import Result
from mjsim.words import sources
from mjsim.words.names import UsageError

AMOUNTS = ("runs", "lines")
"""A campaign of a seed that is asked for more goes on where the shorter one was."""


class Planned(Protocol):
    """What a file of results must know of its campaign."""

    @property
    def runs(self) -> int:
        """How many results there will be."""

    def as_object(self) -> dict[str, Any]:
        """For JSON; all of it but `runs` says which campaign it is."""

    @property
    def shape(self) -> dict[str, type]:
        """What a result has besides its number."""

    def is_whole(self, result: Result) -> bool:
        """A result with a number below `runs` is all that is asked for."""


class Kept:
    """The file of a campaign; without a path, nothing is kept."""

    def __init__(self, path: str, plan: Planned) -> None:
        self.path = Path(path) if path else None
        self.plan = plan
        self.results: dict[int, Result] = {}
        self._beyond: list[Result] = []
        self._out: TextIO | None = None

    def __enter__(self) -> Kept:
        if self.path is None:
            return self
        try:
            head = self._read() if self.path.exists() else ""
            if head:
                self._write_anew(head)
            self._out = open(self.path, "a", encoding="utf-8")  # noqa: SIM115 - kept open
        except OSError as problem:
            raise UsageError("--keep %s: %s; name a file that you may write"
                             % (self.path, problem.strerror)) from problem  # fmt: skip
        if not head:
            self._write(json.dumps(self._head()))
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None,
                 trace: TracebackType | None) -> None:  # fmt: skip
        if self._out is not None:
            self._out.close()
            if kind is KeyboardInterrupt:
                print("mjsim campaign: stopped; the same command goes on where it was (%d of %d "
                      "are in %s)" % (len(self.results), self.plan.runs, self.path),
                      file=sys.stderr)  # fmt: skip

    def add(self, result: Result) -> None:
        """One more; it is in the file before this returns."""
        self.results[result["run"]] = result
        self._write(json.dumps(result))

    def _head(self) -> dict[str, Any]:
        return {**self.plan.as_object(), "sources": sources.digest(sources.SIMULATOR)}

    def _write_anew(self, head: str) -> None:
        """The file, as a whole or not at all."""
        assert self.path is not None
        path = self.path.resolve()
        rows = [self.results[number] for number in sorted(self.results)] + self._beyond
        fresh = path.with_name(path.name + ".new")
        fresh.write_text("\n".join([head, *map(json.dumps, rows), ""]), encoding="utf-8")
        fresh.replace(path)

    def _write(self, line: str) -> None:
        if self._out is not None:
            self._out.write(line + "\n")
            self._out.flush()

    def _read(self) -> str:
        """Take the results of a file; its first line, "" when it holds nothing yet."""
        assert self.path is not None
        lines = self.path.read_text(encoding="utf-8", errors="replace").split("\n")
        head = _parsed(lines[0])
        if not lines[0] and len(lines) == 1:
            return ""
        if not isinstance(head, dict) or "seed" not in head:
            raise UsageError("--keep %s is no file of a campaign; name another, or one that does "
                             "not exist yet" % self.path)  # fmt: skip
        mine = self._head()
        if head.get("sources") != mine["sources"]:
            raise UsageError("--keep %s holds results of another version of firmware or simulator "
                             "(%s, here %s); remove it, or name another file"
                             % (self.path, head.get("sources"), mine["sources"]))  # fmt: skip
        other = [key for key in mine if key not in AMOUNTS and head.get(key) != mine[key]]
        if other:
            holds = ", ".join("%s %s" % (key, head.get(key)) for key in other)
            raise UsageError("--keep %s holds another campaign (%s); give the same, or another "
                             "file" % (self.path, holds))  # fmt: skip
        for line in lines[1:]:
            found = _parsed(line)
            if not self._is_result(found):
                continue
            if found["run"] < self.plan.runs and self.plan.is_whole(found):
                self.results[found["run"]] = found
            else:
                self._beyond.append(found)
        return json.dumps(mine)

    def _is_result(self, found: Any) -> bool:
        """Has it all that a result of this campaign has?"""
        if not isinstance(found, dict) or type(found.get("run")) is not int or found["run"] < 0:
            return False
        return all(isinstance(found.get(name), kind) for name, kind in self.plan.shape.items())


def _parsed(line: str) -> Any:
    """A line's object; None when it is none."""
    try:
        return json.loads(line)
    except ValueError:
        return None
