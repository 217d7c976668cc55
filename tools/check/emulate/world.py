"""What the emulated board is wired to: the machine's inputs for its outputs, moment by moment."""

from __future__ import annotations

import heapq
from typing import Any

from hal.pinmap import INVERT
from mjsim.generated import constants as C
from mjsim.people.people import SETS
from mjsim.plant import Plant
from mjsim.plant.numbers import current_ma
from mjsim.words.names import UsageError, choose
from tools.check.emulate.idle_machine import IdleMachine

LOOK_MS = 20
"""Longest time the board runs on without asking: how late a key press may come."""
LEAK_MA = 5
"""What the snubbers of a group draw while the motor bus is live (design hardware §1.3)."""
GROUPS = (0x00FF, 0xFF00)
AGAIN = {"marker": "mark", "service": "svc"}
KEYS = ("elevator", "elevator2", "marker", "service", "reset", "chain_rev", "dice_a", "dice_b",
        "dice_c", "dice_d")  # fmt: skip


class World:
    """`machine` is one of mjsim's; `plant` True: with motors that move things."""

    def __init__(self, machine: str = "four_port", plant: bool = False, seed: int = 1) -> None:
        machine = choose("machine", machine, C.MACHINES)
        self.machine: Any = Plant(machine, seed) if plant else IdleMachine(machine)
        self.plant = plant
        self.power = True
        self.now_ms = 0
        self._later: list[tuple[int, str]] = []
        self._shown: tuple[int, ...] = ()
        self._told = 0

    def exchange(self, out: dict[str, Any]) -> dict[str, Any]:
        """The outputs at `out["us"]` take effect; the answer is what the inputs are."""
        machine = self.machine
        now = self.now_ms = max(self.now_ms, out["us"] // 1000)
        machine.advance(now)
        o0, o1, o2, o3 = out["out"]
        motors = o0 | o1 << 8 | out["dice"] << C.M_DICE
        shown = (motors, o2 | o3 << 8, out["arm"], out["emit"])
        if shown != self._shown:
            self._shown = shown
            machine.emit(out["emit"], now)
            machine.write(motors, o2 | o3 << 8, now)
            machine.arm(out["arm"], now)
        while self._later and self._later[0][0] <= now:
            machine.set_input(heapq.heappop(self._later)[1], 0)
        return self._inputs(now)

    def _inputs(self, now: int) -> dict[str, Any]:
        machine = self.machine
        soon = min(machine.next_ms, now + LOOK_MS)
        return {
            "raw": [level ^ flip for level, flip in zip(machine.level, INVERT, strict=True)],
            "power": bool(self.power and machine.logic_ok),
            "mains": bool(machine.has_mains),
            "bus": bool(machine.k1 and machine.has_mains),
            "dhz": machine.mains_dhz,
            "ma": [self._current(group) for group in (0, 1)],
            "dc": [machine.temp_hs_dc, machine.temp_bay_dc],
            "until_us": max(soon, now + 1) * 1000,
        }

    def _current(self, group: int) -> int:
        """mA rms of a motor group: what runs, the snubbers, and what is wrong."""
        machine = self.machine
        if not (machine.k1 and machine.has_mains):
            return 0
        drawn = machine.drawn & GROUPS[group]
        running = sum(
            current_ma(C.MOTOR_RUN_MW[motor]) for motor in range(C.M_DICE) if drawn >> motor & 1
        )
        wrong: int = (machine.amps_a_ma, machine.amps_b_ma)[group]
        return max(0, running + LEAK_MA + wrong)

    def press(self, key: str, ms: int) -> str:
        """A key goes down, and up again in `ms`; its full name."""
        name = choose("key", key, KEYS)
        name_of_input = AGAIN.get(name, name)
        self.machine.set_input(name_of_input, 1)
        heapq.heappush(self._later, (self.now_ms + ms, name_of_input))
        return name

    def set_input(self, name: str, on: bool) -> str:
        """An input stays at a level until it is set again; its full name."""
        name = choose("input", name, [item for item in C.INPUTS if item])
        self.machine.set_input(name, on)
        return name

    def mains(self, on: bool) -> None:
        """The plug."""
        if on:
            self.machine.mains_on()
        else:
            self.machine.mains_off()

    def sweep(self, tiles: int) -> str:
        """People sweep what lies on the table, or a new set, through the open hatch."""
        machine = self.machine
        if not self.plant:
            raise UsageError("there are no tiles without --plant")
        if not machine.input("hatch_up"):
            raise UsageError("the hatch is not open; press elevator opens it")
        if machine.set_in_works:
            raise UsageError("the %s set is being sorted already" % machine.set_in_works)
        swept = machine.table_tiles() or machine.hand_tiles()
        boxed = [name for name in SETS if name not in machine.tile_set]
        if not swept and not boxed:
            raise UsageError("both sets are in the machine")
        machine.drop(swept or machine.new_set(boxed[0], tiles))
        return "%d tiles swept in" % len(swept or range(tiles))

    def news(self) -> list[str]:
        """What broke the laws of physics since the last call."""
        fresh = self.machine.violations[self._told :]
        self._told += len(fresh)
        return list(fresh)
