"""A block: a thousand spoilt lines on a table of their own, so that nothing comes before it."""

from __future__ import annotations

import gc
import sys
from typing import Any

from mjsim.campaign.fuzz.bench import Bad, Bench, good_in
from mjsim.campaign.fuzz.lines import line

BLOCK = 1_000
WARM = 200
"""Lines until a table has all that it keeps; memory is looked at then, and at the end."""
GROWN = 50
"""Blocks of memory that may come between; about ten do, whatever the firmware does."""
Result = dict[str, Any]


class Memory:
    """How many blocks of memory have come since a table was warm."""

    def __init__(self) -> None:
        self.heard = self.warm = 0

    def step(self) -> None:
        """One more line was heard."""
        self.heard += 1
        if self.heard == WARM:
            self.warm = _allocated()

    def grown(self) -> int:
        """How many; 0 before it is warm."""
        return max(0, _allocated() - self.warm) if self.warm else 0


def _allocated() -> int:
    gc.collect()
    return sys.getallocatedblocks()


def tried(bench: Bench, data: bytes) -> tuple[str, int]:
    """How a promise was broken, "" when none was; ms until the next good line was answered."""
    try:
        return "", bench.judge(data)
    except Bad as problem:
        return str(problem), 0
    except Exception as problem:  # noqa: BLE001 - whatever escapes is what is looked for
        return "it was thrown out by %r" % problem, 0


def judged(seed: int, first: int, count: int) -> Result:
    """Lines `first` to `first + count` of a seed; a new table after a promise was broken."""
    bench, memory = Bench(), Memory()
    good = slowest = 0
    failed: list[tuple[int, str]] = []
    for number in range(first, first + count):
        data = line(seed, number)
        good += len(good_in(data))
        how, waited = tried(bench, data)
        slowest = max(slowest, waited)
        memory.step()
        if how:
            failed.append((number, how))
            bench, memory = Bench(), Memory()
    grown = memory.grown()
    if grown > GROWN:
        failed.append((first + count - 1, "memory grew by more than %d blocks" % GROWN))
    return {"lines": count, "good": good, "slowest_ms": slowest, "grown": grown,
            "failed": [list(row) for row in failed]}  # fmt: skip
