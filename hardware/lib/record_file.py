"""One file of records: where its tables and pins stand, its mistakes, and figures read from it."""

import difflib
import re
from collections.abc import Iterable

from hardware.lib.record import Range
from tools.make.generate.errors import Source


class RecordFile:
    """One file: its tables, and the mistakes found in it."""

    def __init__(self, name: str, text: str) -> None:
        self.source = Source(name, text)
        self.rows = self.source.text.splitlines()
        self.mistakes: list[str] = []

    def line(self, table: str, pin: str = "") -> int:
        """The line of a table, or of one of its pins."""
        start = self.source.line(f'"{table}"')
        for number in range(start, len(self.rows)) if pin else ():
            if self.rows[number].lstrip().startswith('["'):
                break
            if re.search(rf'\bno\s*=\s*"{re.escape(pin)}"', self.rows[number]):
                return number + 1
        return start

    def mistake(self, table: str, text: str, pin: str = "") -> None:
        """Note one, at the table's or the pin's line."""
        at = f"{self.source.name}:{self.line(table, pin)}: {table}"
        self.mistakes.append(f"{at}{f' pin {pin}' if pin else ''}: {text}")


def figure(file: RecordFile, table: str, key: str, value: object, pin: str = "") -> float:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    file.mistake(table, f"{key} = {value!r} must be a number", pin)
    return 0.0


def span(file: RecordFile, table: str, key: str, value: object, pin: str = "",
           ordered: bool = True) -> Range:
    """[least, most], or a place [x, y]."""
    if isinstance(value, list) and len(value) == 2 and all(
            isinstance(v, (int, float)) and not isinstance(v, bool) for v in value):
        if not ordered or value[0] <= value[1]:
            return float(value[0]), float(value[1])
    what = "[least, most]" if ordered else "[x, y] in mm"
    file.mistake(table, f"{key} = {value!r} must be {what}", pin)
    return 0.0, 0.0


def near(word: str, words: Iterable[str]) -> str:
    found = difflib.get_close_matches(word, sorted(words), 1, 0.5)
    return f"; is {found[0]} meant?" if found else f"; there are: {', '.join(sorted(words))}"
