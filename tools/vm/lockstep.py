"""The plant and the firmware in the VM, scan by scan, as `mjsim.board` and `mjsim.runner` do it.

Each scan gets the five frames of its milliseconds. While the plant says that nothing will happen,
the VM runs on by itself and comes back at the first scan that changes an output, sends a byte or
reports an event.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from mjsim import constants as C
from mjsim.plant import Plant
from mjsim.runner import on_grid
from mjsim.session import switch_of
from mjtable import profiles
from tools.vm import blocks, wires
from tools.vm.script import repeat
from tools.vm.vm import HEAP_BYTES, Vm

SCAN_MS = 5
MOST_SCANS = 400
"""Scans in one message."""
WORDS = 2048
"""Random words handed over at the start."""
HALF_CYCLE = "mains half-cycle"
"""The fault that leaves out the next zero crossing; the wires tell it, not the plant."""
BOOT_MS = 1_000
"""The board's clock stands so much earlier when its program starts."""


class Stopped(AssertionError):
    """The firmware did what a watchdog would have ended, or restarted by itself."""


REASONS = {
    blocks.UNFED: "the controller's watchdog was not fed: the board would restart",
    blocks.QUIET: "the live signal stopped: the hardware takes motor power away",
}


class Lockstep:
    """One plant, one board in a VM. `events` are the firmware's, with virtual times."""

    def __init__(self, plant: Any, firmware: Path, offset_ms: int = 0,
                 heap_bytes: int = HEAP_BYTES, fram: bytes = b"",
                 start_ms: int = 0) -> None:  # fmt: skip
        self.plant = plant
        self.offset_ms = offset_ms
        self.now_ms = start_ms
        self.events: list[blocks.Record] = []
        self.messages = self.scans = 0
        self.fram_most = self.blocked = 0
        self.incoming = bytearray()
        self.sent = bytearray()
        self.reads = True
        self.faults = 0
        self.skip = False
        self.mind: set[int] = {blocks.UNFED, blocks.QUIET}
        self._analogue = b""
        self.fram = fram
        self.files: dict[str, bytes] = {}
        self.vm: Vm | None = None
        self._firmware, self._heap_bytes = firmware, heap_bytes
        self.boots = 0
        self._power_up()

    def __enter__(self) -> Lockstep:
        return self

    def __exit__(self, *_: object) -> None:
        if self.vm is not None:
            self.vm.close()

    # ------------------------------------------------------------- start
    def _power_up(self) -> None:
        """The program starts from nothing but FRAM and flash.

        It tests the board and is then ready for its first scan.
        """
        self.boots += 1
        self.done = blocks.Done(*[0] * 11, b"", [])
        plant = self.plant
        plant.arm(0, plant.now)
        plant.emit(1, plant.now)
        lit = wires.chain(plant.level)
        plant.emit(0, plant.now)
        self._dark = wires.chain(plant.level)
        self._analogue = wires.analogue_of(plant)
        block = blocks.block_in(0, lit * 5, self._dark, (wires.gpio(plant.level),) * 5,
                                self._analogue, True)  # fmt: skip
        vm = self.vm = Vm(self._firmware, self._heap_bytes)
        vm.put("/block", block)
        vm.put("/fram", self.fram)
        for name, content in self.files.items():
            vm.put(name, content)
        vm.put("/words", self._words())
        clock = (self.now_ms + self.offset_ms - BOOT_MS) & 0x3FFFFFFF
        vm.run("import hub, machine, stepper")
        vm.attach()
        vm.run(_PREPARE % clock)
        for part in _START:
            vm.run(part)
            vm.memory()
        self.memory = vm.memory()
        clock = (self.now_ms + self.offset_ms) & 0x3FFFFFFF
        vm.run("hub.hub.now_ms = %d\nstepper.stepper.woken()" % clock)

    def _words(self) -> bytes:
        """The words of the simulator's board with this seed."""
        plant = self.plant
        source = random.Random("%d board %d" % (plant.seed, plant.power_cycles))
        words = [source.getrandbits(16) for _ in range(WORDS)]
        return b"".join(word.to_bytes(2, "little") for word in words)

    # -------------------------------------------------------------- time
    def run_to(self, end_ms: int) -> None:
        """Scans up to and including `end_ms`, which is on the grid."""
        while self.now_ms < end_ms:
            if self.vm is None:
                self._dead(end_ms)
                continue
            quiet = (min(self.plant.next_ms - 1, end_ms) - self.now_ms) // SCAN_MS
            if quiet > 0:
                self._quiet(min(quiet, MOST_SCANS))
            else:
                self._scan()

    def _dead(self, end_ms: int) -> None:
        """No controller: the plant coasts on; with the mains back the board starts anew."""
        plant = self.plant
        if not plant.logic_ok:
            self.now_ms = max(min(on_grid(plant.next_ms), end_ms), self.now_ms + SCAN_MS)
            plant.advance(self.now_ms)
        if plant.logic_ok:
            self._power_up()

    def fram_now(self) -> bytes:
        """Content of the FRAM."""
        assert self.vm is not None
        return bytes.fromhex(self.vm.run(
            "import ubinascii\nanswer = ubinascii.hexlify(hub.fram).decode()"))  # fmt: skip

    def _power_down(self) -> None:
        """The supply is gone: what the FRAM and the flash hold is all that stays."""
        vm = self.vm
        assert vm is not None
        self.fram = self.fram_now()
        names = vm.run(_FILES)
        self.files = {name: vm.get(name) for name in names.split()}
        vm.close()
        self.vm = None

    def _quiet(self, scans: int) -> None:
        """Nothing will happen: the same frame again and again."""
        level = self.plant.level
        self._message(scans, wires.chain(level) * 5, (wires.gpio(level),) * 5)

    def _scan(self) -> None:
        """One scan with what happens in its five milliseconds."""
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
        if plant.logic_ok:
            self._message(1, b"".join(frames), tuple(gpios))
        else:
            self.now_ms = now + SCAN_MS
            self._power_down()

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
        for record in done.events:
            self.events.append((record[0], self.now_ms, *record[2:]))
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


_FILES = """
import os
def _all(folder):
    return ' '.join([folder + '/' + name for name in os.listdir(folder)])
try:
    answer = _all('/store')
except OSError:
    answer = ''
"""
_PREPARE = """
def _read(name, into):
    with open(name, 'rb') as file:
        file.readinto(into)
_read('/block', hub.IN)
_read('/fram', hub.fram)
_read('/words', machine.random_words)
hub.hub.now_ms = %d
"""
_START = ("import mjtable.table", "import hal.start", "stepper.wired()", "stepper.boot()")
"""With a collection after each: the VM collects only between two calls."""


def fresh_plant(machine: str, profile: str, seed: int) -> Any:
    """The plant of a table that plays `profile`, as SimTable sets it up."""
    plant = Plant(machine, seed)
    index = profiles.index_of(profile)
    for bit in range(4):
        plant.set_input("rule%d" % bit, bool(switch_of(index) >> bit & 1))
    plant.dice_count = profiles.dice(index)
    return plant


MACHINES = C.MACHINES
