"""`mjtool trends`: what the table has learnt of its mechanisms' times, and how they changed."""

import time
from typing import Annotated, Any

import typer

from .. import wear
from ..chronicle.seen import is_simulated
from ..client import Client
from ..dictionary import load
from ..errors import UsageError
from ..options import Json, Port, connect
from ..output import Output

BAR = 12  # characters for twice the design's time
WARN_PCT = 150  # of the learnt time
LEVELS = "._,-~=+*#"  # each ten per cent of the design's time: below 80, then up to 150 and more
LONG = 12

History = Annotated[bool, typer.Option(
    "--history", help="How each way has changed since this computer first read this table.")]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(trends)


def trends(context: typer.Context, history: History = False, port: Port = None,
           as_json: Json = False) -> None:  # fmt: skip
    """Show the learnt and the last time of every mechanism, and how far it is from slow.

    What is read of a table is kept on this computer, once a day; `--history` shows how each way
    has changed since.
    """
    client, output = connect(context, port, as_json)
    with client:
        rows = read(client)
        uid, simulated = client.hello.uid, is_simulated(client.hello)
    readings = {} if simulated else kept(output, uid, rows)
    if output.as_json:
        output.json({"port": client.url, "trends": rows}
                    | ({"history": readings} if history else {}))
        return
    if not history:
        output.table(("mechanism", "design", "learnt", "last", "of learnt", ""), [
            (name(row), ms(row, 100), ms(row, row["learnt_pct"]), ms(row, row["last_pct"]),
             f"{of_learnt(row)} % {verdict(row)}".rstrip(), bar(row))
            for row in rows])
    elif simulated:
        output.note("a simulated table may begin anew at each start: nothing is kept of it")
    else:
        show_history(output, rows, readings)


def kept(output: Output, uid: str, rows: list[dict[str, Any]]) -> wear.Readings:
    """All readings of this table, today's among them; what is wrong with the file hides no trend,
    and one that cannot be read is left as it is."""
    day, ways = time.strftime("%Y-%m-%d"), {name(row): row["last_pct"] for row in rows}
    readings = {day: ways}
    try:
        readings = wear.with_day(wear.recall(uid), day, ways)
        wear.keep(uid, readings)
    except UsageError as problem:
        output.note(f"mjtool: {problem}")
    return readings


def show_history(output: Output, rows: list[dict[str, Any]], readings: wear.Readings) -> None:
    """A way a line: its first and its last reading, and the newest of them, a letter each."""
    found = []
    for row in rows:
        days = wear.of_way(readings, name(row))
        times = list(days.values())
        found.append((name(row), next(iter(days)), str(len(days)), f"{times[0]} %",
                      f"{times[-1]} %", f"{times[-1] - times[0]:+d}", line(times)))
    output.table(("mechanism", "since", "days", "first", "now", "", ""), found)
    output.say("per cent of the design's time; a letter a day, `.` below 80 % to `#` from 150 %",
               None)  # fmt: skip


def name(row: dict[str, Any]) -> str:
    """A way as people read it, and as it is kept."""
    return f"{row['motor']} {row['what']}"


def line(readings: list[int]) -> str:
    """The newest readings, a letter each."""
    return "".join(LEVELS[min(max(pct - 70, 0) // 10, len(LEVELS) - 1)]
                   for pct in readings[-LONG:])  # fmt: skip


def read(client: Client) -> list[dict[str, Any]]:
    """The ways that were gone since power-on."""
    found = []
    for way, row in zip(load().ways, client.rows("trends"), strict=False):
        learnt, last = (int(part) for part in row.split(":"))
        if way["what"] and last:
            found.append(way | {"learnt_pct": learnt, "last_pct": last})
    return found


def of_learnt(row: dict[str, Any]) -> int:
    """The last time in per cent of the learnt one."""
    return int(row["last_pct"] * 100 // row["learnt_pct"])


def ms(row: dict[str, Any], pct: int) -> str:
    """A time as people read it; a rate has per cent only."""
    return f"{row['design_ms'] * pct // 100} ms" if row["design_ms"] else f"{pct} %"


def bar(row: dict[str, Any]) -> str:
    """The last time, `|` at the end of the learnt one; the middle is the design's time."""
    filled = min(row["last_pct"] * BAR // 200, BAR)
    cells = ["#" if place < filled else "." for place in range(BAR)]
    cells[row["learnt_pct"] * BAR // 200 - 1] = "|"
    return "".join(cells)


def verdict(row: dict[str, Any]) -> str:
    """A word, so that no colour is needed."""
    return "slow" if of_learnt(row) > WARN_PCT else ""
