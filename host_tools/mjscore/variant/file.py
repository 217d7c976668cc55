"""The tables of a rules file: what is wrong with one of its parts is told with file and line.

`Kept` are the same tables without their file, as a match keeps them.
"""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from mjscore.errors import ScoreError, shown
from mjscore.variant.lines import Part, line_of


class Tables:
    """What rules say, by key and table."""

    data: dict[str, Any]
    called = ""  # what their file is called

    def wrong(self, told: str, *path: Part) -> NoReturn:
        """Refuse what stands at a path of keys, and of places in lists."""
        raise NotImplementedError

    def table(self, name: str) -> dict[str, Any]:
        """One of the tables, empty where there is none."""
        found = self.data.get(name, {})
        if not isinstance(found, dict):
            self.wrong(f"{name} is a table, [{name}], not {shown(found)}", name)
        return found


class Kept(Tables):
    """Tables that were read from a file once; nothing of theirs has a line."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = dict(data)

    def wrong(self, told: str, *path: Part) -> NoReturn:
        """Refuse what stands at a path of keys, and of places in lists."""
        raise ScoreError(f"the match's rules: {told}", "rules")


class File(Tables):
    """A file of its own."""

    def __init__(self, path: Path) -> None:
        self.path, self.called = path, path.stem
        try:
            self.text = path.read_text(encoding="utf-8")
        except (OSError, ValueError) as problem:
            why = problem.strerror if isinstance(problem, OSError) else "it is not UTF-8"
            raise ScoreError(f"cannot read {path}: {why}", "rules") from None
        try:
            self.data = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as problem:
            line = re.search(r"at line (\d+)", str(problem))
            told = re.sub(r" \(at .*\)$", "", str(problem))
            at = line[1] if line else len(self.text.splitlines())
            raise ScoreError(f"{path}:{at}: this is no TOML: {told}", "rules") from None

    def wrong(self, told: str, *path: Part) -> NoReturn:
        """Refuse what stands at a path, with the file and the line."""
        raise ScoreError(f"{self.path}:{line_of(self.text, path)}: {told}", "rules")
