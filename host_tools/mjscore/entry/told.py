"""The request that a draft tells, what it still lacks, and a draft of an earlier hand."""

from collections.abc import Mapping
from typing import Any

from ..errors import ScoreError
from . import losers, ways
from .draft import NOBODY, NOTHING, POINTS, SETS, Draft, Table, begun, counted, room

WHO, FROM, WHOSE, TILES, WON, LOSER = "who", "from", "whose", "tiles", "won", "loser"


def lacks(at: Table, draft: Draft) -> tuple[str, str]:
    """What has to be told next, and of whom; two empty words when the hand is whole."""
    if not draft.winner:
        return WHO, ""
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
    if draft.winner != NOBODY:
        seat = at.seat(draft.winner)
        hand = _plain(draft.hand(draft.winner)) | draft.marks.get(draft.winner, {})
        hand["concealed"].remove(draft.tile)
        giver = at.seat(draft.giver) if draft.giver else None
        won = ways.win(seat, draft.tile, draft.source, giver, tuple(draft.flags))
        told |= {"players": {seat: hand} | players, "win": {**draft.more, **won}}
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
        tapped = {"seat", "tile", "source", "from", *(ways.flag(each)[0] for each in draft.flags)}
        draft.more = {key: value for key, value in win.items() if key not in tapped}
    for seat, hand in players.items():
        _take(draft, at.seats[seat], hand or {})
    return draft


def _take(draft: Draft, name: str, hand: Mapping[str, Any]) -> None:
    """Somebody's tiles, or what was told in their place."""
    own = draft.hand(name)
    for key, items in own.items():
        items += [dict(each) if isinstance(each, dict) else each for each in hand.get(key) or []]
    marks = {key: value for key, value in hand.items() if key not in (*own, "value", "dead")}
    draft.marks |= {name: marks} if marks else {}
    if name == draft.winner:
        own["concealed"] += [draft.tile] if draft.tile else []
    elif hand.get("value") is not None:
        how = POINTS if hand["value"] else NOTHING
        draft.losers[name], draft.points[name] = how, hand["value"]
    else:
        draft.losers[name] = SETS if any(own.values()) else NOTHING
