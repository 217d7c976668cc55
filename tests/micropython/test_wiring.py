"""The parts made and wired, against recording stand-ins for MicroPython's own modules."""

import gc
import importlib
import sys
import time
from types import ModuleType, SimpleNamespace

import pytest

from hal import chip, pinmap
from hal.flash_clock import DIVISOR
from tests.micropython.chips import Wire

PULL_UP = 1


class Recorder(ModuleType):
    """`machine` and `rp2`: remembers what was made with which arguments."""

    def __init__(self, name):
        super().__init__(name)
        self.made = []
        self.pins = {}
        self.resets = 0
        self.scratch = [0] * 8

    def kind(self, name, **methods):
        """A class of the stand-in."""
        def make(*arguments, **options):
            self.made.append((name, arguments, options))
            return SimpleNamespace(**methods)
        return make


def pin_class(record):
    class Pin(Wire):
        IN, OUT, ALT, PULL_UP = 0, 1, 3, PULL_UP
        ALT_PIO0 = 6

        def __init__(self, number, mode=-1, pull=None, value=None):
            super().__init__(1 if value is None else value)
            self.number = number
            record.made.append(("Pin", (number, mode, pull), {"value": value}))
            record.pins[number] = self

        def init(self, mode, value=None, alt=None):
            record.made.append(("Pin.init", (self.number, mode, alt), {"value": value}))
            if value is not None:
                self(value)
    return Pin


class Registers(dict):
    """mem32: a ring oscillator that looks random, everything else 0."""

    noise = 12345

    def __missing__(self, address):
        self.noise = self.noise * 1103515245 + 12345 & 0x7FFFFFFF
        return self.noise >> 16 & 1


def refuse(*arguments, **options):
    raise OSError(5)


