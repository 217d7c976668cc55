"""Small programs whose time on a real RP2040 is known, to fit and check the cost model.

The figures are those of the design's measurements (MicroPython 1.28 on an emulated RP2040 at
125 MHz, within 15 % of real boards); the programs were written again from their descriptions, so
a difference of 15 to 20 % says nothing. `native` names the C functions called in a pass, whose
own time no bytecode shows (`cost.NATIVE_US`). A loop's own pass is part of a figure.
"""

from dataclasses import dataclass
from pathlib import Path

from tools.check.cost.counting import CountingVM, Counts

PASSES = 600  # a multiple of the cycle of every program's states


@dataclass(frozen=True)
class Reference:
    """`name`: a function of PROGRAMS that takes the number of passes; `us`: how long one takes."""

    name: str
    us: float
    what: str
    native: tuple[str, ...] = ()


REFERENCES = (
    Reference("empty", 3.2, "an empty pass of `for i in range(n)`"),
    Reference("ticks_us", 6.3, "ticks_us()", ("ticks",)),
    Reference("ticks_diff", 6.8, "ticks_diff(a, b)", ("ticks_diff",)),
    Reference("pin_value", 13.0, "Pin.value(1)", ("pin_value",)),
    Reference("pin_call", 4.8, "p(), p a Pin kept in a local", ("pin",)),
    Reference("mem32", 9.0, "mem32[address]", ("mem32",)),
    Reference("debounce", 48, "16 inputs through a vertical counter"),
    Reference("fsm", 32, "a step of a machine of 5 states, a class with if/elif"),
    Reference("rows", 54, "the same by a table of tuple rows"),
    Reference("objects", 406, "scan of 10 stations, objects"),
    Reference("arrays", 230, "scan of 10 stations, arrays and one function"),
    Reference("objects25", 1065, "scan of 25 stations"),
    Reference("full", 510, "in, debounce, 10 stations, out, ipoll",
              ("mem32", "mem32", "ipoll")),
)

