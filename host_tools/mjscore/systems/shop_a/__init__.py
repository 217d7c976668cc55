"""SHOP-A: American play with jokers, hands from a card (rules chapter 3, document 000 part A)."""

from typing import Any

from mjscore.errors import bad
from mjscore.hand import DEALT, DISCARD, SOURCES, WALL, Hand, Request, Win
from mjscore.options import Option, choice, flag
from mjscore.rows import Row
from mjscore.settle import Payments
from mjscore.sheet import Answer, Illegal, Sheet
from mjscore.systems.shop_a.card import Card, Entry, Form, read
from mjscore.systems.shop_a.lacks import lacks_for
from mjscore.systems.shop_a.matching import (
    OPEN,
    best,
    difference,
    jokers,
    nearest,
    packed,
    substituted,
)
from mjscore.systems.shop_a.patterns import name
from mjscore.systems.shop_a.payment import jokerless_double, mirror, paid
from mjscore.tiles import SEATS

__all__ = ["IDS", "OPTIONS", "ROWS", "SETS", "lacks_for", "missing", "mirror", "score"]

OPTIONS = (
    Option("card", None, read, "must be a list of hands", "SA-F01"),  # None: the default card
    choice("jokerless_double_scope", ("winning_tile", "whole_hand"), "SA-Q05"),
    flag("east_hop", False, "SA-Q01"),  # for the deal only
)
ROWS: tuple[Row, ...] = ()  # the card takes the place of score tables
SETS: tuple[()] = ()
IDS = frozenset((
    "SA-T07", "SA-T08", "SA-F01", "SA-F08", "SA-F13", "SA-F14", "SA-F15", "SA-F16",
    "SA-H01", "SA-H02", "SA-P01", "SA-S01", "SA-S02", "SA-S03", "SA-S04", "SA-S05", "SA-X03",
    "SA-X07", "SA-X11",
))  # fmt: skip


def score(request: Request) -> Answer:
    """The answer to a request: the winner's hand of the card, and what the others pay for it.

    Without a winner another wall is built and nothing is paid (SA-T08). Losers are not scored.
    """
    for hand in request.hands:
        if hand.bonus or hand.undeclared:
            bad("flowers are tiles of the hand here and belong to concealed or melds",
                f"players.{SEATS[hand.seat]}.bonus", "SA-T07")  # fmt: skip
    win = request.win
    if win is None:
        return _with_bettor(request, Answer(request.system, {}, Payments()))
    if win.source not in (DISCARD, WALL, DEALT):
        bad(f"there are no loose tiles and no added kongs, so no {SOURCES[win.source]}",
            "win.source", "SA-T07")  # fmt: skip
    hand = request.hands[win.seat]
    _may_win(hand)
    tiles = packed(hand, win.tile)
    form = best(_card(request), tiles, bool(hand.melds))
    return _with_bettor(request, _answer(request, hand, win, tiles, form))


def missing(request: Request, entry: Entry, hand: Hand, tile: int | None) -> str:
    """What stands between the hand (with the winning tile, if any) and an entry of the card.

    Empty when nothing does; the reading of the entry that is nearest is compared.
    """
    tiles = packed(hand, tile)
    form = nearest([each for each in _card(request).forms if each.entry == entry], tiles)
    return difference(form, tiles) or (OPEN if entry.concealed and hand.melds else "")


def _card(request: Request) -> Card:
    card: Card | None = request.options["card"]
    return card if card is not None else read(None)


def _may_win(hand: Hand) -> None:
    if hand.dead:
        raise Illegal("a dead hand plays no more and cannot win", "SA-F13")
    if hand.exposed_in_error:
        raise Illegal("who exposed the hand on a mistaken Mahjong is out of the game", "SA-X03")


def _answer(request: Request, hand: Hand, win: Win, tiles: int, form: Form) -> Answer:
    value, used = form.entry.value, jokers(hand, win.tile)
    sheet = Sheet([("SA-P01", value)], [])
    scope = request.options["jokerless_double_scope"]
    payments = paid(value, win, jokerless_double(hand, win, used, scope),
                    request.rules.settlement)  # fmt: skip
    answer = Answer(request.system, {win.seat: sheet}, payments)
    answer.extra["card_hand"] = _told(form, tiles, used)
    return answer


def _told(form: Form, tiles: int, used: int) -> dict[str, Any]:
    """How the hand was read, for people."""
    entry = form.entry
    return {
        "no": entry.no,
        "type": "concealed" if entry.concealed else "exposed",
        "value": entry.value,
        "groups": [f"{count} x {name(kind)}" for count, kind in form.groups],
        "jokers_used": used,
        "jokers_for": [name(kind) for kind in substituted(form, tiles)] if used else [],
    }


def _with_bettor(request: Request, answer: Answer) -> Answer:
    """Bets stand unless the bettor's choice was shown (SA-S05, SA-X11)."""
    if request.bettor is not None and not request.bettor_shown:
        mirror(answer.payments, request.bettor)
    return answer
