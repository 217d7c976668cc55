"""Kinds that the engine answers from a request: `score`, `special`, `flower_score`, `bonus`,
`penalty`."""

from collections.abc import Iterable
from typing import Any

from mjscore.engine import score
from mjscore.errors import VECTORS, bad, shown
from mjscore.events.names import name_of
from mjscore.settle import Payments, all_pay, classical
from mjscore.systems.hands import counting
from mjscore.tiles import ANIMAL, CODES, FLOWER, INDEX, SEATS
from mjscore.vectors.asked import a_seat, flag, options, whole
from mjscore.vectors.tables import amounts

FLOWERS = CODES[FLOWER:ANIMAL]
# A hand that wins in every system that scores losers, and thirteen tiles worth nothing.
COMPLETE = ["B1"] * 3 + ["B2"] * 3 + ["B3"] * 3 + ["B4"] * 3 + ["B5"]
WORTHLESS = [f"C{number}" for number in range(1, 10)] + ["D2", "D4", "D6", "D8"]
REQUEST = ("config", "round_wind", "dealer_streak", "dice", "bettor", "bettor_shown")


def score_of(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """The answer to a scoring request."""
    request = {name: value for name, value in given.items() if name != "rules"}
    return score({"system": system, **request})


def special(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """A special win: seven flowers of YEE, or a hand of a list with its fixed value."""
    if "players" in given:
        return score_of(system, given)
    if system == "YEE":
        return _money(score(_seven_flowers(given)))
    config = options(system, given)
    named = given.get("id", given.get("hand", given.get("special")))
    if named is None and len(given["rules"]) == 1:
        named = given["rules"][0]
    value = _listed(system, config, named, flag(given, "calling"))
    told: dict[str, Any] = {"value": value}
    if "winner" in given or "seat" in given:
        winner = SEATS.index(a_seat(given, "winner", "seat"))
        told |= _paid(_special_payments(system, value, winner, given))
    return told


def _listed(system: str, config: dict[str, Any], named: Any, calling: bool) -> int:
    table = config.get("special_hands") or {}
    if named in table:
        worth, limit = int(table[named][1 if calling else 0]), config["limit"]
        return worth if limit is None else min(worth, limit)
    value = amounts(system, config).get(named) if isinstance(named, str) else None
    if not isinstance(value, int):
        bad(f"{system} has no special hand {shown(named)}", "id", VECTORS)
    return value


def _special_payments(system: str, value: int, winner: int, given: dict[str, Any]) -> Payments:
    if system in ("SHOP-A", "YEE"):
        return all_pay(winner, value)
    dice = given.get("dice")
    twice = system == "HANDS" and isinstance(dice, list) and len(set(dice)) == 1
    amounts_ = [0] * 4
    amounts_[winner] = 2 * value if twice else value
    return classical(amounts_, winner)


def _seven_flowers(given: dict[str, Any]) -> dict[str, Any]:
    winner, holder = a_seat(given, "winner", "seat"), None
    held = whole(given, "flowers_held", 7)
    if given.get("last_flower_holder") is not None:
        holder = a_seat(given, "last_flower_holder")
    players: dict[str, Any] = {winner: {"concealed": WORTHLESS, "bonus": list(FLOWERS[:held])}}
    if holder is not None and holder != winner:
        players[holder] = {"concealed": WORTHLESS, "bonus": list(FLOWERS[held:])}
    win = {"seat": winner, "special": "seven_flowers", "last_flower_holder": holder}
    return {"system": "YEE", "config": given.get("config"), "players": players, "win": win}


def flower_score(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """Points and doubles that the tiles beside a hand add to it.

    The hand is scored with and without them: a loser's hand, in YEE the winner's.
    """
    own = a_seat(given, "seat")
    more = _scored(system, given, own, given.get("bonus"))
    less = _scored(system, given, own, [])
    return {
        "points": _added(more["lines"], less["lines"]),
        "doubles": _added(more["doubles"], less["doubles"]),
    }


def _scored(system: str, given: dict[str, Any], own: str, bonus: Any) -> dict[str, Any]:
    wins = own if system == "YEE" or flag(given, "winner") else SEATS[SEATS.index(own) - 1]
    players: dict[str, dict[str, Any]]
    players = {seat: {"concealed": COMPLETE if seat == wins else WORTHLESS} for seat in SEATS}
    players[own] = {**players[own], "bonus": bonus}
    win = {"seat": wins, "tile": "B5", "source": "wall"}
    request = {"system": system, "players": players, "win": win}
    request |= {name: given[name] for name in REQUEST if name in given}
    none: dict[str, Any] = {"lines": [], "doubles": []}
    return score(request)["hands"].get(own, none)


def _added(more: Iterable[tuple[str, int]], less: Iterable[tuple[str, int]]) -> int:
    """Amounts of the ids that are there with the tiles only, or grow by them."""
    before = dict(less)
    return sum(max(0, amount - before.get(rule, 0)) for rule, amount in more)


def bonus(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """What an event pays at once; in HANDS also that its tiles count no more in the hand."""
    told = {"net": bonus_more(system, given)["net"]}
    if system == "HANDS" and isinstance(given.get("tiles"), list):
        told["tiles_excluded_from_hand"] = _excluded(given["tiles"])
    return told


def bonus_more(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """The same with the transfers and the rule."""
    event = {name: value for name, value in given.items() if name not in (*REQUEST, "rules")}
    if system == "YEE" and name_of(event) in (None, "triple_six"):
        if given.get("dice") not in (None, [6, 6, 6]):  # only three sixes are paid for
            return _after(system, given)
        event["event"] = "triple_six"
    return _after(system, given, event)


def _excluded(tiles: list[Any]) -> bool:
    places = [INDEX[tile] for tile in tiles if isinstance(tile, str) and tile in INDEX]
    return bool(places) and not counting(places)


def penalty(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """What an offence costs."""
    return {"net": penalty_more(system, given)["net"]}


def penalty_more(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """The same with the transfers and what the rules say of the event."""
    event = {name: value for name, value in given.items() if name not in (*REQUEST, "rules")}
    return _after(system, given, event)


def _after(system: str, given: dict[str, Any], *events: dict[str, Any]) -> dict[str, Any]:
    """The answer to a request that has these events and no hands."""
    request: dict[str, Any] = {"system": system, "win": None, "events": list(events)}
    request |= {name: given[name] for name in REQUEST if name in given}
    answer = score(request)
    return _money(answer) | {"events": answer.get("events", [])}


def _money(answer: dict[str, Any]) -> dict[str, Any]:
    if not answer["legal"]:
        return answer
    return {"net": answer["net"], "transfers": answer["transfers"]}


def _paid(payments: Payments) -> dict[str, Any]:
    return {"net": payments.net(), "transfers": payments.transfers()}