@pytest.fixture
def record(monkeypatch):
    """hal.wiring on stand-ins; `record.wiring` is the module."""
    machine, rp2 = Recorder("machine"), Recorder("rp2")
    nothing = SimpleNamespace
    machine.Pin = pin_class(machine)
    duties = []
    machine.duties = duties
    machine.PWM = machine.kind("PWM", duty_u16=duties.append)
    machine.ADC = machine.kind("ADC", read_u16=lambda: 0x8000)
    machine.I2C = machine.kind("I2C", writeto=refuse, readfrom_mem_into=refuse)
    machine.WDT = machine.kind("WDT", feed=lambda: None)
    machine.freq = lambda: 125_000_000
    machine.mem32 = Registers()
    machine.mem16 = Registers()
    machine.mem_backup = lambda: machine.scratch
    machine.reset_cause = lambda: 1
    machine.PWRON_RESET, machine.WDT_RESET = 1, 3
    machine.unique_id = lambda: bytes.fromhex("E6614103E7452D2F")
    machine.disable_irq, machine.enable_irq = lambda: 0, lambda state: None

    def reset():
        machine.resets += 1
    machine.reset = reset
    rp2.PIO = nothing(JOIN_RX=1, JOIN_TX=2, OUT_LOW=2, OUT_HIGH=3, SHIFT_LEFT=0)
    rp2.asm_pio = lambda **options: lambda program: options
    rp2.acts = []

    def act(name):
        return lambda *what: rp2.acts.append((name, *what))
    rp2.StateMachine = rp2.kind("StateMachine", active=act("machine"), restart=act("restart"),
                                put=act("put"), rx_fifo=lambda: 0, get=lambda: 0)
    rp2.DMA = rp2.kind("DMA", active=act("channel"), config=lambda **options: None,
                       pack_ctrl=lambda **options: 0, channel=0, close=act("close"),
                       registers=[0x20000000] * 2)
    machine.mem32[DIVISOR] = 2
    uctypes = ModuleType("uctypes")
    uctypes.bytearray_at = lambda place, count: bytes(count)
    uctypes.addressof = lambda data: 0x20000000
    micropython = ModuleType("micropython")
    micropython.alloc_emergency_exception_buf = lambda size: machine.made.append(
        ("emergency", (size,), {}))
    for module in (machine, rp2, micropython, uctypes):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    for name in [n for n in sys.modules if n in ("hal.wiring", "hal.pio_programs")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(time, "ticks_ms", lambda: 0, raising=False)
    monkeypatch.setattr(time, "sleep_ms", lambda ms: None, raising=False)
    monkeypatch.setattr(time, "sleep_us", lambda us: None, raising=False)
    monkeypatch.setattr(time, "ticks_us", lambda: 0, raising=False)
    machine.wiring = importlib.import_module("hal.wiring")
    stream = nothing(buffer=nothing(readinto=lambda buf: 0, write=len))
    its_sys = nothing(
        implementation=nothing(_machine="Raspberry Pi Pico with RP2040", version=(1, 28, 0, "")),
        stdin=stream, stdout=stream)
    for module in (machine.wiring, chip):
        monkeypatch.setattr(module, "sys", its_sys)
    monkeypatch.setattr(machine.wiring, "select", nothing(
        poll=lambda: nothing(register=lambda *what: None, ipoll=lambda timeout: ()),
        POLLIN=1, POLLOUT=4))
    machine.rp2 = rp2
    yield machine
    for name in ("hal.wiring", "hal.pio_programs"):
        sys.modules.pop(name, None)


def made(record, name):
    return [(arguments, options) for kind, arguments, options in record.made if kind == name]


def test_making_the_parts_moves_nothing(record):
    record.wiring.Parts()
    levels = {arguments[0]: options["value"] for arguments, options in made(record, "Pin")}
    assert levels[pinmap.GP_OUT_OE_N] == 1
    for gp in (pinmap.GP_ARM, pinmap.GP_EMIT_EN, pinmap.GP_WD_KICK):
        assert levels[gp] == 0 and record.pins[gp].written == []
    assert not made(record, "WDT")
    assert not [act for act in record.rp2.acts if act[0] == "put"], "the guard keeps OE# high"


def test_off_is_off(record):
    parts = record.wiring.Parts()
    parts.exchange.release()
    parts.arm(1)
    parts.emit(1)
    parts.dice.run(1)
    record.duties.clear()
    parts.off()
    parts.off()
    pins = record.pins
    assert pins[pinmap.GP_OUT_OE_N].level == 1
    assert pins[pinmap.GP_ARM].level == pins[pinmap.GP_EMIT_EN].level == 0
    assert record.duties and set(record.duties) == {0}


def test_frames_go_on_by_themselves_and_end_with_the_program(record):
    parts = record.wiring.Parts()
    assert record.rp2.acts.count(("channel", 1)) == 2, "one to receive, one to begin"
    machines = made(record.rp2, "StateMachine")
    assert [arguments[0] // 4 for arguments, _ in machines] == [0, 0, 1, 1], "32 instructions each"
    record.rp2.acts.clear()
    parts.off()
    assert record.rp2.acts.count(("close",)) == 8, "at the prompt nobody writes into its memory"
    parts.off()
    assert record.rp2.acts.count(("close",)) == 8


@pytest.mark.parametrize("problem", [OSError(5), KeyboardInterrupt()])
def test_parts_that_cannot_all_be_made_leave_no_frames_behind(record, problem):
    """At the prompt frames would go on into memory that is given to others."""
    def spoilt(*arguments, **options):
        raise problem
    record.wiring.I2C = spoilt
    with pytest.raises(type(problem)):
        record.wiring.Parts()
    assert record.rp2.acts.count(("close",)) == 8 and record.pins[pinmap.GP_OUT_OE_N].level == 1


def test_the_watchdog_outlasts_two_erases_and_no_more(record):
    parts = record.wiring.Parts()
    parts.start_watchdog()
    (_, options), = made(record, "WDT")
    assert 2 * 800 <= options["timeout"] <= 2000, "800 ms with a slow chip, and as much to spare"


def test_a_stuck_bus_costs_a_scan_little(record):
    record.wiring.Parts()
    (_, options), = made(record, "I2C")
    assert options["timeout"] <= 2000 and options["freq"] == 400_000


def test_a_restart_leaves_its_note_first(record):
    parts = record.wiring.Parts()
    record.reset = lambda: record.made.append(("reset", tuple(record.scratch), {}))
    parts.restart("maintenance")
    (scratch, _), = made(record, "reset")
    record.reset_cause = lambda: 3
    record.scratch[:] = scratch
    assert record.wiring.Parts().reset_cause.note == "maintenance"


def test_keys_have_a_pull_up_even_on_a_bare_board(record):
    parts = record.wiring.Parts()
    pulls = {arguments[0]: arguments[2] for arguments, _ in made(record, "Pin")}
    assert pulls[pinmap.GP_BTN_MARK_N] == pulls[pinmap.GP_BTN_ELEVATOR_N] == PULL_UP
    record.pins[pinmap.GP_BTN_MARK_N].level = 0
    assert parts.marker_alone()
    record.pins[pinmap.GP_BTN_ELEVATOR_N].level = 0
    assert not parts.marker_alone(), "both keys are the self-test"


def test_garbage_is_collected_at_rest_when_there_is_much_of_it(record, monkeypatch):
    parts = record.wiring.Parts()
    free = [100_000]
    collected = []
    monkeypatch.setattr(gc, "mem_free", lambda: free[0], raising=False)
    monkeypatch.setattr(gc, "collect", lambda: (collected.append(free[0]),
                                                free.__setitem__(0, 100_000)))
    assert parts.tidy() and not parts.tidy()
    free[0] = 80_000
    assert not parts.tidy()
    free[0] = 70_000
    assert parts.tidy() and collected == [100_000, 70_000]


def test_the_wrong_board_is_told_so(record, monkeypatch):
    monkeypatch.setattr(record.wiring.sys.implementation, "_machine", "ESP32 module with ESP32")
    with pytest.raises(chip.WrongBoard, match="Pico 2.*this is ESP32.*right board"):
        record.wiring.Parts()


def test_an_old_micropython_is_told_so(record, monkeypatch):
    monkeypatch.setattr(record.wiring.sys.implementation, "version", (1, 25, 0, ""))
    with pytest.raises(chip.WrongBoard, match=r"1\.25 is too old, 1\.26.*FLASHING"):
        record.wiring.Parts()
