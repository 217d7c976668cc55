"""`mjtool share`: hold a port so that several programs of this computer use one table."""

import contextlib
from typing import Annotated

import typer

from ..client import Client
from ..errors import NoDeviceError
from ..options import Json, Port, merge
from ..output import Output
from ..ports import choose
from ..share.keeper import Keeper
from ..share.way import shared


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(share)


def share(context: typer.Context,
          who: Annotated[bool, typer.Option("--list", help="Only say who shares it now.")] = False,
          port: Port = None, as_json: Json = False) -> None:
    """Let several programs use one table until Ctrl-C. `watch`, `log --follow` and `bench` do this
    by themselves; only one program at a time may move something."""
    named, output = merge(context, port, as_json)
    url = choose(named)
    if who:
        tell(output, url)
        return
    keeper = Keeper(url)
    output.say(f"{url} is shared: mjtool finds it by itself. Ctrl-C ends it.", {"shared": url})
    before: list[str] = []

    def told() -> bool:
        nonlocal before
        now = [seat.name + (" (moves the table)" if seat is keeper.hub.owner.seat else "")
               for seat in keeper.hub.seats]
        if now != before:
            before = now
            output.say(f"Here now: {', '.join(now) or 'nobody'}.", {"here": now})
        return False

    with contextlib.closing(keeper), contextlib.suppress(KeyboardInterrupt):
        keeper.run(told)


def tell(output: Output, url: str) -> None:
    """Who is at a port."""
    if "://" not in url and not shared(url):
        raise NoDeviceError("nobody shares this port", url, "no program stays at it",
                            "start `mjtool watch` or `mjtool share`")
    with Client(url, reconnect_s=0.0, name="share") as client:
        rows = [row.rpartition(":") for row in client.rows("share.list")]
        found = [{"name": name, "moves": moves == "1"} for name, _, moves in rows
                 if name != client.name]
    if output.as_json:
        output.json({"here": found})
    elif not found:
        output.say("Nobody else is here.", None)
    else:
        output.table(("program", "moves the table"),
                     [(str(row["name"]), "yes" if row["moves"] else "") for row in found])
