"""Defects that the rules find and that are not mended yet: `known.toml`, each with what to do.

No board may be ordered while there is one: `hardware/order.md` begins with them.
"""

import tomllib
from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path

from hardware.problem import Problem

from .finding import Finding

FILE = "hardware/rules/known.toml"


class KnownError(Problem):
    """known.toml cannot be used; the text says what to write."""


def read(root: Path) -> dict[str, str]:
    """Pattern of a finding's text -> what must be done before a board is ordered."""
    try:
        rows = tomllib.loads((root / FILE).read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as problem:
        raise KnownError(f"{FILE}: {problem}; correct it and run the rules again") from None
    for pattern, what in rows.items():
        if not isinstance(what, str) or len(what.split()) < 4:
            raise KnownError(f"{FILE}: {pattern} needs a sentence that says what to do")
    return rows


def parted(found: Iterable[Finding], rows: dict[str, str]) -> tuple[list[str], dict[str, str]]:
    """What nobody knew yet, and each known finding with what to do; a row that nothing meets any
    more is told among the first."""
    new, known, met = [], {}, set()
    for text in map(str, found):
        pattern = next((each for each in rows if fnmatchcase(text, each)), "")
        if pattern:
            known[text] = rows[pattern]
            met.add(pattern)
        else:
            new.append(text)
    return [*new, *(f"{FILE}: {each} is mended; take the row out"
                    for each in rows if each not in met)], known
