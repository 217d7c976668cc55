"""Counts the whole firmware scan by scan while the genuine VM plays against the plant.

The harness of the tests (`tools/vm`) runs with a counting VM. Around each scan and each 1 ms
interrupt the counters are read; the stand-ins for the chip's functions, which are Python there
and C on the board, are taken out and counted by name, to be costed by `cost.NATIVE_US`.
"""

import json
import os
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tools.vm import powered
from tools.vm import vm as harness

from . import cost
from .opcount import counted_vm

SCRIPT = Path(__file__).with_name("meter.mjs")
ROOT = Path(__file__).resolve().parents[2]
# stand-in: the C function in cost.NATIVE_US that it stands for; in the order of their numbers
WRAPPED = (
    ("_Wire.__call__", "pin"), ("_Shown.__call__", "pin"), ("_Kick.__call__", "pin"),
    ("SPI.write_readinto", "spi_frame"), ("I2C.writeto", "i2c_write"),
    ("_Registers.__getitem__", "mem32"), ("_Registers.__setitem__", "mem32"),
    ("PWM.duty_u16", "pin_value"), ("PWM.freq", "pin_value"), ("WDT.feed", "pin_value"),
    ("ADC._a", "adc"), ("ADC._b", "adc"), ("ADC._mux", "adc"),
    ("disable_irq", "pin"), ("enable_irq", "pin"),
    ("ticks_ms", "ticks"), ("ticks_us", "ticks"), ("sleep_us", "ticks"),
    ("ticks_diff", "ticks_diff"), ("Poll.ipoll", "ipoll"), ("Reader.readinto", "readinto"),
    ("Writer.write", "usb_byte"), ("StateMachine.rx_fifo", "pin_value"),
    ("StateMachine.get", "pin_value"), ("StateMachine.put", "pin_value"),
    ("StateMachine.tx_fifo", "pin_value"), ("DMA.config", "pin_value"),
    ("DMA.active", "pin_value"), ("load", "pin"), ("latch", "pin"), ("", "none"),
)
MODULES = ("machine", "wired", "buses", "ticking", "serial_port", "rp2")
INTERRUPT, SCAN, EMPTY_STRETCH, EMPTY_CALL, PLAIN_CALL = range(5)
# Runs in the VM before the firmware is loaded.
WRAP = """
import _meter
_begin = _meter.begin
_end = _meter.end
_pause = _meter.pause
_resume = _meter.resume

def _outside(number, function):
    def call(*given, **named):
        _pause(number)
        result = function(*given, **named)
        _resume()
        return result
    return call

class _Lines:
    pass

def _wrap(number, path):
    names = path.split(".")
    for module in _modules:
        owner = getattr(module, names[0], None) if len(names) > 1 else module
        if owner is not None and names[-1] in owner.__dict__:
            setattr(owner, names[-1], _outside(number, owner.__dict__[names[-1]]))
            return
    raise ValueError("tools/board/metering.py: no stand-in is called " + path)

_modules = [__import__(name) for name in {modules}]
for _number, _path in enumerate({paths}):
    if _path not in ("load", "latch"):
        _wrap(_number, _path)
for _module in _modules:
    if hasattr(_module, "_Wire"):
        _module._Wire.value = _module._Wire.__call__
        _plain = _module._registers
        _module._registers = _Lines()
        _module._registers.load = _outside({load}, _plain.load)
        _module._registers.latch = _outside({latch}, _plain.latch)
"""
# And after it has been made ready.
ATTACH = """
import hub, stepper, _meter
class _Loop:
    pass

def _counted(function, what):
    def run(*given):
        _begin()
        function(*given)
        _end(what)
    return run

def _none(*given):
    pass

_loop = _Loop()
_inner = stepper.stepper.loop
_loop.board = _inner.board
_loop.table = _inner.table
_loop.scan = _counted(_inner.scan, {scan})
stepper.stepper.loop = _loop
hub.hub.tick = _counted(hub.hub.tick, {interrupt})
stepper.lock.byte = bytearray(1)
_counted(object, {empty})()
_outer = _outside({none}, _none)
_native = object
def _one():
    _native()
def _two():
    _outer()
_counted(_one, {plain})()
_counted(_two, {call})()
"""


