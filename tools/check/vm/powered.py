"""A board in the VM on a plant: powered up from FRAM and flash, and down again.

Power-up does what `hal/start.py` does, in four steps, because the VM collects garbage only
between two calls. Its clock stands a second earlier meanwhile: the self-test takes its time.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from tools.check.vm import blocks, wires
from tools.check.vm.vm import HEAP_BYTES, Vm

WORDS = 2048
"""Random words handed over at the start."""
BOOT_MS = 1_000
"""How much earlier the board's clock stands when its program starts."""
CLOCK_MASK = 0x3FFFFFFF
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


class Powered:
    """One plant, and one board in a VM while it has power (`vm` is None while it has none)."""

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

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        if self.vm is not None:
            self.vm.close()

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
        clock = (self.now_ms + self.offset_ms - BOOT_MS) & CLOCK_MASK
        vm.run("import hub, machine, stepper")
        vm.attach()
        vm.run(_PREPARE % clock)
        for part in _START:
            vm.run(part)
            vm.memory()
        self.memory = vm.memory()
        clock = (self.now_ms + self.offset_ms) & CLOCK_MASK
        vm.run("hub.hub.now_ms = %d\nstepper.stepper.woken()" % clock)
        plant.emit(1, plant.now)  # the self-test leaves the emitters on

    def _words(self) -> bytes:
        """The words of the simulator's board with this seed."""
        plant = self.plant
        source = random.Random("%d board %d" % (plant.seed, plant.power_cycles))
        words = [source.getrandbits(16) for _ in range(WORDS)]
        return b"".join(word.to_bytes(2, "little") for word in words)

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
