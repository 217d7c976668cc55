"""Kinds `points_table`, `hand_list` and `charleston`: from the tables by which is scored."""

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import Any

from mjscore import rulebook
from mjscore.errors import bad, shown
from mjscore.flow import charleston as exchange
from mjscore.systems import game
from mjscore.systems.hands.special import LIMIT, SPECIALS
from mjscore.systems.mjg import TOURNAMENT
from mjscore.systems.shop_a import card
from mjscore.systems.shop_a.patterns import FLOWERS
from mjscore.vectors.asked import options

Amount = int | str | list[int] | None
Config = dict[str, Any]

# What a row of a system's table does not say by itself: it follows an option or the limit.
BY_OPTION: dict[str, Callable[[Config], Amount]] = {
    "SA-P01": lambda config: [entry.value for entry in _card_of(config).entries],
    "SA-S01": lambda config: "x2",  # what the discarder pays of the value, in SA-S02 everybody
    "SA-S03": lambda config: "x1",
    "SB-P20": lambda config: config["basal"],
    "SB-L01": lambda config: config["limit"],
    "SB-L02": lambda config: config["limit"],
    "SB-L03": lambda config: config["limit"],
    "SB-L04": lambda config: config["limit"],
    "SB-L05": lambda config: config["limit"] and config["limit"] // 2,
    "MJ-L01": lambda config: config["limit"],
    "MJ-L02": lambda config: TOURNAMENT,
    "YEE-E21": lambda config: "x2",  # a double of the whole total, told as the document does
} | {f"LASFS-L0{number}": lambda config: config["limit"] for number in range(8)}

NO_HANDS = ("SB-L01", "MJ-L01", "MJ-L02", "LASFS-L00")  # limits of every hand

EXCHANGES = {1: "first", "first": "first", 2: "second", "second": "second"}

# The words of the page of MJG for its rows; a pair of ids is exposed and concealed.
WORDS = {
    "MJG": {
        "minor_pong": ("MJ-P01", "MJ-P02"),
        "major_pong": ("MJ-P03", "MJ-P04"),
        "minor_kong": ("MJ-P05", "MJ-P06"),
        "major_kong": ("MJ-P07", "MJ-P08"),
        "pair_dragons": ("MJ-P09",),
        "pair_prevailing": ("MJ-P10",),
        "pair_own": ("MJ-P11",),
        "mahjiang": ("MJ-P12",),
        "drawn": ("MJ-P13",),
        "only_tile": ("MJ-P14",),
    }
}


def points_table(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """Amounts of the rules that are named, all of the system's if none; MJG's points by words.

    Where no rule that is named is worth anything in points, they are told without an amount.
    """
    known = amounts(system, options(system, given))
    of_system = {rule.id for rule in rulebook.rules_of(system)}
    named = [id for id in given["rules"] if id in of_system]
    asked = [id for id in named if id in known]
    if named and not asked:
        return dict.fromkeys(named)
    asked = asked or list(known)
    words = WORDS.get(system, {})
    worded = {id for ids in words.values() for id in ids}
    if words and set(asked) <= worded:
        return {word: _amount(ids, known) for word, ids in words.items() if {*ids} & {*asked}}
    return {id: known[id] for id in asked}


def points_more(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """Every amount of the system, by rule id and by word."""
    known = amounts(system, options(system, given))
    words = {word: _amount(ids, known) for word, ids in WORDS.get(system, {}).items()}
    return known | words


def _amount(ids: tuple[str, ...], known: dict[str, Amount]) -> Any:
    return known[ids[0]] if len(ids) == 1 else [known[id] for id in ids]


def amounts(system: str, config: Config) -> dict[str, Amount]:
    """What each rule is worth: points or doubles, "x2" where a total is doubled.

    From the rows that score; what no row scores (payments, penalties) from the rule book.
    """
    scored = _scored(system)
    found: dict[str, Amount] = {}
    for rule in rulebook.rules_of(system):
        if rule.id in BY_OPTION:
            found[rule.id] = BY_OPTION[rule.id](config)
        elif isinstance(rule.doubles, str):
            found[rule.id] = rule.doubles
        elif rule.id in scored:
            found[rule.id] = scored[rule.id]
        elif rule.points is not None or rule.doubles is not None:
            found[rule.id] = rule.points if rule.points is not None else rule.doubles
    return found


@cache
def _scored(system: str) -> dict[str, int]:
    """Amounts of the rows and sets of the system's module."""
    module = import_module(f"mjscore.systems.{game(system).module}")
    rows = {row.id: row.amount for row in module.ROWS if row.amount}
    return rows | {row[0]: row[1] for row in getattr(module, "SETS", ())}


def hand_list(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """The list of hands of a system that has one."""
    if system == "SHOP-A":
        listed = _card_of(options(system, given))
        return {"hands": [_card_entry(entry, listed.forms) for entry in listed.entries]}
    if system == "HANDS":
        limit = options(system, given)["limit"] or LIMIT
        return {"hands": [{"no": number, "id": special.id, "name": special.name,
                           "value": game(system).rules.limits[special.id] * limit // 2}
                          for number, special in enumerate(SPECIALS, 1)]}  # fmt: skip
    known = amounts(system, options(system, given))
    named = [rule for rule in rulebook.rules_of(system)
             if rule.kind in ("limit", "start") and rule.id not in NO_HANDS]  # fmt: skip
    return {"hands": [{"id": rule.id, "name": rule.name, "value": known.get(rule.id)}
                      for rule in named]}  # fmt: skip


def hand_list_more(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """How many hands there are."""
    hands = hand_list(system, given)["hands"]
    return {"hands": hands, "count": len(hands)}


def _card_of(config: Config) -> card.Card:
    chosen: card.Card | None = config["card"]
    return chosen if chosen is not None else card.default()


def _card_entry(entry: card.Entry, forms: Sequence[card.Form]) -> dict[str, Any]:
    form = next(form for form in forms if form.entry == entry)
    return {
        "no": entry.no,
        "type": "concealed" if entry.concealed else "exposed",
        "value": entry.value,
        "flowers": sum(count for count, kind in form.groups if kind == FLOWERS),
    }


def charleston(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """Order of both exchanges or of the one asked for, and how many tiles are passed."""
    if not game(system).jokers:
        bad(f"{system} has no exchange of tiles, only SHOP-A", "system", "SA-F02")
    asked = given.get("exchange")
    if asked is not None:
        if isinstance(asked, bool) or asked not in EXCHANGES:
            bad(f"must be first or second, not {shown(asked)}", "exchange", "SA-F03")
        name = EXCHANGES[asked]
        steps = {"first": exchange.FIRST_EXCHANGE, "second": exchange.SECOND_EXCHANGE}[name]
        return {name: list(steps), "steps": list(steps), "tiles": exchange.TILES,
                "compulsory": name == "first"}  # fmt: skip
    return {
        "first": list(exchange.FIRST_EXCHANGE),
        "second": list(exchange.SECOND_EXCHANGE),
        "tiles": exchange.TILES,
    }


def charleston_more(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """What may be passed, and every step."""
    return {"jokers": False, "blind": True, "steps": list(exchange.STEPS)}