@dataclass
class Stretch:
    """One scan or interrupt: bytecodes by class, calls of C functions by number."""

    counts: list[int]
    calls: list[int]

    @property
    def bytecodes(self) -> int:
        """All of them."""
        return sum(self.counts[:cost.PROBE])

    @property
    def us(self) -> float:
        """By the cost model, on the board's own chip."""
        return self.us_on(cost.RP2040)

    def us_on(self, chip: cost.Chip) -> float:
        """By the cost model: opcodes and C functions."""
        made = cost.CLASSES.index("call"), cost.CLASSES.index("call_method")
        builtin = sum(self.counts[each] for each in made) - sum(self.calls)
        builtin -= self.counts[cost.FRAME]
        native = sum(count * cost.native_us(WRAPPED[number][1], chip=chip)
                     for number, count in enumerate(self.calls) if count)
        small = max(builtin, 0) * cost.native_us("small", chip=chip)
        return cost.bytecode_us(self.counts, chip) + native + small


@dataclass
class Scan:
    """One scan with the interrupts before it."""

    now_ms: int
    scan: Stretch
    interrupts: list[Stretch] = field(default_factory=list)

    @property
    def us(self) -> float:
        """All of its work: five interrupts and the scan."""
        return self.us_on(cost.RP2040)

    def us_on(self, chip: cost.Chip) -> float:
        """The same on another chip or clock."""
        return cost.start_us(chip) + self.scan.us_on(chip) + self.interrupts_us(chip)

    def interrupts_us(self, chip: cost.Chip = cost.RP2040) -> float:
        """Of it the interrupts."""
        return sum(each.us_on(chip) + cost.native_us("interrupt", chip=chip)
                   for each in self.interrupts)


@contextmanager
def metered() -> Iterator[None]:
    """Boards made inside run in the counting VM."""
    package, start, options = harness.PACKAGE, powered._START, os.environ.get("NODE_OPTIONS")
    names = [path for path, _ in WRAPPED]
    number = {name: names.index(name) for name in ("load", "latch")}
    harness.PACKAGE = counted_vm(ROOT)
    powered._START = (
        WRAP.format(modules=MODULES, paths=names[:-1], **number), *start,
        ATTACH.format(scan=SCAN, interrupt=INTERRUPT, empty=EMPTY_STRETCH, plain=PLAIN_CALL,
                      call=EMPTY_CALL, none=len(names) - 1))
    os.environ["NODE_OPTIONS"] = f"--import {SCRIPT.as_uri()}"
    os.environ["METER"] = json.dumps(
        {"classes": cost.classes(), "kinds": len(cost.CLASSES), "natives": len(WRAPPED)})
    try:
        yield
    finally:
        harness.PACKAGE, powered._START = package, start
        del os.environ["METER"], os.environ["NODE_OPTIONS"]
        if options is not None:
            os.environ["NODE_OPTIONS"] = options


class Meter:
    """Fetches what the board in the VM has counted, scan by scan."""

    def __init__(self, board: Any) -> None:
        self._board = board
        self._stretch: list[int] = []
        self._call: list[int] = []
        self._interrupts: list[Stretch] = []

    def fetch(self) -> list[Scan]:
        """The scans since the last fetch."""
        vm = self._board.vm
        vm.run("_meter.save('/counts')")
        raw = array("i", vm.get("/counts"))
        size = 1 + len(cost.CLASSES) + len(WRAPPED)
        found: list[Scan] = []
        for at in range(0, len(raw), size):
            what, row = raw[at], list(raw[at + 1:at + size])
            counts, calls = row[:len(cost.CLASSES)], row[len(cost.CLASSES):]
            if what == EMPTY_STRETCH:
                self._stretch = counts
            elif what == PLAIN_CALL:
                self._call = counts
            elif what == EMPTY_CALL:
                self._call = [a - b for a, b in zip(counts, self._call, strict=True)]
            elif what == INTERRUPT:
                self._interrupts.append(self._net(counts, calls))
            elif self._stretch:
                found.append(Scan(0, self._net(counts, calls), self._interrupts[-5:]))
                self._interrupts = []
        return found

    def _net(self, counts: list[int], calls: list[int]) -> Stretch:
        """Without what the counting itself took."""
        made = sum(calls)
        return Stretch([count - own - made * call for count, own, call in
                        zip(counts, self._stretch, self._call, strict=True)], calls)
