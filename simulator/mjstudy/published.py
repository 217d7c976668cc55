"""The tables of `mjstudy.power` in docs/SHUFFLE.md: blocks that the command writes, one for all
statistics, and one for each that `--only` names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

PAGE = Path("docs/SHUFFLE.md")
END = "<!-- end -->"


@dataclass(frozen=True)
class Shown:
    """A table, and a sentence below it, "" for none."""

    title: str
    heads: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    below: str = ""

    def markdown(self) -> str:
        """For the page."""
        lines = ["| " + " | ".join(row) + " |" for row in (self.heads, *self.rows)]
        lines.insert(1, "|" + "---|" * len(self.heads))
        return "\n".join([self.title + ":", "", *lines, *(["", self.below] if self.below else [])])


def begin(only: str = "") -> str:
    """The mark before a block: of one statistic's key, or "" for all."""
    return f"<!-- begin: python -m mjstudy.power {f'--only {only} ' if only else ''}--write -->"


def block(text: str, only: str = "") -> str:
    """What stands between the marks of a page. Raises `ValueError` when it has none."""
    _, mark, rest = text.partition(begin(only))
    inside, end, _ = rest.partition(END)
    if not (mark and end):
        raise ValueError(f"it has no block from {begin(only)} to {END}")
    return inside


def write(path: Path, head: str, tables: Sequence[Shown], only: str = "") -> None:
    """Put the tables into the page's block. Raises `ValueError` when it has none."""
    text = path.read_text(encoding="utf-8")
    inside = "\n".join([head, *("\n" + one.markdown() for one in tables)])
    mark = begin(only)
    fresh = text.replace(mark + block(text, only) + END, f"{mark}\n{inside}\n{END}")
    path.write_text(fresh, encoding="utf-8")


def is_of(text: str, sha256: str, only: str = "") -> bool:
    """Was a page's block made with the plan of this hash?"""
    return sha256 in block(text, only)
