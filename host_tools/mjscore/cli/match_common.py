"""What the verbs of `mjscore match` share: options, the open match, confirming, errors."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from ..errors import ScoreError
from ..match.entries import WORDS
from ..match.errors import MatchError
from .match_output import Output

if TYPE_CHECKING:
    from ..match.game import Done, Match
    from ..match.table import Score

BAD = 2  # exit code for a request or a command that cannot be used
_JSON = "mjscore.match.json"  # where a verb keeps whether it prints JSON

Name = Annotated[str, typer.Argument(metavar="MATCH", help="The match, by its name.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
File = Annotated[
    Path | None,
    typer.Option("--file", metavar="PATH", help="Its file, when not in the usual folder."),
]
Ref = Annotated[
    str | None,
    typer.Option("--ref", help="A mark of your own: the same mark is never stored twice."),
]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Store without asking.")]


class Telling(TyperGroup):
    """Turns what cannot be done into one sentence and exit code 2."""

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]
        """Run the verb."""
        try:
            return super().invoke(ctx)
        except ScoreError as problem:
            Output(bool(ctx.meta.get(_JSON))).failed(problem)
            raise typer.Exit(BAD) from None


def output(context: typer.Context, as_json: bool) -> Output:
    """Where this verb writes; errors follow it."""
    context.meta[_JSON] = as_json
    return Output(as_json)


def scorer() -> "Score":
    """The engine, loaded when a verb first needs it."""
    from ..engine import score

    return score


def opened(name: str, file: Path | None) -> "Match":
    """The match called so, from its usual place or from `file`."""
    from ..match.folder import existing
    from ..match.game import Match

    match = Match.open(existing(name) if file is None else file, scorer())
    if match.setup.name != name:
        match.close()
        raise MatchError(f"the match in {file} is called {match.setup.name}, not {name}", "name")
    return match


def confirm(
    out: Output,
    match: "Match",
    action: Mapping[str, Any],
    yes: bool = True,
    ref: str | None = None,
    show: Callable[[Any], None] = lambda row: None,
) -> None:
    """Show what an action comes to, ask where somebody can answer, store it, say it is stored."""
    if not out.as_json:
        show(match.preview(action))
    if not yes and _somebody_there() and not typer.confirm("Store this?", default=True, err=True):
        out.note("Nothing was stored.")
        raise typer.Exit(1)
    said = words_of(match, action)
    tell(out, match, match.do(action, ref), said)


def _somebody_there() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


CONFIRMED = {
    "edit": "edit of",
    "void": "void",
    "restore": "restored",
    "end": "the end of the match",
    "resume": "that the match goes on",
}


def words_of(match: "Match", action: Mapping[str, Any]) -> str:
    """What an action is called when it is confirmed, besides the entry it is about."""
    kind = action["do"]
    if kind in ("undo", "redo"):
        found = match.standing.undoable if kind == "undo" else match.standing.redoable
        return f"{kind} of {_named(match, *found)}" if found else kind
    return CONFIRMED.get(kind, "")


def _named(match: "Match", seq: int, action: Mapping[str, Any]) -> str:
    """`hand 7`, or `edit hand 7`, as far as the entry is standing."""
    kind = action["do"]
    about = action.get("entry", seq)
    name = next((entry.name for entry in match.standing.entries if entry.seq == about), "")
    return (name or WORDS.get(kind, kind)) if about == seq else f"{kind} {name}"


def tell(out: Output, match: "Match", done: "Done", said: str) -> None:
    """`confirmed hand 7`, and everything else that changed by it."""
    name = done.row.entry.name if done.row else ""
    what = " ".join(filter(None, (said, name))) + (" (it was already)" if done.again else "")
    value: dict[str, Any] = {"confirmed": what, "changes": list(done.changes)}
    if out.as_json:
        from ..match.export import row_json

        value["row"] = row_json(done.row) if done.row else None
        value["totals"] = dict(match.sheet.state.totals)
        value["marker"] = match.marker
        value["misfits"] = [row.entry.label for row in match.sheet.misfits]
    out.say(f"confirmed {what}", value)
    for change in done.changes:
        out.note(f"changed: {change}")
    for row in match.sheet.misfits:
        if not any(change.startswith(f"{row.entry.name} no longer") for change in done.changes):
            out.note(f"{row.entry.name} does not fit and counts nothing: {row.problem}")


def refuse(message: str, field: str) -> NoReturn:
    """A command line that asks for something impossible."""
    raise MatchError(message, field)


def read_text(file: Path | None) -> str:
    """A request from a file, or from stdin where nobody types."""
    if file is None or str(file) == "-":
        if sys.stdin.isatty():
            refuse("give the request as a file, or as JSON on stdin", "request")
        return sys.stdin.read()
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        why = getattr(problem, "strerror", None) or "it is no UTF-8 text"
        refuse(f"{file} cannot be read ({why})", "request")


def read_object(text: str) -> dict[str, Any]:
    """One JSON object."""
    from ..engine import read_json

    value = read_json(text)
    if not isinstance(value, dict):
        refuse("one JSON object is wanted", "request")
    return value
