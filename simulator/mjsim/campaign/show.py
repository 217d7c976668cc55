"""A campaign for people: the bar while it runs, the verdict when it is over, one run alone."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from textwrap import fill
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from mjsim.campaign.halves import Result
from mjsim.campaign.options import Options
from mjsim.campaign.silent import SILENT, STUCK_INPUTS
from mjsim.campaign.verdict import Verdict

WIDTH = 80
ROW = "  %-20s %8s %15s %15s"
SHOWN = 40
"""This many failures are printed, a line each."""


class Bar:
    """A progress bar on stderr, on a terminal; no thread of its own, so that tables may fork."""

    def __init__(self, quiet: bool, total: int, what: str) -> None:
        console = Console(stderr=True)
        self._bar = Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
                             TimeRemainingColumn(), console=console, auto_refresh=False,
                             transient=True, disable=quiet or not console.is_terminal)  # fmt: skip
        self._what = what
        self._task = self._bar.add_task(what, total=total)
        self._failed = 0

    def __enter__(self) -> Bar:
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None,
                 trace: TracebackType | None) -> None:  # fmt: skip
        self._bar.stop()

    def start(self, done: int) -> None:
        """Some are done already."""
        self._bar.update(self._task, completed=done)

    def step(self, failed: object) -> None:
        """One more is over."""
        self._failed += bool(failed)
        self._bar.update(self._task, advance=1,
                         description="%s, %d failed" % (self._what, self._failed))  # fmt: skip
        self._bar.refresh()


def progress(quiet: bool, total: int, what: str = "runs") -> Bar:
    """A bar for so many of something."""
    return Bar(quiet, total, what)


def counted(found: Counter[str], most: int = 0) -> str:
    """Counts in one line, the most frequent first."""
    rows = sorted(found.items(), key=lambda row: (-row[1], row[0]))
    return ", ".join("%s %d" % row for row in (rows[:most] if most else rows)) or "none"


def failures(lines: Iterable[str]) -> None:
    """A line each, the first of them."""
    rows = list(lines)
    print("".join(row + "\n" for row in rows[:SHOWN]), end="")
    if len(rows) > SHOWN:
        print("and %d more; --json has them all" % (len(rows) - SHOWN))


def verdict(found: Verdict, wall_s: float) -> None:
    """The whole campaign."""
    told = found.as_object()
    failures(map(found.line, found.failures))
    _say("campaign seed %d: %d runs, %d hands dealt, %.0f h of table time, %.1f runs/s; the "
         "slowest hand came %.0f s after everything was mended" % (
             found.plan.seed, told["runs"], told["hands"], told["sim_s"] / 3600,
             told["runs"] / wall_s if wall_s else 0, told["slowest_s"]))  # fmt: skip
    print(ROW % ("what went wrong", "times", "its part used", "a fault told"))
    for kind, row in told["noticed"].items():
        print(ROW % (kind, *(int(row[name]) for name in ("injected", "used", "told"))))
        _say(_why(kind, row), "      ")
    for name in ("phases", "faults"):
        _say("%s, by runs: %s" % (name, counted(found.visits[name])))
    print("charts: %d states, %d transitions seen" % (
        len(found.visits["states"]), len(found.visits["rows"])))  # fmt: skip
    for sentence in found.missing[:SHOWN]:
        _say("too seldom: " + sentence)
    print("broken rules: " + counted(found.rules))
    if len(found.results) < found.plan.runs:
        print("%d of %d runs are missing" % (found.plan.runs - len(found.results),
                                             found.plan.runs), file=sys.stderr)  # fmt: skip
    print("good" if found.good else "FAILED")


def _say(text: str, indent: str = "") -> None:
    """Wrapped, what follows the first line indented; nothing of no text."""
    if text:
        print(fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent or "  ",
                   break_on_hyphens=False))  # fmt: skip


def _why(kind: str, row: dict[str, int]) -> str:
    """Why not every use was told."""
    reason = STUCK_INPUTS if kind == "stuck" else SILENT.get(kind, "")
    return reason if row["told"] < row["used"] else ""


def one(options: Options, result: Result) -> None:
    """One run, all that is known."""
    _say(options.text)
    print("forked at %.3f s in %s" % (result["moment_ms"] / 1000, result["phase"]))
    done = "; ".join(row[0] for row in result["done"])
    _say("went wrong: " + (done or "nothing: there was no such tile"))
    _say("faults told: " + counted(Counter(result["faults"])))
    print("\n".join(result.get("log", [])))
    for rule, text, at_ms in result["failed"]:
        print("%s: %s, at %.3f s" % (rule, text, at_ms / 1000))
    if result.get("lost"):
        print(result["lost"])
    if not result["failed"]:
        print("good: a hand was dealt %.0f s after everything was mended"
              % (result["took_ms"] / 1000))  # fmt: skip


