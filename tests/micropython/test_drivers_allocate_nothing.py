"""Every driver's step on the genuine interpreter, cross-compiled, with the heap locked.

The parts around the drivers are fakes written in the VM's own Python, which allocate nothing
either. Each script defines `scan(n)`, called some thousand times with everything that can happen:
changes, gaps, faults, clocks that wrap.
"""

from pathlib import Path

import pytest

from tools.check.vm.vm import Allocated, Vm
from tools.make.board.compiled.cross import compile_text

ROOT = Path(__file__).resolve().parents[2]
DRIVERS = (
    "analogue", "buzzer", "chain", "chip", "current_group", "currents", "dice_motor", "display",
    "edges", "exchange", "learning", "loop", "pinmap", "pixels", "self_check", "temperature",
    "zero_cross",
)  # fmt: skip
LOGIC = (
    "kit/formula", "scan/clock", "generated/command_table", "kit/crc", "kit/flat", "kit/hosted",
    "scan/image", "generated/iomap", "generated/timing", "generated/fault_codes", "kit/letters",
    "memory/packing", "memory/__init__", "scan/__init__", "kit/__init__", "__init__",
)  # fmt: skip  # fmt: skip

RUN = """
import micropython
def now(n):  # wraps at 2^30, without leaving the small integers
    return n * 5 + 0x3FFFF000 if n < 820 else n * 5 - 4096
def _run(first, last):
    for n in range(first, last):
        scan(n)
_run(0, 40)
micropython.heap_lock()
_run(40, %d)
micropython.heap_unlock()
answer = "done"
"""

ZERO_CROSS = """
from hal.zero_cross import ZeroCross, START
class Machine:
    words = 0
    us = 10000
    def rx_fifo(self): return self.words
    def get(self):
        self.words -= 1
        return START - self.us
sm = Machine()
driver = ZeroCross(sm)
def scan(n):
    phase = n // 200 & 7
    if n & 1:
        sm.words = 8 if phase == 1 else 0 if phase == 2 and n & 127 else 1
    sm.us = 8333 if phase == 3 else START if phase == 4 and n & 15 == 1 else 10000
    driver.step(now(n))
"""

ANALOGUE = """
from hal.analogue import Analogue
from hal.currents import Currents
from hal.temperature import Temperature
class Converter:
    level = 32768
    def read_u16(self): return self.level
a = Converter(); b = Converter(); mux = Converter()
currents = Currents()
driver = Analogue(a, b, mux, currents, Temperature())
record = bytearray(57)
def scan(n):
    motors = (n // 130 * 0x1D35) & 0x1FFFF
    swing = 0 if n // 500 & 1 else 60 << (n // 300 & 7)
    a.level = 32768 + (swing if n & 2 else -swing)
    b.level = 32768 + (swing if n & 1 else -swing)
    mux.level = n * 977 & 0xFFFF
    driver.step(now(n), motors)
    motors = driver.mux_bits | currents.amps_a_ma | currents.amps_b_ma
    if n % 50 == 0:
        driver.learn()
    if n % 500 == 0:
        driver.disarmed()
        currents.pack(record)
    if n % 1700 == 0:
        currents.forget()
        currents.unpack(record)
    if driver.opto_supply_live:
        pass
"""

PIXELS = """
from hal.pixels import Pixels
class Dma:
    read = None
    busy = 0
    def pack_ctrl(self, inc_write, treq_sel): return 0
    def config(self, read, write, count, ctrl): pass
    def active(self, on=None):
        if on is not None:
            self.busy = 2
        self.busy -= 1
        return self.busy > 0
driver = Pixels(None, Dma(), 4)
lamps = bytearray(24)
def scan(n):
    if n % 7 == 0:
        lamps[n % 24] = n % 6
    driver.show(lamps)
    if n % 300 == 0:
        driver.dark()
"""

DISPLAY = """
from hal.display import Display
class Bus:
    def writeto(self, address, data): pass
driver = Display(Bus())
digits = bytearray(4)
def scan(n):
    digits[n & 3] = 32 + n % 96
    if n % 3 == 0:
        driver.show(digits)
    driver.pump()
"""

BUZZER = """
from hal.buzzer import Buzzer
class Pwm:
    def duty_u16(self, duty): pass
driver = Buzzer(Pwm())
def scan(n):
    driver.step(n % 4 if n % 60 == 0 else 0, now(n))
    if n % 700 == 0:
        driver.stop()
"""

