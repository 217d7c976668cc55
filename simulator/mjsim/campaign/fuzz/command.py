"""`mjsim campaign fuzz`: spoil, feed, judge, print. Exit: 0 good, 1 failed, 2 usage."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import Any

from mjsim.campaign import left, show
from mjsim.campaign.fuzz.bench import Bench, good_in
from mjsim.campaign.fuzz.block import BLOCK, Result, judged, tried
from mjsim.campaign.fuzz.lines import line
from mjsim.campaign.fuzz.plan import Plan, blocks
from mjsim.campaign.pieces import JOBS, SEED, Work, carried, within
from mjsim.table import flight

LIMITS = {"runs": (1, 1_000_000_000), "seed": SEED, "jobs": JOBS, "only": (0, 1_000_000_000)}


@dataclass
class Asked(Work):
    """What `mjsim campaign fuzz` was asked for."""

    runs: int = 20_000
    only: int = -1


def fuzz(asked: Asked) -> int:
    """The campaign of spoilt lines, or one of them; its exit code."""
    within(asked, LIMITS)
    if asked.only >= 0:
        return _one(asked)
    plan = Plan(asked.seed, asked.runs)
    results = carried(plan, asked, blocks, "blocks")
    told = total(plan, results)
    for row in left.first(told["failures"]):
        _leave(alone(asked.seed, row["line"]))
    if asked.as_json:
        print(json.dumps(told))
    else:
        _show(told, max(found["grown"] for found in results.values()))
    return 0 if told["good"] else 1


def total(plan: Plan, results: dict[int, Result]) -> dict[str, Any]:
    """The sum of all blocks; the same whoever carried them out."""
    rows = [results[number] for number in sorted(results)]
    failures = [{"line": number, "text": text, "command": plan.command(number)}
                for row in rows for number, text in row["failed"]]  # fmt: skip
    lines = sum(row["lines"] for row in rows)
    return {
        "plan": plan.as_object(),
        "good": not failures and lines == plan.lines,
        "lines": lines,
        "good_lines": sum(row["good"] for row in rows),
        "slowest_ms": max((row["slowest_ms"] for row in rows), default=0),
        "failures": failures,
    }


def _show(told: dict[str, Any], grown: int) -> None:
    """For people."""
    failures = told["failures"]
    show.failures("line %d: %s: %s" % (row["line"], row["text"], row["command"])
                  for row in failures)  # fmt: skip
    print("%d spoilt lines of seed %d, %d lines in them good after all: %d times a promise was "
          "broken" % (told["lines"], told["plan"]["seed"], told["good_lines"],
                      len(failures)))  # fmt: skip
    print("the next good line was answered within %d ms; within a block of %d lines %d blocks of "
          "memory came at most" % (told["slowest_ms"], BLOCK, grown))  # fmt: skip
    if not told["good"] and not failures:
        print("blocks are missing", file=sys.stderr)
    print("good" if told["good"] else "FAILED")


def alone(seed: int, number: int) -> dict[str, Any]:
    """One line on a table of its own; when that is good, after those before it in its block."""
    bench, data = Bench(), line(seed, number)
    how, waited = tried(bench, data)
    after = ""
    if not how:
        first = number - number % BLOCK
        failed = dict(judged(seed, first, number - first + 1)["failed"])
        after = failed.get(number, "")
    return {"seed": seed, "line": number, "data": ascii(data), "good": len(good_in(data)),
            "executed": [ascii(one) for one in bench.executed],
            "answered": [ascii(one) for one in bench.sent],
            "waited_ms": waited, "failed": how, "failed_after_others": after}  # fmt: skip


def _leave(told: dict[str, Any]) -> None:
    """The recording of a line that broke a promise; with those before it, if it is good alone."""
    seed, number = told["seed"], told["line"]
    bench = Bench(flight.RING)
    for each in range(number if told["failed"] else number - number % BLOCK, number + 1):
        tried(bench, line(seed, each))
    flight.leave("fuzz-seed%d-line%d" % (seed, number), flight.left_by(bench.session))


def _one(asked: Asked) -> int:
    """One line, with all that is known of it."""
    told = alone(asked.seed, asked.only)
    failed = bool(told["failed"] or told["failed_after_others"])
    if failed:
        _leave(told)
    if asked.as_json:
        print(json.dumps(told))
        return 1 if failed else 0
    print("line %d of seed %d: %s" % (told["line"], told["seed"], told["data"]))
    print("good lines in it: %d" % told["good"])
    for name in ("executed", "answered"):
        print("%s: %s" % (name, ", ".join(told[name]) or "nothing"))
    if told["failed"]:
        print("a promise was broken: " + told["failed"])
        return 1
    print("the next good line was answered within %d ms" % told["waited_ms"])
    if told["failed_after_others"]:
        print("good alone; after the lines before it in its block: " + told["failed_after_others"])
        return 1
    print("good, alone and after the lines before it in its block")
    return 0
