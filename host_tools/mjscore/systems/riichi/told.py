"""What a request of RIICHI tells beside hands and win: dora, honba, sticks, the declaration."""

from typing import Any, NamedTuple

from mjscore.errors import bad, nearest, shown
from mjscore.fields import seat, tiles, truth
from mjscore.hand import Request
from mjscore.tiles import DRAGON, KINDS, SUITED, WIND

MOST = 99
FIELDS = ("declared", "ippatsu", "dora", "ura_dora", "red_fives", "honba", "sticks")
DECLARED = ("riichi", "double")
_AFTER_DRAGON = {DRAGON + 2: DRAGON + 1, DRAGON + 1: DRAGON, DRAGON: DRAGON + 2}  # W, G, R, W


class Told(NamedTuple):
    """The object `riichi` of a request, checked; `dora` are the tiles, not their indicators."""

    declared: str = ""
    ippatsu: bool = False
    dora: tuple[int, ...] = ()
    ura_dora: tuple[int, ...] = ()
    red_fives: int = 0
    honba: int = 0
    sticks: tuple[int, ...] = ()  # the seats that laid the sticks on the table
    indicators: tuple[int, ...] = ()  # of both kinds of dora, as they lie


def read(request: Request) -> Told:
    """What is told; without `honba` the dealer's streak, as a match keeps it."""
    data = request.more
    if data is None:
        return Told(honba=request.streak)
    if not isinstance(data, dict):
        bad(f"must be an object, not {shown(data)}", "riichi", "RI-S05")
    for name in data:
        if name not in FIELDS:
            bad(f"there is no such field{nearest(name, FIELDS)}", f"riichi.{name}", "RI-S05")
    declared = data.get("declared") or ""
    if declared and declared not in DECLARED:
        bad(f"must be riichi or double, not {shown(declared)}", "riichi.declared", "RI-Y01")
    dora, ura = _indicators(data, "dora"), _indicators(data, "ura_dora")
    return Told(
        declared, truth(data, "ippatsu", "riichi.ippatsu"),
        tuple(map(next_tile, dora)), tuple(map(next_tile, ura)), _number(data, "red_fives", 4),
        request.streak if data.get("honba") is None else _number(data, "honba", MOST),
        _sticks(data.get("sticks")), dora + ura,
    )  # fmt: skip


def next_tile(indicator: int) -> int:
    """The dora that an indicator shows: the next of its suit, wind or dragon, round and round."""
    if indicator < SUITED:
        return indicator - indicator % 9 + (indicator % 9 + 1) % 9
    if indicator < DRAGON:
        return WIND + (indicator - WIND + 1) % 4
    return _AFTER_DRAGON[indicator]


def _indicators(data: dict[str, Any], name: str) -> tuple[int, ...]:
    found = tiles(data.get(name), "riichi.", name)
    if len(found) > 5 or any(tile >= KINDS for tile in found):
        bad("has one to five indicators, suit tiles, winds or dragons", f"riichi.{name}", "RI-D01")
    return tuple(found)


def _number(data: dict[str, Any], name: str, most: int) -> int:
    value = data.get(name)
    if value is None:
        return 0
    if type(value) is not int or not 0 <= value <= most:
        bad(f"must be a whole number from 0 to {most}, not {shown(value)}", f"riichi.{name}",
            "RI-S05")  # fmt: skip
    return int(value)


def _sticks(value: Any) -> tuple[int, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or len(value) > MOST:
        bad(f"must be the seats that laid them, such as [\"E\", \"S\"], not {shown(value)}",
            "riichi.sticks", "RI-S04")  # fmt: skip
    return tuple(seat(each, f"riichi.sticks[{at}]") for at, each in enumerate(value))
