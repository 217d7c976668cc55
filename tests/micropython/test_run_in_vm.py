"""main.py and `Loop.run` themselves in the genuine VM: how a running board comes to its end.

The launcher starts the cross-compiled firmware from /a, the loop runs by itself and time passes
while it sleeps (`tools/check/vm/fakes/alone.py`). Whatever ends it, the outputs are dead
afterwards.
"""

import ast
import random

import pytest

from mjshare.frame import encode
from tools.check.vm import blocks, wires
from tools.check.vm.built import firmware
from tools.check.vm.lockstep import fresh_plant
from tools.check.vm.vm import ROOT, Vm

HEAP_BYTES = 1 << 20  # a single call, and the VM collects only between calls
ON = {"outputs_off": 0, "arm": 1, "emit": 1, "dice": 1, "frames": True}
OFF = {"outputs_off": 1, "arm": 0, "emit": 0, "dice": 0, "frames": False}
PREPARE = """
import hub, machine, stepper, alone
with open('/block', 'rb') as file:
    file.readinto(hub.IN)
with open('/words', 'rb') as file:
    alone.prepare(file.read())
import micropython, sys
breaks = []
sys.modules['micropython'].kbd_intr = breaks.append
def everything_on():
    machine.Pin(11)(1)
    machine.PWM(machine.Pin(18)).duty_u16(65535)
    alone.note('on')
"""
START = """
try:
    exec(open('/main.py').read(), {})
    ended = 'prompt'
except hub.Reset:
    ended = 'reset'
except BaseException as problem:
    ended = type(problem).__name__
alone.note('end')
"""


class Board:
    """One board from reset to its end; `word` is what the controller keeps over a reset."""

    def __init__(self, word=0, cause="PWRON_RESET"):
        self.vm = Vm(None, HEAP_BYTES)
        built = firmware()
        for path in sorted(built.rglob("*.mpy")):
            self.vm.put("/a/" + path.relative_to(built).as_posix(), path.read_bytes())
        self.vm.put("/main.py", (ROOT / "firmware/main.py").read_bytes())
        self.vm.put("/active", b"a\n")
        self.vm.put("/words", random.Random(1).randbytes(4096))
        self.vm.put("/block", self._around())
        self.vm.run("import hub, machine, stepper")
        self.vm.attach()
        self.vm.run(PREPARE)
        self.vm.run(f"machine.scratch[0] = {word}\nmachine.cause = machine.{cause}")

    def _around(self):
        """A whole table at rest."""
        plant = fresh_plant("four_port", "SHOP-B-136", 1)
        dark = wires.chain(plant.level)
        plant.emit(1, plant.now)
        lit = wires.chain(plant.level)
        return blocks.block_in(0, lit * 5, dark, (wires.gpio(plant.level),) * 5,
                               wires.analogue_of(plant), True)  # fmt: skip

    def at(self, ms, deed):
        """Have Python run in the VM when the loop has run that long."""
        self.vm.run(f"def deed():\n    {deed}\nalone.deeds[{ms}] = deed")

    def asked(self, ms, request):
        """The host sends a request then."""
        self.at(ms, f"alone.ask({encode(request)!r})")

    def run(self):
        """The launcher, until it ends: in a "reset", at the "prompt" or with an exception."""
        self.vm.run(START)
        return self.value("ended")

    def value(self, text):
        """A Python value of the VM."""
        return ast.literal_eval(self.vm.run(f"answer = repr({text})"))


@pytest.fixture
def board():
    made = Board()
    yield made
    made.vm.close()


def lines(board):
    return [line.rpartition(b"*")[0] for line in board.value("alone.answers()").splitlines()]


@pytest.mark.parametrize(("to", "mode"), [("run", 1), ("maintenance", 2)])
def test_a_restart_that_is_asked_for_over_the_link(board, to, mode):
    """The answer goes out, the outputs go off, then comes the reset with a note for the next."""
    board.asked(200, "1 hello")
    board.at(399, "everything_on()")
    board.asked(400, f"2 restart to={to}")
    assert board.run() == "reset"
    hello, restart = lines(board)
    assert hello.startswith(b"1 ok product=mjtable") and b"mode=run" in hello
    assert restart == b"2 ok"
    assert board.value("alone.said['on']") == ON
    assert board.value("alone.said['reset']") == OFF, "dead before machine.reset"
    assert board.value("machine.scratch[0]") >> 8 & 15 == mode
    assert board.value("breaks") == [-1]


def test_after_the_restart_the_board_is_in_maintenance(board):
    board.asked(200, "1 restart to=maintenance")
    assert board.run() == "reset"
    again = Board(board.value("machine.scratch[0]"), "WDT_RESET")
    try:
        again.asked(200, "1 hello")
        again.at(400, "alone.note('on')")
        again.at(401, "raise KeyboardInterrupt")
        assert again.run() == "prompt"
        [hello] = lines(again)
        assert b"mode=maintenance" in hello
        assert again.value("breaks") == [], "Ctrl-C works"
        assert again.value("hub.hub.wdt_ms") == 0, "no watchdog"
        assert again.value("alone.said['on']")["outputs_off"] == 1
        assert again.value("alone.said['end']") == OFF
    finally:
        again.vm.close()


@pytest.mark.parametrize(("problem", "ended"), [
    ("KeyboardInterrupt", "prompt"), ("MemoryError('no room')", "MemoryError"),
    ("SystemExit", "SystemExit"), ("OSError(5)", "OSError")])  # fmt: skip
def test_whatever_ends_the_loop_the_outputs_are_off(board, problem, ended):
    board.at(299, "everything_on()")
    board.at(300, f"raise {problem}")
    assert board.run() == ended
    assert board.value("alone.said['on']") == ON
    assert board.value("alone.said['end']") == OFF
    assert board.value("hub.hub.kicks") > 20, "it ran until then"
    kept = board.vm.get("/crash.txt").decode()
    assert kept == "" if ended == "prompt" else ended in kept and "in run" in kept
