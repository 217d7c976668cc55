"""The harness itself: what it must catch is caught, with the place and the cause.

A small board of three lines stands in for the firmware: a loop with `scan()`, an event ring and an
output image.
"""

import subprocess

import pytest

from mjtable.scan.events import Events
from tests.micropython.evenings import sorting, ways
from tools.check.vm import blocks
from tools.check.vm import vm as vm_module
from tools.check.vm.built import FAKES_BYTES, firmware
from tools.check.vm.lockstep import Lockstep, Stopped, fresh_plant
from tools.check.vm.vm import HERE, PACKAGE, Allocated, FirmwareError, Vm, VmError, node

SMALL = """
import hub, machine, stepper
class Ring:
    next = 1
class Image:
    motors = aux = 0
class Board:
    outputs = Image()
class Table:
    events = Ring()
class Loop:
    table = Table()
    board = Board()
    def scan(self):
        wdt.feed()
        kick(1 - hub.pins[10])
        work(self)
    def rest(self):
        after(self)
def work(loop):
    pass
def after(loop):
    pass
wdt = machine.WDT(timeout=500)
kick = machine.Pin(10, machine.Pin.OUT, value=0)
machine.Pin(11, machine.Pin.OUT, value=1)
hub.hub.frame = lambda: None
"""


@pytest.fixture
def vm():
    with Vm() as made:
        made.run("import hub, machine, stepper")
        made.attach()
        made.run(SMALL)
        made.run("stepper.stepper.start(Loop())")
        yield made


def scan(vm, scans=10, rx=b""):
    analogue = blocks.analogue(0, 0, (0,) * 8, 10_000)
    block = blocks.block_in(scans, bytes(40), bytes(8), (0,) * 5, analogue, True, rx)
    return blocks.block_out(vm.step(block))


def test_a_quiet_program_runs_all_its_scans(vm):
    before = scan(vm, 1).kicks
    done = scan(vm, 50)
    assert (done.status, done.scans, done.kicks - before) == (blocks.RUNNING, 50, 50)


@pytest.mark.parametrize(
    "what", ["[1, 2]", "(loop, 1)", "'%d' % 70000", "len('abc') / 2", "loop.scan", "{}",
             "bytearray(4)", "len('ab') << 40"])  # fmt: skip
def test_a_scan_that_allocates_is_caught_with_its_place(vm, what):
    vm.run("def deep(loop):\n    return %s\ndef work(loop):\n    deep(loop)" % what)
    with pytest.raises(Allocated) as caught:
        scan(vm)
    text = str(caught.value)
    assert "in scan" in text and "in work" in text and "in deep" in text and "MemoryError" in text


def test_two_scans_may_still_allocate(vm):
    vm.run("seen = []\ndef work(loop):\n    if len(seen) < 2: seen.append([1])")
    assert scan(vm, 20).scans == 20


def test_what_is_done_at_rest_may_allocate(vm):
    vm.run("def after(loop):\n    return [1]")
    assert scan(vm, 20).scans == 20


def test_an_exception_caught_in_a_scan_leaves_the_lock_as_it_was(vm):
    vm.run("gone = OSError(5)\ndef work(loop):\n    try:\n        raise gone\n"
           "    except OSError:\n        pass")  # fmt: skip
    assert scan(vm, 20).scans == 20
    vm.run("def work(loop):\n    return [1]")
    with pytest.raises(Allocated):
        scan(vm)


def test_another_error_is_told_as_such(vm):
    vm.run("def work(loop):\n    loop.nothing")
    with pytest.raises(FirmwareError, match="AttributeError") as caught:
        scan(vm)
    assert not isinstance(caught.value, Allocated) and len(str(caught.value)) < 1_000


def test_a_heap_that_grows_is_caught(vm):
    vm.run("kept = []\ndef after(loop):\n    kept.append(bytearray(1000))")
    with pytest.raises(FirmwareError, match="the heap grew beyond .* in use"):
        for _ in range(40):
            scan(vm)
        vm.memory()


def test_a_program_that_stops_feeding_its_watchdog_is_caught(vm):
    vm.run("def no_food(): pass\nwdt.feed = no_food")
    done = scan(vm, 400)
    assert done.status == blocks.UNFED and done.scans == 500 // 5 + 1


def test_a_program_without_live_signal_is_caught(vm):
    vm.run("def kick(level): pass")
    done = scan(vm, 400)
    assert done.status == blocks.QUIET


def test_without_motor_power_the_live_signal_may_stop(vm):
    vm.run("machine.Pin(11)(0)\ndef kick(level): pass")
    assert scan(vm, 400).status == blocks.RUNNING


