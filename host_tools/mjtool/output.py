"""Where the tool writes: results to stdout, everything else to stderr.

With `--json` stdout carries one JSON object, or one a line where there are many, and nothing else.
Colour and tables only on a terminal; in a pipe the same as plain text.
"""

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from .errors import ToolError


class Output:
    """One command's output."""

    # copy: of mjscore's output, which is for sheets; `mjtool status` need not load the scores.
    def __init__(self, as_json: bool) -> None:
        self.as_json = as_json
        self.console = Console(soft_wrap=True, highlight=False)
        self.errors = Console(stderr=True, soft_wrap=True, highlight=False)

    @property
    def live(self) -> bool:
        """A person looks at a terminal: live pictures are welcome."""
        return not self.as_json and self.console.is_terminal

    def json(self, value: Any) -> None:
        """One JSON object on a line of its own."""
        sys.stdout.write(json.dumps(value) + "\n")
        sys.stdout.flush()

    def say(self, text: str, value: Any) -> None:
        """A result: the sentence for people, the value for programs."""
        if self.as_json:
            self.json(value)
        else:
            self.console.print(Text(text))

    def table(self, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """A table for people; nothing with `--json`."""
        cells = [list(map(str, row)) for row in rows]
        if self.as_json:
            return
        if self.console.is_terminal:
            table = Table(*heads)
            for row in cells:
                table.add_row(*map(Text, row))
            self.console.print(table)
            return
        widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
        for row in [list(heads), *cells]:
            text = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            self.console.print(Text(text.rstrip()))

    def note(self, text: str) -> None:
        """Something a person should know that is no result."""
        self.errors.print(Text(text))

    def failed(self, problem: ToolError) -> None:
        """The sentence of an error; with `--json` also the object."""
        if self.as_json:
            self.json(problem.as_json())
        self.errors.print(Text(f"mjtool: {problem}", style="red"))
