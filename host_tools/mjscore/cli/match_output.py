"""Where the match writes: results to stdout, all else to stderr; no colour or prompt in a pipe."""

import sys
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..errors import ScoreError
from .page import encodable, write_json


class Output:
    """One verb's output; with JSON, stdout carries one object and nothing else."""

    def __init__(self, as_json: bool) -> None:
        self.as_json = as_json
        self.console = Console(soft_wrap=True, highlight=False)
        self.errors = Console(stderr=True, soft_wrap=True, highlight=False)

    @property
    def pictures(self) -> bool:
        """A terminal that shows more than ASCII."""
        return self.console.is_terminal and self.console.encoding.startswith("utf")

    def json(self, value: Any) -> None:
        """One JSON object on a line of its own."""
        write_json(value)
        sys.stdout.flush()

    def say(self, text: str, value: Any = None) -> None:
        """A result: the sentence for people, the value for programs."""
        if not self.as_json:
            self.console.print(Text(encodable(text)))
            self.console.file.flush()
        elif value is not None:
            self.json(value)

    def table(self, heads: Sequence[str], rows: Iterable[Sequence[str]], bold: int = -1) -> None:
        """A table for people; column `bold` stands out where there is colour."""
        heads = list(map(encodable, heads))
        cells = [[encodable(str(cell)) for cell in row] for row in rows]
        if self.console.is_terminal:
            table = Table(box=None, header_style="bold underline", pad_edge=False)
            for number, head in enumerate(heads):
                table.add_column(Text(head), style="bold" if number == bold else None)
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

    def failed(self, problem: ScoreError) -> None:
        """The sentence of an error; with JSON also the object."""
        if self.as_json:
            self.json(problem.as_dict())
        self.errors.print(Text(f"mjscore: {problem}", style="red"))
