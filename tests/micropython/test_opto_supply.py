"""+5V_SAFE is measured before each arming; what was not measured since the disarming is unsafe."""

import pytest

from hal.analogue import CH_V5SAFE, CHANNELS, MUX_SHIFT, PERIOD
from hal.self_check import HOLD_SCANS, OPTO_SUPPLY, before_arming
from mjtable.generated import iomap
from mjtable.generated.fault_codes import BOARD_TEST
from tests.micropython.board_bench import BoardBench
from tests.micropython.test_analogue import ROOM, Bench

LIVE, DEAD = 3103, 30
SOUND = bytearray(9)
SOUND[iomap.BYTE_K1_MIR] = iomap.BIT_K1_MIR


def slow(counts):
    made = Bench(slow=[ROOM] * CHANNELS)
    made.mux.counts[CH_V5SAFE] = counts
    return made


def test_unknown_is_unsafe_until_the_first_reading_10_ms_after_the_start():
    bench = slow(DEAD)
    assert bench.driver.mux_bits == CH_V5SAFE << MUX_SHIFT
    assert before_arming(SOUND, bench.driver) == OPTO_SUPPLY
    bench.scan(2)
    assert before_arming(SOUND, bench.driver) == 0


def test_supply_that_does_not_go_is_seen_from_the_start():
    bench = slow(LIVE)
    bench.scan(PERIOD * CHANNELS)
    assert before_arming(SOUND, bench.driver) == OPTO_SUPPLY


def test_after_a_disarming_only_a_new_reading_counts():
    bench = slow(DEAD)
    for scans in range(1, 40):
        bench.scan(scans)
        bench.driver.disarmed()
        assert bench.driver.opto_supply_live, "what was seen before says nothing"
        bench.scan(2 * PERIOD)
        assert not bench.driver.opto_supply_live, "read again within 40 ms"


def test_supply_that_dies_slowly_is_read_until_it_is_dead_and_the_others_go_on():
    bench = slow(LIVE)
    bench.scan(PERIOD * CHANNELS * 2)
    assert all(bench.driver.levels[channel] == ROOM for channel in range(CHANNELS - 1))
    bench.mux.counts[CH_V5SAFE] = DEAD
    bench.scan(2 * PERIOD)
    assert not bench.driver.opto_supply_live


def test_the_read_back_of_the_enable_counts_as_well():
    bench = slow(DEAD)
    bench.scan(2)
    level = bytearray(SOUND)
    level[iomap.BYTE_SAFE_FB] |= iomap.BIT_SAFE_FB
    assert before_arming(level, bench.driver) == OPTO_SUPPLY


@pytest.mark.parametrize("known_after", [1, 5, HOLD_SCANS])
def test_arm_waits_for_the_reading_though_the_table_asks_once(known_after):
    bench = BoardBench()
    bench.scan()
    bench.parts.analogue.opto_supply_live = True
    bench.outputs.arm = 1
    for _ in range(known_after):
        bench.outputs.quiet = False
        bench.scan()
        bench.outputs.quiet = True
        assert bench.arm.level == 0 and not bench.inputs.board_fault
    bench.parts.analogue.opto_supply_live = False
    bench.scan()
    assert bench.arm.level == 1 and not bench.inputs.board_fault


def test_supply_that_stays_is_told_and_never_armed():
    bench = BoardBench()
    bench.parts.analogue.opto_supply_live = True
    bench.outputs.arm = 1
    for _ in range(HOLD_SCANS + 1):
        bench.scan()
    assert (bench.inputs.board_fault, bench.inputs.board_detail) == (BOARD_TEST, OPTO_SUPPLY)
    assert bench.arm.written.count(1) == 0
