"""The dashboard's languages: a message file each, English the one that has every message.

A message file is TOML: `key = "text with {names}"`. What the machine's own tables say (faults,
parts, remedies, settings) is in the files of `machine`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

from . import machine

LANGUAGES = {"en": "English", "zh-Hant": "繁體中文", "zh-Hans": "简体中文"}
DEFAULT = "en"


@cache
def messages(language: str) -> dict[str, str]:
    """All messages of a language; what it lacks is English."""
    file = resources.files("mjweb").joinpath("words", language + ".toml")
    own = tomllib.loads(file.read_text(encoding="utf-8"))
    return own if language == DEFAULT else {**messages(DEFAULT), **own}


def chosen(cookie: str, accepted: str) -> str:
    """The language: what was chosen once, else the first that the browser asks for."""
    if cookie in LANGUAGES:
        return cookie
    for part in accepted.split(","):
        tag = part.partition(";")[0].strip().lower()
        if tag.startswith("zh"):
            return "zh-Hant" if any(end in tag for end in ("hant", "-tw", "-hk", "-mo")) \
                else "zh-Hans"
        if tag.startswith("en"):
            return DEFAULT
    return DEFAULT


class Words:
    """`words("key", name=value)` is a message in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._messages = messages(language)

    def __call__(self, key: str, **values: object) -> str:
        return self._messages[key].format(**values) if values else self._messages[key]

    def known(self, key: str, text: str) -> str:
        """A message that the machine's own tables have in English too."""
        return self._messages.get(key, text)

    def told(self, text: str) -> str:
        """A text of the machine's own tables."""
        return machine.told(self.language, text)
