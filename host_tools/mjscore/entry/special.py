"""Wins that are named: seven flowers, which need no hand, and hands of a match's own table."""

from typing import Any

from ..errors import ScoreError
from ..systems.yee.flowers import FLOWERS
from .draft import NOBODY, Draft, Table
from .ways import SEVEN


def by_flowers(draft: Draft) -> bool:
    """Won by seven flowers: nothing else is asked of that win."""
    return draft.special == SEVEN


def complete(draft: Draft) -> bool:
    """All seven lie there."""
    return len(draft.hand(draft.winner)["bonus"]) >= FLOWERS


def laid_aside(draft: Draft, bonus: list[str]) -> None:
    """The flower that an earlier request told as the tile that won lies with the others."""
    if by_flowers(draft) and draft.tile:
        bonus += [draft.tile] if draft.tile not in bonus else []
        draft.tile = ""


def special(at: Table, draft: Draft, name: str) -> None:
    """The win has this name, or has it no more."""
    if name not in at.specials:
        raise ScoreError(f"{at.of.name} has no win called {name!r} here")
    if draft.winner in ("", NOBODY):
        raise ScoreError("say first who won")
    draft.special = "" if draft.special == name else name
    draft.eighth = ""


def eighth(at: Table, draft: Draft, name: str) -> None:
    """Who holds the eighth flower and pays twice; nobody while it is in the wall."""
    if not by_flowers(draft):
        raise ScoreError("the eighth flower is asked for beside a win of seven")
    if name != NOBODY:
        at.seat(name)
    if name == draft.winner:
        raise ScoreError(f"{name} won with seven flowers; the eighth is with somebody else")
    draft.eighth = "" if name == NOBODY else name


def win(at: Table, draft: Draft) -> dict[str, Any]:
    """The win of a request, and nothing of tiles."""
    told = {**draft.more, "seat": at.seat(draft.winner), "special": draft.special}
    return told | ({"last_flower_holder": at.seat(draft.eighth)} if draft.eighth else {})
