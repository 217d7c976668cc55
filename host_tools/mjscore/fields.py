"""Fields of a request: one value each, checked, with the path and the rule told (rules 1.5)."""

from typing import Any

from mjscore.errors import bad, nearest, shown
from mjscore.tiles import CODES, INDEX, SEATS

SEAT = {letter: seat for seat, letter in enumerate(SEATS)}


def seat(value: Any, field: str) -> int:
    """Seat 0..3 of a letter E, S, W, N."""
    try:
        return SEAT[value]
    except (KeyError, TypeError):
        bad(f"must be one of E, S, W, N, not {shown(value)}", field, "ENG-02")


def truth(data: dict[str, Any], key: str, field: str) -> bool:
    """A flag; missing and null are false."""
    value = data.get(key)
    if value is None or value is False:
        return False
    if value is not True:
        bad(f"must be true or false, not {shown(value)}", field, "ENG-10")
    return True


def tiles(value: Any, field: str, name: str = "") -> list[int]:
    """Indexes of a list of tile codes; the field is told as `field` + `name`."""
    if value is None:
        return []
    if not isinstance(value, list):
        bad(f"must be a list of tile codes, not {shown(value)}", field + name, "ENG-01")
    try:
        return [INDEX[code] for code in value]
    except (KeyError, TypeError):
        return [tile(code, f"{field}{name}[{at}]") for at, code in enumerate(value)]


def tile(code: Any, field: str) -> int:
    """Index of one tile code."""
    if not isinstance(code, str) or code not in INDEX:
        bad(f"there is no tile {shown(code)}{nearest(code, CODES)}", field, "ENG-01")
    return INDEX[code]


def name(value: Any, field: str) -> str | None:
    if value is not None and not isinstance(value, str):
        bad(f"must be the id of a special hand, or null, not {shown(value)}", field, "MJ-L03")
    return value or None


def misspelt(data: dict[str, Any], known: frozenset[str], prefix: str) -> None:
    """Refuse a field that is probably a known one misspelt; other additions are let pass."""
    for name in data:
        if name not in known:
            hint = nearest(name, sorted(known))
            if hint.startswith("; did"):
                bad(f"there is no such field{hint}", prefix + str(name), "ENG-01")
