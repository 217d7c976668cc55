"""What the play view shows: everything the template needs of a sitting, and no HTML."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mjscore.entry import ways
from mjscore.entry.draft import NOBODY, POINTS, SETS, counted, left, room
from mjscore.entry.special import by_flowers
from mjscore.entry.told import lacks
from mjscore.errors import ScoreError
from mjscore.match.table import Row
from mjscore.registry import REGISTRY
from mjscore.registry import counted as worded
from mjscore.rulebook import rule
from mjscore.tiles import CODES, INDEX, KINDS
from mjscore.wall import deal

from .desk import Sitting

SUITS = ("B", "C", "D")
TAIL = 4
"""Rows of the match sheet that are shown at once."""


def values(now: Sitting) -> dict[str, Any]:
    """For the template."""
    draft, at = now.draft, now.table
    row, problem = _previewed(now)
    return {
        "match": now.match.setup.name, "profile": now.match.setup.profile, "draft": draft,
        "rules": now.match.setup.played.name if now.match.setup.rules else "",
        "seats": dict(at.seats), "marker": now.match.marker, "nobody": NOBODY,
        "system": at.of.name, "lacks": lacks(at, draft), "problem": problem,
        "sources": [each for each in ways.sources(at.of.name)
                    if each != "dealt" or draft.winner == at.seats["E"]],
        "drawn": ways.DRAWN, "of_player": ways.OF_PLAYER, "flags": _flags(now),
        "others": [name for name in at.seats.values() if name != draft.winner],
        "losers": [(name, draft.losers.get(name, "")) for name in counted(at, draft)],
        "specials": at.specials, "by_flowers": by_flowers(draft),
        "hand": _hand(now), "tiles": _tiles(now), "jokers": at.of.jokers,
        "deal": _dealt(now), "item": items(row), "rows": [_line(each) for each in _rows(now)],
        "totals": dict(now.match.sheet.state.totals), "people": now.match.setup.people,
        "lines": len(now.match.journal), "undoable": now.match.standing.undoable is not None,
        "notice": now.notice, "revision": revision(now), "ended": now.match.sheet.ended,
    }  # fmt: skip


def _flags(now: Sitting) -> list[str]:
    """What can be special about this win."""
    east = now.draft.winner == now.table.seats["E"]
    barred = "first_turn=earth" if east else "first_turn=heaven"
    return [text for text in ways.flags(now.table.of.name) if text != barred]


def revision(now: Sitting) -> str:
    """Changes with everything that a phone shows."""
    return f"{len(now.match.journal)}-{now.draft.id}-{now.draft.taps}-{len(now.draft.dice)}"


def _previewed(now: Sitting) -> tuple[Row | None, str]:
    """What the hand comes to as far as it is told, or why it comes to nothing."""
    if lacks(now.table, now.draft)[0]:
        return None, ""
    try:
        return now.match.preview(now.action()), ""
    except ScoreError as problem:
        return None, str(problem)


def _hand(now: Sitting) -> dict[str, Any] | None:
    """The tiles of whoever is tapped for."""
    draft = now.draft
    name = draft.active
    if not name or (name != draft.winner and draft.losers.get(name) != SETS):
        return None
    own = draft.hand(name)
    return {"name": name, "melds": own["melds"], "concealed": own["concealed"],
            "bonus": own["bonus"], "room": room(now.table, draft, name),
            "won": draft.tile if name == draft.winner else "", "winner": name == draft.winner,
            "code": own["concealed"][draft.last] if 0 <= draft.last < len(own["concealed"])
            else ""}  # fmt: skip


def _tiles(now: Sitting) -> list[list[tuple[str, int]]]:
    """The tiles that can be tapped, row by row, and how many of each are left."""
    spare = left(now.table, now.draft)
    there = [code for code in CODES if code in now.table.copies]
    rows = [[code for code in there if code[0] == suit and INDEX[code] < 27] for suit in SUITS]
    rows.append([code for code in there if 27 <= INDEX[code] < KINDS])
    rows.append([code for code in there if INDEX[code] >= KINDS
                 and (now.table.of.jokers or code[0] in now.table.of.bonus)])  # fmt: skip
    return [[(code, max(0, spare.get(code, 0))) for code in row] for row in rows if row]


def _dealt(now: Sitting) -> dict[str, Any] | None:
    """Where the wall is broken and from where is drawn, once the dice are known."""
    dice = now.draft.dice or list(now.match.sheet.state.dice)
    marker = now.match.marker
    try:
        found = deal(now.match.setup.profile, dice, str(marker["dealer"]))
    except ScoreError:
        return None
    seats = now.match.sheet.state.seats
    first, after = found.order[0], found.next_draw
    return {"dice": dice, "counted": found.counted, "wall": seats[found.break_wall],
            "side": next(p.side for p in found.order if p.seat == found.break_wall),
            "first": seats[first.seat], "first_stack": first.stack,
            "next": seats[after.seat], "next_stack": after.stack, "upper": after.half == "t",
            "left": found.left}  # fmt: skip


def items(row: Row | None) -> dict[str, Any] | None:
    """One hand by its rules, and who pays whom."""
    if row is not None and row.entry.kind == "pay":
        return _paid(row)
    if row is None or row.answer is None:
        return None
    seats, system = row.before.seats, str(row.answer.get("system", ""))
    hands = [{"name": seats[seat], "value": hand["value"], "lines": _lines(hand, system),
              "points": hand["points"], "doubles": hand["doubles_total"]}
             for seat, hand in (row.answer.get("hands") or {}).items()
             if hand["value"] or seats[seat] == row.winner]  # fmt: skip
    pays = [{"from": _who(row, each["from"]), "to": _who(row, each["to"]),
             "amount": each["amount"]} for each in row.answer.get("transfers") or []]  # fmt: skip
    return {"hands": sorted(hands, key=lambda hand: hand["name"] != row.winner), "pays": pays,
            "events": _events(row), "net": dict(row.net), "winner": row.winner,
            "value": row.value}  # fmt: skip


def _paid(row: Row) -> dict[str, Any]:
    """A payment by agreement."""
    body = row.entry.body
    return {"hands": [], "events": [], "winner": None, "value": None, "net": dict(row.net),
            "pays": [{"from": body["from"], "to": body["to"], "amount": body["amount"]}]}


def _events(row: Row) -> list[dict[str, str]]:
    """Penalties under their rules; of a penalty entered by itself, that one alone."""
    told = (row.answer or {}).get("events") or []
    return [{"rule": each["rule"], "event": each["event"], "follows": each["follows"],
             "who": _who(row, each["seat"]) if each.get("seat") else ""}
            for each in (told[-1:] if row.entry.kind == "penalty" else told)]


def _lines(hand: Mapping[str, Any], system: str) -> list[tuple[str, str, str]]:
    """Rule, name and what it is worth: points times doubles, or counts for a system's table."""
    tabled = system in REGISTRY and REGISTRY[system].by_table

    def twice(number: int) -> str:
        return worded(system, number, True) if tabled else f"\u00d7{2 ** number}"

    return [*((id, _named(id), str(points)) for id, points in hand.get("lines", [])),
            *((id, _named(id), twice(number)) for id, number in hand.get("doubles", [])),
            *((id, _named(id), "=") for id in hand.get("limits", []))]  # fmt: skip


def _named(id: str) -> str:
    try:
        return rule(id).name
    except ScoreError:
        return ""


def _who(row: Row, seat: str) -> str:
    return row.before.seats.get(seat) or row.before.bench or seat


def _rows(now: Sitting) -> list[Row]:
    return [row for row in now.match.sheet.rows if row.entry.kind == "hand" or any(
        row.net.values())]  # fmt: skip


def _line(row: Row) -> dict[str, Any]:
    """An entry in the match sheet."""
    return {"no": row.entry.label, "hand": row.entry.kind == "hand", "kind": row.entry.kind,
            "winner": row.winner or "", "value": row.value, "net": dict(row.net),
            "edited": row.entry.edits,
            "voided": row.entry.voided, "problem": str(row.problem or "")}  # fmt: skip


__all__ = ["POINTS", "items", "revision", "values"]
