"""What a tap does to a draft: one function a kind of tap, found in TAPS by the word before `:`.

A tap that cannot be is a ScoreError with a sentence; the draft then stays as it was.
"""

from collections.abc import Callable
from copy import deepcopy

from ..errors import ScoreError
from . import sets, special, ways
from .draft import HOW, NOBODY, NOTHING, POINTS, SETS, Draft, Table, counted, left, room
from .ways import DRAWN, OF_PLAYER

MOST_POINTS = 1_000_000
Tap = Callable[[Table, Draft, str], None]


def tapped(at: Table, draft: Draft, word: str) -> Draft:
    """A new draft with one more tap."""
    kind, _, what = word.partition(":")
    if kind not in TAPS:
        raise ScoreError(f"there is nothing here to tap called {word!r}")
    after = deepcopy(draft)
    TAPS[kind](at, after, what)
    after.taps += 1
    return after


def winner(at: Table, draft: Draft, name: str) -> None:
    """Who won; from whom is asked anew, since it was told of somebody else."""
    if name != NOBODY:
        at.seat(name)
    if name != draft.winner:
        if name != NOBODY and draft.winner in draft.hands and name not in draft.losers:
            draft.hands[name] = draft.hands.pop(draft.winner)  # the wrong name was tapped
        else:
            draft.tile = ""
        draft.giver = draft.source = ""
        draft.losers.pop(name, None)
    if name == NOBODY:
        draft.special = draft.eighth = ""
    draft.winner, draft.active, draft.last = name, "" if name == NOBODY else name, -1
    if name != NOBODY and "first_turn=heaven" in draft.flags and at.seat(name) != "E":
        draft.flags.remove("first_turn=heaven")


def giver(at: Table, draft: Draft, name: str) -> None:
    """Who discarded the tile."""
    at.seat(name)
    if name == draft.winner:
        raise ScoreError("nobody wins on his own discard")
    draft.giver = name
    if draft.source not in OF_PLAYER:
        draft.source = ways.DISCARDED


def source(at: Table, draft: Draft, what: str) -> None:
    """Where else the tile came from; a robbed kong still asks whose it was."""
    if what not in (ways.DISCARDED, DRAWN, *ways.sources(at.of.name)):
        raise ScoreError(f"in {at.of.name} no winning tile comes from {what!r}")
    if what == "dealt" and at.seats["E"] != draft.winner:
        raise ScoreError("only East is dealt fourteen tiles")
    draft.source = what
    if what not in OF_PLAYER:
        draft.giver = ""


def of(at: Table, draft: Draft, name: str) -> None:
    """Whose tiles are tapped now."""
    at.seat(name)
    if name != draft.winner and draft.losers.get(name) != SETS:
        raise ScoreError(f"say first what {name} has")
    draft.active, draft.last = name, -1


def loser(at: Table, draft: Draft, what: str) -> None:
    """What somebody who did not win has: nothing, points, or scoring sets."""
    name, _, how = what.rpartition(":")
    at.seat(name)
    if name not in counted(at, draft) or how not in HOW:
        raise ScoreError(f"{name or what} is not asked for that in this hand")
    draft.losers[name] = how
    draft.active, draft.last = (name, -1) if how == SETS else ("", -1)
    if how == POINTS:
        draft.active, draft.points[name] = name, 0


def rest(at: Table, draft: Draft, _: str) -> None:
    """Everybody who has not told anything has nothing."""
    for name in counted(at, draft):
        draft.losers.setdefault(name, NOTHING)
    draft.active = ""


def digit(at: Table, draft: Draft, what: str) -> None:
    """One more digit of somebody's points, or `back`."""
    name = draft.active
    if draft.losers.get(name) != POINTS:
        raise ScoreError("say first whose points they are")
    now = draft.points.get(name, 0)
    new = now // 10 if what == "back" else now * 10 + int(what) if what.isdecimal() else -1
    if not 0 <= new <= MOST_POINTS:
        raise ScoreError(f"points are a whole number from 0 to {MOST_POINTS}")
    draft.points[name] = new


def tile(at: Table, draft: Draft, code: str) -> None:
    """One tile more in the hand; flowers go beside it."""
    if code not in at.copies:
        raise ScoreError(f"there is no tile {code} in this set")
    sets.add(at, draft, code)


def pick(at: Table, draft: Draft, what: str) -> None:
    """A tile of the hand that the next tap is about."""
    held = draft.hand(sets.whose(draft))["concealed"]
    if not what.isdecimal() or int(what) >= len(held):
        raise ScoreError("that tile is not in the hand any more")
    draft.last = int(what)


def flag(at: Table, draft: Draft, text: str) -> None:
    """Something special about the win, on or off."""
    if text not in ways.flags(at.of.name):
        raise ScoreError(f"{at.of.name} does not ask for {text!r}")
    if text in draft.flags:
        draft.flags.remove(text)
        return
    name = text.partition("=")[0]
    draft.flags = [each for each in draft.flags if each.partition("=")[0] != name] + [text]


def dice(at: Table, draft: Draft, what: str) -> None:
    """The pips of one die more, or `clear`."""
    if what == "clear":
        draft.dice = []
    elif what not in tuple("123456"):
        raise ScoreError(f"a die shows 1 to 6, not {what}")
    else:
        draft.dice = [*(draft.dice if len(draft.dice) < at.dice else []), int(what)]


def clear(at: Table, draft: Draft, _: str) -> None:
    """Everything of this hand from the beginning; the dice stay as they were thrown."""
    empty = Draft(draft.number)
    for name in ("winner", "source", "giver", "tile", "active", "last", "hands", "losers",
                 "points", "flags", "special", "eighth"):  # fmt: skip
        setattr(draft, name, getattr(empty, name))


TAPS: dict[str, Tap] = {
    "winner": winner, "from": giver, "source": source, "of": of, "loser": loser, "rest": rest,
    "digit": digit, "tile": tile, "pick": pick, "set": sets.tap, "drop": sets.drop,
    "flag": flag, "dice": dice, "clear": clear,
    "special": special.special, "eighth": special.eighth,
}  # fmt: skip
__all__ = ["TAPS", "left", "room", "tapped"]
