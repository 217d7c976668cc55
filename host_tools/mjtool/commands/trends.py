"""`mjtool trends`: what the table has learnt of its mechanisms' times."""

from typing import Any

import typer

from ..client import Client
from ..dictionary import load
from ..options import Json, Port, connect

BAR = 20  # characters for twice the design's time
WARN_PCT = 150  # of the learnt time


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(trends)


def trends(context: typer.Context, port: Port = None, as_json: Json = False) -> None:
    """Show the learnt and the last time of every mechanism, and how far it is from slow."""
    client, output = connect(context, port, as_json)
    with client:
        rows = read(client)
    if output.as_json:
        output.json({"port": client.url, "trends": rows})
        return
    output.table(("mechanism", "way", "design", "learnt", "last", "of learnt", "", ""), [
        (row["motor"], row["what"], ms(row, 100), ms(row, row["learnt_pct"]),
         ms(row, row["last_pct"]), f"{of_learnt(row)} %", bar(row), verdict(row))
        for row in rows])


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
