"""What the bench says of an item: a grade, a word, a sentence and the figures behind it."""

from dataclasses import asdict, dataclass, field
from typing import Any

from .parts import what, wires

OK, WORN, FAILED, UNSURE, LEFT = "ok", "worn", "failed", "cannot tell", "not tried"
GRADES = (OK, WORN, FAILED, UNSURE, LEFT)
"""`cannot tell` is never a pass: the measurement does not single the part out."""
SIGNS = {OK: "+", WORN: "~", FAILED: "X", UNSURE: "?", LEFT: "-"}
STYLES = {OK: "green", WORN: "yellow", FAILED: "red", UNSURE: "magenta", LEFT: "dim"}


@dataclass(frozen=True)
class Verdict:
    """`item` is `motor head_b` or `sensor park_a`; `word` the kind: jammed, stuck, slow ..."""

    item: str
    grade: str
    word: str
    text: str = ""
    do: str = ""
    figures: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The part's name in the I/O map."""
        return self.item.split(" ", 1)[1]

    @property
    def part(self) -> str:
        """What it is, in words."""
        return what(self.name)

    @property
    def wires(self) -> str:
        """Connector, pins and the colours of their wires."""
        return wires(self.name)

    def sentence(self) -> str:
        """For people: what, where, why, what to do."""
        said = f"{SIGNS[self.grade]} {self.item}: {self.word}"
        said += f": {self.text}" if self.text else ""
        said += "." if not said.endswith(".") else ""
        if self.grade not in (OK, LEFT):
            said += f" Part: {self.part}. Wires: {self.wires}."
        return said + (f" What to do: {self.do.rstrip('.?')}." if self.do else "")

    def as_json(self) -> dict[str, Any]:
        """For programs and reports."""
        return asdict(self) | {"part": self.part, "wires": self.wires}


def of_json(row: dict[str, Any]) -> Verdict:
    """A verdict out of a report."""
    return Verdict(row["item"], row["grade"], row["word"], row["text"], row["do"], row["figures"])


def fails(found: list[Verdict]) -> bool:
    """Something failed, or it cannot be told that it did not."""
    return any(verdict.grade in (FAILED, UNSURE) for verdict in found)
