"""What can happen beside the winning of a hand: one table by system, with who pays what.

Penalties, payments at once, warnings. An event that costs nothing says what follows from it.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from mjscore.settle import EAST, Payments, all_pay
from mjscore.tiles import ANIMAL, FLOWER, SEASON

SIX = 6  # from each to the thrower of three sixes (rules YEE-B01)
SELF_PICK = 24  # to each, for throwing away a self-drawn winning tile (rules YEE-X01)
COMPLETE_FOUR = 1000  # from each for a bouquet or a zoo (rules MH-B01, MH-B02)
FOURS = {  # event: the four tiles, each way (rules MH-Q14)
    "bouquet": (tuple(range(FLOWER, FLOWER + 4)), tuple(range(SEASON, SEASON + 4))),
    "zoo": (tuple(range(ANIMAL, ANIMAL + 4)),),
}


class Happened(NamedTuple):
    """An event as it is told, checked; seats are 0..3."""

    seat: int = -1  # -1: it concerns nobody in particular
    exposed: frozenset[int] = frozenset()  # hands shown in error, so far
    value: int = 0  # of the hand announced by mistake, or paid by agreement
    tiles: tuple[int, ...] = ()
    drawn: bool = True  # all four animals were drawn by oneself
    before: bool = False  # paid at once before the hand was told: not again
    double: bool = False  # two equal dice (rules MH-S04)
    beginners: Sequence[int] = ()
    limit: int = 0  # of which a false Mah Jongg costs half (rules LASFS-X01)
    payer: int = -1
    payee: int = -1


Pays = Callable[[Happened], Payments]


class Row(NamedTuple):
    """An event under its rule: who pays, what follows, whom it keeps from winning."""

    event: str
    rule: str
    follows: str
    pays: Pays | None = None
    ends: bool = False  # the hand is over, without further scoring
    bars: bool = False  # the seat cannot win this hand
    fields: tuple[str, ...] = ("seat",)


def _thrower_gets(happened: Happened) -> Payments:
    return all_pay(happened.seat, SIX)


def _pays_each(happened: Happened) -> Payments:
    if happened.seat in happened.beginners:  # they are let off (rules YEE-Q10)
        return Payments()
    return all_pay(happened.seat, -SELF_PICK)


def _four_gets(happened: Happened) -> Payments:
    """Flat, East or not (rules MH-Q09)."""
    if happened.before or not happened.drawn:
        return Payments()
    return all_pay(happened.seat, COMPLETE_FOUR * (2 if happened.double else 1))


def _half_limit(happened: Happened) -> Payments:
    """East pays and collects double (rules LASFS-S03)."""
    twice = dict.fromkeys(range(4), 2) if happened.seat == EAST else {EAST: 2}
    return all_pay(happened.seat, -(happened.limit // 2), twice)


def _all_pay_hidden(happened: Happened) -> Payments:
    """Each pays the value announced, once, to the only hand not shown (SA-X04, SA-Q06)."""
    hidden = next(seat for seat in range(4) if seat not in happened.exposed)
    return all_pay(hidden, happened.value)


def _as_agreed(happened: Happened) -> Payments:
    payments = Payments()
    payments.pay(happened.payer, happened.payee, happened.value)
    return payments


_SHOWN = ("seat", "exposed", "hidden", "value")
_FOUR = ("seat", "tiles", "drawn_by_oneself", "dice", "paid")
MISTAKEN = "mistaken_mahjong"
NOBODY_SHOWED, SOME_SHOWED, ALL_BUT_ONE = (  # the hands shown decide which of them it is
    Row(MISTAKEN, "SA-X01", "nobody showed a hand: the game goes on, no penalty", fields=_SHOWN),
    Row(MISTAKEN, "SA-X02", "who showed a hand is out and pays the winner; the others play on",
        fields=_SHOWN),
    Row(MISTAKEN, "SA-X04", "the game is over; all pay the player whose hand is hidden",
        _all_pay_hidden, ends=True, fields=_SHOWN),
)  # fmt: skip

ROWS: dict[str, tuple[Row, ...]] = {
    "SHOP-A": (
        NOBODY_SHOWED,
        Row("exposed_in_error", "SA-X03", "out of the game; pays the winner", bars=True),
        Row("drew_out_of_turn", "SA-X05", "a warning, no penalty"),
        Row("looked_at_two_tiles", "SA-X06", "a warning, no penalty"),
        Row("wrong_count", "SA-X07", "the hand is dead: it stays hidden and pays the winner",
            bars=True),
        Row("wanted_discard_back", "SA-X08", "the discard stays where it is"),
        Row("misnamed_claim", "SA-X09", "the tile cannot be claimed"),
        Row("bettor_shown", "SA-X11", "all bets of this hand are cancelled", fields=()),
    ),
    "SHOP-B": (),
    "MJG": (),
    "YEE": (
        Row("triple_six", "YEE-B01", "each other player pays the thrower at once", _thrower_gets,
            fields=("seat", "thrower", "dice")),
        Row("threw_self_pick", "YEE-X01", "pays each other player, unless a beginner",
            _pays_each),
        Row("let_win_go", "YEE-X02", "no win before the player's next draw, unless a beginner"),
        Row("wrong_count", "YEE-X03", "nothing is corrected: the hand is played on and cannot"
            " win", bars=True),
    ),
    "HANDS": (
        Row("bouquet", "MH-B01", "each other player pays at once; the four tiles count no more",
            _four_gets, fields=_FOUR),
        Row("zoo", "MH-B02", "each other player pays at once and the four tiles count no more,"
            " if all four were drawn by oneself", _four_gets, fields=_FOUR),
    ),
    "LASFS": (
        Row("false_mah_jongg_exposed", "LASFS-X01", "pays half the limit to all others; the hand"
            " ends without further scoring", _half_limit, ends=True),
        Row("false_claim", "LASFS-X02", "the tiles stay open as they are, and the hand cannot"
            " win", bars=True),
        Row("short_hand", "LASFS-X03", "the next turn brings a tile from the head and one from"
            " the tail; a win with them has no bonuses"),
        Row("long_hand", "LASFS-X04", "no draw at the next turn and no claims until the number"
            " is right"),
        Row("undeclared_flower", "LASFS-X05", "the tile brings nothing; the hand counts"),
    ),
}  # fmt: skip
PAYMENT = Row("payment", "ENG-12", "paid by agreement", _as_agreed,
              fields=("from", "to", "amount"))  # fmt: skip
IDS = frozenset(row.rule for rows in ROWS.values() for row in rows) | {
    SOME_SHOWED.rule, ALL_BUT_ONE.rule, PAYMENT.rule, "SA-Q06", "SA-S05", "LASFS-Q07",
    "LASFS-S03", "MH-Q09", "MH-S04", "YEE-Q10",
}  # fmt: skip


def rows_of(system: str) -> tuple[Row, ...]:
    """The events that a system knows; a payment by agreement is known to all."""
    return (*ROWS.get(system, ()), PAYMENT)


def misshown(exposed: frozenset[int]) -> Row:
    """What a mistaken Mahjong leads to, by the hands shown (rules SA-X01, SA-X02, SA-X04)."""
    if not exposed:
        return NOBODY_SHOWED
    return SOME_SHOWED if len(exposed) < 3 else ALL_BUT_ONE
