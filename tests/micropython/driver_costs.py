"""What the drivers' calls cost on an RP2040: counted bytecodes, each at its cost.

The parts around the drivers are C functions of the VM (a list's `pop` hands out prepared values),
so that only the driver's own bytecodes count; what the real C functions take is added.
"""

from __future__ import annotations

import ast
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from mjtable.scan.clock import HALF
from tools.check.cost.cost import bytecode_us, classes
from tools.check.cost.counting import CountingVM
from tools.check.cost.replay import MACHINE_CODE, net, wrapping
from tools.make.board.compiled.cross import compile_text
from tools.make.board.passes import formula

ROOT = Path(__file__).resolve().parents[2]
ADC_US = 5  # 2 us of conversion, and the call
FIFO_US = 1
PWM_US = 4
DMA_US = 4
I2C_US = 310  # address and 11 bytes at 400 kHz, and the call
MODULES = {
    "hal": (
        "analogue", "buzzer", "chain", "chip", "current_group", "currents", "dice_motor",
        "display", "edges", "exchange", "learning", "pinmap", "pixels", "self_check",
        "temperature",
        "zero_cross",
    ),
    "mjtable": ("kit/formula", "scan/clock", "kit/crc", "kit/flat", "kit/hosted",
                "generated/fault_codes", "generated/iomap", "kit/letters", "generated/timing"),
}  # fmt: skip

BENCH = """
from array import array
def nothing(): pass
class Thing: pass
def thing(**fields):
    made = Thing()
    for name in fields: setattr(made, name, fields[name])
    return made
now = 0
def tick():
    global now
    now += 5

from hal.zero_cross import ZeroCross
waiting = []; words = []
crossings = ZeroCross(thing(rx_fifo=waiting.pop, get=words.pop))
def zero_cross_before(n):
    tick(); waiting.append(n)
    for _ in range(n): words.append(31 * 32768 - 9998)
def zero_cross(): crossings.step(now)

from hal.analogue import Analogue
from hal.currents import Currents
from hal.temperature import Temperature
a = []; b = []; mux = []
currents = Currents(); currents.learnt = (1 << 18) - 1
levels = Analogue(thing(read_u16=a.pop), thing(read_u16=b.pop), thing(read_u16=mux.pop),
                  currents, Temperature())
motors = 0
def analogue_before(on):
    global motors
    tick(); motors = on
    a.append(32768); b.append(32768); mux.append(32768)
def analogue(): levels.step(now, motors)
def learn_before(_): pass
def learn(): levels.learn()

from hal.pixels import Pixels
free = []
dma = thing(active=free.pop, config=lambda **k: 0, pack_ctrl=lambda **k: 0, read=0)
strip = Pixels(None, dma, 4)
lamps = bytearray(24)
def pixels_before(code):
    for i in range(24): lamps[i] = code
    free[:] = [False] * 4
def pixels(): strip.show(lamps)
def dark(): strip.dark()

from hal.display import Display
digits = bytearray(4)
shown = Display(thing(writeto={}.setdefault))
def display_before(code):
    for i in range(4): digits[i] = code
def display(): shown.show(digits)
def display_pump(): shown.pump()

from hal.buzzer import Buzzer
beeper = Buzzer(thing(duty_u16=[].append))
beep = 0
def buzzer_before(number):
    global beep
    tick(); beep = number
def buzzer(): beeper.step(beep, now)

from hal.dice_motor import DiceMotor
plate = DiceMotor(thing(duty_u16=[].append), thing(duty_u16=[].append))
def dice_before(_): pass
def dice(): plate.run(1)

from hal.chain import Chain
from hal.edges import idle_frame
class Exchange:
    ring = array("H", list(idle_frame()) * 64)
    sent = array("H", [0] * 128)
    base = first = frames = 0
    released = False
    def __getitem__(self, register): return (self.frames & 63) << 4
    def at(self): return self.frames & 63
    def send(self, motors, aux): pass
    def tripped(self): return False
    def off(self): pass
exchange = Exchange()
exchange.receive = exchange
chain = Chain(exchange)
image = thing(level=bytearray(9), rose=bytearray(9), fell=bytearray(9), edges=0)
wires = idle_frame()
def frame(changes):
    at = (exchange.frames & 63) << 3
    for i, bits in enumerate(changes): wires[i] ^= bits
    for i in range(8): exchange.ring[at + i] = wires[i]
    exchange.frames += 1
def collect_before(frames):
    for changes in frames: frame(changes)
def collect(): chain.collect(image)
def sent_before(_): frame(())
def sent(): chain.send(1, 0)
"""
QUIET = ((),) * 5
ONE_BYTE = ((), (1,), (), (), ())
EACH_FRAME = ((0x101,), (0, 0x101), (0x101,), (0, 0x101), (0x101,))
EVERYTHING = ((0x101, 0x101, 0x101, 0x104, 0, 0, 0x100),) * 5


