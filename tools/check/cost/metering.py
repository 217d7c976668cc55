"""Counts the whole firmware scan by scan while the genuine VM plays against the plant.

The harness of the tests (`tools/check/vm`) runs with a counting VM. Around each scan the counters
are read; the stand-ins for the chip's functions, which are Python there and C on the board, are
taken out and counted by name, to be costed by `cost.NATIVE_US`; so are functions that are machine
code on the board (`mjtable/kit/flat.py`), with the opcodes that they replace. The frames between
two scans are the machine's own work and cost the processor nothing.
"""

import json
import os
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.check.cost import cost
from tools.check.cost.opcount import counted_vm
from tools.check.vm import powered
from tools.check.vm import vm as harness
from tools.make.board.build import PACKAGES, sources
from tools.make.board.passes import flat
from tools.make.board.passes.whole import transform

SCRIPT = Path(__file__).with_name("meter.mjs")
ROOT = Path(__file__).resolve().parents[3]
# stand-in: the C function in cost.NATIVE_US that it stands for; in the order of their numbers
WRAPPED = (
    ("_Wire.__call__", "pin"), ("_Shown.__call__", "pin"), ("_Kick.__call__", "pin"),
    ("_Enable.__call__", "pin"), ("_Enable.init", "pin_value"), ("I2C.writeto", "i2c_write"),
    ("_Registers.__getitem__", "mem32"), ("_Registers.__setitem__", "mem32"),
    ("PWM.duty_u16", "pin_value"), ("PWM.freq", "pin_value"), ("WDT.feed", "pin_value"),
    ("ADC._a", "adc"), ("ADC._b", "adc"), ("ADC._mux", "adc"),
    ("disable_irq", "pin"), ("enable_irq", "pin"),
    ("ticks_ms", "ticks"), ("ticks_us", "ticks"), ("sleep_us", "ticks"),
    ("ticks_diff", "ticks_diff"), ("Poll.ipoll", "ipoll"), ("Reader.readinto", "readinto"),
    ("Writer.write", "usb_byte"), ("StateMachine.rx_fifo", "pin_value"),
    ("StateMachine.get", "pin_value"), ("StateMachine.put", "pin_value"),
    ("StateMachine.tx_fifo", "pin_value"), ("DMA.config", "pin_value"),
    ("DMA.active", "pin_value"), ("", "none"), ("", "flat"), ("", "flat_opcode"),
)
NONE, FLAT, FLAT_OPCODE = (len(WRAPPED) - 3 + each for each in range(3))
MODULES = ("machine", "wired", "buses", "ticking", "serial_port", "rp2")
SCAN, EMPTY_STRETCH, EMPTY_CALL, PLAIN_CALL = range(4)
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

def _wrap(number, path):
    names = path.split(".")
    for module in _modules:
        owner = getattr(module, names[0], None) if len(names) > 1 else module
        if owner is not None and names[-1] in owner.__dict__:
            setattr(owner, names[-1], _outside(number, owner.__dict__[names[-1]]))
            return
    raise ValueError("tools/check/cost/metering.py: no stand-in is called " + path)

_modules = [__import__(name) for name in {modules}]
for _number, _path in enumerate({paths}):
    _wrap(_number, _path)
for _module in _modules:
    if hasattr(_module, "_Wire"):
        _module._Wire.value = _module._Wire.__call__
"""
# Between its import and its first object.
FLAT_WRAP = """
for _module, _names in {flat}:
    _module = __import__(_module)
    for _name in _names:
        setattr(_module, _name, _outside({number}, getattr(_module, _name)))
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
    """One scan: bytecodes by class, calls of C functions by number."""

    counts: list[int]
    calls: list[int]

    @property
    def bytecodes(self) -> int:
        """All of them."""
        return sum(self.counts[:cost.PROBE])

    @property
    def us(self) -> float:
        """By the cost model, on the board's own chip."""
        return self.us_on(cost.BOARD)

    def us_on(self, chip: cost.Chip) -> float:
        """By the cost model: opcodes and C functions."""
        made = cost.CLASSES.index("call"), cost.CLASSES.index("call_method")
        builtin = sum(self.counts[each] for each in made) - sum(self.calls[:FLAT_OPCODE])
        builtin -= self.counts[cost.FRAME]
        native = sum(count * cost.native_us(WRAPPED[number][1], chip=chip)
                     for number, count in enumerate(self.calls) if count)
        small = max(builtin, 0) * cost.native_us("small", chip=chip)
        return cost.bytecode_us(self.counts, chip) + native + small


@dataclass
class Scan:
    """One scan."""

    now_ms: int
    scan: Stretch

    @property
    def us(self) -> float:
        """By the cost model, on the board's own chip."""
        return self.us_on(cost.BOARD)

    def us_on(self, chip: cost.Chip) -> float:
        """The same on another chip or clock."""
        return cost.start_us(chip) + self.scan.us_on(chip)


@contextmanager
def metered() -> Iterator[None]:
    """Boards made inside run in the counting VM."""
    package, start, options = harness.PACKAGE, powered._START, os.environ.get("NODE_OPTIONS")
    texts = transform(sources(ROOT)).texts
    code = tuple((name, flat.names(texts[f"{name}/__init__.py"])) for name in PACKAGES)
    harness.PACKAGE = counted_vm(ROOT)
    powered._START = (
        WRAP.format(modules=MODULES, paths=[path for path, _ in WRAPPED[:NONE]]), *start[:-2],
        FLAT_WRAP.format(flat=code, number=FLAT), *start[-2:],
        ATTACH.format(scan=SCAN, empty=EMPTY_STRETCH, plain=PLAIN_CALL, call=EMPTY_CALL,
                      none=NONE))
    os.environ["NODE_OPTIONS"] = f"--import {SCRIPT.as_uri()}"
    os.environ["METER"] = json.dumps(
        {"classes": cost.classes(), "kinds": cost.COUNTED, "natives": len(WRAPPED),
         "flat": FLAT, "inside": FLAT_OPCODE})
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

    def fetch(self) -> list[Scan]:
        """The scans since the last fetch."""
        vm = self._board.vm
        vm.run("_meter.save('/counts')")
        raw = array("i", vm.get("/counts"))
        size = 1 + cost.COUNTED + len(WRAPPED)
        found: list[Scan] = []
        for at in range(0, len(raw), size):
            what, row = raw[at], list(raw[at + 1:at + size])
            counts, calls = row[:cost.COUNTED], row[cost.COUNTED:]
            if what == EMPTY_STRETCH:
                self._stretch = counts
            elif what == PLAIN_CALL:
                self._call = counts
            elif what == EMPTY_CALL:
                self._call = [a - b for a, b in zip(counts, self._call, strict=True)]
            elif self._stretch:
                found.append(Scan(0, self._net(counts, calls)))
        return found

    def _net(self, counts: list[int], calls: list[int]) -> Stretch:
        """Without what the counting itself took."""
        made = sum(calls[:FLAT_OPCODE])
        return Stretch([count - own - made * call for count, own, call in
                        zip(counts, self._stretch, self._call, strict=True)], calls)
