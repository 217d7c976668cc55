"""What a scan costs: the counting VM counts exactly, the model knows the programs it must."""

from pathlib import Path

import pytest

from tools.check.cost import cost, metering, opcount, reference, report, wasm_code
from tools.check.cost.counting import CountError, CountingVM
from tools.check.vm.built import firmware
from tools.check.vm.lockstep import Lockstep, fresh_plant

ROOT = Path(__file__).resolve().parents[2]
LOOPS = """
def empty(n):
    for i in range(n):
        pass

class Thing:
    def __init__(self):
        self.x = 1

    def nothing(self):
        pass

thing = Thing()

def attribute(n):
    t = thing
    for i in range(n):
        t.x

def method(n):
    t = thing
    for i in range(n):
        t.nothing()

class Crowded:
    def __init__(self):
        for i in range(29):
            setattr(self, "name%d" % i, i)

    def nothing(self):
        pass

crowded = Crowded()

def crowd(n):
    t = crowded
    for i in range(n):
        t.nothing()

class Watched(Thing):
    @property
    def y(self):
        return 1

watched = Watched()

def store(n):
    t = thing
    for i in range(n):
        t.x = i

def store_watched(n):
    t = watched
    for i in range(n):
        t.x = i

def fails():
    thing.y
"""


@pytest.fixture(scope="module")
def vm():
    with CountingVM(ROOT) as counting:
        counting.run(LOOPS)
        yield counting


def per_pass(vm, name):
    """Opcodes of one pass: {opcode: how often}."""
    less, more = vm.count(name, 1000), vm.count(name, 2000)
    return {opcode + opcount.FIRST_OPCODE: (b - a) / 1000
            for opcode, (a, b) in enumerate(zip(less, more, strict=True))
            if b != a and opcode != opcount.DIVISIONS}  # fmt: skip


def probes_per_pass(vm, name):
    """Places of dictionaries looked at in one pass."""
    less, more = vm.count(name, 1000), vm.count(name, 2000)
    return (more[opcount.DIVISIONS] - less[opcount.DIVISIONS]) / 1000


def test_an_empty_pass_is_eight_bytecodes(vm):
    # two comparisons, a jump, a store, three of the stack, an addition
    assert per_pass(vm, "empty") == dict.fromkeys(
        (0x43, 0x57, 0x58, 0x5A, 0x81, 0xC1, 0xD7, 0xE5), 1.0)  # fmt: skip


def test_an_attribute_is_three_more(vm):
    found = per_pass(vm, "attribute")
    assert sum(found.values()) == 8 + 3
    assert found[0x13] == 1


def test_a_method_call_counts_the_callee_too(vm):
    found = per_pass(vm, "method")
    assert (found[0x14], found[0x36], found[0x63]) == (1, 1, 1)  # load, call, the callee's return


def test_a_name_that_is_not_in_a_crowded_dictionary_is_sought_long(vm):
    # a method is sought in the object first: 29 of its 29 places are taken
    assert probes_per_pass(vm, "empty") == 0
    assert probes_per_pass(vm, "attribute") == pytest.approx(1, abs=0.1)
    assert probes_per_pass(vm, "crowd") > 25


def test_a_class_with_a_property_makes_every_store_seek(vm):
    assert probes_per_pass(vm, "store") == pytest.approx(1, abs=0.1)
    assert probes_per_pass(vm, "store_watched") > 4


def test_an_error_in_the_vm_comes_with_its_traceback(vm):
    with pytest.raises(CountError, match="AttributeError: 'Thing' object has no attribute 'y'"):
        vm.count("fails")


def test_a_vm_built_otherwise_is_told(tmp_path):
    with pytest.raises(opcount.VmChanged, match="0 jump tables look like the VM's dispatch"):
        opcount.with_counters(
            b"\0asm\1\0\0\0" + b"\6\1\0" + b"\5\3\1\0\1" + b"\7\1\0" + b"\x0a\1\0")  # fmt: skip
    with pytest.raises(opcount.VmChanged, match="is missing; `make setup` installs it"):
        opcount.counted_vm(tmp_path)


def test_an_instruction_of_another_vm_is_told():
    body = b"\0" + bytes([0x41, 0x01, 0x41, 0x02, wasm_code.I32_REM_U, 0x1A, 0x0B])
    assert wasm_code.places(body, wasm_code.I32_REM_U) == [5]
    with pytest.raises(wasm_code.CodeError, match="instruction 0xfd at 1 is unknown"):
        wasm_code.places(b"\0\xfd\x0c", wasm_code.I32_REM_U)


def test_the_model_knows_the_programs_it_must():
    counted = reference.counts_of(ROOT, cost.classes())
    for each in reference.REFERENCES:
        us = cost.core_us(counted[each.name], cost.calibration()) + cost.native_us(*each.native)
        assert us == pytest.approx(each.us, rel=0.18), each.what


def test_every_class_of_opcode_has_a_cost():
    assert len(cost.US) == cost.PROBE == cost.COUNTED - 1
    assert set(cost.classes()) == set(range(cost.COUNTED))


@pytest.fixture(scope="module")
def at_rest():
    """Scans of a board that has just been switched on, and then left alone."""
    plant = fresh_plant("four_port", "SHOP-B-136", 3)
    with metering.metered():
        with Lockstep(plant, firmware(), heap_bytes=report.HEAP_BYTES) as board:
            meter = metering.Meter(board)
            board.run_to(2000)
            meter.fetch()
            board.run_to(3000)
            return meter.fetch()


def test_every_scan_is_counted(at_rest):
    assert len(at_rest) == 200


def test_counting_the_same_again_gives_the_same(at_rest):
    assert {tuple(scan.scan.calls) for scan in at_rest[:80]} >= {
        tuple(scan.scan.calls) for scan in at_rest[80:160]}  # fmt: skip


def test_machine_code_is_counted_by_its_calls_and_what_it_replaces(at_rest):
    for scan in at_rest:
        calls, inside = scan.scan.calls[metering.FLAT], scan.scan.calls[metering.FLAT_OPCODE]
        assert calls > 0
        assert inside > 20 * calls  # loops over arrays


def test_the_table_itself_does_next_to_nothing_at_rest(at_rest):
    assert max(scan.scan.bytecodes for scan in at_rest) < 1600


def test_the_report_says_what_is_asked_and_how_it_is_made(at_rest):
    told = report.lines("at rest", at_rest, report.REST_FLOOR)
    assert told.startswith("at rest") and told.endswith("mean <= 800")
    assert "busiest" in report.worst(at_rest, 1)[0]
    assert any("scan of 10 stations, objects" in line for line in report.model())


def test_from_power_up_to_the_first_scan_is_under_a_second_and_a_half():
    count, ms = report.startup_ms()
    assert count > 5000
    assert ms < 1500
