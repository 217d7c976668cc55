"""Errors in a source file, with file, line, key and the nearest valid key."""

import difflib
import re
import tomllib
from pathlib import Path
from typing import Any, Self

SECTION = re.compile(r"^\s*\[\[?\s*([^\]]+?)\s*\]\]?")
KEY = re.compile(r"^\s*([A-Za-z0-9_.\"-]+)\s*=")


class SourceError(Exception):
    """A source file cannot be used; the text says what, where and what would be right."""


class Source:
    """A parsed TOML file that still knows the line of each section and key."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        try:
            self.data: dict[str, Any] = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            raise SourceError(f"{name}: not valid TOML: {error}") from None
        self.lines = self._index()

    @classmethod
    def read(cls, root: Path, name: str) -> Self:
        """The file `name` below `root`."""
        return cls(name, (root / name).read_text(encoding="utf-8"))

    def _index(self) -> dict[str, int]:
        """Line of every section and key, `section` or `section.key`; rows as `section#0.key`."""
        lines: dict[str, int] = {}
        rows: dict[str, int] = {}
        section = ""
        for number, line in enumerate(self.text.splitlines(), 1):
            head = SECTION.match(line)
            if head and not line.lstrip().startswith("#") and "=" not in line.split("]")[0]:
                section = head.group(1)
                if line.lstrip().startswith("[["):
                    rows[section] = rows.get(section, -1) + 1
                    section = f"{section}#{rows[section]}"
                lines.setdefault(section, number)
                continue
            key = KEY.match(line)
            if key:
                lines.setdefault(f"{section}.{key.group(1)}" if section else key.group(1), number)
        return lines

    def line(self, *path: str) -> int:
        """The line of the deepest known part of `path`; 1 when none is known."""
        for end in range(len(path), 0, -1):
            found = self.lines.get(".".join(path[:end]))
            if found:
                return found
        return 1

    def error(self, path: tuple[str, ...], text: str) -> SourceError:
        """An error at `path`: `file:line: text`."""
        return SourceError(f"{self.name}:{self.line(*path)}: {text}")

    def unknown(self, path: tuple[str, ...], valid: list[str], what: str = "key",
                key: str = "") -> SourceError:
        """`path[-1]` is none of `valid`; for a value, `key` is the key that holds it."""
        near = difflib.get_close_matches(path[-1], valid, 1, 0.0)
        hint = f"; nearest valid {what}: {near[0]}" if near else ""
        at = (*path[:-1], key) if key else path
        return self.error(at, f"unknown {what} {'.'.join(path)}{hint}")

    def keys(self, path: tuple[str, ...], have: dict[str, Any], want: list[str],
             what: str = "key") -> None:
        """Check that `have` holds exactly the keys `want`."""
        for key in have:
            if key not in want:
                raise self.unknown((*path, key), want, what)
        for key in want:
            if key not in have:
                where = ".".join(path) or self.name
                wrong = difflib.get_close_matches(key, [k for k in have if k not in want], 1, 0.6)
                hint = f" (is {wrong[0]} meant?)" if wrong else ""
                raise self.error(path, f"missing {what} {key} in {where}{hint}")
