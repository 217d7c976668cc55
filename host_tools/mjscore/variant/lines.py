"""On which line of a TOML text something stands; `tomllib` gives values without their places.

The text is read as far as each line, what is open there being shut: the first reading that has the
part ends on its line. So every spelling of TOML is known here that is known to `tomllib`.
"""

import tomllib
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

Part = str | int  # a key, or a place in a list
DEEPEST = 3  # brackets that may be open at the end of a line: card = [{groups = [
_SHUT = ["".join(shut) for count in range(DEEPEST + 1) for shut in product("]}", repeat=count)]


def line_of(text: str, path: Sequence[Part]) -> int:
    """The line of a part of a good text; where it is missing, the line of what would hold it."""
    wanted = _there(tomllib.loads(text), path)
    before = 0
    for number, data in _readings(text.split("\n")):
        if _there(data, path[:wanted]) == wanted:
            return before + 1  # not `number`: a text of several lines can be read at its end only
        before = number
    return 1


def _readings(lines: list[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The text as far as each line that it can be read to, with the number of that line."""
    for number in range(1, len(lines) + 1):
        cut = "\n".join(lines[:number]) + "\n"
        for shut in _SHUT:
            try:
                yield number, tomllib.loads(cut + shut)
                break
            except tomllib.TOMLDecodeError:
                continue


def _there(data: Any, path: Sequence[Part]) -> int:
    """How many steps of a path there are in the data."""
    for steps, part in enumerate(path):
        try:
            data = data[part]
        except (IndexError, KeyError, TypeError):
            return steps
    return len(path)
