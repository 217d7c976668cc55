"""`mjsim run`: N hands with patient people, measured; as a table for people or as JSON."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table as Grid

from mjsim.board.board import FileStore
from mjsim.board.eventlog import TRACE_RECORDS, EventLog, trace
from mjsim.board.violation import ViolationSeen
from mjsim.generated import constants as C
from mjsim.people.habits import Habits
from mjsim.plant.unit import TYPICAL, Unit
from mjsim.run.report import Hand, HandMeter, Report, summarize
from mjsim.table import flight, machine_file
from mjsim.table.session import SimTable
from mjsim.words.names import MACHINES, UsageError
from mjsim.words.stumble import where

LOOK_MS = 500
"""How often the meter is asked whether a hand is complete."""
HAND_LIMIT_MS = {name: 720_000 if lines == 1 else 480_000
                 for name, lines in zip(MACHINES, C.LINES, strict=True)}
"""A hand not dealt within this time after the one before has failed (sort, play and all)."""
PLAIN_COLUMNS = 110


@dataclass
class Options:
    """What `mjsim run` was asked for."""

    machine: str = "four_port"
    profile: str = "SHOP-B-136"
    hands: int = 1
    seed: int = 0
    fixed: bool = False
    store: str = ""
    events: str = ""
    settings: dict[str, int] = field(default_factory=dict)
    late: str = "none"
    unit: str | Unit = TYPICAL
    record: int = 0


@dataclass
class Outcome:
    """A run that has ended: its report, why it failed (empty = good), its last records and the
    flight recorder's file."""

    report: Report
    reasons: list[str]
    trace: list[str]
    recording: bytes = b""


def play(
    options: Options,
    log: EventLog | None = None,
    store: Any = None,
    on_hand: Any = None,
    habits: Habits | None = None,
    halt: bool = False,
    left: bytes | None = None,
    made: list[SimTable] | None = None,
) -> tuple[SimTable, HandMeter, Report, str]:
    """Play the hands; the table, its meter, the report and why the run stopped early ("")."""
    started = time.perf_counter()
    table = SimTable(
        options.machine, options.profile, options.seed, store, options.fixed,
        habits or Habits(), settings=options.settings, log=log, left=left, late=options.late,
        unit=options.unit, record=options.record,
    )  # fmt: skip
    if made is not None:
        made.append(table)
    table.runner.halt_on_violation = halt
    meter = HandMeter(table)
    try:
        reason = _hands(table, meter, options.hands, on_hand)
    except (ViolationSeen, UsageError):
        raise
    except Exception as problem:  # noqa: BLE001 - a failed run is told, and leaves its recording
        reason = "the program stumbled: " + where(problem)
    wall_s = time.perf_counter() - started
    return table, meter, summarize(table, options.profile, meter.hands, wall_s), reason


def _hands(table: SimTable, meter: HandMeter, hands: int, on_hand: Any) -> str:
    """Until all are dealt; why it ended early ("")."""
    limit = table.now_ms + HAND_LIMIT_MS[table.machine]
    while len(meter.hands) < hands:
        table.run_for(LOOK_MS)
        if meter.look():
            limit = table.now_ms + HAND_LIMIT_MS[table.machine]
            if on_hand is not None:
                on_hand(meter.hands[-1])
        elif table.now_ms > limit:
            return "hand %d was not dealt in time: %s" % (len(meter.hands) + 1, table.summary())
    return ""


def run(options: Options, on_hand: Any = None) -> Outcome:
    """Play and judge; a failed run is played again with its log to show the last records."""
    if options.hands < 1:
        raise UsageError("--hands %d: at least 1 hand is needed" % options.hands)
    store = FileStore(options.store) if options.store else None
    before = store.snapshot() if store is not None else None
    left = machine_file.load(options.store) if options.store else None
    with _event_file(options.events) as log:
        table, meter, report, late = play(options, log, store, on_hand, left=left)
        if options.store:
            machine_file.save(options.store, table.put_away())
    reasons = report.violations + meter.wrong + ([late] if late else [])
    return Outcome(report, reasons, *(_again(options, before, left) if reasons else ([],)))


