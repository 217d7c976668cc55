"""Who won, with which tile and from whom: the `win` of a request (rules 1.5)."""

from typing import Any

from mjscore.errors import bad, nearest, shown
from mjscore.fields import misspelt, name, seat, tile, truth
from mjscore.hand import DEALT, DISCARD, LOOSE_FLOWER, ROBBED_KONG, SEVEN_FLOWERS, SOURCES, Win
from mjscore.registry import Own
from mjscore.systems import Game
from mjscore.tiles import CODES, KINDS, SEATS

TURNS = ("heaven", "earth", "first_discard")
_FLAGS = ("last_tile", "first_round", "original_call", "last_possible", "regularising")
_USUAL = frozenset(("seat", "tile", "source", "from", "special", "first_turn"))
_WIN = _USUAL | {"single_wait", "last_flower_holder", "joker_used_during_hand", *_FLAGS}


def winner(data: Any, of: Game, players: Any, total: list[int]) -> Win:
    """The win; `players` may hold its special name. Counts the winning tile into `total`."""
    if not isinstance(data, dict):
        bad(f"must be an object or null, not {shown(data)}", "win", "ENG-06")
    if not _WIN.issuperset(data):
        misspelt(data, _WIN, "win.")
    special = name(data.get("special"), "win.special")
    code, source = data.get("tile"), data.get("source")
    place = seat(data.get("seat"), "win.seat")
    if Own.SEVEN_FLOWERS in of.own and (named := _named(special, players, place)) is not None:
        win = _seven_flowers(place, code, source, of)
        special = named
    else:
        if Own.SEVEN_FLOWERS in of.own and special is not None and code is None and source is None:
            bad(f"no win without a tile is called {shown(special)}"
                f"{nearest(special, SEVEN_FLOWERS)}", "win.special", "YEE-V22")  # fmt: skip
        at = _source(source)
        win = Win(place, _winning(code, of), at)
    if win.tile >= 0:
        total[win.tile] += 1
    win.special = special
    if not _USUAL.issuperset(data):
        _marks(win, data)
    _giver(win, data.get("from"))
    _first_turn(win, data.get("first_turn"))
    return win


def _marks(win: Win, data: dict[str, Any]) -> None:
    """What was special about the win."""
    for flag in _FLAGS:
        if flag in data:
            setattr(win, flag, truth(data, flag, f"win.{flag}"))
    win.joker_during_hand = truth(data, "joker_used_during_hand", "win.joker_used_during_hand")
    if data.get("single_wait") is not None:
        win.single_wait = truth(data, "single_wait", "win.single_wait")
    holder = data.get("last_flower_holder")
    win.last_flower_holder = None if holder is None else seat(holder, "win.last_flower_holder")


def _named(special: str | None, players: Any, place: int) -> str | None:
    """The name of the seven flowers, where the win or the winner's hand bears it (YEE-V22)."""
    if special is None and isinstance(players, dict):
        hand = players.get(SEATS[place])
        special = hand.get("special") if isinstance(hand, dict) else None
    return special if special in SEVEN_FLOWERS else None


def _seven_flowers(place: int, code: Any, source: Any, of: Game) -> Win:
    """A win without a hand: no tile need be named, or the flower that was drawn."""
    win = Win(place, -1, LOOSE_FLOWER if source is None else _source(source))
    if code is not None:
        one = tile(code, "win.tile")
        if one >= KINDS and CODES[one][0] in of.bonus:
            win.flower = one
        else:
            win.tile = _winning(code, of)
    return win


def _source(value: Any) -> int:
    if not isinstance(value, str) or value not in SOURCES:
        bad(f"must be one of {', '.join(SOURCES)}, not {shown(value)}", "win.source", "ENG-07")
    return SOURCES.index(value)


def _winning(code: Any, of: Game) -> int:
    won = tile(code, "win.tile")
    if won >= KINDS and not (of.jokers and CODES[won][0] != "A"):
        bad(f"nobody wins on {code}: it is laid aside and replaced", "win.tile", "ENG-01")
    return won


def _giver(win: Win, value: Any) -> None:
    source = SOURCES[win.source]
    if win.source not in (DISCARD, ROBBED_KONG):
        if value is not None:
            bad(f"only a discard or a robbed kong comes from a player, not {source}", "win.from",
                "ENG-07")  # fmt: skip
        return
    if value is None:
        bad(f"the player who gave the tile is needed for source {source}", "win.from", "ENG-11")
    win.giver = seat(value, "win.from")
    if win.giver == win.seat:
        bad("nobody wins on his own discard: from and seat are the same", "win.from", "ENG-07")


def _first_turn(win: Win, value: Any) -> None:
    if win.source == DEALT and win.seat != 0:
        bad("only East is dealt fourteen tiles", "win.source", "SB-L04")
    if value is None:
        return
    if value not in TURNS:
        bad(f"must be one of {', '.join(TURNS)}, not {shown(value)}", "win.first_turn", "SB-L04")
    if value == "heaven" and (win.seat != 0 or win.from_player):
        bad("only East can be complete with the dealt tiles", "win.first_turn", "LASFS-L01")
    if value == "earth" and win.seat == 0:
        bad("East has the first turn: this is for the others", "win.first_turn", "LASFS-L02")
    if value == "first_discard" and not (win.source == DISCARD and win.giver == 0):
        bad("the first discard is East's: source discard, from E", "win.first_turn", "SB-L05")
    win.first_turn = value
