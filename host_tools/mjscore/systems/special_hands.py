"""MJG's special hands: a table that the players agree upon, as an option (rules MJ-L03)."""

from typing import Any

from mjscore.errors import bad, shown
from mjscore.fields import misspelt
from mjscore.options import MOST, REFUSED

Table = dict[str, tuple[int, int]]  # id -> (value when won, value when called)
_FIELDS = frozenset(("id", "mahjiang", "calling"))


def table_of(value: Any) -> Any:
    """The table that `config.special_hands` describes; ScoreError with the field of a mistake."""
    if not isinstance(value, list):
        return REFUSED
    table: Table = {}
    for at, entry in enumerate(value):
        field = f"config.special_hands[{at}]"
        name, amounts = _hand(entry, field)
        if name in table:
            bad(f"the hand {shown(name)} is in the table twice", field + ".id", "MJ-L03")
        table[name] = amounts
    return table


def _hand(entry: Any, field: str) -> tuple[str, tuple[int, int]]:
    """One row of the table: the name, and what it is worth won and called."""
    if not isinstance(entry, dict):
        bad(f"must have id, mahjiang and calling, and this is {shown(entry)}", field, "MJ-L03")
    misspelt(entry, _FIELDS, field + ".")
    name = entry.get("id")
    if not isinstance(name, str) or not name:
        bad(f"must be a name, not {shown(name)}", field + ".id", "MJ-L03")
    if "mahjiang" not in entry:
        bad(f"the hand {shown(name)} needs mahjiang, what it is worth when won",
            field + ".mahjiang", "MJ-L03")  # fmt: skip
    amounts = entry["mahjiang"], entry.get("calling", 0)
    for key, amount in zip(("mahjiang", "calling"), amounts, strict=True):
        if type(amount) is not int or not 0 <= amount <= MOST:
            bad(f"must be a whole number from 0 to {MOST}, not {shown(amount)}",
                f"{field}.{key}", "MJ-L03")  # fmt: skip
    return name, amounts