def _again(options: Options, store: Any, left: bytes | None) -> tuple[list[str], bytes]:
    """The last records before the failure, and a recording: the same start gives the same run."""
    log = EventLog(keep=TRACE_RECORDS)
    made: list[SimTable] = []
    try:
        play(replace(options, record=flight.RING), log, store, halt=True, left=left, made=made)
    except ViolationSeen:
        pass
    return trace(log.records), flight.left_by(made[0])


@contextmanager
def _event_file(path: str) -> Iterator[EventLog | None]:
    if not path:
        yield None
        return
    try:
        sink = sys.stdout if path == "-" else open(path, "w", encoding="utf-8")
    except OSError as problem:
        raise UsageError(
            "cannot write the events to %s: %s" % (path, problem.strerror or problem)
        ) from problem
    try:
        yield EventLog(sink, keep=TRACE_RECORDS)
    finally:
        if sink is not sys.stdout:
            sink.close()


def command(options: Options, as_json: bool) -> int:
    """`mjsim run`: play, print, exit code (0 good, 1 failed)."""
    console = Console(width=None if sys.stdout.isatty() else PLAIN_COLUMNS, highlight=False)
    if as_json:
        outcome = run(options)
        print(json.dumps(outcome.report.as_object()))
    else:
        outcome = _with_progress(console, options)
        show(console, outcome.report)
    if not outcome.reasons:
        return 0
    complain(outcome)
    flight.leave("run-%s-seed%d" % (options.machine, options.seed), outcome.recording)
    return 1


def _with_progress(console: Console, options: Options) -> Outcome:
    """A progress bar on a terminal, a line per hand elsewhere."""
    if not console.is_terminal:
        return run(options, lambda hand: console.print(hand_line(hand)))
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("hands", total=options.hands)
        return run(options, lambda hand: progress.advance(task))


def hand_line(hand: Hand) -> str:
    """One hand as a plain line."""
    return "%s set up in %.1f s (sorted in %.1f s), dice %s, first tile %s, dealer %s" % (
        hand.set, hand.total_s, hand.sort_s,
        "+".join(str(n) for n in hand.dice), hand.first_tile, hand.dealer,
    )  # fmt: skip


def show(console: Console, report: Report) -> None:
    """The run as a table for people, whole in 80 columns."""
    grid = Grid(title="%s, %s, seed %d" % (report.machine, report.profile, report.seed),
                box=box.SIMPLE_HEAD, padding=0, pad_edge=False)  # fmt: skip
    for name in ("hand", "set", "sort\ns", "raise\ns", "total\ns", "stacks\n A  B  C  D",
                 "tiles", "dice", "first\ntile", "dealer", "faults"):  # fmt: skip
        grid.add_column(name, justify="left" if name in ("set", "faults") else "right")
    for number, hand in enumerate(report.hands, 1):
        grid.add_row(
            str(number), hand.set, "%.1f" % hand.sort_s, "%.1f" % hand.raise_s,
            "%.1f" % hand.total_s, " ".join("%2d" % n for n in hand.stacks.values()),
            str(hand.tiles), "+".join(str(n) for n in hand.dice), hand.first_tile, hand.dealer,
            " ".join(hand.faults) or "-",
        )  # fmt: skip
    console.print(grid)
    console.print(
        "peak %.1f W running, %.1f W starting; %s; %.0f s of virtual time (%.0f s with motors) "
        "in %.2f s: %.0f times real time"
        % (
            report.peak_running_w, report.peak_start_w,
            "no violation" if not report.violations else "%d violations" % len(report.violations),
            report.sim_s, report.busy_s, report.wall_s, report.speed,
        ),
        soft_wrap=True,
    )  # fmt: skip


def complain(outcome: Outcome) -> None:
    """Say on stderr why the run failed, with the last records before it."""
    for reason in outcome.reasons:
        print("mjsim run: " + reason, file=sys.stderr)
    if outcome.trace:
        print("the last %d records:" % len(outcome.trace), file=sys.stderr)
        for line in outcome.trace:
            print(line, file=sys.stderr)
