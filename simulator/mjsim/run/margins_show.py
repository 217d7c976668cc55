"""`mjsim margins` for people: a row a figure, what holds, and what happens beyond."""

from __future__ import annotations

import sys

from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

from mjsim.run.margins import FIGURES, Tried, measure
from mjsim.words.names import UsageError, choose


def command(hands: int, seeds: int, figure: str) -> int:
    """Measure and print; 1 when a figure does not hold where it must, or anything breaks."""
    if hands < 1 or seeds < 1:
        raise UsageError("--hands %d --seeds %d: at least 1 of each is needed" % (hands, seeds))
    names = tuple(row[0] for row in FIGURES)
    if figure:
        choose("figure", figure, names)
    console = Console()
    steps = sum(len(row[4]) for row in FIGURES if figure in ("", row[0]))
    with Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
                  console=Console(file=sys.stderr), transient=True) as bar:  # fmt: skip
        task = bar.add_task("playing", total=steps)
        rows = list(measure(range(1, seeds + 1), hands,
                            lambda name: bar.update(task, advance=1, description=name), figure))
    console.print(table_of(rows))
    wrong = failures(rows)
    for sentence in wrong:
        console.print("FAILED: " + sentence, soft_wrap=True)
    return 1 if wrong else 0


def limits(figure: str) -> tuple[str, int, int]:
    """Unit, least and most that must hold of a figure."""
    return next((unit, least, most) for name, unit, least, most, _ in FIGURES if name == figure)


def held(row: list[Tried]) -> tuple[int, int]:
    """The values next to the design beyond which it no longer holds, both ways."""
    low = high = 0
    for each in sorted((each for each in row if each.value < 0), key=lambda each: -each.value):
        if each.verdict != "holds":
            break
        low = each.value
    for each in (each for each in row if each.value > 0):
        if each.verdict != "holds":
            break
        high = each.value
    return low, high


def table_of(rows: list[list[Tried]]) -> Table:
    """A row a figure."""
    table = Table(box=box.ASCII, pad_edge=False, title="one figure varied, the rest typical",
                  title_justify="left")  # fmt: skip
    for title in ("figure", "must hold", "holds", "beyond"):
        table.add_column(title, overflow="fold")
    for row in rows:
        unit, least, most = limits(row[0].figure)
        beyond = ["%+d %s: %s" % (each.value, unit, each.verdict)
                  for each in row if each.verdict != "holds"]  # fmt: skip
        tried = [each.value for each in row]
        table.add_row(row[0].figure, "%+d to %+d %s" % (least, most, unit),
                      "%+d to %+d" % held(row), "; ".join(beyond)
                      or "none breaks: tried %+d to %+d" % (min(tried), max(tried)))  # fmt: skip
    return table


def failures(rows: list[list[Tried]]) -> list[str]:
    """What must not be: a value that must hold and does not, or one that drives a tile wrongly."""
    found = []
    for each in (each for row in rows for each in row):
        _, least, most = limits(each.figure)
        if each.verdict == "breaks" or each.verdict != "holds" and least <= each.value <= most:
            found.append("%s %+d: %s" % (each.figure, each.value, each.why))
    return found
