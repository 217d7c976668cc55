"""Faults that no rule tells, and why that is right: `harmless.toml`, one row a pattern."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from hardware import sentences

from .judge import Verdict

FILE = "hardware/gate/harmless.toml"


class Reasons(NamedTuple):
    """Pattern of a fault's name -> why it does no harm."""

    rows: dict[str, str]

    @classmethod
    def read(cls, root: Path) -> "Reasons":
        """The file; every value a sentence."""
        return cls(sentences.read(root, FILE, "why it does no harm"))

    def of(self, verdict: Verdict) -> str:
        """The reason of this one, "" when there is none."""
        return self.rows.get(sentences.pattern_of(verdict.name, self.rows), "")

    def needless(self, verdicts: Iterable[Verdict]) -> Iterator[str]:
        """Rows for what is told by now."""
        met = {sentences.pattern_of(verdict.name, self.rows)
               for verdict in verdicts if not verdict.told}
        for name in self.rows:
            if name not in met:
                yield f"{FILE}: {name} is told, or there is none; take the row out"
