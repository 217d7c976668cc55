"""Reads docs/EXTEND.md: its changes, its commands, and the files it says are generated."""

import re
from pathlib import Path
from typing import NamedTuple

PAGE = Path(__file__).resolve().parents[2] / "docs/EXTEND.md"
BLOCK = re.compile(r"^```(diff|commands)\n(.*?)^```$", re.M | re.S)


class Change(NamedTuple):
    """One file's change: pairs of what is there and what takes its place."""

    file: str
    pieces: list[tuple[str, str]]
    new: bool

    def apply(self, root: Path) -> None:
        """Change the file below `root`; AssertionError when its lines are not as the page says."""
        path = root / self.file
        assert self.new != path.is_file(), f"{self.file}: new on the page is {self.new}"
        text = "" if self.new else path.read_text(encoding="utf-8")
        for old, new in self.pieces:
            assert self.new or text.count(old) == 1, f"{self.file} has {text.count(old)} of\n{old}"
            text = text.replace(old, new) if old else new
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


class Recipe(NamedTuple):
    """One section of the page."""

    title: str
    changes: list[Change]
    commands: list[str]
    generated: list[str]


def recipes() -> list[Recipe]:
    """Every section that changes something."""
    sections = PAGE.read_text(encoding="utf-8").split("\n## ")[1:]
    return [_recipe(section) for section in sections]


def _recipe(section: str) -> Recipe:
    changes, commands = [], []
    for kind, text in BLOCK.findall(section):
        if kind == "diff":
            changes.append(_change(text))
        else:
            commands += text.splitlines()
    _, _, after = section.partition("\nGenerated: ")
    return Recipe(section.partition("\n")[0], changes, commands, re.findall("`([^`]+)`", after))


def _change(text: str) -> Change:
    head, _, body = text.partition("\n")
    pieces = []
    for piece in body.split("@@\n"):
        lines = piece.splitlines(keepends=True)
        assert all(line[0] in " +-\n" for line in lines), piece
        old = "".join(line[1:] or "\n" for line in lines if line[0] in " -\n")
        new = "".join(line[1:] or "\n" for line in lines if line[0] in " +\n")
        pieces.append((old, new))
    return Change(head.removeprefix("--- "), pieces, pieces[0][0] == "")
