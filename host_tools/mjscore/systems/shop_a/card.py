"""The card: the list of hands that was agreed, checked and made ready for matching (SA-F01).

An entry is {"no": 1, "type": "exposed", "value": 25, "groups": [{"n": 3, "tile": "B2"}, ...]} with
words as in `patterns.py`; "variable" may be written for "tile", and "no" may be left out.
"""

import json
import tomllib
from functools import cache, lru_cache
from importlib import resources
from typing import Any, NamedTuple

from mjscore.errors import bad, shown
from mjscore.fields import misspelt
from mjscore.options import MOST
from mjscore.systems.shop_a.patterns import FLOWERS, WORDS, Group, Word, instances, word
from mjscore.tiles import JOKER

FIELD = "config.card"
TYPES = ("exposed", "concealed")
MOST_HANDS = 100  # more than any card has; keeps the search short
JOKERS = 8
_ENTRY = frozenset(("no", "type", "value", "groups"))
_GROUP = frozenset(("n", "tile", "variable"))
WIDTH = 6  # bits of one kind's count, the highest being the guard of `GUARDS`
MASK = 31
KINDS = FLOWERS + 1
GUARDS = sum(32 << WIDTH * kind for kind in range(KINDS))
# Tiles of each kind in the set, the guards twice, so that they outlast taking a form's `room`.
COPIES = 2 * GUARDS + sum((8 if kind == FLOWERS else 4) << WIDTH * kind for kind in range(KINDS))
# What a tile adds to a count of tiles packed in one number; jokers are counted apart.
UNIT = tuple(1 << WIDTH * min(kind, FLOWERS) for kind in range(JOKER)) + (0,)


class Entry(NamedTuple):
    """One hand of the card."""

    no: int
    concealed: bool
    value: int
    text: str  # the pattern as the card writes it, e.g. "3 x B2, 4 x B4"


class Form(NamedTuple):
    """One reading of an entry: its groups, and their tiles packed with the guards on top."""

    entry: Entry
    groups: tuple[Group, ...]
    room: int


class Card(NamedTuple):
    """A card; the forms stand in falling order of value, so that the first match is the best."""

    entries: tuple[Entry, ...]
    forms: tuple[Form, ...]


def read(value: Any) -> Card:
    """The card that `config.card` describes, null being the default one; ScoreError if none."""
    if value is None:
        return default()
    if not isinstance(value, list) or not 0 < len(value) <= MOST_HANDS:
        bad(f"must be a list of 1 to {MOST_HANDS} hands, not {shown(value)}", FIELD, "SA-F01")
    try:
        return _cached(json.dumps(value))
    except (TypeError, RecursionError):
        bad(f"must be a list of hands as JSON values, not {shown(value)}", FIELD, "SA-F01")


@cache
def default() -> Card:
    """The card of fifteen hands that ships with the scores (rules SA-H02)."""
    text = resources.files(__package__).joinpath("card.toml").read_text("utf-8")
    return compiled(tomllib.loads(text)["hand"])


@lru_cache(maxsize=16)
def _cached(text: str) -> Card:
    return compiled(json.loads(text))


def compiled(hands: list[Any]) -> Card:
    """A card from its entries; ScoreError names the first that cannot be played."""
    entries: list[Entry] = []
    forms: list[Form] = []
    for at, hand in enumerate(hands):
        field = f"{FIELD}[{at}]"
        if not isinstance(hand, dict):
            bad(f"must be an object with type, value and groups, not {shown(hand)}", field,
                "SA-F01")  # fmt: skip
        entry, pattern = _entry(hand, at, field)
        entries.append(entry)
        forms += _forms(entry, pattern, field)
    forms.sort(key=lambda form: -form.entry.value)
    return Card(tuple(entries), tuple(forms))


def _entry(hand: dict[str, Any], at: int, field: str) -> tuple[Entry, list[tuple[int, Word]]]:
    misspelt(hand, _ENTRY, field + ".")
    no, kind = hand.get("no"), hand.get("type")
    if no is None:
        no = at + 1
    _whole(no, 1, MOST, field + ".no", "SA-H01")
    if kind not in TYPES:
        bad(f"must be exposed or concealed, not {shown(kind)}", field + ".type", "SA-F01")
    _whole(hand.get("value"), 1, MOST, field + ".value", "SA-P01")
    groups = hand.get("groups")
    if not isinstance(groups, list) or not groups:
        bad(f"must be a list of groups, each with n and tile, not {shown(groups)}",
            field + ".groups", "SA-F01")  # fmt: skip
    pattern, told = [], []
    for place, group in enumerate(groups):
        count, text = _group(group, f"{field}.groups[{place}]")
        pattern.append((count, text[0]))
        told.append(f"{count} x {text[1]}")
    tiles = sum(count for count, _ in pattern)
    if tiles != 14:
        bad(f"a hand has 14 tiles, and these groups make {tiles}", field + ".groups", "SA-F01")
    return Entry(no, kind == "concealed", hand["value"], ", ".join(told)), pattern


def _group(group: Any, field: str) -> tuple[int, tuple[Word, str]]:
    if not isinstance(group, dict):
        bad(f"must be an object with n and tile, not {shown(group)}", field, "SA-F01")
    misspelt(group, _GROUP, field + ".")
    _whole(group.get("n"), 1, 14, field + ".n", "SA-F01")
    key = "variable" if "tile" not in group and "variable" in group else "tile"
    spelt = word(group.get(key))
    if spelt is None:
        bad(f"must be {WORDS}, not {shown(group.get(key))}", f"{field}.{key}", "SA-F01")
    return group["n"], (spelt, group[key])


def _whole(value: Any, least: int, most: int, field: str, rule: str) -> None:
    if type(value) is not int or not least <= value <= most:
        bad(f"must be a whole number from {least} to {most}, not {shown(value)}", field, rule)


def _forms(entry: Entry, pattern: list[tuple[int, Word]], field: str) -> list[Form]:
    found = {}
    for groups in instances(pattern):
        room = GUARDS + sum([count << WIDTH * kind for count, kind in groups])
        found[groups] = Form(entry, groups, room)
    if not found:
        bad("with bamboos dragons are green, with characters red, with dots white; no reading of"
            " these groups keeps to it", field + ".groups", "SA-F14")  # fmt: skip
    playable = [form for form in found.values() if _short(form) <= JOKERS]
    if not playable:
        bad(f"these groups take more tiles than there are, even with all {JOKERS} jokers",
            field + ".groups", "SA-T02")  # fmt: skip
    return playable


def _short(form: Form) -> int:
    """Tiles of a form that the set does not hold: four of a kind, eight flowers."""
    if (COPIES - form.room) & GUARDS == GUARDS:
        return 0
    need = [form.room >> WIDTH * kind & MASK for kind in range(KINDS)]
    return sum([max(0, n - (8 if kind == FLOWERS else 4)) for kind, n in enumerate(need)])
