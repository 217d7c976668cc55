"""`help` at the console: the commands by what they do, in 80 columns, or all about one of them."""

import textwrap
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from .dictionary import load

COLUMNS, LEFT = 80, 17
OWN = {"help": "this; help motor.jog: what one command does",
       "raw": "show lines as they go over the link", "human": "show sentences",
       "quit": "end; so does Ctrl-D"}
GROUPS = ("show", "change", "move", "in service mode")
SETTING = (".set", ".ack")


def helped(name: str) -> Iterator[str]:
    """Every command, or one with its parameters."""
    row = load().commands.get(name)
    yield from one(row) if row else everything()


def everything() -> Iterator[str]:
    """Names by group; what each does is one `help NAME` away."""
    by_group: dict[str, list[str]] = defaultdict(list)
    for name, row in load().commands.items():
        by_group[group(row)].append(name)
    for title in GROUPS:
        yield from beside(title, "  ".join(by_group[title]))
    for word, text in OWN.items():
        yield from beside(word, text)


def group(row: dict[str, Any]) -> str:
    """What a command is for, by its row."""
    if row["modes"] == ["service"] or row["name"].startswith("service."):
        return "in service mode"
    if row["motion"]:
        return "move"
    shows = row["answer"] and not row["name"].endswith(SETTING)
    return "show" if shows else "change"


def one(row: dict[str, Any]) -> Iterator[str]:
    """A command with its parameters."""
    yield from textwrap.wrap(f"{row['name']}: {row['help']}", COLUMNS)
    for param in row["params"]:
        limits = f", {param['min']} to {param['max']}" if "min" in param else ""
        yield from textwrap.wrap(f"{param['name']}: {param['help']} ({param['kind']}{limits})",
                                 COLUMNS, initial_indent="  ", subsequent_indent="    ")
    yield f"  Example: {row['example'].partition(' ')[2]}"


def beside(title: str, text: str) -> Iterator[str]:
    """A title and a text that may take several lines."""
    yield from textwrap.wrap(text, COLUMNS, initial_indent=f"{title:{LEFT}}",
                             subsequent_indent=" " * LEFT)
