"""Kinds about amounts: `limit`, `rounding`, `doubling`, `doubling_table`, `chips`."""

from typing import Any

from mjscore.errors import VECTORS, bad, shown
from mjscore.flow import chips
from mjscore.settle import classical
from mjscore.sheet import Sheet
from mjscore.systems.hands import rounded_up
from mjscore.systems.mjg import ENGLISH, TOURNAMENT
from mjscore.vectors.asked import options, whole, wholes

EAST, SOUTH = 0, 1
PRINTED = {  # points and doubles of the tables that the documents print (rules SB-R02, MH-R02)
    "SHOP-B": {"points": [*range(2, 61, 2)], "doubles": [*range(1, 7)]},
    "HANDS": {"points": [*range(10, 101, 10)], "doubles": [*range(1, 11)]},
}


def limit(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """The limits of a system as its document names them."""
    config = options(system, given)
    if system == "SHOP-B":
        most = config["limit"]
        half = None if most is None else most // 2
        return {"limit": most, "half": half, "basal": config["basal"]}
    if system == "MJG":
        return {"english": ENGLISH, "tournament": TOURNAMENT}
    if system == "HANDS":
        most = config["limit"]
        east = _east(most)
        return {
            "limit": most, "east_limit": east,
            "half": most // 2, "east_half": _east(most // 2),
            "double_dice": {str(value): 2 * value for value in (most, east)},
        }  # fmt: skip
    most = config.get("limit")
    return {"limit": most, "east": None if most is None else _east(most)}


def limit_more(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """The limit of one hand, its half, and what East pays and receives at it."""
    config = options(system, given)
    most = config.get("limit")
    if most is None:
        return dict.fromkeys(("limit", "half", "east", "east_limit", "east_half"))
    half = most // 2
    return {
        "limit": most, "half": half, "east": _east(most), "east_limit": _east(most),
        "east_half": _east(half), "double": 2 * most, "default": most,
    }  # fmt: skip


def _east(value: int) -> int:
    """What East pays for a value of another player (rules ENG-13)."""
    return classical([0, value, 0, 0], SOUTH).pairs[EAST, SOUTH]


def rounding(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """Points as they are doubled: HANDS alone rounds them up to tens (rules MH-R01)."""
    points = whole(given, "points")
    return {"rounded": rounded_up(points) if system == "HANDS" else points}


def doubling(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """Points doubled as often as asked (rules SB-R02, MH-R02).

    Before any limit, unless the input names one.
    """
    doubles = given.get("doubles")
    if type(doubles) is not int or not 0 <= doubles <= 64:
        bad(f"must be a whole number from 0 to 64, not {shown(doubles)}", "doubles", "ENG-10")
    value = _value(system, whole(given, "points"), doubles)
    return {"value": value if given.get("limit") is None else min(value, whole(given, "limit"))}


def doubling_more(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """The same after the system's limit."""
    value = doubling(system, given)["value"]
    most = limit_more(system, given)["limit"]
    return {"limited": value if most is None else min(value, most),
            "capped": value if most is None else min(value, most)}  # fmt: skip


def doubling_table(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """A table: in HANDS a row for each number of doubles, elsewhere for each points.

    Of what is not asked for, the printed table's points or doubles.
    """
    asked = {name: value for name, value in given.items() if value is not None}
    asked = PRINTED.get(system, {}) | asked
    points, doubles = wholes(asked, "points"), wholes(asked, "doubles")
    if max(doubles, default=0) > 64 or len(points) * len(doubles) > 100_000:
        bad("has at most 64 doubles and 100000 cells", "doubles", "ENG-10")
    if system == "HANDS":
        rows = [[d] + [_value(system, p, d) for p in points] for d in doubles]
    else:
        rows = [[p] + [_value(system, p, d) for d in doubles] for p in points]
    return {"rows": rows}


def _value(system: str, points: int, doubles: int) -> int:
    rounded = rounding(system, {"points": points})["rounded"]
    return Sheet([("points", rounded)], [("doubles", doubles)]).value


def chip_total(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """Points that chips make, named by worth or by colour; without any, what each begins with."""
    if "chips" not in given:
        return chip_more(system, given)
    named = given["chips"]
    if not isinstance(named, dict):
        bad(f"must be an object of numbers by worth or colour, not {shown(named)}", "chips",
            VECTORS)  # fmt: skip
    worth = colours(system)
    numbers: dict[int, int] = {}
    for name in named:
        value = worth.get(name) or (int(name) if name.isdecimal() and len(name) < 10 else 0)
        if not value:
            bad(f"there is no chip {shown(name)}", "chips", VECTORS)
        numbers[value] = numbers.get(value, 0) + whole(named, name)
    return {"total": chips.total(numbers)}


def chip_more(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """The chips of the system, their colours, and how an amount is laid out."""
    kinds = chips.chips(system)
    told: dict[str, Any] = {
        "chips": {str(chip.worth): chip.each for chip in reversed(kinds)},
        "values": sorted(chip.worth for chip in kinds),
        "total": chips.beginning(system),
    }
    told |= colours(system) | {"colours": colours(system)}
    for name in ("points", "amount"):
        if name in given:
            numbers, rest = chips.laid_out(system, whole(given, name))
            told |= {"laid_out": {str(worth): n for worth, n in numbers.items()}, "rest": rest}
    return told


def colours(system: str) -> dict[str, int]:
    """Worth by colour; two colours of the same worth stand apart (rules MH-T04)."""
    return {
        colour: chip.worth for chip in chips.chips(system) for colour in chip.name.split(" or ")
    }
