"""A tree of runs: one table plays its evening, and at each run's moment a copy of it goes on.

The evening is played once in a copy to learn when its charts change; a run forks at a drawn time,
or a little after a drawn change, so that short phases are met as often as long ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from mjsim.campaign.fork import Lost, elsewhere
from mjsim.campaign.halves import Result, empty, play
from mjsim.campaign.options import TREE, Options, Trunk, options_of
from mjsim.people.habits import Habits
from mjsim.table.hearing import STATE
from mjsim.table.session import SimTable

EVENING_MS = {"four_port": 330_000, "single_port": 700_000, "row_port": 360_000}
"""Two hands and a half."""
STEP_MS = 10_000
OFTEN = "line_"
"""Charts that change hundreds of times in a sort: the others' moments would drown in theirs."""
BEHIND_MS = 1_500
"""How long after a change of state a run may fork."""
CPU_S = 120.0
"""A run that works longer has hung; the longest takes 5 s."""


def plant_trunk(trunk: Trunk, record: int = 0) -> SimTable:
    """The table that runs fork from, at its start; `record`: bytes of its recorder's ring."""
    habits = Habits(play_ms=trunk.play_ms, clumsy=trunk.clumsy, thorough=trunk.thorough)
    return SimTable(trunk.machine, trunk.profile, trunk.seed, players=habits, late=trunk.late,
                    unit=trunk.unit, record=record)  # fmt: skip


def changes(trunk: Trunk) -> list[int]:
    """When the charts of the trunk's evening change, ms."""
    def evening() -> list[int]:
        table = plant_trunk(trunk)
        while table.now_ms < EVENING_MS[trunk.machine]:
            table.run_for(STEP_MS)
        return sorted({raw[1] for raw in table.hearing.raw
                       if raw[2] == STATE and not raw[3].startswith(OFTEN)})  # fmt: skip

    return list(elsewhere(evening, CPU_S))


def moment_of(options: Options, times: list[int]) -> int:
    """When a run forks, ms on the trunk's clock."""
    if options.place < 1:
        return int(options.place * EVENING_MS[options.trunk.machine])
    random = Random("%d moment %d" % (options.seed, options.number))
    return times[int((options.place - 1) * len(times))] + random.randrange(BEHIND_MS)


def _tree(seed: int, tree: int, kinds: tuple[str, ...]) -> list[tuple[int, Options]]:
    """(moment, options) of a tree's runs, in the order of their moments."""
    every = [options_of(seed, number, kinds) for number in range(tree * TREE, (tree + 1) * TREE)]
    times = changes(every[0].trunk)
    return sorted(((moment_of(one, times), one) for one in every),
                  key=lambda row: (row[0], row[1].number))  # fmt: skip


def grow(seed: int, tree: int, numbers: Iterable[int],
         kinds: tuple[str, ...] = (), tell: bool = False) -> Iterator[Result]:  # fmt: skip
    """These runs of a tree, in the order of their moments."""
    wanted = set(numbers)
    table = None
    for moment, options in _tree(seed, tree, kinds):
        table = table or plant_trunk(options.trunk)
        _go(table, moment)
        if options.number in wanted:
            yield branch(table, options, tell)


def trunk_at(wanted: Options, record: int = 0) -> SimTable:
    """The trunk of a run, at the moment where it forks; for a process of its own."""
    table = plant_trunk(wanted.trunk, record)
    for moment, options in _tree(wanted.seed, wanted.number // TREE, wanted.kinds):
        _go(table, moment)
        if options.number == wanted.number:
            return table
    raise LookupError(wanted.number)


def _go(table: SimTable, moment: int) -> None:
    if moment > table.now_ms:
        table.run_to(moment)


def branch(table: SimTable, options: Options, tell: bool = False) -> Result:
    """One run, in a copy; one that hangs or dies is a result as well."""
    def future() -> Any:
        return play(table, options, tell)

    try:
        result: Result = elsewhere(future, CPU_S)
    except Lost as lost:
        rule = "hung" if lost.hung else "traceback"
        result = empty(options, rule, "%s (signal %d)" % (lost, lost.signal), table.now_ms)
    result["moment_ms"] = table.now_ms
    return result
