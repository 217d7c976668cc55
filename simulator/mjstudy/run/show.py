"""A study in words: a table for the terminal, one JSON object."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from mjstudy.replay.timelines import Timelines
from mjstudy.run.carry import Outcome
from mjstudy.run.plan import Plan

MARKS = {"equivalent": "+", "different": "x", "undecided": "?"}


def as_object(plan: Plan, timelines: Timelines, outcomes: list[Outcome]) -> dict[str, Any]:
    """The whole study for programs."""
    return {
        **vars(plan.what), "seed": plan.seed, "fixed_sha256": plan.fixed.sha256,
        "timelines": len(timelines), "stopped": list(timelines.stopped),
        "returned": timelines.returned, "level": plan.fixed.level, "passed": good(outcomes),
        "arms": {one.arm.title: _arm(one) for one in outcomes},
    }  # fmt: skip


def good(outcomes: list[Outcome]) -> bool:
    """Judged at the pessimistic set, every load; the controls as they must."""
    return bool(judged(outcomes)) and all(
        one.as_it_must for one in outcomes if one.arm.is_control or one in judged(outcomes)
    )


def judged(outcomes: list[Outcome]) -> list[Outcome]:
    """The columns that decide."""
    return [one for one in outcomes if one.arm.name == "pessimistic" and not one.arm.add_ms]


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
    ascii_only = not (console.encoding or "").lower().startswith("utf")
    title = (f"{plan.what.profile} on {plan.what.machine}: {outcomes[0].walls} walls an arm from "
             f"{len(timelines)} timelines, seed {plan.seed}")  # fmt: skip
    table = Table(title=title, box=box.ASCII if ascii_only else box.SIMPLE_HEAD,
                  title_justify="left", pad_edge=False)  # fmt: skip
    table.add_column("statistic")
    for one in outcomes:
        table.add_column(one.arm.title, justify="right")
    for number, statistic in enumerate(plan.fixed.statistics):
        cells = [_cell(one, number) for one in outcomes]
        table.add_row(statistic.title, *cells)
    table.caption = "Shift in margins. + equivalent, x different, ? undecided."
    table.caption_justify = "left"
    console.print(table)
    if timelines.stopped:
        console.print(f"{len(timelines.stopped)} tables stopped for a person and are counted, "
                      f"the first: {timelines.stopped[0]}", soft_wrap=True)  # fmt: skip
    console.print(f"fixed.toml {plan.fixed.sha256}", soft_wrap=True)
    for one in outcomes:
        console.print(_sentence(one), soft_wrap=True)
    if not judged(outcomes):
        console.print("No column of the pessimistic set: nothing is judged (--set pessimistic).")
    console.print("PASSED" if good(outcomes) else "FAILED")


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