PROGRAMS = '''
from array import array
from micropython import const
import time
MASK = const(0x3FFFFFFF)
IDLE = const(0); START = const(1); RUN = const(2); STOP = const(3); DONE = const(4)
ticks_us = time.ticks_us
ticks_diff = time.ticks_diff
REGISTERS = {0: 5}
INPUT = const(0)
BITS = (0, 0x1FFFFFF, 0x155AAAA, 0, 0x0AA5555, 0x1FFFFFF, 0x00F0F0F, 0)

def empty(n):
    for i in range(n):
        pass

def ticks_us_(n):
    for i in range(n):
        ticks_us()

def ticks_diff_(n):
    a = 7
    for i in range(n):
        ticks_diff(i, a)

def pin_value(n):
    p = array("i")
    for i in range(n):
        p.append(1)

def pin_call(n):
    p = ticks_us
    for i in range(n):
        p()

def mem32(n):
    for i in range(n):
        REGISTERS[INPUT]

class Debounce:
    def __init__(self):
        self.stable = self.low = self.high = self.rose = self.fell = 0

    def step(self, raw):
        delta = raw ^ self.stable
        self.high = (self.high ^ self.low) & delta
        self.low = ~self.low & delta
        turned = delta & ~(self.low | self.high)
        self.stable ^= turned
        self.rose = turned & self.stable
        self.fell = turned & ~self.stable
        return self.stable

def debounce(n):
    d = Debounce()
    step = d.step
    for i in range(n):
        step(i)

class Fsm:
    def __init__(self):
        self.state = IDLE
        self.since = 0
        self.out = 0

    def step(self, go, limit, now):
        state = self.state
        if state == IDLE:
            if go:
                self.state = START
                self.since = now
                self.out = 1
        elif state == START:
            if (now - self.since) & MASK >= 3:
                self.state = RUN
        elif state == RUN:
            if limit:
                self.state = STOP
                self.since = now
                self.out = 0
            elif (now - self.since) & MASK >= 2000:
                self.state = DONE
        elif state == STOP:
            if (now - self.since) & MASK >= 3:
                self.state = DONE
        elif not go:
            self.state = IDLE
        return self.out

def fsm(n):
    f = Fsm()
    for i in range(n):
        f.step(i & 8, i & 4, i)

class Rows:
    ROWS = (
        ((1, 0, START),), ((0, 3, RUN),), ((2, 0, STOP), (0, 2000, DONE)), ((0, 3, DONE),),
        ((4, 0, IDLE),),
    )

    def __init__(self):
        self.state = IDLE
        self.since = 0

    def step(self, bits, now):
        for mask, wait, then in self.ROWS[self.state]:
            if bits & mask or wait and (now - self.since) & MASK >= wait:
                self.state = then
                self.since = now
                return

def rows(n):
    r = Rows()
    for i in range(n):
        r.step(i & 5, i)

class Station:
    def __init__(self, bit):
        self.bit = bit
        self.state = IDLE
        self.since = 0
        self.out = 0

    def step(self, bits, now):
        state = self.state
        if state == IDLE:
            if bits >> self.bit & 1:
                self.state = START
                self.since = now
                self.out = 1
        # copy: of Fsm but for the bits, because each program is timed as it is.
        elif state == START:
            if (now - self.since) & MASK >= 3:
                self.state = RUN
        elif state == RUN:
            if bits >> self.bit & 1:
                self.state = STOP
                self.since = now
            elif (now - self.since) & MASK >= 2000:
                self.state = DONE
        elif state == STOP:
            if (now - self.since) & MASK >= 3:
                self.state = DONE
        elif not bits >> self.bit & 1:
            self.state = IDLE
            self.out = 0
        return self.out

STATIONS = [Station(bit) for bit in range(25)]
TEN = STATIONS[:10]

def scan(stations, bits, now):
    out = 0
    for station in stations:
        if station.step(bits, now):
            out |= 1 << station.bit
    return out

def objects(n):
    for i in range(n):
        scan(TEN, BITS[i & 7], i)

def objects25(n):
    for i in range(n):
        scan(STATIONS, BITS[i & 7], i)

STATE = bytearray(10)
SINCE = array("i", [0] * 10)

def scan_arrays(bits, now):
    out = 0
    states = STATE
    times = SINCE
    for i in range(10):
        state = states[i]
        if state == IDLE:
            if bits >> i & 1:
                states[i] = START
                times[i] = now
        elif state == START:
            out |= 1 << i
            if (now - times[i]) & MASK >= 3:
                states[i] = RUN
        elif state == RUN:
            out |= 1 << i
            if bits >> i & 1:
                states[i] = STOP
                times[i] = now
            elif (now - times[i]) & MASK >= 2000:
                states[i] = DONE
        elif state == STOP:
            if (now - times[i]) & MASK >= 3:
                states[i] = DONE
        elif not bits >> i & 1:
            states[i] = IDLE
    return out

def arrays(n):
    for i in range(n):
        scan_arrays(BITS[i & 7], i)

def full(n):
    d = Debounce()
    for i in range(n):
        bits = d.step(REGISTERS[INPUT] & 0x3FF)
        out = scan(TEN, BITS[i & 7], i)
        REGISTERS[INPUT] = out
        for _ in ():
            pass
'''


def counts_of(root: Path, classes: list[int] | None = None) -> dict[str, list[float]]:
    """Counts by class of one pass of every reference program."""
    found: dict[str, list[float]] = {}
    with CountingVM(root, classes) as vm:
        vm.run(PROGRAMS)
        for each in REFERENCES:
            name = each.name + "_" if each.name.startswith("ticks") else each.name
            less = vm.count(name, PASSES)
            more = vm.count(name, 2 * PASSES)
            found[each.name] = _per_pass(less, more)
    return found


def _per_pass(less: Counts, more: Counts) -> list[float]:
    return [(b - a) / PASSES for a, b in zip(less, more, strict=True)]
