"""Faults that no rule tells, and why that is right: `harmless.toml`, one row a pattern."""

import tomllib
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from hardware.problem import Problem

from .judge import Verdict

FILE = "hardware/gate/harmless.toml"


class ReasonError(Problem):
    """harmless.toml cannot be used; the text says what to write."""


class Reasons(NamedTuple):
    """Pattern of a fault's name -> why it does no harm."""

    rows: dict[str, str]

    @classmethod
    def read(cls, root: Path) -> "Reasons":
        """The file; every value a sentence."""
        try:
            rows = tomllib.loads((root / FILE).read_text(encoding="utf-8"))
        except (OSError, tomllib.TOMLDecodeError) as problem:
            raise ReasonError(f"{FILE}: {problem}; correct it and run the gate again") from None
        for name, why in rows.items():
            if not isinstance(why, str) or len(why.split()) < 3:
                raise ReasonError(f"{FILE}: {name} needs a sentence that says why")
        return cls(rows)

    def of(self, verdict: Verdict) -> str:
        """The reason of this one, "" when there is none."""
        return next((why for name, why in self.rows.items() if fnmatchcase(verdict.name, name)),
                    "")

    def needless(self, verdicts: Iterable[Verdict]) -> Iterator[str]:
        """Rows for what is told by now."""
        left = [verdict.name for verdict in verdicts if not verdict.told]
        for name in self.rows:
            if not any(fnmatchcase(each, name) for each in left):
                yield f"{FILE}: {name} is told, or there is none; take the row out"