def test_an_output_ends_a_message_at_once(vm):
    vm.run("arm = machine.Pin(11)\ncount = bytearray(1)\ndef work(loop):\n"
           "    count[0] += 1\n    if count[0] == 7: arm(0)")  # fmt: skip
    done = scan(vm, 50)
    assert (done.scans, done.arm) == (7, 0)


def test_the_stand_ins_take_no_more_than_is_set_aside_for_them():
    with Vm() as vm:
        before = vm.memory()[1]
        vm.run("import hub, machine, rp2, stepper, serial_port, ticking")
        vm.attach()
        assert FAKES_BYTES - 4096 < vm.memory()[1] - before <= FAKES_BYTES


def test_both_sides_lay_the_blocks_out_alike(vm):
    said = vm.run("answer = '%d %d %d %d' % (hub.IN_RX, hub.OUT_TX, hub.EVENT, hub.EVENTS)")
    rx_at, tx_at, event, events = map(int, said.split())
    analogue = blocks.analogue(0, 0, (0,) * 8, 0)
    assert len(blocks.block_in(1, bytes(40), bytes(8), (0,) * 5, analogue, True)) == rx_at
    assert tx_at == 32 and event == blocks.EVENT_SIZE >= blocks.EVENT.size
    assert events > 64 == len(Events().kind)


def test_the_lock_was_found(vm):
    assert vm.lock_found


def test_a_vm_that_ends_is_told():
    with Vm() as vm:
        vm._process.kill()
        with pytest.raises(VmError, match="the VM (has )?ended"):
            for _ in range(100):
                vm.run("pass")


def test_without_node_or_interpreter_the_way_out_is_told(monkeypatch, tmp_path):
    monkeypatch.setattr(vm_module, "PACKAGE", tmp_path)
    with pytest.raises(VmError, match="no MicroPython VM in .*; `make setup` installs it"):
        node()
    monkeypatch.setattr(vm_module.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(VmError, match="no Node in the environment of .*; `make setup`"):
        node()


@pytest.mark.parametrize(
    "sabotage, text",
    [("hub.hub.wdt_ms = -1", "0.005 s: the controller's watchdog was not fed"),
     ("import wired\nwired._Kick.__call__ = lambda self, level=None: None\nhub.pins[11] = 1",
      "0.060 s: the live signal stopped")],
)  # fmt: skip
def test_the_whole_firmware_is_stopped_where_a_watchdog_would(sabotage, text):
    with Lockstep(fresh_plant("four_port", "SHOP-B-136", 1), firmware()) as board:
        board.vm.run(sabotage)
        with pytest.raises(Stopped, match=text):
            board.run_to(1_000)


def test_where_the_vm_goes_its_own_way_is_shown():
    def open_the_lid(board):
        board.plant.set_input("lid", 1)

    with pytest.raises(AssertionError, match="its own way") as caught:
        ways(sorting, acts=[(1_000, open_the_lid)])
    assert "simulated: " in str(caught.value) and "event=fault" in str(caught.value)


@pytest.mark.parametrize(
    "text, told",
    [("machine.WDT(timeout=9000)", "timeout exceeds 8388"),
     ("machine.Pin(29)", "invalid pin"),
     ("machine.mem32[0x40000000]", "no such register in this stand-in"),
     ("machine.mem32[0x40000000] = 1", "no such register in this stand-in"),
     ("__import__('serial_port').Poll().poll(0)", "poll.. allocates; use ipoll.0."),
     ("__import__('serial_port').Poll().ipoll(5)", "waiting for the port would stop the loop"),
     ("__import__('serial_port').Reader().readinto(bytearray(9))", "would wait for more bytes")],
)  # fmt: skip
def test_what_a_board_would_not_stand_is_refused(vm, text, told):
    with pytest.raises(FirmwareError, match=told):
        vm.run(text)


def test_another_build_of_the_interpreter_is_refused(tmp_path):
    program = tmp_path / "look.mjs"
    program.write_text(
        "import fs from 'fs'; import { opened } from '%s';\n"
        "const good = fs.readFileSync('%s');\n"
        "opened(good);\n"
        "try { opened(Buffer.from([...good.subarray(0, 8), 4, 1, 0, 6, 1, 0])); }\n"
        "catch (e) { console.log(e.message); }\n"
        % ((HERE / "glue.mjs").as_uri(), PACKAGE / "micropython.wasm"))  # fmt: skip
    said = subprocess.run([str(node()), str(program)], capture_output=True, text=True)
    assert said.stdout.strip() == (
        "this build of MicroPython is not the one in package-lock.json")
