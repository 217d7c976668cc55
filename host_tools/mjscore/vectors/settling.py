"""Kind `settlement`: who pays what for a value, by the rules of each system."""

from typing import Any

from mjscore.errors import bad, shown
from mjscore.hand import DISCARD, SOURCES, WALL, Hand, Win
from mjscore.settle import Payments, classical
from mjscore.systems.shop_a.payment import jokerless_double, mirror, paid
from mjscore.tiles import SEATS
from mjscore.vectors.asked import a_seat, flag, options, whole

EAST, SOUTH, WEST = 0, 1, 2
RULED = {"SA-S01": "discard", "SA-S02": "self_draw_no_joker", "SA-S03": "self_draw_joker"}
CLASSICAL = ("SHOP-B", "MJG", "HANDS", "LASFS")


def settlement(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """Who pays what: by player when a winner is named, else by the way of winning."""
    if "winner" in given or "seat" in given or "values" in given:
        return _told(_payments(system, given))
    ways = settlement_more(system, given)
    ruled = [way for rule, way in RULED.items() if rule in given["rules"]]
    return {way: ways[way] for way in ruled} or ways


def settlement_more(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """What is paid for a value, for each way of winning."""
    value = whole(given, "value") * _times(system, given)
    if system == "SHOP-A":
        drawn = {name: _each(_card_hand(value, WALL, jokers))
                 for name, jokers in (("no_joker", 0), ("joker", 1))}  # fmt: skip
        return {
            "discard": _shares(_card_hand(value, DISCARD, 0)),
            "self_draw_no_joker": drawn["no_joker"],
            "self_draw_joker": drawn["joker"],
            "self_draw_with_joker": drawn["joker"],
        }
    if system == "YEE":
        one = {"discarder": value, "others": 0}
        return {"discard": one, "self_draw": {"each": value}}
    east, other = classical([value, 0, 0, 0], EAST), classical([0, value, 0, 0], SOUTH)
    return {
        "each": -other.pairs[SOUTH, WEST],
        "east": other.pairs[EAST, SOUTH],
        "east_pays": other.pairs[EAST, SOUTH],
        "east_receives": -east.pairs[EAST, SOUTH],
        "others": -other.pairs[SOUTH, WEST],
    }


def _payments(system: str, given: dict[str, Any]) -> Payments:
    """Payments of a hand with a winner and values, by the rules of the system."""
    values = given.get("values") or {}
    if not isinstance(values, dict):
        bad(f"must be an object of values by seat, not {shown(values)}", "values", "ENG-11")
    named = given.get("winner", given.get("seat"))
    if named is None:
        if system != "LASFS":  # elsewhere a hand without winner is not paid
            return Payments()
        return classical([whole(values, letter, 0) for letter in SEATS], None)
    winner = SEATS.index(a_seat(given, "winner", "seat"))
    value = whole(given, "value", values.get(SEATS[winner]))
    if system in CLASSICAL:
        amounts = [whole(values, letter, 0) for letter in SEATS]
        amounts[winner] = value
        times = _times(system, given)
        return classical([times * amount for amount in amounts], winner)
    return _by_giver(system, given, winner, value)


def _times(system: str, given: dict[str, Any]) -> int:
    """2 where the dice of HANDS double what is paid, told as dice or as a flag (rules MH-S04)."""
    if system != "HANDS":
        return 1
    dice = given.get("dice")
    if dice is None:
        return 2 if flag(given, "double_dice") else 1
    if (not isinstance(dice, list) or len(dice) != 2
            or not all(type(pips) is int and 1 <= pips <= 6 for pips in dice)):  # fmt: skip
        bad(f"must be two numbers 1..6, not {shown(dice)}", "dice", "MH-S04")
    return 2 if dice[0] == dice[1] or flag(given, "double_dice") else 1


def _by_giver(system: str, given: dict[str, Any], winner: int, value: int) -> Payments:
    """SHOP-A and YEE: it matters who gave the winning tile."""
    named = [name for name in ("from", "discarder", "giver") if given.get(name) is not None]
    source = given.get("source", "discard" if named else "wall")
    if source not in SOURCES:
        bad(f"must be one of {', '.join(SOURCES)}, not {shown(source)}", "source", "ENG-07")
    win = Win(winner, 0, SOURCES.index(source))
    win.giver = SEATS.index(a_seat(given, *named)) if named else None
    if system == "YEE":
        payments = Payments()
        for payer in range(4):
            if payer != winner and win.giver in (None, payer):
                payments.pay(payer, winner, value)
        return payments
    jokers = whole(given, "jokers", 0) if type(given.get("jokers")) is not bool else 1
    if flag(given, "joker", "with_joker", "joker_used"):
        jokers = 1
    scope = options(system, given)["jokerless_double_scope"]
    payments = paid(value, win, jokerless_double(Hand(winner), win, jokers, scope))
    if given.get("bettor") is not None:
        mirror(payments, SEATS.index(a_seat(given, "bettor")))
    return payments


def _card_hand(value: int, source: int, jokers: int) -> Payments:
    """East wins a hand of the card; South discards where somebody does."""
    win = Win(EAST, 0, source)
    win.giver = SOUTH if source == DISCARD else None
    return paid(value, win, jokerless_double(Hand(EAST), win, jokers, "winning_tile"))


def _each(payments: Payments) -> dict[str, int]:
    return {"each": -payments.pairs[EAST, SOUTH]}


def _shares(payments: Payments) -> dict[str, int]:
    return {"discarder": -payments.pairs[EAST, SOUTH], "others": -payments.pairs[EAST, WEST]}


def _told(payments: Payments) -> dict[str, Any]:
    return {"transfers": payments.transfers(), "net": payments.net()}
