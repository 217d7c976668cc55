"""A scoring request from JSON values: every check that is the same in all systems (rules 1.5)."""

from typing import Any

from mjscore.errors import FORMAT, WHOLE, bad, shown
from mjscore.fields import SEAT, misspelt, seat, tile, tiles, truth
from mjscore.hand import Request
from mjscore.options import chosen
from mjscore.registry import Own
from mjscore.request.players import copies, hands
from mjscore.request.winning import winner
from mjscore.systems import Game, game
from mjscore.tiles import CODES

__all__ = ["SEAT", "parse", "seat", "tile", "tiles", "truth"]
_REQUEST = frozenset(
    "system config round_wind dealer_streak dice players win events bettor bettor_shown"
    " riichi".split()
)
_BET = frozenset(("backs", "seat", "shown"))
_SIXES = (6, 6, 6)


def parse(data: Any) -> Request:
    """The request that `data` (JSON values) describes; ScoreError names what cannot be used."""
    if not isinstance(data, dict):
        bad(f"must be a JSON object, not {shown(data)}", WHOLE, FORMAT)
    of = game(data.get("system"))
    options = chosen(of.options, of.defaults, data.get("config"))
    request = Request(of.name, options, of.rules, of.tables)
    if not _REQUEST.issuperset(data):
        misspelt(data, _REQUEST, "")
    if (wind := data.get("round_wind")) is not None:
        request.round_wind = seat(wind, "round_wind")
    if (more := data.get("riichi")) is not None:
        if Own.RIICHI not in of.own:
            bad(f"only RIICHI asks for it, and {of.name} is played", "riichi", "RI-S05")
        request.more = more
    request.streak = _streak(data.get("dealer_streak"))
    request.dice = _dice(data.get("dice"))
    if (events := data.get("events")) is not None:
        if not isinstance(events, list):
            bad(f"must be a list, not {shown(events)}", "events", "ENG-12")
        request.events = events
    if request.dice == _SIXES and Own.TRIPLE_SIX in of.own:
        _triple_six(request)
    request.bettor_shown = truth(data, "bettor_shown", "bettor_shown")
    if (bet := data.get("bettor")) is not None:
        _bet(request, bet, of)
    total = [0] * len(CODES)
    won = data.get("win")
    if won is not None:
        request.win = winner(won, of, data.get("players"), total)
    request.hands = hands(data.get("players"), of, request.win, bool(request.events), total)
    copies(total, request.hands, request.win)
    if Own.FOURS in of.own and (request.events or _four_beside(request)):
        from mjscore.request.fours import gather  # seldom needed: not loaded before

        gather(request)
    return request


def _four_beside(request: Request) -> bool:
    """True when somebody shows four tiles or more: fewer are no bouquet and no zoo."""
    for hand in request.hands:
        if len(hand.bonus) >= 4:
            return True
    return False


def _triple_six(request: Request) -> None:
    """Three sixes for the break are an event, told as one or not: East threw (rules YEE-B01)."""
    from mjscore.events.fields import row_of  # seldom needed: not loaded before

    told = [row_of(request.system, data, f"events[{at}]")[0]
            for at, data in enumerate(request.events)]  # fmt: skip
    if all(row.rule != "YEE-B01" for row in told):
        request.events = [*request.events, {"event": "triple_six", "seat": "E"}]


def _bet(request: Request, value: Any, of: Game) -> None:
    """Whom a fifth player backs: a seat, or an object with `backs` or `seat`, and `shown`."""
    field = "bettor"
    if isinstance(value, dict):
        misspelt(value, _BET, "bettor.")
        request.bettor_shown |= truth(value, "shown", "bettor.shown")
        key = "seat" if "seat" in value and "backs" not in value else "backs"
        field, value = f"bettor.{key}", value.get(key)
    request.bettor = seat(value, field)
    if not of.jokers:
        bad(f"nobody can bet on a player of {of.name}, only in SHOP-A", "bettor", "SA-S05")


def _streak(value: Any) -> int:
    if value is None:
        return 0
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 1000:
        bad(f"must be a whole number 0..1000, not {shown(value)}", "dealer_streak", "YEE-E20")
    return value


def _dice(value: Any) -> tuple[int, ...]:
    if value is None:
        return ()
    if (
        not isinstance(value, list)
        or not 2 <= len(value) <= 3
        or not all(type(pips) is int and 1 <= pips <= 6 for pips in value)
    ):
        bad(f"must be two or three numbers 1..6, not {shown(value)}", "dice", "ENG-04")
    return tuple(value)
