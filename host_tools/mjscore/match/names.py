"""Names of matches, which become file names, and of people, which become column heads."""

import re

from .errors import MatchError

MATCH_LONGEST = 60
PERSON_LONGEST = 24
MARK_LONGEST = 100
SPREADSHEET = "=+-@"  # a cell that begins so is a formula to a spreadsheet

_MATCH = re.compile(r"\w(?:[\w .-]*\w)?")


def match_name(text: object) -> str:
    """A name that is the same on every file system: letters, digits, `_`, inside also ` .-`."""
    if not isinstance(text, str) or not _MATCH.fullmatch(text) or len(text) > MATCH_LONGEST:
        raise MatchError(
            f"{text!r} is no name for a match; use letters and digits, inside also space, dot, "
            f"dash and underscore, at most {MATCH_LONGEST}",
            "name",
        )
    return text


def person(text: object, field: str = "players") -> str:
    """A person's name: printable, without space at the ends, at most 24 characters."""
    if (
        not isinstance(text, str)
        or not text.isprintable()
        or text != text.strip()
        or not 0 < len(text) <= PERSON_LONGEST
        or text[0] in SPREADSHEET
    ):
        raise MatchError(
            f"{text!r} is no name for a person; use 1 to {PERSON_LONGEST} printable characters, "
            f"not beginning with one of {' '.join(SPREADSHEET)}",
            field,
        )
    return text


def mark(text: object, field: str = "ref") -> str:
    """A caller's own mark of an action, or a time: 1 to 100 printable characters."""
    if not isinstance(text, str) or not text.isprintable() or not 0 < len(text) <= MARK_LONGEST:
        raise MatchError(f"{text!r} is none; use 1 to {MARK_LONGEST} printable characters", field)
    return text


def people(names: object, fifth: object = None) -> tuple[str, ...]:
    """Four players, in the order of sides A, B, C, D, and perhaps a fifth person behind them."""
    if not isinstance(names, (list, tuple)) or len(names) != 4:
        raise MatchError("a match has four players, in the order of sides A, B, C, D", "players")
    found = [person(name) for name in names]
    if fifth is not None:
        found.append(person(fifth, "fifth"))
    seen: set[str] = set()
    for name in found:
        if name.casefold() in seen:
            raise MatchError(f"the name {name} is there twice", "players")
        seen.add(name.casefold())
    return tuple(found)


def known(text: object, names: tuple[str, ...], field: str) -> str:
    """The person among `names` called `text`; capitals do not matter."""
    for name in names:
        if isinstance(text, str) and name.casefold() == text.casefold():
            return name
    raise MatchError(f"{text!r} does not play in this match; known are {', '.join(names)}", field)
