"""A machine at rest: every input at its idle level, motors that turn nothing, a working stop loop.

It offers what the emulation needs of the simulator's plant (`mjsim.plant`), and no more.
"""

from __future__ import annotations

from mjsim.generated import constants as C
from mjsim.plant.numbers import K1_CLOSE_MS, NEVER, ROOM_DC

INDEX = {name: index for index, name in enumerate(C.INPUTS) if name}


class IdleMachine:
    """`level` is logical, as in the I/O map; `set_input` changes a key or a switch."""

    def __init__(self, machine: str) -> None:
        self.level = bytearray(C.IDLE_OF[C.MACHINES.index(machine)])
        self.now = 0
        self.next_ms = NEVER
        self.motors = self.drawn = 0
        self.k1 = self.armed = False
        self.has_mains = self.logic_ok = True
        self.mains_dhz = C.MAINS_HZ * 10
        self.amps_a_ma = self.amps_b_ma = 0
        self.temp_hs_dc = self.temp_bay_dc = ROOM_DC
        self.violations: list[str] = []
        self._show()

    def _show(self) -> None:
        """The inputs that tell of the motor bus."""
        self.set_input("safe_fb", self.armed)
        self.set_input("k1_mir", not self.k1)
        self.set_input("lmot_fb", self.k1 and self.has_mains)
        self.drawn = self.motors if self.k1 and self.has_mains else 0

    def set_input(self, name: str, on: object) -> None:
        """A key or switch by its name in the I/O map; the lid opens the stop loop too."""
        byte, mask = INDEX[name] >> 3, 1 << (INDEX[name] & 7)
        self.level[byte] = self.level[byte] | mask if on else self.level[byte] & ~mask
        if name == "lid":
            self.set_input("loop_raw", not on)
        if name == "loop_raw" and not on:
            self.arm(0, self.now)

    def advance(self, t_ms: int) -> None:
        """Time passes: the relay closes when it is due."""
        self.now = t_ms
        if self.next_ms <= t_ms:
            self.next_ms = NEVER
            self.k1 = self.armed
            self._show()

    def write(self, motors: int, aux: int, t_ms: int) -> None:
        """The output image."""
        self.advance(t_ms)
        self.motors = motors
        self._show()

    def arm(self, on: object, t_ms: int) -> None:
        """Motor power asked for; refused while the loop is open."""
        self.advance(t_ms)
        loop = INDEX["loop_raw"]
        self.armed = bool(on) and bool(self.level[loop >> 3] >> (loop & 7) & 1)
        self.k1 = self.k1 and self.armed
        self.next_ms = t_ms + K1_CLOSE_MS if self.armed and not self.k1 else NEVER
        self._show()

    def emit(self, on: object, t_ms: int) -> None:
        """Supply of the optical emitters: there is nothing to see either way."""

    def mains_off(self) -> None:
        """The plug is pulled: the controller goes on, on nothing."""
        self.has_mains = False
        self._show()

    def mains_on(self) -> None:
        """The plug is in again."""
        self.has_mains = True
        self._show()
