"""A study in words: a table for the terminal, one JSON object."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from mjstudy.replay.timelines import Timelines
from mjstudy.run.carry import Outcome
from mjstudy.run.plan import Plan

BETWEEN = 3
"""Columns of the terminal between two of a table, and at its edge."""
MARKS = {"equivalent": "+", "different": "x", "undecided": "?"}


def as_object(plan: Plan, timelines: Timelines, outcomes: list[Outcome]) -> dict[str, Any]:
    """The whole study for programs."""
    return {
        **vars(plan.what), "seed": plan.seed, "fixed_sha256": plan.fixed.sha256,
        "timelines": len(timelines), "stopped": list(timelines.stopped),
        "returned": timelines.returned, "level": plan.fixed.level,
        "passed": good(plan, outcomes, timelines), "lacks": lacks(plan, timelines),
        "mixing": {one.arm.title: one.arm.law._asdict() for one in judged(outcomes)},
        "arms": {one.arm.title: _arm(one) for one in outcomes},
    }  # fmt: skip


def good(plan: Plan, outcomes: list[Outcome], timelines: Timelines) -> bool:
    """Judged at the pessimistic set, every load; the controls as they must; few sorts stopped."""
    return bool(judged(outcomes)) and not too_many_stopped(plan, timelines) and all(
        one.as_it_must for one in outcomes if one.arm.is_control or one in judged(outcomes)
    )


def too_many_stopped(plan: Plan, timelines: Timelines) -> bool:
    """More sorts than a study may have waited for a person."""
    stopped = len(timelines.stopped)
    return stopped > plan.fixed.stops * (len(timelines) + stopped)


def lacks(plan: Plan, timelines: Timelines) -> str:
    """What the fixed file asks for and this run has not; "" when it is the whole study."""
    recorded = len(timelines) + len(timelines.stopped)
    found = [f"{have:,} of {least:,} {what}" for have, least, what in (
        (recorded, plan.fixed.timelines, "recorded sorts"),
        (plan.walls, plan.fixed.walls, "walls a column")) if have < least]  # fmt: skip
    return f"A look and not the study: {' and '.join(found)}." if found else ""


def judged(outcomes: list[Outcome]) -> list[Outcome]:
    """The columns that decide."""
    return [one for one in outcomes if one.arm.name == "pessimistic" and not one.arm.add_ms]


def figures(one: Outcome) -> str:
    """The mixing figures of a column, as the law takes them (`mjsim.plant.mixing`)."""
    told = [f"{name} {value:.3g}" for name, value in one.arm.law._asdict().items()]
    return f"mixing, {one.arm.title}: {', '.join(told)}"


def _arm(one: Outcome) -> dict[str, Any]:
    return {
        "walls": one.walls, "passed": one.passed, "as_it_must": one.as_it_must,
        "statistics": {each.statistic.key: {
            "verdict": each.worst.word, "shift": each.worst.shift, "se": each.worst.se,
            "low": each.worst.low, "high": each.worst.high, "margin": each.statistic.margin,
            "icc": float(each.estimate.icc.max()),
        } for each in one.judged},
    }  # fmt: skip


def show(console: Console, plan: Plan, timelines: Timelines, outcomes: list[Outcome]) -> None:
    """For people: a row a statistic, a column an arm, how far off in margins."""
    console.print(f"{plan.what.profile} on {plan.what.machine}: {outcomes[0].walls} walls an arm "
                  f"from {len(timelines)} timelines, seed {plan.seed}")  # fmt: skip
    as_set = [one for one in outcomes if not one.arm.add_ms]  # the others are the report's curve
    columns = {one.arm.title: one for one in as_set}
    named = len(_parts(console, plan, columns)) == 1
    if not named:  # several tables, if it must be: letters have room for more
        columns = {chr(ord("A") + number): one for number, one in enumerate(as_set)}
    for part in _parts(console, plan, columns):
        console.print(_table(console, plan, {name: columns[name] for name in part}))
    console.print("Shift in margins. + equivalent, x different, ? undecided.")
    if not named:
        console.print("; ".join(f"{name} {one.arm.title}" for name, one in columns.items()))
    if timelines.stopped:
        console.print(f"{len(timelines.stopped)} tables stopped for a person and are counted, "
                      f"the first: {timelines.stopped[0]}", soft_wrap=True)  # fmt: skip
    if too_many_stopped(plan, timelines):
        console.print(f"Those are more than {plan.fixed.stops:.0%} of the sorts: failed.")
    console.print(f"fixed.toml {plan.fixed.sha256}", soft_wrap=True)
    for one in judged(outcomes):
        console.print(figures(one), soft_wrap=True)
    for one in outcomes:
        console.print(_sentence(one), soft_wrap=True)
    if not judged(outcomes):
        console.print("No column of the pessimistic set: nothing is judged (--set pessimistic).")
    if lacks(plan, timelines):
        console.print(lacks(plan, timelines), soft_wrap=True)
    console.print("PASSED" if good(plan, outcomes, timelines) else "FAILED")


def _parts(console: Console, plan: Plan, columns: dict[str, Outcome]) -> list[list[str]]:
    """The columns' names, as many together as have room beside the statistics' names."""
    room = console.width - max(len(one.title) for one in plan.fixed.statistics) - BETWEEN
    found: list[list[str]] = [[]]
    left = room
    for name, one in columns.items():
        cells = [_cell(one, number) for number in range(len(plan.fixed.statistics))]
        wide = max(map(len, [name, *cells])) + BETWEEN
        if wide > left and found[-1]:
            found.append([])
            left = room
        found[-1].append(name)
        left -= wide
    return found


def _table(console: Console, plan: Plan, columns: dict[str, Outcome]) -> Table:
    ascii_only = not (console.encoding or "").lower().startswith("utf")
    table = Table(box=box.ASCII if ascii_only else box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("statistic", no_wrap=True)
    for name in columns:
        table.add_column(name, justify="right", no_wrap=True)
    for number, statistic in enumerate(plan.fixed.statistics):
        table.add_row(statistic.title, *[_cell(one, number) for one in columns.values()])
    return table


def _cell(one: Outcome, number: int) -> str:
    worst = one.judged[number].worst
    return f"{MARKS[worst.word]} {worst.shift / worst.margin:+.2f}"


def _sentence(one: Outcome) -> str:
    off = [each.statistic.title for each in one.judged if each.worst.word == "different"]
    open_yet = [each.statistic.title for each in one.judged if each.worst.word == "undecided"]
    told = f"{one.arm.title}: " + (f"different in {'; '.join(off)}" if off else "no defect shown")
    if open_yet:
        told += f"; too few walls to tell of {len(open_yet)} more"
    return told + ("" if one.as_it_must else " (not as it must)")
