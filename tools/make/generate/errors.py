"""Errors in a source file, with file, line, key and the nearest valid key."""

import difflib
import re
import tomllib
from pathlib import Path
from typing import Any, Self

SECTION = re.compile(r"^\s*\[\[?\s*([^\]]+?)\s*\]\]?")
ITEM = re.compile(r"#\d+$")  # of an array; rows keep their number
LIKE = 0.7  # how similar a misspelt word must be to what was meant
LISTED = ("key", "part", "rail", "spread", "motor type")  # other names stand in a source itself
LISTS = {  # source: where its keys are listed; a source that is missing here has no such hint
    "hardware/machine.toml": "tools/make/generate/read/schema.py (board: board_schema.py)",
    "firmware/tables/faults.toml": "tools/make/generate/words/faults.py",
    "firmware/tables/settings.toml": "tools/make/generate/words/settings.py",
    "firmware/tables/commands.toml": "tools/make/generate/words/commands.py",
}
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
        """Line of every section and key, `section` or `section.key`; rows as `section#0.key`.

        Items of an array that is written over several lines are `section.key#0`, `#1` ...
        """
        lines: dict[str, int] = {}
        rows: dict[str, int] = {}
        section, array, items = "", "", 0
        for number, line in enumerate(self.text.splitlines(), 1):
            if array:
                for _ in range(1 if line.lstrip().startswith("{") else line.count('"') // 2):
                    lines[f"{array}#{items}"] = number
                    items += 1
                array = "" if line.lstrip().startswith("]") else array
                continue
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
                name = f"{section}.{key.group(1)}" if section else key.group(1)
                lines.setdefault(name, number)
                if line.rstrip().endswith("["):
                    array, items = name, 0
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

    @staticmethod
    def nearest(word: str, valid: list[str], what: str) -> str:
        """`; nearest valid net: EMIT`, or nothing when none is."""
        near = difflib.get_close_matches(word, valid, 1, 0.0)
        return f"; nearest valid {what}: {near[0]}" if near else ""

    def unknown(self, path: tuple[str, ...], valid: list[str], what: str = "key",
                key: str = "") -> SourceError:
        """`path[-1]` is none of `valid`; for a value, `key` is the key that holds it."""
        if key:
            at, word = (*path[:-1], key), path[-1]
            shown = ITEM.sub("", ".".join(at))
            near = difflib.get_close_matches(word, [one for one in valid if one], 1, 0.0)
            hint = f"; nearest: {near[0]}" if near else ""
            return self.error(at, f'{shown} = "{word}" is no {what}{hint}')
        hint = self.nearest(path[-1], valid, what)
        slip = difflib.get_close_matches(path[-1], valid, 1, LIKE)
        if what in LISTED and self.name in LISTS and not slip:
            hint += f"; a new one gets its place in {LISTS[self.name]}"
        return self.error(path, f"unknown {what} {'.'.join(path)}{hint}")

    def item(self, index: int, *path: str) -> tuple[str, ...]:
        """The path of item `index` of an array, or of the array when it is on one line."""
        at = (*path[:-1], f"{path[-1]}#{index}")
        return at if ".".join(at) in self.lines else path

    def choice(self, path: tuple[str, ...], value: object, valid: list[str],
               what: str) -> None:
        """Check that the value of the key at `path` is one of `valid`."""
        if value not in valid:
            raise self.unknown((*path[:-1], str(value)), valid, what, path[-1])

    def keys_within(self, path: tuple[str, ...], have: Any, valid: list[str],
                    what: str = "key") -> None:
        """Check that `have` is a table that holds no other keys than `valid`."""
        if not isinstance(have, dict):
            raise self.error(path, f"{'.'.join(path)} must be a section, not a value")
        for key in have:
            if key not in valid:
                raise self.unknown((*path, key), valid, what)

    def keys(self, path: tuple[str, ...], have: dict[str, Any], want: list[str],
             what: str = "key") -> None:
        """Check that `have` holds exactly the keys `want`."""
        self.keys_within(path, have, want, what)
        for key in want:
            if key not in have:
                where = ".".join(path) or self.name
                wrong = difflib.get_close_matches(key, [k for k in have if k not in want], 1, 0.6)
                hint = f" (is {wrong[0]} meant?)" if wrong else ""
                raise self.error(path, f"missing {what} {key} in {where}{hint}")
