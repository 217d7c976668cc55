"""What an entry or an action of a match says, in words for people: "Ann to Bob 20, tea"."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..wall import SIDES
from .entries import Standing, standing
from .errors import MatchError
from .events import bets_cancelled
from .marker import checked, in_words
from .state import State
from .store import Line
from .table import Row, Sheet

Action = Mapping[str, Any]

SOURCES = {
    "discard": "discarded by {giver}",
    "robbed_kong": "robbed from the kong of {giver}",
    "wall": "drawn",
    "loose_kong": "drawn to replace a kong",
    "loose_flower": "drawn to replace a flower",
    "dealt": "complete from the deal",
}
CHANGES = {
    "edit": "edit of",
    "void": "void of",
    "restore": "restoring of",
    "rename": "new name",
    "end": "the end of the match",
    "resume": "going on with the match",
    "undo": "undo",
    "redo": "redo",
}
FACE_DOWN = "placed face down"


def about(row: Row, sheet: Sheet) -> str:
    """What an entry says; "" for a hand, which has columns of its own.

    A bet for the hand that is played next is not told (rule SA-S05).
    """
    if row.entry.kind == "hand":
        return ""
    return content(row.entry.body, face_down(row, sheet))


def face_down(row: Row, sheet: Sheet) -> bool:
    """Whether the entry is a bet that nobody may know yet."""
    state = sheet.state
    open_bet = state.bet is not None and not bet_shown(state)
    return row.entry.kind == "bet" and open_bet and row.before.deal == state.deal


def bet_shown(state: State) -> bool:
    """Whether the bettor's choice was shown, so that the bets of this hand are cancelled."""
    return state.bet_shown or bets_cancelled(state.events)


def content(action: Action, hidden: bool = False) -> str:
    """What the fields of an entry's action say."""
    return _plain(FACE_DOWN if hidden else _CONTENT[action["do"]](action))


def _plain(text: str) -> str:
    """On one line, without what no terminal shows."""
    return "".join(each if each.isprintable() else " " for each in text)


def _hand(action: Action) -> str:
    win, seated = action["request"].get("win"), action["seated"]
    ended = ", ended by a penalty" if action.get("over") else ""
    if not isinstance(win, Mapping):
        return f"nobody wins{ended}"
    giver = seated.get(str(win.get("from")), "somebody")
    how = SOURCES.get(str(win.get("source")), "").format(giver=giver)
    tile = f"with {win['tile']}" if win.get("tile") else ""
    who = seated.get(str(win.get("seat")), "somebody")
    return ", ".join(filter(None, (f"{who} wins {tile}".rstrip(), how))) + ended


def _penalty(action: Action) -> str:
    event = action["event"]
    words = [str(event.get("event") or event.get("offence") or "event").replace("_", " ")]
    words += [str(event[key]) for key in ("seat", "thrower") if event.get(key) is not None]
    for key in ("exposed", "tiles"):
        if isinstance(event.get(key), list):
            words.append(f"{key} {' '.join(map(str, event[key]))}")
    if event.get("value") is not None:
        words.append(f"value {event['value']}")
    return ", ".join(words)


def _pay(action: Action) -> str:
    why = f", {action['why']}" if action.get("why") else ""
    return f"{action['from']} to {action['to']} {action['amount']}{why}"


def _seats(action: Action) -> str:
    sides = ", ".join(f"{side} {name}" for side, name in zip(SIDES, action["chairs"],
                                                             strict=True))  # fmt: skip
    return sides + (f"; side {action['first']} is East" if action.get("first") else "")


def _bet(action: Action) -> str:
    if action["backs"] is None:
        return "taken back"
    return f"on {action['backs']}" + (", shown: it is cancelled" if action.get("shown") else "")


def _rounds(number: int) -> str:
    return f"{number} round{'s' * (number != 1)}" if number else "open"


def _marker(action: Action) -> str:
    try:
        return in_words(checked(action["marker"]))
    except MatchError:  # an import may hold anything; it does not fit, and says so itself
        return "no marker"


_CONTENT: dict[str, Callable[[Action], str]] = {
    "hand": _hand,
    "penalty": _penalty,
    "pay": _pay,
    "sit": lambda action: f"{action['in']} takes the chair of {action['out']}",
    "seats": _seats,
    "rounds": lambda action: _rounds(action["rounds"]),
    "bet": _bet,
    "dice": lambda action: " ".join(map(str, action["dice"])),
    "marker": _marker,
}


def called(before: Standing, action: Action, after: Standing) -> str:
    """What an action is called when it is confirmed, besides the entry it is about."""
    kind = action["do"]
    if kind == "undo" and before.undoable:
        return f"undo of {_named(before, *before.undoable)}"
    if kind == "redo" and before.redoable:
        return f"redo of {_named(after, *before.redoable)}"
    if kind == "rename":
        return _plain(f"{CHANGES[kind]}: {action['old']} is called {action['new']}")
    return CHANGES.get(kind, "")


def _named(standing: Standing, seq: int, action: Action) -> str:
    """`hand 7`, `edit of hand 7` or `new name`, where the entry stands."""
    about = action.get("entry", seq)
    name = next((entry.name for entry in standing.entries if entry.seq == about), "")
    return " ".join(filter(None, (CHANGES.get(action["do"], ""), name)))


def told(journal: Sequence[Line], sheet: Sheet) -> list[str]:
    """A sentence for each line of a journal, entries called as they were called then."""
    hidden = {row.entry.seq for row in sheet.rows if face_down(row, sheet)}
    actions = [line.action for line in journal]
    then = _standings(actions)
    said = [_began(then[0])]
    for at, action in enumerate(actions[1:], 1):
        seq = action.get("entry", at + 1)
        name = next((entry.name for entry in then[at].entries if entry.seq == seq), "")
        what = " ".join(filter(None, (called(then[at - 1], action, then[at]), name)))
        body = action["to"] if action["do"] == "edit" else action
        tail = f": {content(body, seq in hidden)}" if body["do"] in _CONTENT else ""
        said.append(what + tail)
    return said


def _standings(actions: Sequence[Action]) -> list[Standing]:
    """What stood behind each action; an imported journal may hold one that only its undo mends."""
    found = [standing(actions[:1])]
    for number in range(2, len(actions) + 1):
        try:
            found.append(standing(actions[:number]))
        except MatchError:
            found.append(found[-1])
    return found


def _began(found: Standing) -> str:
    setup = found.setup
    fifth = f", {setup.fifth} as {setup.role}" if setup.fifth else ""
    return f"began {setup.title}: {', '.join(setup.players)}{fifth}"
