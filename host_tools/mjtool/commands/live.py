"""Commands that go on: watch the table live, print its log."""

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, TextIO

import typer
from rich.live import Live

from mjview.picture import Picture

from ..client import Client
from ..errors import UsageError
from ..feed import Feed
from ..log_lines import log_lines
from ..message import Event
from ..options import Json, Port, connect
from ..output import Output
from ..scenery import Scenery
from ..sentences import log_line
from ..values import event_json, typed

POLL_S = 0.04  # 25 times a second
STATUS_EVERY = 5  # of these polls
LINES = 8
PATIENCE_S = 60.0  # how long a lost table is waited for
QUIET = ("events",)  # fields of `status` whose change alone is no news
Seconds = Annotated[float | None, typer.Option("--seconds", "-s", help="End after this time.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(watch)
    app.command()(log)


def ticks(seconds: float | None) -> Iterator[int]:
    """One number each POLL_S, for `seconds` or for ever."""
    start = time.monotonic()
    tick = 0
    while seconds is None or time.monotonic() - start < seconds:
        yield tick
        tick += 1
        time.sleep(POLL_S)


def watch(context: typer.Context, seconds: Seconds = None, port: Port = None,
          as_json: Json = False) -> None:
    """Show the table live until Ctrl-C; plain lines when not on a terminal."""
    client, output = connect(context, port, as_json, PATIENCE_S, lasting=True)
    with client, contextlib.suppress(KeyboardInterrupt):
        if output.live:
            _picture(client, output, seconds)
        else:
            _lines(client, output, seconds)


def _picture(client: Client, output: Output, seconds: float | None) -> None:
    scenery = Scenery(client)
    feed = Feed(client)
    picture = Picture(scenery.scene, LINES, f"{client.hello.uid}  {client.url}  Ctrl-C ends")
    with Live(picture, console=output.console, auto_refresh=False) as live:
        for tick in ticks(seconds):
            if tick % STATUS_EVERY == 0:
                scenery.look()
            for event in feed:
                if scenery.hear(event):
                    picture.say(log_line(event))
            live.refresh()


def _lines(client: Client, output: Output, seconds: float | None) -> None:
    feed = Feed.from_now(client)
    known: dict[str, str] = {}
    for tick in ticks(seconds):
        if tick % STATUS_EVERY == 0:
            fields = client.request("status").fields
            news = {key: value for key, value in fields.items()
                    if key not in QUIET and known.get(key) != value}
            known |= news
            if news:
                text = ", ".join(f"{key} {value}" for key, value in news.items())
                output.say(f"Status: {text}.", {"status": typed(fields)})
        for event in feed:
            output.say(log_line(event), event_json(event))


def log(context: typer.Context,
        follow: Annotated[bool, typer.Option("--follow", "-f",
                                             help="Go on until Ctrl-C.")] = False,
        file: Annotated[Path | None, typer.Option(
            "--file", help="Append the lines to this file too.")] = None,
        seconds: Seconds = None, port: Port = None, as_json: Json = False) -> None:
    """Print the events that the table remembers, as sentences."""
    with opened(file) as copy:
        client, output = connect(context, port, as_json, PATIENCE_S if follow else 5.0,
                                 lasting=follow)
        with client, contextlib.suppress(KeyboardInterrupt):
            feed = Feed(client)
            for _ in ticks(seconds) if follow else range(1):
                _print(feed.poll(), output, copy)
                if feed.lost:
                    output.note(f"{feed.lost} events were overwritten before they could be read.")
                    feed.lost = 0


def opened(file: Path | None) -> contextlib.AbstractContextManager[TextIO | None]:
    """The file to append to, or nothing."""
    if file is None:
        return contextlib.nullcontext()
    try:
        return file.open("a", encoding="utf-8")
    except OSError as problem:
        raise UsageError(f"the file cannot be written ({problem.strerror})", str(file), "",
                         "name a file in a folder that exists and is yours") from None


def _print(events: list[Event], output: Output, copy: TextIO | None) -> None:
    """Sentences for people, each event for programs."""
    if output.as_json:
        for event in events:
            output.json(event_json(event))
    for line in () if output.as_json and copy is None else log_lines(events):
        if not output.as_json:
            output.say(line, None)
        if copy is not None:
            copy.write(line + "\n")
            copy.flush()