def with_formulas(text: str) -> str:
    """A module as the board has it: the clock's formulas stand where they are called."""
    clock = (ROOT / "firmware/mjtable/scan/clock.py").read_text()
    clock = clock.replace("< HALF", f"< {HALF}")
    both = [SimpleNamespace(name=name, tree=ast.parse(each), body=[])
            for name, each in (("clock", clock), ("driver", text))]
    formula.note(both)
    for module in both:
        module.body = module.tree.body
    formula.write_out({module.name: module for module in both})
    both[1].tree.body = both[1].body
    return ast.unparse(ast.fix_missing_locations(both[1].tree))


class Costs:
    """The drivers in a counting VM; a context manager."""

    def __init__(self, folder: Path) -> None:
        for package, names in MODULES.items():
            for name in names:
                source = with_formulas((ROOT / "firmware" / package / (name + ".py")).read_text())
                target = folder / package / (name + ".mpy")
                target.parent.mkdir(parents=True, exist_ok=True)
                compile_text(source, name + ".py", target, "armv6m")
        self.vm = CountingVM(ROOT, classes())
        self.vm.run("import os, sys; sys.path.insert(0, '/drivers'); os.mkdir('/drivers')")
        for path in sorted(path for path in folder.rglob("*") if path.is_dir()):
            self.vm.run("os.mkdir('/drivers/%s')" % path.relative_to(folder).as_posix())
        for path in sorted(folder.rglob("*.mpy")):
            name = path.relative_to(folder).as_posix()
            self.vm.run("with open('/drivers/%s', 'wb') as f: f.write(%r)"
                        % (name, path.read_bytes()))  # fmt: skip
        self.vm.run(MACHINE_CODE)
        self.vm.run("import mjtable.kit.flat\nmjtable.kit.flat._same = _machine_code")
        self.vm.run(BENCH)
        self._own, self._wrapper = self.vm.count("nothing"), wrapping(self.vm)

    def __enter__(self) -> Costs:
        return self

    def __exit__(self, *error: Any) -> None:
        self.vm.__exit__(*error)

    def each_us(self, call: str, before: str, values: list[Any], native_us: int) -> list[int]:
        """Microseconds of `call()` after `before(value)`, for one value after the other."""
        found = []
        for value in values:
            self.vm.count(before, value)
            row = net(self.vm.count(call), self._own, self._wrapper)
            found.append(round(bytecode_us(row) + native_us))
        return found


def measured(folder: Path) -> dict[str, tuple[int, int]]:
    """(usual, most) microseconds of every call, by the words of docs/DRIVERS.md."""
    found = {}
    with Costs(folder) as costs:
        each = costs.each_us

        def note(name: str, times: list[int], *more: int) -> None:
            usual = sorted(times)[len(times) // 2]
            found[name] = (usual, max([*times, *more]))

        note("zero_cross", each("zero_cross", "zero_cross_before", [1, *[0, 1] * 40], FIFO_US))
        one = each("analogue", "analogue_before", [0] * 200 + [1] * 200 + [3] * 4, 2 * ADC_US)
        many = each("analogue", "analogue_before", [0x1F3] * 4 + [0] * 4, 2 * ADC_US)
        note("analogue", one, *many)
        usual = each("learn", "learn_before", [0] * 3, 0)
        costs.vm.run("currents.forget()")
        note("learning", usual, *each("learn", "learn_before", [0], 0))
        note("pixels", each("pixels", "pixels_before", [0] * 40 + [4] * 6, DMA_US))
        note("display", each("display", "display_before", [32] * 9 + [49], 0))
        sent = each("display_pump", "display_before", [49], I2C_US)
        found["display"] = (found["display"][0], found["display"][1] + sent[0])
        note("buzzer", each("buzzer", "buzzer_before", [0] * 9 + [2] + [0] * 100, 0))
        note("chain", each("collect", "collect_before", [QUIET] * 5, 0),
             *each("sent", "sent_before", [0], 0))
        note("edges", each("collect", "collect_before", [ONE_BYTE] * 3, 0),
             *each("collect", "collect_before", [EACH_FRAME, EVERYTHING], 0))
        note("dice_motor", each("dice", "dice_before", [0], 2 * PWM_US))
    return found


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as made:
        for name, (usual_us, most_us) in measured(Path(made)).items():
            print("%-12s %5d %5d" % (name, usual_us, most_us))