CHAIN = """
from array import array
from hal.chain import Chain
from mjtable.scan.image import Inputs
class Exchange:
    ring = array("H", [0] * 512)
    sent = array("H", [0] * 128)
    base = first = frames = 0
    released = False
    def __getitem__(self, register): return (self.frames & 63) << 4
    def at(self): return self.frames & 63
    def send(self, motors, aux):
        wish[0] = (motors & 255) << 8 | motors >> 8 & 255
        wish[1] = (aux & 255) << 8 | aux >> 8
    def release(self): pass
    def off(self): pass
    def tripped(self): return self.frames & 255 == 17
wish = [0, 0]
words = [0x6262, 0x6262, 2, 0xC5]
shift = [0, 0]
exchange = Exchange()
exchange.receive = exchange
def frame(good, pins):
    at = (exchange.frames & 63) << 3
    for i in range(4):
        exchange.ring[at + i] = words[i]
    for i in range(2):
        exchange.ring[at + 4 + i] = shift[1 - i] if good else 0xFFFF
        exchange.sent[(at >> 2) + i] = shift[1 - i]
        exchange.ring[at + 6 + i] = pins
    shift[0] = wish[0]
    shift[1] = wish[1]
    exchange.frames = exchange.frames + 1 & 0xFFFF
driver = Chain(exchange)
inputs = Inputs()
def scan(n):
    phase = n // 100 & 7
    for ms in range(40 if n % 50 == 0 else 5):
        if phase > 1:
            words[n + ms & 3] ^= 0x0404 * ms
        frame(phase != 5 or n % 7 > 2, 0x10101 * n >> 3 & 0xFFFF if phase > 3 else 0)
    if phase & 1 and n % 3 == 0:
        driver.send(n * 977 & 0x1FFFF, n * 311 & 0x7FFF)
    driver.collect(inputs)
    if n % 90 == 0:
        driver.release()
"""

LOOP = """
from hal.loop import Loop
class Thing: pass
class Watchdog:
    step = None
class Table:
    step = poll = has_more = None
    class recorder: n = is_under_way = None
class Exchange:
    place = base = 0
    def __getitem__(self, register): return self.place << 4
class Board:
    def read(self, inputs): pass
    write = finish = read
board = Board()
board.inputs = Thing()
board.outputs = board.serial = None
board.parts = Thing()
board.parts.ticks_ms = board.parts.watchdog = Watchdog
board.parts.exchange = exchange = Exchange()
exchange.receive = exchange
class Clock: us = 0
clock = Clock()
def ticks_us(): return clock.us
def sleep_us(us):
    clock.us = clock.us + 1000 & 0x3FFFFFFF
    exchange.place = exchange.place + 1 & 63
board.parts.ticks_us = ticks_us
board.parts.sleep_us = sleep_us
driver = Loop(board, Table, Table)
def scan(n):
    if n % 50 == 0:
        exchange.place = exchange.place + 20 & 63
    driver.wait()
"""

DICE_MOTOR = """
from hal.dice_motor import DiceMotor
class Pwm:
    def duty_u16(self, duty): pass
driver = DiceMotor(Pwm(), Pwm())
def scan(n):
    driver.run(n & 1)
"""

SCRIPTS = {
    "loop": (LOOP, 2000),
    "chain": (CHAIN, 2000),
    "zero_cross": (ZERO_CROSS, 6000),
    "analogue, currents, temperature": (ANALOGUE, 20_000),
    "pixels": (PIXELS, 4000),
    "display": (DISPLAY, 2000),
    "buzzer": (BUZZER, 4000),
    "dice_motor": (DICE_MOTOR, 200),
}


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """The drivers and what they import, as the board's own compiler makes them."""
    folder = tmp_path_factory.mktemp("mpy")
    for package, names in (("hal", DRIVERS), ("mjtable", LOGIC)):
        for name in names:
            source = ROOT / "firmware" / package / (name + ".py")
            target = folder / package / (name + ".mpy")
            target.parent.mkdir(parents=True, exist_ok=True)
            compile_text(source.read_text(), name + ".py", target, "armv6m")
    return folder


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_driver_allocates_nothing(compiled, name):
    script, scans = SCRIPTS[name]
    with Vm(compiled) as vm:
        assert vm.run(script + RUN % scans) == "done"


@pytest.mark.parametrize(
    "allocates", ["[n]", "n * 1.5", "0x3FFFFFFF + n", "(n, n)", "'%d' % n", "scan.__class__"]
)
def test_an_allocation_would_be_found(allocates):
    """All but the last of these allocate, and the heap's lock tells."""
    script = "def scan(n):\n    return %s\n" % allocates
    with Vm() as vm:
        if allocates.startswith("scan"):
            assert vm.run(script + RUN % 100) == "done"
        else:
            with pytest.raises(Allocated):
                vm.run(script + RUN % 100)
