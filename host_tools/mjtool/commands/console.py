"""`mjtool console`: the link by hand, with history and completion; from a pipe, a script."""

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .. import state
from ..console import Console, as_json, completions, understood
from ..console_help import helped
from ..errors import LinkLostError, ToolError
from ..options import Json, Port, connect
from ..output import Output

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

GREETING = ("Commands of the link, completed by Tab; `help` lists them, Enter alone shows what "
            "happened, Ctrl-D ends.")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(console)


def console(context: typer.Context,
            raw: Annotated[bool, typer.Option(
                "--raw", help="Show lines as they go over the link.")] = False,
            port: Port = None, json: Json = False) -> None:
    """Give commands of the link by hand; lines of a pipe are carried out one after the other.

    From a pipe the first failed line ends it, with that line's exit code. A motor runs on only
    while the host asks: here it stops half a second after `motor.jog`.
    """
    client, output = connect(context, port, json)
    with client:
        table = Console(client, raw)
        if sys.stdin.isatty() and not output.as_json:
            output.note(f"{client.hello.machine} {client.hello.uid} at {client.url}. {GREETING}")
            interactive(table, output)
        else:
            for line in sys.stdin:
                if not one(table, output, line, strict=True):
                    return


def interactive(table: Console, output: Output) -> None:
    """Lines from a person; a mistake is told and the next line asked for."""
    for line in typed():
        try:
            if not one(table, output, line):
                return
        except LinkLostError:
            raise
        except ToolError as problem:
            output.failed(problem)
        except KeyboardInterrupt:
            output.note("Stopped waiting; the table goes on with what it does.")


def one(table: Console, output: Output, line: str, strict: bool = False) -> bool:
    """Carry out a line and tell what happened; False: it was the last. `strict`: what the table
    refuses is an error in the raw view, too."""
    word, _, rest = line.strip().partition(" ")
    if word in ("quit", "exit"):
        return False
    if word in ("raw", "human"):
        table.raw = word == "raw"
        return True
    if word == "help":
        lines(output, helped(rest.strip()))
    elif word and not word.startswith("#"):
        asked = understood(line)
        answer = table.do(asked)
        if output.as_json:
            output.json(as_json(asked, answer))
        else:
            lines(output, table.told(asked, answer))
        if strict and not answer.ok:
            raise table.problem(asked, answer)
    if not output.as_json:
        lines(output, map(table.event, table.news()))
    return True


def lines(output: Output, texts: Iterable[str]) -> None:
    """Lines for people."""
    for text in texts:
        output.say(text, None)


def typed() -> Iterator[str]:
    """Lines that a person types, until Ctrl-D; Ctrl-C clears the line."""
    session = prompt()
    while True:
        try:
            yield session.prompt("mjtool> ")
        except KeyboardInterrupt:
            continue
        except EOFError:
            return


def prompt(**streams: object) -> "PromptSession[str]":
    """A line editor with history and completion."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    path = history()
    kept = FileHistory(str(path)) if path else InMemoryHistory()
    return PromptSession(history=kept, completer=completer(completions),
                         auto_suggest=AutoSuggestFromHistory(), complete_while_typing=False,
                         **streams)  # type: ignore[arg-type]


def completer(find: Callable[[str], list[tuple[str, str]]]) -> "Completer":
    """prompt_toolkit's form of `completions`."""
    from prompt_toolkit.completion import Completer, Completion

    class Names(Completer):
        def get_completions(self, document: "Document",
                            complete_event: "CompleteEvent") -> "Iterator[Completion]":
            text = document.text_before_cursor
            begun = len(text.rpartition(" ")[2])
            for name, what in find(text):
                yield Completion(name, -begun, display_meta=what)

    return Names()


def history() -> Path | None:
    """Where typed lines are kept, readable by nobody else; None when that cannot be."""
    path = state.folder() / "console_history"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(0o600)
    except OSError:
        return None
    return path
