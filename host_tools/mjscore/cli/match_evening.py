"""`mjscore match play`: hand after hand in one program, by questions, until q."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import typer

from ..errors import ScoreError
from . import evening_hand, evening_prompts, match_common
from .evening_hand import NOBODY, Before
from .evening_prompts import Leave
from .match_common import File, Name, at_work, refuse, somebody_there
from .match_output import Output

if TYPE_CHECKING:
    from ..match.game import Match
    from ..systems import Game

COMMANDS = ("undo", "redo", "edit", "dice", "show", "quit")
AGAIN = "The same questions, answered as they were; Ctrl-C leaves the hand."
HELP = "undo, redo, edit 3, dice 3,4, show, q"


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(play)


def play(context: typer.Context, name: Name, file: File = None) -> None:
    """Enter hand after hand by questions, until q. Nothing needs quoting.

    Tab completes, Enter takes what stands in brackets, Ctrl-C leaves the hand, unstored.
    """
    if not somebody_there():
        refuse("match play asks a person at a terminal; a script uses match add", "play")
    with at_work(context, name, file, False) as (out, match):
        evening(out, match)


def evening(out: Output, match: "Match") -> None:
    """Ask until somebody has enough."""
    out.say(f"{match.setup.name}: {match.setup.title}. At the first question also: {HELP}.")
    while True:
        match.reload()  # another program may have gone on
        out.say(_next(match))
        try:
            said = _first(match, match.sheet.state.seats, "")
        except Leave:
            return
        if said == COMMANDS[-1]:
            return
        try:
            _do(out, match, said)
        except Leave:
            out.say("Left; nothing was stored.")
        except ScoreError as problem:
            out.failed(problem)


def _first(match: "Match", seats: dict[str, str], default: str) -> str:
    """Who won, or one of the commands with what belongs to it."""
    choices = (*seats.values(), NOBODY, *COMMANDS)

    def command(text: str) -> str:
        word, _, rest = text.partition(" ")
        if rest and evening_prompts.one_of(word, COMMANDS) in ("edit", "dice"):
            return text
        return evening_prompts.one_of(text, choices)

    question = f"Who won ({', '.join(seats.values())}; {NOBODY})"
    return evening_prompts.choose(question, choices, default, more=command)


def _do(out: Output, match: "Match", said: str) -> None:
    """A hand, or a command."""
    word, _, rest = said.partition(" ")
    if said in (*match.sheet.state.seats.values(), NOBODY):
        _hand(out, match, said, None)
    elif rest or word in COMMANDS:
        DONE[evening_prompts.one_of(word, COMMANDS)](out, match, rest.strip())


def _hand(out: Output, match: "Match", winner: str, label: str | None) -> None:
    """Ask for the hand, show what it comes to, store it."""
    seats = match.seats_of(label) if label else match.sheet.state.seats
    before = Before("", match.request_of(label)) if label else Before()
    seat = next((seat for seat, name in seats.items() if name == winner), "")
    dice = {key: value for key, value in before.request.items() if key == "dice"}
    while True:
        request = dice | evening_hand.asked(_game(match), seats, seat, before)
        if action := _worked_out(out, match, request, label):
            break
        out.say(AGAIN)
        before = Before(winner, request)
    while (said := _stored(match, request)) not in ("yes", "no"):
        unmarked, request["win"] = request["win"], _toggled(request["win"], said)
        if now := _worked_out(out, match, request, label):
            action = now
        else:
            request["win"] = unmarked
    if said == "no":
        out.say("Nothing was stored.")
        return
    match_common.tell(out, match, match.do(action), "edit of" if label else "")


def _worked_out(out: Output, match: "Match", request: dict[str, Any],
                label: str | None) -> dict[str, Any] | None:  # fmt: skip
    """The action, once what it comes to was shown; None where it was told that it cannot be."""
    from . import match_items

    told = dict(request)  # the action keeps it as it is now
    action = match.edit(label, {"do": "hand", "request": told}) if label else match.hand(told)
    try:
        match_items.itemised(out, match.preview(action))
    except ScoreError as problem:
        out.failed(problem)
        return None
    return action


def _stored(match: "Match", request: dict[str, Any]) -> str:
    """yes, no, or a flag of the win that is to be set or taken off."""
    from ..entry import ways

    flags = ways.flags(match.setup.system) if request.get("win") else ()
    more = f"; {', '.join(flags)}" if flags else ""
    return evening_prompts.choose(f"Store this (yes, no{more})", ("yes", "no", *flags), "yes")


def _toggled(win: dict[str, Any], text: str) -> dict[str, Any]:
    """The win with a flag, or without it where it had it."""
    from ..entry import ways

    name, value = ways.flag(text)
    rest = {key: each for key, each in win.items() if key != name}
    return rest if win.get(name) == value else rest | {name: value}


def _edit(out: Output, match: "Match", label: str) -> None:
    """The questions again, answered as they were."""
    found = match.standing.find(label or "")
    if found.kind != "hand":
        refuse(f"{found.name} is no hand; correct it with match edit or match void", "entry")
    row = next(row for row in match.sheet.rows if row.entry.seq == found.seq)
    seats = match.seats_of(found.label)
    out.say(f"{found.name}, as it was entered:")
    said = _first(match, seats, row.winner or NOBODY)
    if said in (*seats.values(), NOBODY):
        _hand(out, match, said, found.label)


def _dice(out: Output, match: "Match", text: str) -> None:
    from .typed import dice_of

    match_common.confirm(out, match, {"do": "dice", "dice": dice_of(text)})


def _again(kind: str) -> Callable[[Output, "Match", str], None]:
    def done(out: Output, match: "Match", _: str) -> None:
        match_common.confirm(out, match, {"do": kind})

    return done


def _sheet(out: Output, match: "Match", _: str) -> None:
    from . import match_sheet

    match_sheet.show(out, match.sheet)


def _game(match: "Match") -> "Game":
    from ..systems import game

    return game(match.setup.system)


def _next(match: "Match") -> str:
    from ..match.marker import in_words

    number = 1 + sum(row.entry.kind == "hand" for row in match.sheet.rows)
    return f"\nHand {number}: {match.sheet.state.seats['E']} deals; {in_words(match.marker)}."


DONE = {"undo": _again("undo"), "redo": _again("redo"), "edit": _edit, "dice": _dice,
        "show": _sheet}  # fmt: skip
