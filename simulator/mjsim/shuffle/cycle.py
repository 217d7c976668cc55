"""One cycle of the study: a full set dropped in a known order, sorted, its walls read back.

The four people sweep their quarters in one after the other, from sides A, B, C and D: a quarter
of the drop order is a sector of the drum as well as a layer of the heap, so what the drum leaves
of either shows. The table is fresh, another one each time unless a number names it, and nobody
plays; what is measured is one whole sort, up to the moment the last stack stands.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from mjsim.plant.mixing import USUAL, mixing_of
from mjsim.plant.unit import TYPICAL
from mjsim.shuffle.statistics.projection import GROUPS, Layout
from mjsim.shuffle.statistics.reading import Reading, read
from mjsim.table import flight
from mjsim.table.session import NotReached, SimTable

SORT_LIMIT_MS = 600_000  # far beyond any sort that ends: the firmware gives up long before
MOVE_LIMIT_MS = 20_000
SWEEP_MS = 1_500  # between two people's sweeps
HATCH_MS = 8_000
STOPPED = ("short", "fault")  # states in which the table waits for a person


class CycleFailed(Exception):
    """A machine did what it must never do; the message says which cycle and what. `recording`:
    the flight recorder's file; none of a machine that stopped."""

    recording = b""


class CycleStopped(CycleFailed):
    """A machine stopped for a person before its walls were built; its tiles are all there."""


@dataclass(frozen=True)
class Cycle:
    """What one process needs to know to run one cycle."""

    name: str  # for messages, as "machine, cycle 7"
    machine: str
    profile: str
    layout: Layout
    seed: int
    mixing: bool = True
    premix_ms: int | None = None
    unit: str = TYPICAL
    figures: str = USUAL  # the set of `mjsim.plant.mixing`


def run_cycle(cycle: Cycle) -> Reading:
    """Run one cycle; `CycleStopped` when the table does not come to full walls by itself."""
    table, drop_rank = sorted_table(cycle)
    walls = [_wall(table, side, drop_rank) for side in range(4)]
    return read(cycle.layout, cycle.layout.line(walls))


def attempt(cycle: Cycle) -> Reading | str:
    """The same; a sentence for a machine that stopped."""
    try:
        return run_cycle(cycle)
    except CycleStopped as stop:
        return str(stop)


def by_quarters(table: SimTable, tiles: list[int]) -> None:
    """Sweep a set in, a quarter from each side, one side after the other."""
    for side in range(GROUPS):
        first, beyond = (-(-edge * len(tiles) // GROUPS) for edge in (side, side + 1))
        table.drop(tiles[first:beyond], side)
        table.run_for(SWEEP_MS)


def sorted_table(
    cycle: Cycle, watch: Callable[[SimTable], None] = lambda table: None,
    sweep: Callable[[SimTable, list[int]], None] = by_quarters,
) -> tuple[SimTable, dict[int, int]]:  # fmt: skip
    """A table with its set sorted, each tile's drop rank; `watch` is called before the drop,
    `sweep` puts the tiles into the open hatch. What fails is run again and recorded."""
    try:
        return _sorted(_table(cycle, 0), cycle, watch, sweep)
    except CycleFailed as failure:
        if isinstance(failure, CycleStopped):
            raise
        again = _table(cycle, flight.RING)
        with suppress(CycleFailed):
            _sorted(again, cycle, watch, sweep)
        failure.recording = flight.left_by(again)
        raise


def _table(cycle: Cycle, record: int) -> SimTable:
    """As the cycle wants it."""
    settings = {}
    if cycle.premix_ms is not None:
        settings = dict.fromkeys(("sort.premix_min_ms", "sort.premix_max_ms"), cycle.premix_ms)
    table = SimTable(cycle.machine, cycle.profile, cycle.seed, settings=settings, unit=cycle.unit,
                     record=record)  # fmt: skip
    table.plant.pick.mixing = cycle.mixing
    table.plant.pick.law = mixing_of(cycle.figures)
    return table


def _sorted(
    table: SimTable, cycle: Cycle, watch: Callable[[SimTable], None],
    sweep: Callable[[SimTable, list[int]], None],
) -> tuple[SimTable, dict[int, int]]:  # fmt: skip
    """The same on this table."""
    watch(table)
    full = list(cycle.layout.stacks)
    try:
        drop_rank = _drop(table, sweep)
        table.run_until(lambda: table.stacks == full or table.state in STOPPED, SORT_LIMIT_MS)
    except NotReached as error:
        raise stopped(cycle, table, str(error)) from error
    if table.violations:
        raise failed(cycle, table.violations[0])
    if table.stacks != full:
        raise stopped(cycle, table, "the table stopped: " + table.summary())
    return table, drop_rank


def stopped(cycle: Cycle, table: SimTable, what: str) -> CycleFailed:
    """The stop of a cycle, with where its tiles are; one that is lost is no stop any more."""
    found = {place: count for place, count in table.plant.counts().items() if count}
    if sum(found.values()) != len(table.plant.where):
        return failed(cycle, f"{what}; of {len(table.plant.where)} tiles {found} are found")
    where = ", ".join(f"{count} {place}" for place, count in found.items())
    return CycleStopped(f"{failed(cycle, what)}; its tiles: {where}")


def failed(cycle: Cycle, what: str) -> CycleFailed:
    """The error of a cycle, with what is needed to run it again."""
    return CycleFailed(f"{cycle.name} (seed {cycle.seed} of {cycle.machine}): {what}")


def _drop(table: SimTable, sweep: Callable[[SimTable, list[int]], None]) -> dict[int, int]:
    """Open, sweep a boxed set in, shut; each tile's drop rank."""
    table.press("elevator")
    table.run_until("ready", MOVE_LIMIT_MS)
    table.press("elevator")
    table.run_until(lambda: table.io("hatch_up"), HATCH_MS)
    tiles = table.boxed_set()
    sweep(table, tiles)
    table.press("elevator")
    table.run_until("sorting", MOVE_LIMIT_MS)
    return {tile: rank for rank, tile in enumerate(tiles)}


def _wall(table: SimTable, side: int, drop_rank: dict[int, int]) -> list[tuple[int, int]]:
    """Drop ranks of a finished wall's stacks, first built first, lower tile first."""
    ranks = [drop_rank[tile] for _, _, tile in table.plant.waiting(side)]
    return list(zip(ranks[::2], ranks[1::2], strict=True))
