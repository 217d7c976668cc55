"""A study in words: a table for the terminal, one JSON object."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from mjstudy.measures.guesses import TOLD
from mjstudy.run.carry import Outcome
from mjstudy.run.found import Found
from mjstudy.run.plan import Plan

BETWEEN = 3
"""Columns of the terminal between two of a table, and at its edge."""
MARKS = {"equivalent": "+", "different": "x", "undecided": "?"}


def as_object(found: Found) -> dict[str, Any]:
    """The whole study for programs."""
    plan, timelines, outcomes = found.plan, found.timelines, found.outcomes
    return {
        **vars(plan.what), "seed": plan.seed, "fixed_sha256": plan.fixed.sha256,
        "timelines": len(timelines), "stopped": list(timelines.stopped),
        "returned": timelines.returned, "level": plan.fixed.level,
        "passed": found.good, "lacks": found.lacks,
        "perfect_passes": found.sure, "certainty": plan.fixed.certainty,
        "whole": {"sorts": found.beside.sorts, "wrong": list(found.beside.wrong),
                  "means": [vars(one) for one in found.beside.means]},
        "mixing": {one.arm.title: one.arm.law._asdict() for one in found.judged},
        "arms": {one.arm.title: _arm(one, found.allowed) for one in outcomes},
    }  # fmt: skip


def sureness(found: Found) -> str:
    """Would a perfect shuffle pass this study?"""
    return (f"A perfect shuffle would pass all of it with a chance of at least {found.sure:.4f} "
            f"(computed; {found.plan.fixed.certainty:g} is asked for).")  # fmt: skip


def alike(found: Found, one: Outcome) -> str:
    """The statistic whose walls of one sort are most alike, against what is allowed."""
    most = max(one.judged, key=lambda each: each.icc - found.allowed[each.statistic.key])
    told = (f"{one.arm.title}: walls of one sort are correlated by {most.icc:.4f} in "
            f"{most.statistic.title}, ")  # fmt: skip
    if not found.allowed[most.statistic.key]:
        return told + "and none is allowed: these are too few walls for a perfect shuffle to pass"
    return told + (f"{found.allowed[most.statistic.key]:.4f} are allowed; the others have more "
                   "room")  # fmt: skip


def players(one: Outcome) -> list[str]:
    """What each guesser named, beside the blind player of the same walls."""
    return [f"{one.arm.title}: {each.statistic.title}: {each.told[0]:.3f} tiles named, "
            f"{each.told[1]:.3f} by the blind player; {each.worst.shift:+.3f} beyond chance"
            for each in one.judged if each.told]  # fmt: skip


def figures(one: Outcome) -> str:
    """The mixing figures of a column, as the law takes them (`mjsim.plant.mixing`)."""
    told = [f"{name} {value:.3g}" for name, value in one.arm.law._asdict().items()]
    return f"mixing, {one.arm.title}: {', '.join(told)}"


def _arm(one: Outcome, allowed: dict[str, float]) -> dict[str, Any]:
    return {
        "walls": one.walls, "passed": one.passed, "as_it_must": one.as_it_must,
        "statistics": {key: {**told, "icc_allowed": allowed[key] or None}
                       for key, told in statistics(one).items()},
    }  # fmt: skip


def statistics(one: Outcome) -> dict[str, dict[str, Any]]:
    """Of a column, by key."""
    return {each.statistic.key: {
        "verdict": each.worst.word, "shift": each.worst.shift, "se": each.worst.se,
        "low": each.worst.low, "high": each.worst.high, "margin": each.statistic.margin,
        "icc": each.icc, **dict(zip(TOLD, each.told, strict=False)),
    } for each in one.judged}  # fmt: skip


def show(console: Console, found: Found) -> None:
    """For people: a row a statistic, a column an arm, how far off in margins."""
    plan, timelines, outcomes = found.plan, found.timelines, found.outcomes
    console.print(f"{plan.what.profile} on {plan.what.machine}: {outcomes[0].walls} walls an arm "
                  f"from {len(timelines)} timelines, seed {plan.seed}")  # fmt: skip
    # the others are the report's curve
    beside_each_other(console, plan, [one for one in outcomes if not one.arm.add_ms])
    for line in _lines(found):
        console.print(line, soft_wrap=True)


def beside_each_other(console: Console, plan: Plan, outcomes: list[Outcome]) -> None:
    """Their shifts in one table, or in several under letters where their names have no room."""
    columns = {one.arm.title: one for one in outcomes}
    named = len(_parts(console, plan, columns)) == 1
    if not named:
        columns = {_letters(number): one for number, one in enumerate(outcomes)}
    for part in _parts(console, plan, columns):
        console.print(_table(console, plan, {name: columns[name] for name in part}))
    console.print("Shift in margins. + equivalent, x different, ? undecided.")
    if not named:
        console.print("; ".join(f"{name} {one.arm.title}" for name, one in columns.items()))


def _letters(number: int) -> str:
    """A to Z, then AA, AB ..."""
    return (_letters(number // 26 - 1) if number > 25 else "") + chr(ord("A") + number % 26)


def _lines(found: Found) -> Iterator[str]:
    """What is said below the table."""
    plan, stopped = found.plan, found.timelines.stopped
    if stopped:
        yield (f"{len(stopped)} tables stopped for a person and are counted, the first: "
               f"{stopped[0]}")  # fmt: skip
    if found.too_many_stopped:
        yield f"Those are more than {plan.fixed.stops:.0%} of the sorts: failed."
    yield f"fixed.toml {plan.fixed.sha256}"
    for one in found.judged:
        yield figures(one)
        yield from players(one)
        yield alike(found, one)
    yield sureness(found)
    yield found.beside.sentence
    yield from found.beside.wrong
    for one in found.outcomes:
        yield _sentence(one)
    if not found.judged:
        yield "No column of the pessimistic set: nothing is judged (--set pessimistic)."
    if found.lacks:
        yield found.lacks
    yield "PASSED" if found.good else "FAILED"


def _parts(console: Console, plan: Plan, columns: dict[str, Outcome]) -> list[list[str]]:
    """The columns' names, as many together as have room beside the statistics' names."""
    room = console.width - max(len(one.title) for one in plan.fixed.statistics) - BETWEEN
    found: list[list[str]] = [[]]
    left = room
    for name, one in columns.items():
        cells = [cell(one, number) for number in range(len(plan.fixed.statistics))]
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
        table.add_row(statistic.title, *[cell(one, number) for one in columns.values()])
    return table


def cell(one: Outcome, number: int) -> str:
    """The verdict's mark and the shift in margins of statistic `number`."""
    worst = one.judged[number].worst
    return f"{MARKS[worst.word]} {worst.shift / worst.margin:+.2f}"


def _sentence(one: Outcome) -> str:
    off = [each.statistic.title for each in one.judged if each.worst.word == "different"]
    open_yet = [each.statistic.title for each in one.judged if each.worst.word == "undecided"]
    told = f"{one.arm.title}: " + (f"different in {'; '.join(off)}" if off else "no defect shown")
    if open_yet:
        told += f"; too few walls to tell of {len(open_yet)} more"
    return told + ("" if one.as_it_must else " (not as it must)")
