"""`mjsim study changes`: each change of the machine that was tried, against every statistic."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from mjsim.words.names import UsageError
from mjstudy import published
from mjstudy.published import Shown
from mjstudy.run.asked import Asked
from mjstudy.run.carry import Outcome
from mjstudy.run.changes import BASE, Change, ChangesError, read
from mjstudy.run.command import console, made
from mjstudy.run.found import Found
from mjstudy.run.plan import FAIR, Arm, Plan
from mjstudy.run.show import beside_each_other, cell, statistics

PAGE = Path("docs/PHYSICS.md")
MARK = "<!-- begin: mjsim study changes --write -->"
LEGEND = ("Shift in margins: + equivalent, x different, ? undecided. A figure of the "
          "pessimistic set is multiplied by what the change's own runs gave beside those of the "
          "drum as it is.")


def plan_of(asked: Asked, changes: list[Change]) -> Plan:
    """A column a change, of the first load, and the fair control."""
    plan = replace(asked, sets=(BASE,)).plan()
    return replace(plan, arms=(*(one.arm(asked.loads[0]) for one in changes), Arm(FAIR, "")))


def run(asked: Asked, keep: str, jobs: int, as_json: bool, write: bool) -> int:
    """Every change; 0 when the replay and the fair control are as they must."""
    try:
        changes = read()
    except ChangesError as problem:
        raise UsageError(str(problem)) from problem
    if write:
        writable()
    plan = plan_of(asked, changes)
    found = made(plan, keep, jobs)
    if found is None:
        return 1
    if as_json:
        print(json.dumps(as_object(found, changes)))
    else:
        tell(found, changes)
    if write:
        published.write(PAGE, head(found), tables(found, changes), MARK)
    return 0 if found.outcomes[-1].as_it_must and not found.beside.wrong else 1


def writable() -> None:
    """`UsageError` when the page has no place for the tables."""
    try:
        published.block(PAGE.read_text(encoding="utf-8"), MARK)
    except (OSError, ValueError) as problem:
        raise UsageError(f"--write: {PAGE}: {problem}; run it in the project's folder"
                         ) from problem  # fmt: skip


def tables(found: Found, changes: list[Change]) -> list[Shown]:
    """For the page: what each change gives; each against every statistic."""
    keys, outcomes = [one.key for one in found.plan.fixed.statistics], found.outcomes
    gives = [(one.name, *_figures(one), f"{one.torque_nm:g}", f"{one.worst_nm:g}",
              "yes" if one.turned else "no", f"{equivalent(outcome)} of {len(keys)}", one.source)
             for one, outcome in zip(changes, outcomes, strict=False)]  # fmt: skip
    shifts = [(one.arm.title, *(cell(one, number) for number in range(len(keys))))
              for one in outcomes]  # fmt: skip
    return [
        Shown("What each change gives, and what it takes", (
            "change", "distance x", "neighbours x", "other figures", "more pre-mix, s",
            "passes", "torque, Nm", "worst", f"motor ({changes[0].motor_nm:g} Nm) turns it",
            "equivalent", "source"), gives),
        Shown("Each change against each statistic", ("change", *keys), shifts, LEGEND),
    ]  # fmt: skip


def _figures(one: Change) -> tuple[str, ...]:
    ratio = dict(one.ratio)
    others = [f"{name} x {value:.2f}" for name, value in one.ratio
              if name not in ("exchange", "parting")]  # fmt: skip
    return (f"{ratio.get('exchange', 1):.2f}", f"{ratio.get('parting', 1):.2f}", ", ".join(others),
            f"{one.add_ms / 1000:g}" if one.add_ms else "", str(one.passes))  # fmt: skip


def equivalent(outcome: Outcome) -> int:
    """How many statistics are shown to be equivalent to a perfect shuffle."""
    return sum(one.worst.word == "equivalent" for one in outcome.judged)


def as_object(found: Found, changes: list[Change]) -> dict[str, Any]:
    """The same for programs."""
    plan, outcomes = found.plan, found.outcomes
    return {
        **vars(plan.what), "seed": plan.seed, "fixed_sha256": plan.fixed.sha256,
        "timelines": len(found.timelines), "walls": outcomes[0].walls,
        "wrong": list(found.beside.wrong),
        "changes": [{**vars(one), "ratio": dict(one.ratio), "turned": one.turned,
                     "figures": outcome.arm.law._asdict(), "passed": outcome.passed,
                     "statistics": statistics(outcome)}
                    for one, outcome in zip(changes, outcomes, strict=False)],
        "fair": statistics(outcomes[-1]), "fair_as_it_must": outcomes[-1].as_it_must,
    }  # fmt: skip


def tell(found: Found, changes: list[Change]) -> None:
    """For people."""
    screen = console()
    beside_each_other(screen, found.plan, found.outcomes)
    for one, outcome in zip(changes, found.outcomes, strict=False):
        turned = "turns" if one.turned else "does not turn"
        screen.print(f"{one.name}: {equivalent(outcome)} of {len(outcome.judged)} equivalent; "
                     f"{one.torque_nm:g} Nm, the motor {turned} it", soft_wrap=True)  # fmt: skip
    for line in (found.beside.sentence, *found.beside.wrong):
        screen.print(line, soft_wrap=True)


def head(found: Found) -> str:
    """What the tables were made with."""
    plan, one = found.plan, found.outcomes[0]
    return (f"Made by `mjsim study changes --timelines {plan.timelines} --walls {plan.walls} "
            f"--seed {plan.seed} --write`: {one.walls:,} walls a column, {plan.what.machine}, "
            f"{plan.what.profile}, {one.arm.load} load; statistics fixed, SHA-256 "
            f"{plan.fixed.sha256}.")  # fmt: skip
