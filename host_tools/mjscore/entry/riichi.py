"""What RIICHI asks for beside a hand, in words: `riichi ippatsu dora=C3,D5 sticks=Ann red=1`."""

from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from ..errors import ScoreError, nearest

NONE = "none"  # takes off what was told before
DECLARED = ("riichi", "double")
MARKS = (*DECLARED, "ippatsu")
LISTS = {"dora": "dora", "ura": "ura_dora", "sticks": "sticks"}
NUMBERS = {"honba": ("honba", 99), "red": ("red_fives", 4)}  # and the most of them
WORDS = (*MARKS, *LISTS, *NUMBERS)
EXAMPLES = {"dora": "dora=C3,D5", "ura": "ura=B1", "sticks": "sticks=E,S", "honba": "honba=2",
            "red": "red=1"}  # fmt: skip
Seat = Callable[[str], str]


def told(text: str, seat: Seat = str.upper) -> dict[str, Any]:
    """The fields of a request that the words say; `seat` finds whose a stick is."""
    found: dict[str, Any] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        name = name.lower()
        if name in MARKS and equals:
            _wrong(f'"{word}": {name} stands alone')
        if name in EXAMPLES and not value:
            _wrong(f'"{word}": write what it is behind =, as {EXAMPLES[name]}')
        for field, said in _said(word, name, value, seat).items():
            if field in found:
                _twice(word, name, field, found[field])
            found[field] = said
    return found


def _said(word: str, name: str, value: str, seat: Seat) -> dict[str, Any]:
    """The field that one word says, with its value."""
    if name in DECLARED:
        return {"declared": name}
    if name == "ippatsu":
        return {name: True}
    if name in LISTS:
        each = value.split(",")
        if "" in each:
            _wrong(f'"{word}": a comma stands between two, as in dora=C3,D5')
        return {LISTS[name]: [(seat if name == "sticks" else str.upper)(one) for one in each]}
    if name in NUMBERS:
        field, most = NUMBERS[name]
        if not (value.isdecimal() and value.isascii() and len(value) < 3 and int(value) <= most):
            _wrong(f'"{word}": {name} is a whole number from 0 to {most}')
        return {field: int(value)}
    if name == NONE:
        _wrong(f'"{word}" takes off what was told of an earlier hand, and stands first')
    _wrong(f'"{word}" says nothing of a riichi hand{nearest(name, WORDS)}')


def _twice(word: str, name: str, field: str, before: Any) -> NoReturn:
    if field == "declared" and before != name:
        _wrong("say riichi or double, not both: double is a riichi in the first turn")
    if name in MARKS:
        _wrong(f'"{word}" is told twice')
    value = word.partition("=")[2]
    more = f"; write all of it as {name}={','.join(before)},{value}" if name in LISTS else ""
    _wrong(f'"{word}": {name} is told twice{more}')


def _wrong(message: str) -> NoReturn:
    raise ScoreError(message, "riichi")


def changed(before: Mapping[str, Any], text: str, seat: Seat) -> dict[str, Any]:
    """What was told before, with what the words say in its place; `none` first takes all off."""
    words = text.split()
    if words[:1] == [NONE]:
        before, words = {}, words[1:]
    return {**before, **told(" ".join(words), seat)}


def as_typed(fields: Mapping[str, Any], seats: Mapping[str, str]) -> str:
    """The words that say this again."""
    words = [str(fields["declared"])] if fields.get("declared") else []
    words += ["ippatsu"] if fields.get("ippatsu") else []
    for name, field in LISTS.items():
        if each := fields.get(field):
            words.append(f"{name}={','.join(_named(one, name, seats) for one in each)}")
    words += [f"{name}={fields[field]}" for name, (field, _) in NUMBERS.items()
              if field in fields]  # fmt: skip
    return " ".join(words)


def _named(one: str, of: str, seats: Mapping[str, str]) -> str:
    """Who laid a stick, by name where that is one word."""
    person = seats.get(one, one) if of == "sticks" else one
    return one if " " in person or "," in person else person
