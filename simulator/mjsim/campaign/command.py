"""`mjsim campaign faults`: draw, carry out, judge, print. Exit: 0 good, 1 failed, 2 usage."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from math import inf

from mjsim.campaign import left, show
from mjsim.campaign.bisect import lost_at
from mjsim.campaign.halves import Result
from mjsim.campaign.options import TREE, Options
from mjsim.campaign.pieces import JOBS, SEED, Work, known, within
from mjsim.campaign.plan import Plan
from mjsim.campaign.store import Kept
from mjsim.campaign.tree import grow, trunk_at
from mjsim.campaign.verdict import Verdict
from mjsim.campaign.workers import carry_out, ended_once
from mjsim.campaign.wrongs import KINDS
from mjsim.plant import inject
from mjsim.table.flight import RING
from mjsim.words.names import UsageError

LIMITS = {"runs": (1, 10_000_000), "jobs": JOBS, "only": (0, 10_000_000), "seed": SEED}


@dataclass
class Asked(Work):
    """What `mjsim campaign` was asked for."""

    runs: int = 200
    kinds: tuple[str, ...] = ()
    only: int = -1
    seconds: float = 0.0
    bisect: bool = True


def faults(asked: Asked) -> int:
    """The campaign of faults; its exit code."""
    _check(asked)
    kinds, wrong = known(asked.kinds, _spelled)
    plan = Plan(asked.seed, asked.runs, kinds)
    if asked.only >= 0:
        return _one(plan, asked)
    begun = time.monotonic()
    with (ended_once(), Kept(asked.keep, plan) as kept,
          show.progress(asked.as_json, plan.runs) as bar):  # fmt: skip
        bar.start(len(kept.results))
        for result in carry_out(plan, asked.jobs, set(kept.results), asked.scheduler):
            kept.add(result)
            bar.step(result["failed"])
            if asked.seconds and time.monotonic() - begun > asked.seconds:
                break
        plan = Plan(plan.seed, len(kept.results), plan.kinds) if asked.seconds else plan
        verdict = Verdict(plan, kept.results)
        if asked.bisect:
            verdict.bisect()
    for result in left.first(verdict.failures):
        _leave(plan.options(result["run"]), result)
    if asked.as_json:
        print(json.dumps(verdict.as_object()))
    else:
        show.verdict(verdict, time.monotonic() - begun)
    return 1 if not verdict.good else 2 if wrong else 0


def _check(asked: Asked) -> None:
    """Numbers within their ranges, or a sentence."""
    within(asked, LIMITS)
    if not 0 <= asked.seconds < inf:
        raise UsageError("--seconds %.1f: give a number of seconds, 0 for no limit"
                         % asked.seconds)  # fmt: skip


def _spelled(word: str) -> str:
    """A kind, or a wrong as a campaign writes it; `InjectError` for another."""
    if (kind := " ".join(word.lower().split())) in KINDS:
        return kind
    cause = inject.parse(word)
    if cause.undo:
        raise inject.InjectError("that puts something right; write what goes wrong")
    return cause.text


def _one(plan: Plan, asked: Asked) -> int:
    """One run alone, with all that is known of it."""
    number = asked.only
    result = next(grow(plan.seed, number // TREE, [number], plan.kinds, True))
    options = plan.options(number)
    if result["failed"] and asked.bisect:
        result["lost"] = lost_at(options, result)
    if result["failed"]:
        _leave(options, result)
    if asked.as_json:
        print(json.dumps({"options": options.as_object(), "result": result}))
    else:
        show.one(options, result)
    return 1 if result["failed"] else 0


def _leave(options: Options, result: Result) -> None:
    """The recording of a failed run."""
    left.of_options(lambda one: trunk_at(one, RING), options, result["failed"][0][2],
                    "faults")  # fmt: skip
