"""A progress bar on stderr, for what takes longer than two seconds; nothing without a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


class Advance(Protocol):
    """Told how many more are done, and of what, when that changes."""

    def __call__(self, done: int = 1, title: str = "") -> None: ...


@contextmanager
def bar(title: str, total: int) -> Iterator[Advance]:
    """A bar to `total`."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
               TimeRemainingColumn())  # fmt: skip
    with Progress(*columns, console=console, transient=True,
                  disable=not console.is_terminal) as progress:  # fmt: skip
        task = progress.add_task(title, total=total)

        def advance(done: int = 1, title: str = "") -> None:
            progress.update(task, advance=done, description=title or None)

        yield advance
