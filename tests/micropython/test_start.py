"""From power-up to the first scan: the three ways to run, and that the outputs end up dead."""

import importlib
import sys
from types import ModuleType, SimpleNamespace

import pytest

from mjtable.generated import iomap
from mjtable.generated.fault_codes import BOARD_TEST, CONTENTS_LOST, RESTARTS, STORE_MISSING
from tests.micropython.board_bench import BoardBench, Called


class Store:
    """An empty store medium."""

    def read(self, slot, buf):
        return 0

    def write(self, slot, buf, n):
        return n

    def readinto(self, buf):
        return 0

    def pump(self):
        return False

    def at_rest(self):
        return False

    def flush(self):
        return True


class StartBench(BoardBench):
    """The parts of a board that has just got its power."""

    def __init__(self):
        super().__init__()
        self.chips.off()
        self.done = []
        parts = self.parts
        parts.medium = Store()
        parts.small = True
        parts.fram = SimpleNamespace(present=True)
        parts.uid = "E6614103E7452D2F"
        parts.reset_cause = Called(name="power", note="", unstable=False)
        parts.analogue = Called({"check": 0}, mux_bits=0, opto_supply_live=False)
        parts.sleep_ms = self.ms
        parts.marker_alone = lambda: False
        parts.start_watchdog = lambda: self.done.append("watchdog")
        parts.restart = lambda to: self.done.append("restart " + to)
        parts.off = self.off

    def off(self):
        self.chips.off()
        self.arm(0)
        self.emit(0)
        self.done.append("off")


@pytest.fixture
def bench():
    return StartBench()


@pytest.fixture
def start(monkeypatch, bench):
    """hal.start with a made-up MicroPython and the bench's parts."""
    breaks = []
    fake = ModuleType("micropython")
    fake.kbd_intr = breaks.append
    wiring = ModuleType("hal.wiring")
    wiring.Parts = lambda: bench.parts
    monkeypatch.setitem(sys.modules, "micropython", fake)
    monkeypatch.setitem(sys.modules, "hal.wiring", wiring)
    monkeypatch.setattr("hal.wiring", wiring, raising=False)
    monkeypatch.delitem(sys.modules, "hal.start", raising=False)
    module = importlib.import_module("hal.start")
    module.breaks = breaks
    yield module
    sys.modules.pop("hal.start", None)


def first_scan(bench, loop):
    bench.ms(5)
    loop.scan()
    return loop.table


def test_a_good_start_releases_the_outputs_and_runs_both_watchdogs(bench, start):
    table = first_scan(bench, start.prepare(bench.parts))
    assert start.breaks == [-1], "Ctrl-C must be off before the outputs are on"
    assert bench.oe.level == 0 and bench.arm.level == 0 and bench.emit.level == 1
    assert bench.done == ["watchdog"]
    assert (table.machine, table.state, table.faults.count) == (0, "power_on", 0)


def test_the_strap_tells_the_machine(bench, start):
    bench.chips.logical[6] &= ~iomap.BIT_STRAP_4PORT
    loop = start.prepare(bench.parts)
    assert loop.table.machine == 1 and loop.board.inputs.machine == 1


def test_the_marker_key_counts_at_power_on_only(bench, start):
    """Somebody may press it while a hung program restarts."""
    bench.parts.marker_alone = lambda: True
    bench.parts.reset_cause.name = "watchdog"
    assert start.way(bench.parts) == "run"


@pytest.mark.parametrize("spoil", [
    lambda bench: setattr(bench.parts.reset_cause, "note", "maintenance"),
    lambda bench: setattr(bench.parts.reset_cause, "unstable", True),
])
def test_without_a_watchdog_nothing_ever_arms(bench, start, spoil):
    spoil(bench)
    loop = start.prepare(bench.parts)
    first_scan(bench, loop)
    loop.table.step = lambda inputs, outputs: setattr(outputs, "arm", 1)
    loop.board.outputs.quiet = False
    for _ in range(3):
        bench.ms(5)
        loop.scan()
    assert bench.arm.written.count(1) == 0 and bench.oe.level == 1


