"""Defects that the rules find and that are not mended yet: `known.toml`, each with what to do.

No board may be ordered while there is one: `hardware/order.md` begins with them.
"""

from collections.abc import Iterable
from pathlib import Path

from hardware import sentences

from .finding import Finding

FILE = "hardware/rules/known.toml"


def read(root: Path) -> dict[str, str]:
    """Pattern of a finding's text -> what must be done before a board is ordered."""
    return sentences.read(root, FILE, "what to do")


def parted(found: Iterable[Finding], rows: dict[str, str]) -> tuple[list[str], dict[str, str]]:
    """What nobody knew yet, and each known finding with what to do; a row that fits
    none is told among the first."""
    new, known, met = [], {}, set()
    for text in map(str, found):
        pattern = sentences.pattern_of(text, rows)
        if pattern:
            known[text] = rows[pattern]
            met.add(pattern)
        else:
            new.append(text)
    return [*new, *(f"{FILE}: {each} fits no finding: mended, or misspelt"
                    for each in rows if each not in met)], known
