"""Which cuts are tried, in parts that anybody can carry out alone.

`every`: in the first evening of each machine each write to the memory, torn after each byte, and
each change of any chart; in all evenings so many moments by chance. Without it so many moments in
all, a third of each sort.
"""

from __future__ import annotations

import resource
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from mjsim.board.runner import on_grid
from mjsim.campaign.pieces import Pieces
from mjsim.campaign.powercut.cut import Cut
from mjsim.campaign.powercut.evening import Evening, Moments
from mjsim.campaign.powercut.part import SUMS, Result, carry_out_part
from mjsim.plant.numbers import HOLD_UP_MS
from mjtable.memory.store import SLOT_BYTES

PARTS, FEW = 12, 2
"""Parts of an evening, for many cuts and for few; equal restored states are found within one."""
MANY = 100
"""Moments of an evening."""


@dataclass(frozen=True)
class Plan(Pieces):
    """A campaign of cuts: `evenings` of each machine, seeds counted up from `seed`."""

    seed: int
    machines: tuple[str, ...]
    evenings: int = 1
    chance: int = 300
    every: bool = False

    def as_object(self) -> dict[str, Any]:
        """For JSON."""
        return {**asdict(self), "machines": list(self.machines)}

    @property
    def shape(self) -> dict[str, type]:
        """What a part's result has."""
        sums: dict[str, type] = dict.fromkeys(SUMS, dict)
        return {**sums, "slowest_ms": int, "failed": list, "cpu_s": float}

    @property
    def runs(self) -> int:
        """How many parts there are."""
        return len(self.machines) * self.evenings * self.parts

    @property
    def parts(self) -> int:
        """How many an evening has."""
        many = self.every or self.chance >= MANY * len(self.machines) * self.evenings
        return PARTS if many else FEW

    def evening(self, part: int) -> Evening:
        """The evening that a part belongs to."""
        number = part // self.parts
        machine = self.machines[number % len(self.machines)]
        return Evening(machine, self.seed + number // len(self.machines))

    def share(self, number: int) -> int:
        """How many moments by chance an evening gets."""
        every = self.runs // self.parts
        return self.chance // every + (number < self.chance % every)

    def work(self, part: int, moments: Moments) -> tuple[list[int], list[Cut]]:
        """Of a part: writes to be torn at every byte, and single cuts; in the order of time."""
        number, piece = divmod(part, self.parts)
        evening, share = self.evening(part), self.share(number)
        random = Random("%s %d cuts" % (evening.machine, evening.seed))
        if self.every:
            first = number < len(self.machines)
            writes, changes = (moments.writes, moments.changes) if first else ([], [])
        else:
            share -= 2 * (third := share // 3)
            writes = random.sample(moments.writes, min(third, len(moments.writes)))
            changes = random.sample(moments.changes, min(third, len(moments.changes)))
        cuts = [cut for at_ms in changes for cut in (Cut(at_ms), Cut(at_ms, torn=0))]
        cuts += [by_chance(random, moments.end_ms) for _ in range(share)]
        least, most = (moments.end_ms * at // self.parts for at in (piece, piece + 1))
        return (sorted(at_ms for at_ms in writes if least <= at_ms < most),
                sorted((cut for cut in cuts if least <= cut.at_ms < most), key=_order))


def by_chance(random: Random, end_ms: int) -> Cut:
    """Any moment; the mains fail, or the supply sooner than designed, or the board at once."""
    at_ms = on_grid(random.randrange(end_ms - 4))
    hold_ms = random.choice((HOLD_UP_MS, HOLD_UP_MS, random.randrange(1, HOLD_UP_MS)))
    torn = random.randrange(SLOT_BYTES + 1)
    return Cut(at_ms, torn=torn) if random.random() < 0.4 else Cut(at_ms, hold_ms)


def used_s() -> float:
    """Seconds of work of this process and of the copies it made; no part of any verdict."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def _order(cut: Cut) -> tuple[int, int, int]:
    return cut.at_ms, cut.torn, cut.hold_ms


def parts(plan: Plan, part: int, _done: Iterable[int]) -> Iterator[Result]:
    """The result of a part."""
    evening = plan.evening(part)
    writes, cuts = plan.work(part, evening.moments())
    before = used_s()
    found = carry_out_part(evening, writes, cuts)
    yield {"run": part, **found, "cpu_s": round(used_s() - before, 1)}
