"""Where the match writes: results to stdout, all else to stderr; no colour or prompt in a pipe."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from ..errors import ScoreError
from .page import encodable, write_json

GAP = 2  # blanks between two columns
ANY = 10**6


def widths_of(cells: Sequence[Sequence[str]]) -> list[int]:
    """How wide each column is, in columns of the terminal."""
    return [max(map(cell_len, column)) for column in zip(*cells, strict=True)]


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

    @property
    def width(self) -> int:
        """Columns that a line may take; a pipe takes any."""
        return self.console.width if self.console.is_terminal else ANY

    def table(
        self,
        heads: Sequence[str],
        rows: Iterable[Sequence[str]],
        bold: int = -1,
        below: Mapping[int, str] | None = None,
    ) -> None:
        """A table for people, its cells never cut; column `bold` stands out where it can.

        `below` has a line to put under a row, by the row's number from 0.
        """
        cells = [[encodable(str(cell)) for cell in row] for row in (heads, *rows)]
        widths = widths_of(cells)
        for number, row in enumerate(cells, -1):
            line = Text(style="bold" if number < 0 else "")
            for at, (cell, width) in enumerate(zip(row, widths, strict=True)):
                line.append(cell + " " * (width - cell_len(cell) + GAP), "bold" * (at == bold))
            line.rstrip()
            self.console.print(line)
            if below and number in below:
                self.pieces(below[number].split(" "), " ", widths[0] + GAP)

    def pieces(self, parts: Iterable[str], gap: str = "  ", indent: int = 0) -> None:
        """Texts side by side, on as many lines as they need; none is cut in two."""
        line = ""
        for part in map(encodable, parts):
            longer = f"{line}{gap}{part}" if line else part
            if line and indent + cell_len(longer) > self.width:
                self.console.print(Text(" " * indent + line))
                longer = part
            line = longer
        self.console.print(Text(" " * indent + line))

    def note(self, text: str) -> None:
        """Something a person should know that is no result."""
        self.errors.print(Text(text))

    def failed(self, problem: ScoreError) -> None:
        """The sentence of an error; with JSON also the object."""
        if self.as_json:
            self.json(problem.as_dict())
        self.errors.print(Text(f"mjscore: {problem}", style="red"))
