"""`mjsim campaign powercut`: draw, cut, judge, print. Exit: 0 good, 1 failed, 2 usage."""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import dataclass
from typing import Any

from mjsim.campaign import left, show
from mjsim.campaign.pieces import JOBS, SEED, Work, carried, within
from mjsim.campaign.powercut.cut import Cut
from mjsim.campaign.powercut.evening import Evening, Live
from mjsim.campaign.powercut.part import SAVED, SUMS, Result
from mjsim.campaign.powercut.plan import Plan, parts
from mjsim.campaign.powercut.play import branch, play
from mjsim.plant.numbers import HOLD_UP_MS
from mjsim.table.flight import RING
from mjsim.table.session import SimTable
from mjsim.words.names import MACHINES, UsageError, choose

LIMITS = {"runs": (0, 10_000_000), "seed": SEED, "jobs": JOBS,
          "evenings": (1, 10_000), "at": (0, 10_000_000), "torn": (0, 255),
          "hold": (1, HOLD_UP_MS)}  # fmt: skip


@dataclass
class Asked(Work):
    """What `mjsim campaign powercut` was asked for."""

    runs: int = 300
    machine: str = ""
    evenings: int = 1
    every: bool = False
    at: int = -1
    torn: int = -1
    hold: int = HOLD_UP_MS


def powercut(asked: Asked) -> int:
    """The campaign of power cuts, or one cut of it; its exit code."""
    _check(asked)
    machines = (choose("machine", asked.machine, MACHINES),) if asked.machine else MACHINES
    if asked.at >= 0:
        return _one(Evening(machines[0], asked.seed), Cut(asked.at, asked.hold, asked.torn), asked)
    plan = Plan(asked.seed, tuple(machines), asked.evenings, asked.runs, asked.every)
    results = carried(plan, asked, parts)
    told = total(plan, results)
    rows = [row for result in results.values() for row in result["failed"]]
    for *breach, (machine, seed, *cut) in left.first(rows):
        _leave(Evening(machine, seed), Cut(*cut), breach)
    if asked.as_json:
        print(json.dumps(told))
    else:
        _show(told, sum(result["cpu_s"] for result in results.values()))
    return 0 if told["good"] else 1


def _check(asked: Asked) -> None:
    """Numbers within their ranges, and none that another leaves without effect."""
    within(asked, LIMITS)
    for name, value, given in (("torn", asked.torn, asked.torn >= 0),
                               ("hold", asked.hold, asked.hold != HOLD_UP_MS)):  # fmt: skip
        if given and asked.at < 0:
            raise UsageError("--%s %d: say when the power goes, with --at" % (name, value))
    if asked.torn >= 0 and asked.hold != HOLD_UP_MS:
        raise UsageError("--hold %d: with --torn the controller is dead at once; leave one of "
                         "them out" % asked.hold)  # fmt: skip
    if asked.every and asked.at >= 0:
        raise UsageError("--at %d: that is one cut alone; leave it out, or --every" % asked.at)
    if not (asked.runs or asked.every) and asked.at < 0:
        raise UsageError("--runs 0: nothing to try; give a number from 1, or --every")


def _one(evening: Evening, cut: Cut, asked: Asked) -> int:
    """One cut alone, with all that is known of it."""
    live = evening.begin()
    live.run_to(cut.at_ms)
    state = live.table.summary()
    result = branch(live, cut, set())
    if result["failed"]:
        _leave(evening, cut, result["failed"][0])
    if asked.as_json:
        print(json.dumps(result))
        return 1 if result["failed"] else 0
    print("%s; %s: %s" % (evening.text, state, cut.text))
    print("faults told afterwards: " + (", ".join(result["faults"]) or "none"))
    for rule, text, at_ms in result["failed"]:
        print("%s: %s, at %.3f s" % (rule, text, at_ms / 1000))
    if not result["failed"]:
        print("good: the next hand was dealt %.0f s after the first key"
              % (result["took_ms"] / 1000))  # fmt: skip
    return 1 if result["failed"] else 0


def _leave(evening: Evening, cut: Cut, breach: list[Any]) -> None:
    """The recording of a cut that failed."""
    lives: list[Live] = []

    def begin() -> SimTable:
        lives.append(evening.begin(RING))
        lives[0].run_to(cut.at_ms)
        return lives[0].table

    how = "torn%d" % cut.torn if cut.torn >= 0 else "hold%d" % cut.hold_ms
    name = "powercut-%s-seed%d-at%d-%s" % (evening.machine, evening.seed, cut.at_ms, how)
    left.leave(name, begin, lambda _: play(lives[0], cut, set()), breach[2])


def total(plan: Plan, results: dict[int, Result]) -> dict[str, Any]:
    """The sum of all parts; the same whoever carried them out."""
    rows = [results[number] for number in sorted(results)]
    sums: dict[str, Counter[str]] = {name: Counter() for name in SUMS}
    for row in rows:
        for name, found in sums.items():
            found.update(row[name])
    failed = [row for part in rows for row in part["failed"]]
    distinct, opened = sums["states"].total(), sums["lid"].total()
    return {
        "plan": plan.as_object(),
        "good": not failed and len(rows) == plan.runs,
        "cuts": sum(sums["tried"].values()),
        "distinct": distinct,
        "lid_share": round(opened / max(distinct, 1), 4),
        "slowest_s": max((row["slowest_ms"] for row in rows), default=0) / 1000,
        "failures": [{"rule": rule, "text": text, "at_ms": at_ms,
                      "command": Cut(*cut).command(machine, seed)}
                     for rule, text, at_ms, (machine, seed, *cut) in failed],
        **{name: dict(sorted(found.items())) for name, found in sums.items()},
    }  # fmt: skip


def lid(told: dict[str, Any]) -> str:
    """In how many distinct states a person had to open the lid, for people."""
    opened = Counter(told["lid"])
    return ("the lid had to be opened in %d of %d distinct states (%.1f %%); where the firmware "
            "could save as the mains failed in %d of %d" % (
                opened.total(), told["distinct"], 100 * told["lid_share"],
                opened[SAVED], told["states"].get(SAVED, 0)))  # fmt: skip


def _show(told: dict[str, Any], cpu_s: float) -> None:
    """For people."""
    failures = told["failures"]
    show.failures("%s: %s, at %.3f s: %s" % (row["rule"], row["text"], row["at_ms"] / 1000,
                                             row["command"]) for row in failures)  # fmt: skip
    print("%d cuts (%s), %d distinct states run on, %d failed; the slowest hand came %.0f s after "
          "the first key; %.0f CPU s" % (
              told["cuts"], show.counted(Counter(told["tried"])), told["distinct"], len(failures),
              told["slowest_s"], cpu_s))  # fmt: skip
    print("cut in: " + show.counted(Counter(told["phases"]), 12))
    print("faults told afterwards, by cuts: " + show.counted(Counter(told["faults"])))
    print(lid(told))
    print("broken rules: " + show.counted(Counter(row["rule"] for row in failures)))
    if not told["good"] and not failures:
        print("parts are missing", file=sys.stderr)
    print("good" if told["good"] else "FAILED")
