"""What han and fu are worth, and who pays it: discarder or all, East's share, honba, sticks."""

from typing import Any, NamedTuple

from mjscore.settle import EAST, Payments
from mjscore.systems.riichi.told import Told

MANGAN = 2000  # basic points
HONBA, STICK = 100, 1000  # of a honba from each, of a stick
# rule, from how many han on, basic points in units of 1000
LIMITS = (
    ("RI-L05", 13, 8), ("RI-L04", 11, 6), ("RI-L03", 8, 4), ("RI-L02", 6, 3), ("RI-L01", 5, 2),
)  # fmt: skip
YAKUMAN = 13  # han


class Worth(NamedTuple):
    """Basic points of a hand, and the rule of the limit that fixed them, if one did."""

    basic: int
    limit: str = ""


def worth(han: int, fu: int, yakuman: bool, options: dict[str, Any]) -> Worth:
    """Basic points: fu x 2^(2 + han), cut to mangan; five han and more are fixed."""
    if han >= 13 and not yakuman:
        han = {"yakuman": 13, "sanbaiman": 12}.get(options["counted_limit"], han)
    if options["most_yakuman"] and han > 13 * options["most_yakuman"]:
        han = 13 * options["most_yakuman"]
    if han >= 2 * YAKUMAN:
        return Worth(8000 * (han // YAKUMAN), "RI-L06")
    for rule, least, thousands in LIMITS:
        if han >= least:
            return Worth(1000 * thousands, rule)
    basic = fu << 2 + han
    rounded_up = options["kiriage"] and (han, fu) in ((4, 30), (3, 60))
    return Worth(MANGAN, "RI-L01") if basic > MANGAN or rounded_up else Worth(basic)


def payments(winner: int, giver: int | None, basic: int) -> Payments:
    """The hand alone: the discarder pays four shares, six to East; drawn, East pays two."""
    found = Payments()
    for payer in range(4):
        if payer == winner or giver not in (None, payer):
            continue
        shares = (6 if winner == EAST else 4) if giver is not None else _drawn(winner, payer)
        found.pay(payer, winner, hundreds(shares * basic))
    return found


def extras(winner: int, giver: int | None, told: Told) -> Payments:
    """Honba, and the sticks on the table from those who laid them."""
    found = Payments()
    for payer in range(4):
        if payer != winner and giver in (None, payer):
            found.pay(payer, winner, (3 if giver is not None else 1) * HONBA * told.honba)
    for payer in told.sticks:
        if payer != winner:
            found.pay(payer, winner, STICK)
    return found


def _drawn(winner: int, payer: int) -> int:
    return 2 if EAST in (winner, payer) else 1


def hundreds(points: int) -> int:
    """Up to the next hundred."""
    return -(-points // 100) * 100
