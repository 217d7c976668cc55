"""What RIICHI asks for beside a hand, in words: `riichi ippatsu dora=C3,D5 sticks=Ann red=1`."""

from collections.abc import Callable, Mapping
from typing import Any

from ..errors import ScoreError, nearest

SYSTEM = "RIICHI"
NONE = "none"  # takes off what was told before
DECLARED = ("riichi", "double")
LISTS = {"dora": "dora", "ura": "ura_dora", "sticks": "sticks"}
NUMBERS = {"honba": "honba", "red": "red_fives"}
WORDS = (*DECLARED, "ippatsu", *LISTS, *NUMBERS)
Seat = Callable[[str], str]


def told(text: str, seat: Seat = str.upper) -> dict[str, Any]:
    """The fields of a request that the words say; `seat` finds whose a stick is."""
    found: dict[str, Any] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals and name in DECLARED:
            found["declared"] = name
        elif not equals and name == "ippatsu":
            found["ippatsu"] = True
        elif equals and name in LISTS:
            change = seat if name == "sticks" else str.upper
            found[LISTS[name]] = [change(each) for each in value.split(",")]
        elif equals and name in NUMBERS and value.isdecimal() and len(value) < 3:
            found[NUMBERS[name]] = int(value)
        else:
            raise ScoreError(f'"{word}" says nothing of a riichi hand{nearest(name, WORDS)}',
                             "riichi")  # fmt: skip
    return found


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
    words += [f"{name}={fields[field]}" for name, field in NUMBERS.items() if field in fields]
    return " ".join(words)


def _named(one: str, of: str, seats: Mapping[str, str]) -> str:
    """Who laid a stick, by name where that is one word."""
    person = seats.get(one, one) if of == "sticks" else one
    return one if " " in person or "," in person else person
