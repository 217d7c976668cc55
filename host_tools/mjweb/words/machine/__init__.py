"""What the machine's own tables say, in the visitor's language: faults, parts, settings, refusals.

The English text has its one home in those tables and is the key here, so a text that was changed
there has no translation any more, and a test names it. A key with {names} is for every text of
that form: what stands at the names is looked up too.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources

NAME = re.compile(r"\{(\w+)\}")
JOINT = "; "


@cache
def texts(language: str) -> dict[str, str]:
    """Every text of a language's file, whatever it stands under."""
    file = resources.files("mjweb").joinpath("words", "machine", language + ".toml")
    sections = tomllib.loads(file.read_text(encoding="utf-8"))
    return {text: told for section in sections.values() for text, told in section.items()}


@cache
def forms(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """The keys with names in them, as patterns."""
    return tuple((pattern(text), told) for text, told in texts(language).items()
                 if NAME.search(text))


def pattern(text: str) -> re.Pattern[str]:
    """Fits every text of this form."""
    pieces = NAME.split(text)
    return re.compile("".join(re.escape(piece) if number % 2 == 0 else f"(?P<{piece}>[^;]+)"
                              for number, piece in enumerate(pieces)))


def told(language: str, text: str) -> str:
    """The text in this language; as it is where the file has nothing for it."""
    known = texts(language)
    if text in known:
        return known[text]
    for form, words in forms(language):
        if found := form.fullmatch(text):
            return words.format(**{name: told(language, value)
                                   for name, value in found.groupdict().items()})
    if JOINT in text:
        return JOINT.join(told(language, part) for part in text.split(JOINT))
    return text
