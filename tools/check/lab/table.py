"""The table on the chip as its people have it: plant, keys, tiles; time is the emulated chip's.

Time here begins with the firmware's first scan, 5 ms before its end: that is where the simulated
table's begins, so that the same people with the same plant can be compared.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from mjsim.board.runner import SCAN_MS, on_grid
from mjsim.people.habits import Habits
from mjsim.people.people import SETS, People
from mjsim.table.hands import Hands
from mjsim.table.session import SETTLE_MS, switch_of
from mjsim.words import vocabulary
from mjsim.words.names import choose
from mjtable.game import profiles
from tools.check.emulate.world import World
from tools.check.lab.sight import Late

MUX = 7 << 8
"""Outputs that choose what the ADC measures: they change in every scan, and move nothing."""


class ChipTable(Hands):
    """`world` holds the plant and speaks to the chip; nothing happens before `start`."""

    def __init__(self, machine: str, profile: str, seed: int, habits: Habits) -> None:
        self.world = World(machine, True, seed)
        self.plant = self.world.machine
        name = choose("profile", profile, vocabulary.profiles())
        self.profile_index = profiles.index_of(name)
        self.table = self.board = None
        self.runner = SimpleNamespace(now_ms=0, wake=lambda: None)
        self.start_us = -1
        self.shown: list[tuple[int, int, int]] = []
        """(ms, motors, aux) whenever one of the two changed at the outputs."""
        self._boxed = [name for name in SETS if name not in self.plant.tile_set]
        self._taken: list[int] = []
        self._chance = random.Random("%d people" % seed)
        self._actions: list[tuple[int, int, Callable[[], None]]] = []
        self._action = 0
        self.turn_switch(switch_of(self.profile_index))
        self.plant.dice_count = profiles.dice(self.profile_index)
        self.plant.stops[:] = [profiles.stacks(self.profile_index, side) for side in range(4)]
        self.plant.mains_on()
        self.seen = Late(self)
        self.people = People(self.seen, seed, habits)
        self.people.next_ms = SETTLE_MS

    def start(self, us: int) -> None:
        """The first scan ended at `us` of the chip's time."""
        self.start_us = us - SCAN_MS * 1000
        self.shown = [(0, 0, 0)]

    def after(self, ms: int, action: Callable[[], None]) -> None:
        """Call `action` when `ms` have passed."""
        self._action += 1
        heapq.heappush(self._actions, (on_grid(self.now_ms + ms), self._action, action))

    def exchange(self, out: dict[str, Any]) -> dict[str, Any]:
        """The outputs take effect, people act; the answer is what the inputs are."""
        us = max(0, out["us"] - self.start_us) if self.start_us >= 0 else 0
        self.world.exchange({**out, "us": us})
        self.runner.now_ms = now = self.world.now_ms
        motors, aux = self.plant.motors, self.plant.aux & ~MUX
        if self.start_us >= 0 and (motors, aux) != self.shown[-1][1:]:
            self.shown.append((now, motors, aux))
        if self.start_us >= 0:
            self._act(now)
        reply = self.world.exchange({**out, "us": us})
        reply["until_us"] = min(reply["until_us"], self._next_ms() * 1000) + max(0, self.start_us)
        return reply

    def _act(self, now: int) -> None:
        """Whatever is due, each at its own time: the chip's answer comes up to 1 ms after that."""
        while self._next_ms() <= now:
            self.runner.now_ms = self._next_ms()
            if self._actions and self._actions[0][0] <= self.runner.now_ms:
                heapq.heappop(self._actions)[2]()
            else:
                self.people.act()
        self.runner.now_ms = now

    def _next_ms(self) -> int:
        people = on_grid(self.people.next_ms)
        return min(self._actions[0][0], people) if self._actions else people
