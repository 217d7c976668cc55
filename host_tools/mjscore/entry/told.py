"""The request that a draft tells, what it still lacks, and a draft of an earlier hand."""

from collections.abc import Mapping
from typing import Any

from ..errors import ScoreError
from ..hand import SEVEN_FLOWERS
from . import losers, special, ways
from .draft import NOBODY, NOTHING, POINTS, SETS, Draft, Table, begun, counted, room

WHO, FROM, WHOSE, TILES, WON, LOSER = "who", "from", "whose", "tiles", "won", "loser"
FLOWERS = "flowers"


def lacks(at: Table, draft: Draft) -> tuple[str, str]:
    """What has to be told next, and of whom; two empty words when the hand is whole."""
    if not draft.winner:
        return WHO, ""
    if special.by_flowers(draft):
        return ("", "") if special.complete(draft) else (FLOWERS, draft.winner)
    if draft.winner != NOBODY:
        if not draft.source:
            return FROM, draft.winner
        if draft.source in ways.OF_PLAYER and not draft.giver:
            return WHOSE, draft.winner
        if room(at, draft, draft.winner) > 0:
            return TILES, draft.winner
        if not draft.tile:
            return WON, draft.winner
    return next(((LOSER, name) for name in counted(at, draft) if name not in draft.losers),
                ("", ""))  # fmt: skip


SENTENCES = {
    WHO: "say who won, or that nobody did", FROM: "say from whom the winning tile came",
    WHOSE: "say whose kong was robbed, or who discarded", TILES: "tiles of {name} are missing",
    FLOWERS: "tap the seven flowers of {name}",
    WON: "tap the tile that won", LOSER: "say what {name} has",
}  # fmt: skip


def request(at: Table, draft: Draft) -> dict[str, Any]:
    """The request; ScoreError with the next thing that is missing."""
    what, name = lacks(at, draft)
    if what:
        raise ScoreError(SENTENCES[what].format(name=name))
    others = counted(at, draft)
    players = {at.seat(name): _loser(at, draft, name) for name in others}
    told: dict[str, Any] = dict(draft.rest)
    if special.by_flowers(draft):
        bonus = list(draft.hand(draft.winner)["bonus"])
        won = special.win(at, draft)
        told |= {"players": {won["seat"]: {"concealed": [], "bonus": bonus}}, "win": won}
    elif draft.winner != NOBODY:
        seat = at.seat(draft.winner)
        hand = _plain(draft.hand(draft.winner)) | draft.marks.get(draft.winner, {})
        hand["concealed"].remove(draft.tile)
        giver = at.seat(draft.giver) if draft.giver else None
        won = ways.win(seat, draft.tile, draft.source, giver, tuple(draft.flags))
        named = {"special": draft.special} if draft.special else {}
        told |= {"players": {seat: hand} | players, "win": {**draft.more, **won, **named}}
    else:
        told |= {"win": None} | ({"players": players} if players else {})
    whole = len(draft.dice) == at.dice  # else somebody has tapped one die of them
    return told | ({"dice": list(draft.dice)} if whole else {})


def _plain(hand: Mapping[str, list[Any]]) -> dict[str, list[Any]]:
    return {key: [dict(each) if isinstance(each, dict) else each for each in items]
            for key, items in hand.items() if items or key == "concealed"}  # fmt: skip


def _loser(at: Table, draft: Draft, name: str) -> dict[str, Any]:
    how = draft.losers[name]
    if how == SETS:
        return losers.sets(_plain(draft.hand(name)), at.of) | draft.marks.get(name, {})
    return losers.points(draft.points.get(name, 0) if how == POINTS else 0)


def again(at: Table, number: int, label: str, stored: Mapping[str, Any]) -> Draft:
    """A draft that tells what an earlier hand told, to be changed in parts."""
    draft = begun(number)
    draft.label = label
    win, players = stored.get("win") or {}, stored.get("players") or {}
    draft.winner = at.seats[win["seat"]] if win else NOBODY
    draft.dice = list(stored.get("dice") or [])
    draft.rest = {key: value for key, value in stored.items()
                  if key not in ("players", "win", "dice")}  # fmt: skip
    if win:
        draft.source, draft.tile = str(win.get("source", "")), str(win.get("tile", ""))
        draft.giver = at.seats.get(str(win.get("from")), "")
        draft.flags = list(ways.marked(at.of.name, win))
        _named(at, draft, win, players.get(win["seat"]) or {})
        tapped = {"seat", "tile", "source", "from", *(ways.flag(each)[0] for each in draft.flags)}
        tapped |= {"special", "last_flower_holder"} if draft.special else set()
        draft.more = {key: value for key, value in win.items() if key not in tapped}
    for seat, hand in players.items():
        _take(draft, at.seats[seat], hand or {})
    return draft


def _named(at: Table, draft: Draft, win: Mapping[str, Any], hand: Mapping[str, Any]) -> None:
    """A win that was named, in the win or in the hand; a name that is no tap here stays there."""
    name = str(win.get("special") or hand.get("special") or "")
    name = ways.SEVEN if name in SEVEN_FLOWERS else name
    if name in at.specials:
        draft.special = name
        draft.eighth = at.seats.get(str(win.get("last_flower_holder")), "")


def _take(draft: Draft, name: str, hand: Mapping[str, Any]) -> None:
    """Somebody's tiles, or what was told in their place."""
    own = draft.hand(name)
    for key, items in own.items():
        items += [dict(each) if isinstance(each, dict) else each for each in hand.get(key) or []]
    marks = {key: value for key, value in hand.items() if key not in (*own, "value", "dead")
             and not (key == "special" and draft.special and name == draft.winner)}  # fmt: skip
    draft.marks |= {name: marks} if marks else {}
    if name == draft.winner:
        special.laid_aside(draft, own["bonus"])
        own["concealed"] += [draft.tile] if draft.tile else []
    elif hand.get("value") is not None:
        how = POINTS if hand["value"] else NOTHING
        draft.losers[name], draft.points[name] = how, hand["value"]
    else:
        draft.losers[name] = SETS if any(own.values()) else NOTHING
