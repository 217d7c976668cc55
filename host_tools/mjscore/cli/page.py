"""A page of text for people: lines and tables, with rules and bold on a terminal, plain in a pipe.

Nothing here asks, pages or colours. Bold too is left away with `NO_COLOR` and on a dumb terminal.
"""

import json
import os
import sys
from collections.abc import Sequence
from typing import Any

Row = Sequence[str]


class Page:
    """Collects lines and tables; `text` gives them."""

    def __init__(self, terminal: bool | None = None) -> None:
        self.terminal = sys.stdout.isatty() if terminal is None else terminal
        self.bold = self.terminal and not ("NO_COLOR" in os.environ or _dumb())
        self.parts: list[str] = []

    def line(self, text: str = "", strong: bool = False) -> None:
        """One line; `strong` is bold where there is a terminal."""
        self.parts.append(f"\x1b[1m{text}\x1b[0m" if strong and self.bold else text)

    def table(self, heads: Row, rows: Sequence[Row], numbers: Sequence[int] = ()) -> None:
        """A table; the columns `numbers` stand to the right."""
        self.parts.append((_ruled if self.terminal else _plain)(heads, rows, numbers))

    def text(self) -> str:
        """Everything, without a newline at the end."""
        return "\n".join(self.parts)


def _dumb() -> bool:
    return os.environ.get("TERM", "dumb" if os.name == "posix" else "") == "dumb"


def show(page: Page) -> None:
    """Print a page; characters that stdout cannot encode are given by their names."""
    write(page.text())


def write(text: str) -> None:
    """Print a text; what stdout cannot encode is replaced."""
    sys.stdout.write(encodable(text) + "\n")


def encodable(text: str) -> str:
    """The text with a question mark for each character that stdout cannot encode."""
    encoding = sys.stdout.encoding or "ascii"
    return text.encode(encoding, "replace").decode(encoding)


def write_json(value: Any) -> None:
    """Print JSON on one line."""
    sys.stdout.write(one_line(value) + "\n")


def one_line(value: Any) -> str:
    """A value as the one line of JSON that programs get."""
    return json.dumps(value, separators=(",", ":"))


def _plain(heads: Row, rows: Sequence[Row], numbers: Sequence[int]) -> str:
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    lines = []
    for row in (heads, *rows):
        cells = [cell.rjust(width) if at in numbers else cell.ljust(width)
                 for at, (cell, width) in enumerate(zip(row, widths, strict=True))]  # fmt: skip
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def _ruled(heads: Row, rows: Sequence[Row], numbers: Sequence[int]) -> str:
    from io import StringIO
    from shutil import get_terminal_size

    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    table = Table(box=box.SIMPLE_HEAD if unicode else box.ASCII2, pad_edge=False, show_edge=False)
    for at, head in enumerate(heads):
        table.add_column(head, justify="right" if at in numbers else "left")
    for row in rows:
        table.add_row(*map(Text, row))
    target = StringIO()
    width = max(40, get_terminal_size().columns)
    Console(file=target, force_terminal=False, color_system=None, width=width).print(table)
    return "\n".join(line.rstrip() for line in target.getvalue().splitlines())
