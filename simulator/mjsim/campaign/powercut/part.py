"""A part of an evening: its cuts in the order of time, each in a copy of the live table."""

from __future__ import annotations

from collections import Counter
from dataclasses import astuple
from typing import Any

from mjsim.campaign.powercut.cut import Cut
from mjsim.campaign.powercut.evening import Evening, Live
from mjsim.campaign.powercut.play import branch
from mjsim.campaign.powercut.witness import UNDER_THE_LID
from mjsim.campaign.visits import stand

Result = dict[str, Any]
SUMS = ("tried", "phases", "faults", "states", "lid")
"""What a part counts by names."""
AT_ONCE, SAVED = "dead at once", "mains fail"
"""Whether the firmware could save before it died (`Cut.at_once`)."""


class Part:
    """Counts what is tried, and what differed."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.live = evening.begin()
        self.seen: set[str] = set()
        self.tried: Counter[str] = Counter()
        self.phases: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self.states: Counter[str] = Counter()  # distinct ones, by how the power went
        self.lid: Counter[str] = Counter()  # of them: a person opened the lid
        self.slowest_ms = 0
        self.failed: list[list[Any]] = []

    def tear(self, at_ms: int) -> None:
        """A write: dead at once after each byte of it; and the mains fail as it begins."""
        self.live.run_to(at_ms)
        self.single(Cut(at_ms), "writes")
        for torn, alike in different(self.live).items():
            self.tried["torn bytes"] += alike - 1
            self.single(Cut(at_ms, torn=torn), "torn bytes")

    def single(self, cut: Cut, kind: str) -> None:
        """One cut."""
        self.live.run_to(cut.at_ms)
        result = branch(self.live, cut, self.seen)
        self.tried[kind] += 1
        self.phases[stand(self.live.table)] += 1
        if not result["again"]:
            how = AT_ONCE if cut.at_once else SAVED
            self.states[how] += 1
            self.lid[how] += not UNDER_THE_LID.isdisjoint(result["faults"])
        self.faults.update(set(result["faults"]))
        self.slowest_ms = max(self.slowest_ms, result["took_ms"])
        if result["failed"]:
            where = [self.evening.machine, self.evening.seed, *astuple(cut)]
            self.failed.append([*result["failed"][0], where])


def different(live: Live) -> dict[int, int]:
    """Numbers of arriving bytes that leave a memory of their own: how many leave the same."""
    first: dict[object, int] = {}
    alike: Counter[int] = Counter()
    for torn in range(live.memory.pending() + 1):
        found = live.memory.after(torn).restored()
        alike[first.setdefault(found, torn)] += 1
    return dict(alike)


def carry_out_part(evening: Evening, writes: list[int], cuts: list[Cut]) -> Result:
    """Everything that is to be tried in a part; without anything, nothing."""
    part = Part(evening) if writes or cuts else None
    todo = sorted([(at_ms, 0, None) for at_ms in writes]
                  + [(cut.at_ms, number + 1, cut) for number, cut in enumerate(cuts)],
                  key=lambda row: row[:2])  # fmt: skip
    for at_ms, _, cut in todo:
        assert part is not None
        if cut is None:
            part.tear(at_ms)
        else:
            part.single(cut, "moments")
    if part is None:
        return {**{name: {} for name in SUMS}, "slowest_ms": 0, "failed": []}
    return {**{name: dict(getattr(part, name)) for name in SUMS},
            "slowest_ms": part.slowest_ms, "failed": part.failed}  # fmt: skip
