"""The memories' drivers in the genuine VM: cross-compiled, and nothing allocated in a scan."""

import subprocess
from pathlib import Path

import pytest

from tests.patience import HANG_S
from tools.check.vm.vm import PACKAGE, ROOT, node
from tools.make.board.compiled.cross import ARCHES, compile_text

RUNNER = Path(__file__).with_name("plain_vm.mjs")
MODULES = ("mjtable/kit/flat.py", "mjtable/kit/hosted.py", "mjtable/kit/crc.py",
           "mjtable/kit/letters.py", "mjtable/memory/store.py",
           "hal/fram.py", "hal/flash_files.py", "hal/medium.py", "hal/entropy.py",
           "hal/reset_cause.py")  # fmt: skip
LOCKED = """
import micropython

def locked(function):
    micropython.heap_lock()
    try:
        return function()
    finally:
        micropython.heap_unlock()
"""
CHIP = LOCKED + """
from hal.fram import Fram
from hal.medium import Medium, files_in
from mjtable.memory import store as s
gone = OSError(5)

class Chip:
    def __init__(self):
        self.cells = bytearray(2048)
        self.absent = False
        self.most = 0
    def readfrom_mem_into(self, addr, memaddr, buf, *, addrsize=8):
        if self.absent:
            raise gone
        for i in range(len(buf)):
            buf[i] = self.cells[memaddr + i]
    def writeto(self, addr, buf):
        if self.absent:
            raise OSError(5)
        at = buf[0] << 8 | buf[1]
        n = len(buf) - 2
        for i in range(n):
            self.cells[at + i] = buf[2 + i]
        self.most = max(self.most, n)
        return n + 2

def loaded(store, kind):
    buf = bytearray(s.PAYLOAD)
    return bytes(buf[: store.load(kind, buf)])

chip = Chip()
medium = Medium(Fram(chip), files_in("/store"))
store = s.Store(medium)
record = bytearray(b"the table's record, some forty bytes of it")
"""


class Failed(Exception):
    """The program in the VM ended with an exception."""


class Vm:
    """The VM without anything of ours around it; `run` is a start of it."""

    def __init__(self, folder):
        self.folder = folder

    def run(self, text):
        """What the program printed, the last line alone."""
        (self.folder / "program.py").write_text(text, encoding="utf-8")
        done = subprocess.run([node(), RUNNER, PACKAGE, self.folder], capture_output=True,
                              text=True, timeout=HANG_S)  # fmt: skip
        if done.returncode:
            raise Failed(done.stdout + done.stderr[-500:])
        return done.stdout.strip().splitlines()[-1]


@pytest.fixture(scope="module")
def vm(tmp_path_factory):
    folder = tmp_path_factory.mktemp("vm")
    for name in MODULES:
        compiled = (folder / "fw" / name).with_suffix(".mpy")
        compiled.parent.mkdir(parents=True, exist_ok=True)
        text = (ROOT / "firmware" / name).read_text(encoding="utf-8")
        compile_text(text, name, compiled, ARCHES[0])
    return Vm(folder)


def test_the_vm_notices_an_allocation(vm):
    with pytest.raises(Failed, match="MemoryError"):
        vm.run(LOCKED + "x = 1\nlocked(lambda: [x, x])\n")


def test_saving_pumping_and_flushing_allocate_nothing(vm):
    said = vm.run(CHIP + """
def scans():
    for turn in range(30):
        record[0] = turn
        store.save(s.K_TABLE, record, 41)
        if turn % 5 == 0:
            for kind in range(s.K_SETTINGS_1, s.K_LEARNT):
                store.save(kind, record, s.PAYLOAD - 16)
        medium.pump()
        medium.due
    medium.flush()
    medium.read(0, record)
record.extend(bytes(60 - len(record)))
store.save(s.K_TABLE, record, 1)
locked(scans)
print((chip.most, medium.pump(), loaded(s.Store(Medium(Fram(chip), files_in("/none"))), 0)[0]))
""")
    assert said == "(16, False, 29)"


def test_a_chip_that_dies_in_between_allocates_nothing(vm):
    said = vm.run(CHIP + """
def scans():
    for turn in range(1000):
        if turn == 2:
            chip.absent = True
        if turn % 100 == 0:
            store.save(s.K_TABLE, record, 40)
        medium.pump()
    medium.flush()
locked(scans)
print((medium._fram.present, medium._fram.failed, store.failed, medium.due))
""")
    assert said == "(False, 10, 0, True)"


def test_standstill_with_nothing_due_allocates_nothing_and_files_work_on_the_vm(vm):
    said = vm.run(CHIP + """
store.save(s.K_TABLE, record, 42)
store.save(s.K_LEARNT, record, 12)
wrote = [medium.at_rest(), medium.at_rest()]
nothing = locked(medium.at_rest)
chip = Chip()
chip.absent = True
again = Medium(Fram(chip), files_in("/store"))
print((wrote, nothing, loaded(s.Store(again), s.K_TABLE) == bytes(record), again.uncalibrated))
""")
    assert said == "([True, True], False, True, False)"


def test_random_words_allocate_nothing(vm):
    said = vm.run(LOCKED + """
from hal.entropy import Entropy
class Source:
    def __init__(self):
        self.state = 0x1ACE
        self.stuck = False
    def bit(self):
        if self.stuck:
            return 1
        for _ in range(3):
            low = self.state & 1
            self.state >>= 1
            if low:
                self.state ^= 0x1F5A3 + 0xE00000
        return self.state >> 3 & 1
source = Source()
entropy = Entropy(source.bit)
def scans():
    total = 0
    for turn in range(600):
        entropy.step()
        total += entropy.word & 1
        if turn % 20 == 0:
            entropy.taken()
        if turn == 400:
            source.stuck = True
    return total
good = entropy.healthy
locked(scans)
print((good, entropy.healthy, entropy.failures > 0))
""")
    assert said == "(True, False, True)"


@pytest.mark.parametrize("way", ["1.28", "1.29"])
def test_the_reset_word_allocates_nothing(vm, way):
    said = vm.run(LOCKED + """
from array import array
from hal.reset_cause import ResetCause
class Machine:
    PWRON_RESET, WDT_RESET = 1, 3
    mem32 = {0x4005800C: 0x5A0002, 0x40058008: 1}
    def reset_cause(self):
        return 3
machine = Machine()
words = array("I", [0x5A0002, 0, 0, 0])
if %r == "1.29":
    machine.mem_backup = lambda: memoryview(words)
cause = ResetCause(machine, 0x4005800C)
found = cause.name, cause.count, cause.unstable
def scans():
    for _ in range(3):
        cause.started_well()
    cause.request("maintenance")
locked(scans)
left = words[0] if hasattr(machine, "mem_backup") else machine.mem32[0x4005800C]
print(found + (left,))
""" % way)
    assert said == "('watchdog', 3, True, %d)" % 0x5A0200
