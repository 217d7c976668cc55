"""What a person is told when a request, an option or a command cannot be used."""

from collections.abc import Sequence
from typing import Any, NoReturn

WHOLE, FORMAT = "request", "1.5"  # field and rule of what is no request at all: its chapter
VECTORS = "11"  # the chapter that says what a vector is


class ScoreError(ValueError):
    """One sentence that names the field and the rule it breaks.

    `field` is the path in the request ("players.S.concealed"), or `WHOLE`; `rule` an id of the
    rule texts ("ENG-01"), or the chapter that defines the format (`FORMAT`, `VECTORS`). Commands
    that are mistyped, and a match, may leave them empty.
    """

    def __init__(self, message: str, field: str = "", rule: str = "") -> None:
        self.field = _plain(field)
        super().__init__(_sentence(_plain(message), self.field, rule))
        self.rule = rule

    def as_dict(self) -> dict[str, Any]:
        """The line that takes the answer's place: {"error": {message, field, rule}}."""
        return {"error": {"message": str(self), "field": self.field, "rule": self.rule}}


def nearest(wrong: object, known: Sequence[str]) -> str:
    """The end of a sentence such as `; did you mean "SHOP-B"?`, or the list if nothing is near."""
    from difflib import get_close_matches  # a quarter of the core's import time, for errors only

    spelt = wrong[:100] if isinstance(wrong, str) else ""  # what is no text is not misspelt
    near = get_close_matches(spelt, known, n=1, cutoff=0.6)
    if near:
        return f'; did you mean "{near[0]}"?'
    return f"; known are {', '.join(known)}" if 0 < len(known) <= 12 else ""


def shown(value: object, most: int = 40) -> str:
    """A value as it is quoted in a sentence, cut to `most` characters."""
    try:
        text = repr(value)
    except RecursionError:
        text = "a value nested too deeply"
    return text if len(text) <= most else text[: most - 3] + "..."


def bad(message: str, field: str, rule: str) -> NoReturn:
    """Raise a ScoreError; keeps the checks one line each."""
    raise ScoreError(message, field, rule)


def _plain(text: str) -> str:
    """The text on one line, without what no terminal shows; a name as long as a book is cut."""
    if not text.isprintable():
        text = "".join([each if each.isprintable() else "?" for each in text])
    return text if len(text) <= 500 else text[:497] + "..."


def _sentence(message: str, field: str, rule: str) -> str:
    where = f"{field}: " if field else ""
    return f"{where}{message}" + (f" [{rule}]" if rule else "")
