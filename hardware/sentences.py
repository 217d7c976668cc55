"""Files of `"pattern" = "sentence"`: what a finding or fault is met with, each with its reason."""

import tomllib
from fnmatch import fnmatchcase
from pathlib import Path

from .problem import Problem

WORDS = 3  # fewer say nothing


class SentenceError(Problem):
    """The file cannot be used; the text says what to write."""


def read(root: Path, name: str, what: str) -> dict[str, str]:
    """Pattern -> sentence of the file `name`; `what` each sentence must say, for the message."""
    text = ""
    try:
        text = (root / name).read_text(encoding="utf-8")
        rows = tomllib.loads(text)
    except (OSError, tomllib.TOMLDecodeError) as problem:
        raise SentenceError(f"{name}: {problem}; correct it and try again") from None
    for pattern, sentence in rows.items():
        if not isinstance(sentence, str) or len(sentence.split()) < WORDS:
            at = f"{name}:{line_of(text, pattern)}"
            raise SentenceError(f"{at}: {pattern} needs a sentence that says {what}")
    return rows


def line_of(text: str, pattern: str) -> int:
    """The line where a pattern stands, the first where it cannot be told."""
    return next((number for number, line in enumerate(text.splitlines(), 1)
                 if line.lstrip().lstrip("\"'").startswith(pattern)), 1)


def pattern_of(text: str, rows: dict[str, str]) -> str:
    """The first pattern that the text fits, "" when none does."""
    return next((pattern for pattern in rows if fnmatchcase(text, pattern)), "")
