"""What the verbs of `mjscore match` share: options, the open match, confirming, errors."""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from ..errors import ScoreError
from ..match.errors import MatchError
from ..match.words import CHANGES, called
from . import completing
from .match_output import Output

if TYPE_CHECKING:
    from ..match.asked import Score
    from ..match.changes import Done
    from ..match.game import Match

BAD = 2  # exit code for a request or a command that cannot be used
NO, INTERRUPTED = 1, 130  # a person said no; or pressed Ctrl-C
_JSON = "mjscore.match.json"  # where a verb keeps whether it prints JSON

Name = Annotated[str, typer.Argument(
    metavar="MATCH", help="The match, by its name.", autocompletion=completing.matches)]
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
    from ..match import opening

    return opening.opened(name, file, scorer())


@contextmanager
def at_work(
    context: typer.Context, name: str, file: Path | None, as_json: bool
) -> Iterator[tuple[Output, "Match"]]:
    """Where a verb writes, and the open match that it works on."""
    out = output(context, as_json)
    with opened(name, file) as match:
        yield out, match


def somebody_there() -> bool:
    """Whether a person sits at a terminal and can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask(question: str, otherwise: str, default: bool = True) -> None:
    """Go on with a yes only; else say what was not done. Ctrl-C ends with 130, as everywhere."""
    code = NO
    try:
        if typer.confirm(question, default=default, err=True):
            return
    except typer.Abort as problem:
        code = INTERRUPTED if isinstance(problem.__context__, KeyboardInterrupt) else NO
        sys.stderr.write("\n")
    sys.stderr.write(f"{otherwise}\n")
    raise typer.Exit(code)


def confirm(
    out: Output,
    match: "Match",
    action: Mapping[str, Any],
    yes: bool = True,
    ref: str | None = None,
    show: Callable[[Any], None] = lambda row: None,
) -> None:
    """Show what an action comes to, ask where somebody can answer, store it, say it is stored.

    What is confirmed already under this mark is only said again.
    """
    if done := match.again(action, ref):
        if not out.as_json:
            show(done.row)
        tell(out, match, done, CHANGES.get(action["do"], ""))
        return
    if not out.as_json:
        show(match.preview(action))
    if not yes and somebody_there():
        ask("Store this?", "Nothing was stored.")
    before = match.standing
    done = match.do(action, ref)
    tell(out, match, done, called(before, action, match.standing))


def tell(out: Output, match: "Match", done: "Done", said: str) -> None:
    """`confirmed hand 7`, and everything else that changed by it."""
    name = done.row.entry.name if done.row else ""
    what = " ".join(filter(None, (said, name)))
    value: dict[str, Any] = {"confirmed": what, "changes": list(done.changes)}
    if out.as_json:
        from ..match.export import row_json

        value["row"] = row_json(done.row) if done.row else None
        value["totals"] = dict(match.sheet.state.totals)
        value["marker"] = match.marker
        value["misfits"] = [row.entry.label for row in match.sheet.misfits]
    tail = ", as before; nothing was stored a second time" if done.again else ""
    value |= {"again": True} if done.again else {}
    out.say(f"confirmed {what}{tail}", value)
    for change in done.changes:
        out.note(f"changed: {change}")
    for row in match.sheet.misfits:
        if not any(change.startswith(f"{row.entry.name} no longer") for change in done.changes):
            out.note(f"{row.entry.name} does not fit and counts nothing: {row.problem}")


def refuse(message: str, field: str) -> NoReturn:
    """A command line that asks for something impossible."""
    raise MatchError(message, field)


def read_text(file: Path | None, hint: str, field: str = "request") -> str:
    """A file's text, or that of stdin; `hint` says what to do where neither holds any."""
    if file is None or str(file) == "-":
        text = "" if sys.stdin.isatty() else sys.stdin.read()
        if not text.strip():
            refuse(hint, field)
        return text
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        why = getattr(problem, "strerror", None) or "it is no UTF-8 text"
        refuse(f"{file} cannot be read ({why})", field)


def read_object(text: str) -> dict[str, Any]:
    """One JSON object."""
    from ..engine import read_json

    value = read_json(text)
    if not isinstance(value, dict):
        refuse("one JSON object is wanted", "request")
    return value
