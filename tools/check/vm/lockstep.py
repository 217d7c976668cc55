"""The plant and the firmware in the VM, scan by scan, as those of `mjsim.board` do it.

Each scan gets the five frames of its milliseconds. While the plant says that nothing will happen,
the VM runs on by itself and comes back at the first scan that changes an output or sends a byte.
"""

from __future__ import annotations

from typing import Any

from mjsim.board.runner import on_grid
from mjsim.generated import constants as C
from mjsim.plant import Plant
from mjsim.table.session import switch_of
from mjtable.game import profiles
from tools.check.vm import blocks, wires
from tools.check.vm.powered import Powered
from tools.check.vm.script import repeat, steady

SCAN_MS = 5
LOGIC_MASK = 0x1FFFFFFF
"""The firmware's time wraps at 2^29 ms (`mjtable/scan/clock.py`)."""
MOST_SCANS = 400
"""Scans in one message."""
HALF_CYCLE = "mains half-cycle"
"""The fault that leaves out the next zero crossing; the wires tell it, not the plant."""


class Stopped(AssertionError):
    """The firmware did what a watchdog would have ended, or restarted by itself."""


REASONS = {
    blocks.UNFED: "the controller's watchdog was not fed: the board would restart",
    blocks.QUIET: "the live signal stopped: the hardware takes motor power away",
}


class Lockstep(Powered):
    """One plant, one board in a VM. `events` are the firmware's, with virtual times."""

    def run_to(self, end_ms: int) -> None:
        """Scans up to and including `end_ms`, which is on the grid."""
        while self.now_ms < end_ms:
            if self.vm is None:
                self._dead(end_ms)
                continue
            self._scans(end_ms)

    def _dead(self, end_ms: int) -> None:
        """No controller: the plant coasts on; with the mains back the board restarts."""
        plant = self.plant
        if not plant.logic_ok:
            self.now_ms = max(min(on_grid(plant.next_ms), end_ms), self.now_ms + SCAN_MS)
            plant.advance(self.now_ms)
        if plant.logic_ok:
            self._power_up()

    def _scans(self, end_ms: int) -> None:
        """One scan with what happens in its five milliseconds, and those after it in which
        nothing will happen."""
        plant, now = self.plant, self.now_ms
        frames, gpios = [], []
        frame, gpio = wires.chain(plant.level), wires.gpio(plant.level)
        for t_ms in range(now + 1, now + 1 + SCAN_MS):
            if plant.next_ms <= t_ms:
                plant.advance(t_ms)
                frame, gpio = wires.chain(plant.level), wires.gpio(plant.level)
            frames.append(frame)
            gpios.append(gpio)
        plant.advance(now + SCAN_MS)
        if not plant.logic_ok:
            self.now_ms = now + SCAN_MS
            self._power_down()
            return
        quiet = (min(plant.next_ms - 1, end_ms) - now) // SCAN_MS - 1
        scans = 1 + max(0, min(quiet, MOST_SCANS))
        self._message(scans, b"".join(frames), tuple(gpios))

    def _message(self, scans: int, frames: bytes, gpios: tuple[int, ...]) -> None:
        fresh, analogue = False, wires.analogue_of(self.plant)
        if analogue != self._analogue:
            self._analogue, fresh = analogue, True
        rx = b""
        if not self.done.rx_left and self.incoming:
            rx = bytes(self.incoming[: blocks.RX_MOST])
            del self.incoming[: blocks.RX_MOST]
        assert self.vm is not None
        block = blocks.block_in(scans, frames, self._dark, gpios, analogue, fresh, rx, self.reads,
                                self.faults, self.skip)  # fmt: skip
        self.skip = False
        self.messages += 1
        self._take(blocks.block_out(self.vm.step(block)))

    def _take(self, done: blocks.Done) -> None:
        """What the firmware did reaches the plant at the time of its scan."""
        plant = self.plant
        self.done = done
        self.now_ms += SCAN_MS * done.scans
        self.scans += done.scans
        plant.advance(self.now_ms)
        self.fram_most = max(self.fram_most, done.fram_most)
        self.blocked += done.blocked
        self.sent += done.tx
        clock = self.now_ms + self.offset_ms
        for record in done.events:
            ago_ms = (clock - record[1]) & LOGIC_MASK
            self.events.append((record[0], self.now_ms - ago_ms, *record[2:]))
        if done.status in self.mind:
            raise Stopped("%.3f s: %s" % (self.now_ms / 1000, REASONS[done.status]))
        plant.emit(done.emit, self.now_ms)
        if done.motors != plant.motors or done.aux != plant.aux:
            plant.write(done.motors, done.aux, self.now_ms)
        plant.arm(done.arm, self.now_ms)

    def play(self, deeds: list[Any], end_ms: int) -> None:
        """Repeat what was done to another table, to `end_ms`; a callable gets the board."""
        for deed in deeds:
            if deed[0] > self.now_ms:
                self.run_to(deed[0])
            if callable(deed[1]):
                deed[1](self)
                continue
            repeat(self.plant, deed)
            self.skip = deed[1:] == ("inject", (HALF_CYCLE,))
        self.run_to(end_ms)


def fresh_plant(machine: str, profile: str, seed: int) -> Any:
    """The plant of a table that plays `profile`, as SimTable sets it up."""
    plant = Plant(machine, seed, unit=steady(seed))
    index = profiles.index_of(profile)
    for bit in range(4):
        plant.set_input("rule%d" % bit, bool(switch_of(index) >> bit & 1))
    plant.dice_count = profiles.dice(index)
    plant.stops[:] = [profiles.stacks(index, side) for side in range(4)]
    return plant


MACHINES = C.MACHINES
