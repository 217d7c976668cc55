"""`mjsim campaign lasting`: each single wrong, part by part, lasts for five hands.

Is it told, by which fault, after how much use? The fault has to be one that tells of it
(`evening.py`), within its time (`leads.py`). One that nobody is told of needs its reason
(`silent.py`), and no rule of the judge may be broken by it: so it is shown to be harmless.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from textwrap import fill
from typing import Any

from mjsim.campaign import left, show
from mjsim.campaign.evening import may_tell, must_tell
from mjsim.campaign.halves import Result
from mjsim.campaign.options import Options, Trunk, Wrong
from mjsim.campaign.pieces import JOBS, SEED, Pieces, Work, carried, known, within
from mjsim.campaign.plan import SHAPE
from mjsim.campaign.silent import reason_of
from mjsim.campaign.tree import EVENING_MS, branch, plant_trunk
from mjsim.campaign.wrongs import begins_some, those
from mjsim.table.flight import RING
from mjsim.table.session import SimTable
from mjsim.words.names import MACHINES, choose

FIRST_MS = 2_000
"""The firmware has read its inputs once; nothing has moved."""
EVENINGS = 2
"""Five hands: what is told after three sets is told."""
PROFILE = "SHOP-B-136"
PLAY_MS = 10_000
GLUE = "\x01"


@dataclass
class Asked(Work):
    """What `mjsim campaign lasting` was asked for."""

    machine: str = "four_port"
    kinds: tuple[str, ...] = ()
    only: int = -1


class Plan(Pieces):
    """A machine's wrongs, each a piece."""

    def __init__(self, machine: str, kinds: tuple[str, ...], seed: int) -> None:
        self.machine = machine
        self.kinds = kinds
        self.seed = seed
        self.texts = those(self.machine, kinds)

    @property
    def runs(self) -> int:
        """One each."""
        return len(self.texts)

    def as_object(self) -> dict[str, Any]:
        """For JSON."""
        return {"machine": self.machine, "kinds": list(self.kinds), "seed": self.seed,
                "runs": self.runs}

    @property
    def shape(self) -> dict[str, type]:
        """As of a run."""
        return SHAPE

    def options(self, number: int) -> Options:
        """The run of one wrong."""
        trunk = Trunk(self.machine, PROFILE, "typical", "now", self.seed, PLAY_MS, 0.0)
        wrong = Wrong(self.texts[number], 0, EVENINGS * EVENING_MS[self.machine])
        return Options(self.seed, number, trunk, 0.0, (), (wrong,))


def one(plan: Plan, number: int, _done: set[int]) -> Iterator[Result]:
    """One wrong's five hands."""
    yield branch(_begun(plan.options(number)), plan.options(number))


def _begun(options: Options, record: int = 0) -> SimTable:
    """The table on which a wrong begins."""
    table = plant_trunk(options.trunk, record)
    table.run_to(FIRST_MS)
    return table


def lasting(asked: Asked) -> int:
    """All of them, or one; the exit code."""
    machine = choose("machine", asked.machine, MACHINES)
    kinds, wrong = known(asked.kinds, partial(begins_some, machine))
    plan = Plan(machine, kinds, asked.seed)
    within(asked, {"seed": SEED, "jobs": JOBS, "only": (0, plan.runs - 1)})
    if asked.only >= 0:
        results = {asked.only: next(one(plan, asked.only, set()))}
    else:
        results = carried(plan, asked, one, "wrongs")
    rows = [row_of(plan, number, results[number]) for number in sorted(results)]
    for row, number in left.first([pair for pair in zip(rows, sorted(results), strict=True)
                                   if not pair[0]["good"]]):  # fmt: skip
        at_ms = row["failed"][0][2] if row["failed"] else max(row["after_ms"], 0)
        left.of_options(lambda one: _begun(one, RING), plan.options(number), at_ms,
                        "lasting-" + plan.machine)  # fmt: skip
    found = {"plan": plan.as_object(), "good": all(row["good"] for row in rows), "rows": rows}
    if asked.as_json:
        print(json.dumps(found))
    else:
        _show(found)
    return 1 if not found["good"] else 2 if wrong else 0


def row_of(plan: Plan, number: int, result: Result) -> dict[str, Any]:
    """What came of one wrong."""
    text = plan.texts[number]
    told = [done for done in result["done"] if done[0] == text]
    used_ms, code, after_ms = told[0][1:4] if told else (0, "", -1)
    why = "" if code else reason_of(text)
    said = [each[1] for each in result["failed"]] + amiss(text, code, why, result["faults"])
    return {
        "wrong": text, "used_ms": used_ms, "code": code, "after_ms": after_ms, "why": why,
        "failed": result["failed"], "said": said, "good": not said,
        "command": "mjsim campaign lasting --machine %s --seed %d --only %d"
                   % (plan.machine, plan.seed, number)
                   + "".join(" --kind %r" % kind for kind in plan.kinds),
    }  # fmt: skip


def amiss(text: str, code: str, why: str, faults: dict[str, int]) -> list[str]:
    """Sentences about what was told of a wrong, or was not: `code` first, `faults` in all."""
    must = must_tell(text)
    if code and code not in may_tell(text):
        return ["told as %s, which does not look at it" % code]
    if must and not faults.keys() & set(must):
        return ["an evening of it must bring %s" % " or ".join(must)]
    return [] if code or why else ["nobody is told, and nothing says why"]


def _show(found: dict[str, Any]) -> None:
    """For people: the wrongs by what was told of them."""
    rows = found["rows"]
    told: dict[str, list[str]] = {}
    for row in rows:
        after = " %.1f s" % (row["after_ms"] / 1000) if row["code"] else ""
        told.setdefault(row["code"] or row["why"], []).append(row["wrong"] + after)
    count = sum(bool(row["code"]) for row in rows)
    print("%d of %d lasting wrongs were told, by which fault and how soon:" % (count, len(rows)))
    codes = {row["code"] for row in rows}
    for code in sorted(codes - {""}):
        _list(told[code], "  " + code + "  ")
    reasons = [why for why in told if why and why not in codes]
    if reasons:
        print("not told, and why that harms nobody:")
    for why in reasons:
        print(fill(why, show.WIDTH, initial_indent="  ", subsequent_indent="  "))
        _list(told[why], " " * 8)
    show.failures("%s: %s: %s" % (row["wrong"], "; ".join(row["said"]), row["command"])
                  for row in rows if not row["good"])
    print("good" if found["good"] else "not good")


def _list(wrongs: list[str], head: str) -> None:
    """In lines that end between two of them."""
    whole = ", ".join(each.replace(" ", GLUE) for each in wrongs)
    text = fill(whole, show.WIDTH, initial_indent=head, subsequent_indent=" " * 8)
    print(text.replace(GLUE, " "))
