"""One sort by the whole simulation: when each port took which tile, and where it went."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np

from mjsim.generated import constants as C
from mjsim.plant.loose import TWO_PI
from mjsim.plant.mixing import Mixing
from mjsim.shuffle.cycle import SWEEP_MS, Cycle, CycleStopped, by_quarters, sorted_table
from mjsim.shuffle.statistics.projection import Layout
from mjsim.shuffle.study import cycle_seed
from mjstudy.replay.loads import LOADS, Load
from mjtable.generated.setting_table import S_SORT_PREMIX_MAX_MS, S_SORT_PREMIX_MIN_MS

COLUMNS = {"turned_ms": np.float32, "port": np.float32, "line": np.int8, "place": np.int16}


@dataclass(frozen=True)
class What:
    """Whose timelines: all that they depend on besides the firmware."""

    machine: str
    profile: str
    seed: int
    unit: str = "typical"
    premix_ms: int | None = None

    @property
    def name(self) -> str:
        """Of its files: all that they hang on but the sources."""
        told = json.dumps(vars(self), sort_keys=True).encode()
        return f"{self.machine}-{self.profile}-{hashlib.sha256(told).hexdigest()[:8]}"

    @property
    def layout(self) -> Layout:
        """The walls of this profile on this machine."""
        from mjsim.shuffle.shuffle import plan_of

        return plan_of(self.machine, self.profile, 1, self.seed).layout

    def cycle(self, number: int) -> Cycle:
        """The sort that timeline `number` records."""
        return Cycle("timeline %d" % number, self.machine, self.profile, self.layout,
                     cycle_seed(self.seed, "timelines", number), True, self.premix_ms,
                     self.unit)  # fmt: skip


class Sort(NamedTuple):
    """One whole sort: its columns, how many tiles were returned, and as drop ranks (n,) which tile
    each pick took, and which stands at each place of the wall line."""

    columns: dict[str, np.ndarray]
    returned: int
    taken: np.ndarray
    wall: np.ndarray


def record(what: What, number: int) -> tuple[dict[str, np.ndarray], int] | str:
    """One sort's columns and how many tiles were returned; a sentence when the table stopped."""
    try:
        sort = whole(what, number)
    except CycleStopped as stop:
        return str(stop)
    return sort.columns, sort.returned


@lru_cache(maxsize=512)
def whole(what: What, number: int, law: Mixing | None = None, load: str = "",
          add_ms: int = 0) -> Sort:  # fmt: skip
    """One sort by the whole simulation: `law` of the drum, the usual one unless given; tiles lie
    in it as the load of batch 0 has it, "" as they are recorded; a pre-mix longer by `add_ms`.
    `CycleStopped` when the table stopped for a person."""
    log: list[tuple[int, int, int, float]] = []
    began = [0]

    def watch(table: Any) -> None:
        table.plant.pick.log = log
        if law is not None:
            table.plant.pick.law = law
        for setting in (S_SORT_PREMIX_MIN_MS, S_SORT_PREMIX_MAX_MS):
            table.table.settings.value[setting] += add_ms
        began[0] = table.plant.pick.turned(table.plant.now)

    sweep = partial(_swept_in, load=LOADS[load](what.layout.n, 0)) if load else by_quarters
    table, drop_rank = sorted_table(what.cycle(number), watch, sweep)
    line = what.layout.line([_stacks(table, side) for side in range(4)])
    place = {tile: at for at, tile in enumerate(line)}
    last = {tile: at for at, (tile, *_) in enumerate(log)}
    kept = [row for at, row in enumerate(log) if last[row[0]] == at and row[0] in place]
    rows = {
        "turned_ms": [turned - began[0] for _, turned, _, _ in kept],
        "port": [TWO_PI * port / len(C.SIDES) - angle for _, _, port, angle in kept],
        "line": [port for _, _, port, _ in kept],
        "place": [place[tile] for tile, *_ in kept],
    }
    columns = {name: np.array(rows[name]).astype(kind) for name, kind in COLUMNS.items()}
    taken, wall = ([drop_rank[tile] for tile in tiles]
                   for tiles in ((tile for tile, *_ in kept), line))  # fmt: skip
    return Sort(columns, len(log) - len(kept), np.array(taken), np.array(wall))


def _swept_in(table: Any, tiles: list[int], load: Load) -> None:
    """All at once, each from its side, or from any; what fell early has been turned since."""
    pick = table.plant.pick
    any_side = table.plant.sweeping.randrange
    table.plant.drop(tiles, [int(side) if load.wide == 1 else any_side(len(C.SIDES))
                             for side in load.side])  # fmt: skip
    for tile, ms in zip(tiles, load.early_ms.tolist(), strict=True):
        pick.seen[tile] -= int(ms)
        pick.parts[tile] -= ms
    table.run_for(SWEEP_MS * len(C.SIDES))


def _stacks(table: Any, side: int) -> list[tuple[int, int]]:
    tiles = [tile for _, _, tile in table.plant.waiting(side)]
    return list(zip(tiles[::2], tiles[1::2], strict=True))
