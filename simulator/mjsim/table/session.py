"""`SimTable`: a whole simulated table with the verbs of the trade, for tests and tools.

    table = SimTable(profile="YEE", seed=3)
    table.press("elevator"); table.run_until("ready", 20_000)
    table.load(); table.run_until("ready", 150_000)

Time is virtual and moves only in `run_for`, `run_until` and the verbs built on them; all times are
ms since the start. `left`: a machine put away before; `record`: bytes of its recorder's ring.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable
from typing import Any

from mjsim.board import quick
from mjsim.board.board import MemoryStore, VirtualBoard
from mjsim.board.eventlog import EventLog
from mjsim.board.runner import on_grid
from mjsim.people.habits import Habits
from mjsim.people.people import SETS, People
from mjsim.plant.unit import TYPICAL, Unit
from mjsim.table import flight
from mjsim.table.hands import Hands
from mjsim.table.hearing import Hearing
from mjsim.table.machine_file import freeze
from mjsim.table.making import make_plant, make_runner, switch_of
from mjsim.table.timing import Timing
from mjsim.table.upsets import Upsets
from mjsim.table.waiting import NotReached, Waiting
from mjsim.words import vocabulary
from mjsim.words.names import MACHINES, choose
from mjtable.game import profiles
from mjtable.generated.setting_table import (
    NAMES,
    S_POWER_BUDGET_MW,
    S_POWER_PEAK_MW,
    S_POWER_START_GAP_MS,
)
from mjtable.table import Table

SETTLE_MS = 100
"""From power-on until somebody touches a key: one down in the first scan means another thing."""


class SimTable(Waiting, Hands):
    """One machine, one board, the tiles and perhaps people."""

    people: People | None

    def __init__(
        self,
        machine: str = "four_port",
        profile: str = "SHOP-B-136",
        seed: int = 0,
        store: Any = None,
        fixed: bool = False,
        players: Habits | None = None,
        offset_ms: int = 0,
        settings: dict[str, int] | None = None,
        log: EventLog | None = None,
        powered: bool = True,
        left: bytes | None = None,
        late: str = "none",
        unit: str | Unit = TYPICAL,
        record: int = 0,
    ) -> None:
        self.late, self._record = late, record
        self.machine = choose("machine", machine, MACHINES)
        name = choose("profile", profile, vocabulary.profiles())
        self.profile_name, self.profile_index = name, profiles.index_of(name)
        self.seed = seed
        self.store = MemoryStore() if store is None else store
        self.plant = make_plant(self.machine, seed, unit, left)
        self.start_ms, self._busy_before = on_grid(self.plant.now), self.plant.busy_ms
        self._hear(log)
        self._stand_off()
        self._settings = vocabulary.checked_settings(self._of_its_heads() | (settings or {}))
        self._boxed = [name for name in SETS if name not in self.plant.tile_set]
        self._taken = self._lost()
        self._chance = random.Random("%d people" % seed)
        self.runner = make_runner(self.plant, late, seed, fixed, offset_ms, log)
        self.runner.now_ms = self.start_ms
        self.upsets, self.timing = Upsets(self), Timing(self.after, self._do)
        self.turn_switch(switch_of(self.profile_index))
        self.plant.dice_count = profiles.dice(self.profile_index)
        self._begin(powered, players)

    def _begin(self, powered: bool, players: Habits | None) -> None:
        """Power on, people come."""
        if powered:
            self.plant.mains_on()
            self._boot("power")
            self.run_for(SETTLE_MS)
        if players is not None:
            self.people = People(self, self.seed, players)
            self.people.next_ms = self.now_ms

    def _stand_off(self) -> None:
        """No board runs yet, nobody is there, nothing is planned."""
        self.table: Any = None
        self.board: Any = None
        self.people = None
        self.boots = 0
        self._actions: list[tuple[int, int, Callable[[], None]]] = []
        self._action = 0

    def _hear(self, log: EventLog | None) -> None:
        """Hear the dice, and the walls that come up."""
        self.hearing = Hearing(self.plant, log)
        self.hearing.listen(self._rolled, ("dice",))
        self.hearing.listen(self._put_dice_in, ("walls",))
        self.dice_ms = 0

    def _of_its_heads(self) -> dict[str, int]:
        """A row-stacking machine: the setting that a technician has made; people set the stops."""
        if self.plant.tiles_a_push == 2:
            return {}
        self.hearing.listen(self._set_stops, (), ("sorter",))
        return {"head.tiles_a_push": self.plant.tiles_a_push}

    # power

    def _boot(self, cause: str) -> None:
        """Start the firmware: a new board and a new table on the same plant and store."""
        self.board = VirtualBoard(self.plant, self.store, cause)
        self.upsets.begin(self.board, cause)
        self.table = Table(self.board.inputs.machine, self.store)
        quick.use_lists(self.table)
        self.hearing.connect(self.table.events)
        for name, value in self._settings.items():
            self.table.settings.set(NAMES.index(name), value)
        self.boots += 1
        self.runner.power(self.board, self.table)
        if self._record:
            flight.begin(self.table, self.board, self._record)

    def power_off(self) -> None:
        """Pull the plug and wait until the controller is dead (its hold-up time)."""
        if self.table is None:
            return
        self.plant.mains_off()
        for _ in range(400):
            self.run_for(5)
            if self.table is None:
                return
        raise NotReached("the controller still runs 2 s after the mains were cut")

    def power_on(self) -> None:
        """Put the plug in: the firmware starts from nothing but its store."""
        if self.table is None and self.upsets.wakes_ms < 0:
            self.plant.mains_on()
            self._boot("power")

    def lose_program(self) -> None:
        """The firmware runs no more, whatever its outputs are."""
        self.table = self.board = None
        self.runner.power(None, None)

    def put_away(self) -> bytes:
        """The end of an evening: power off; the machine as it stands, for the next (`left`)."""
        self.power_off()
        return freeze(self.plant)

    @property
    def busy_ms(self) -> int:
        """Time with any motor commanded or moving, since this evening's start."""
        return int(self.plant.busy_ms) - self._busy_before

    def power_cut(self, ms: int) -> None:
        """Take the mains away for `ms`; a real restart when that outlasts the hold-up."""
        if self.table is None and self.upsets.wakes_ms < 0:
            self.run_for(ms)
            self.power_on()
            return
        self.plant.mains_off()
        self.run_for(ms)
        self.plant.mains_on()
        if self.table is None:
            self._boot("power")

    # time

    def run_for(self, ms: int) -> None:
        """Let `ms` of virtual time pass (rounded up to the scan grid)."""
        self.run_to(self.runner.now_ms + ms)

    def run_to(self, end_ms: int) -> None:
        """Let time pass to `end_ms`; people and timed actions act on the way."""
        runner = self.runner
        end_ms = on_grid(end_ms)
        self._rate()
        while runner.now_ms < end_ms:
            at = end_ms
            if self._actions and self._actions[0][0] < at:
                at = self._actions[0][0]  # on the grid already
            if self.people is not None and self.people.next_ms < at:
                at = on_grid(self.people.next_ms)
            if at > runner.now_ms:
                runner.run_until(at)
                self._check_supply()
                if self._record and self.table is not None:
                    flight.keep(self.table)
            self._act()

    def _rate(self) -> None:
        """The plant allows what the table's settings say, and never less than before."""
        if self.table is not None:
            value, plant = self.table.settings.value, self.plant
            plant.limit_run_mw = max(plant.limit_run_mw, value[S_POWER_BUDGET_MW])
            plant.limit_start_mw = max(plant.limit_start_mw, value[S_POWER_PEAK_MW])
            plant.limit_gap_ms = min(plant.limit_gap_ms, value[S_POWER_START_GAP_MS])

    def _act(self) -> None:
        now = self.runner.now_ms
        while self._actions and self._actions[0][0] <= now:
            heapq.heappop(self._actions)[2]()
        people = self.people
        while people is not None and people.next_ms <= now:
            people.act()

    def _check_supply(self) -> None:
        """The controller lost its supply, or got it back."""
        if not self.plant.logic_ok:
            self.upsets.unplug()
            if self.table is not None:
                self.lose_program()
        elif self.table is None and self.boots and self.upsets.wakes_ms <= self.now_ms:
            self._boot("power" if self.upsets.wakes_ms < 0 else "watchdog")

    def after(self, ms: int, action: Callable[[], None]) -> None:
        """Call `action` when `ms` have passed."""
        self._action += 1
        heapq.heappush(self._actions, (on_grid(self.now_ms + ms), self._action, action))

    def recording(self) -> bytes:
        """The flight recorder's file, as `mjsim replay` reads it; of a table made to `record`."""
        return flight.recording(self).content()

    # events

    @property
    def events(self) -> list[dict[str, Any]]:
        """Every event of the firmware since the start, as dicts."""
        return self.hearing.events()

    def _rolled(self, event: dict[str, Any]) -> None:
        self.dice_ms = event["t_ms"]