@pytest.mark.parametrize("ask", [
    lambda bench: setattr(bench.parts, "marker_alone", lambda: True),
    lambda bench: setattr(bench.parts.reset_cause, "note", "maintenance"),
])
def test_maintenance_has_dead_outputs_no_watchdog_and_leaves_ctrl_c_alone(bench, start, ask):
    ask(bench)
    table = first_scan(bench, start.prepare(bench.parts))
    assert start.breaks == [] and bench.oe.level == 1 and bench.done == []
    assert table.mode == "maintenance"
    assert not table.outputs.arm


def test_after_three_watchdog_restarts_nothing_moves_any_more(bench, start):
    bench.parts.reset_cause.unstable = True
    bench.parts.reset_cause.name = "watchdog"
    table = first_scan(bench, start.prepare(bench.parts))
    assert bench.oe.level == 1 and bench.done == [] and start.breaks == []
    assert table.state == "fault" and table.faults.at(0) == RESTARTS


def test_a_failed_self_test_keeps_the_outputs_dead(bench, start):
    bench.parts.analogue.answers["check"] = 5
    table = first_scan(bench, start.prepare(bench.parts))
    assert bench.oe.level == 1
    assert (table.faults.at(0), table.faults.detail(0)) == (BOARD_TEST, 5)


def test_no_memory_chip_is_a_warning(bench, start):
    bench.parts.fram.present = False
    table = first_scan(bench, start.prepare(bench.parts))
    assert table.faults.at(0) == CONTENTS_LOST and STORE_MISSING in table.events.i1
    assert table.state == "fault" and bench.oe.level == 0


def test_a_restart_that_was_asked_for(bench, start, monkeypatch):
    monkeypatch.setattr(start.Loop, "run", lambda loop: "maintenance")
    start.main()
    assert bench.done[-3:] == ["off", "restart maintenance", "off"] and bench.oe.level == 1


def test_parts_that_cannot_be_made_leave_their_last_words(start, monkeypatch):
    kept = []

    def parts():
        raise OSError("no I2C")
    monkeypatch.setattr(start.wiring, "Parts", parts)
    monkeypatch.setattr(start.crash, "keep", kept.append)
    with pytest.raises(OSError, match="no I2C"):
        start.main()
    assert len(kept) == 1


@pytest.mark.parametrize("problem", [MemoryError("no room"), ZeroDivisionError("oops")])
def test_whatever_goes_wrong_the_outputs_are_dead_before_anything_else(
        bench, start, monkeypatch, problem):
    kept = []

    def run(loop):
        raise problem

    def keep(what):
        kept.append((what, bench.oe.level, bench.arm.level, bench.emit.level))
    monkeypatch.setattr(start.Loop, "run", run)
    monkeypatch.setattr(start.crash, "keep", keep)
    with pytest.raises(type(problem)):
        start.main()
    assert kept == [(problem, 1, 0, 0)]


def test_ctrl_c_in_maintenance_ends_at_the_prompt(bench, start, monkeypatch):
    def run(loop):
        raise KeyboardInterrupt
    monkeypatch.setattr(start.Loop, "run", run)
    start.main()
    assert bench.oe.level == 1 and bench.arm.level == 0


def test_ctrl_c_at_power_up_ends_at_the_prompt(start, monkeypatch):
    def parts():
        raise KeyboardInterrupt
    monkeypatch.setattr(start.wiring, "Parts", parts)
    start.main()


def test_the_last_words_are_kept(tmp_path, monkeypatch):
    from hal import crash
    monkeypatch.setattr(sys, "print_exception",
                        lambda problem, stream: stream.write("Traceback: %r" % problem),
                        raising=False)
    path = tmp_path / "crash.txt"
    assert crash.keep(KeyError("drum"), str(path)) and crash.keep(ValueError("belt"), str(path))
    assert path.read_text() == "Traceback: ValueError('belt')"
    assert not crash.keep(ValueError("belt"), str(tmp_path / "none" / "crash.txt"))
