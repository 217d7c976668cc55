"""What is learnt of a way that was gone, and when it is told that it became slow."""

import pytest

from mjsim.board.board import MemoryStore
from mjsim.table.session import SimTable
from mjtable.generated import timing
from mjtable.generated.fault_codes import MECHANISM_SLOW
from mjtable.generated.iomap import M_HATCH, M_HEAD, M_LIFT, M_RING, MOTORS
from mjtable.mechanisms import builder, distributor
from mjtable.memory.store import K_TIMES
from mjtable.safety.trends import (
    BACK,
    LEARNT_MAX_PCT,
    LEARNT_MIN_PCT,
    LONGEST_MS,
    PICKUP,
    SLOW,
    WAYS,
)
from mjtable.scan.clock import MASK
from mjtable.table import Table
from mjtool.dictionary import load


class Bench:
    """A table that never runs."""

    def __init__(self, medium=None):
        self.table = Table(0, medium)
        self.trends = self.table.supervision
        self.told = []
        self.table.raise_fault = lambda *row: self.told.append(row)

    def sets(self, way, *times):
        """A set for each of `times`, the last way in each of them in per cent."""
        for pct in times:
            self.trends.took[way] = pct
            self.trends.judge_times()
        return self.trends.learnt[way]


@pytest.mark.parametrize("now", [1_000, 40, 0])
def test_a_way_is_kept_in_per_cent_of_its_design(now):
    bench = Bench()
    bench.table.now = now
    bench.trends.went(M_HATCH, now - 3_000 & MASK, 2_500)
    assert bench.trends.took[M_HATCH] == 120
    bench.trends.went(M_HATCH, now - 10_000_000 & MASK, 2_500)
    assert bench.trends.took[M_HATCH] == LONGEST_MS * 100 // 2_500


def test_the_learnt_time_moves_by_one_a_set_within_its_bounds():
    bench = Bench()
    assert bench.sets(M_LIFT, 110, 110) == 102
    assert bench.sets(M_LIFT, 102) == 102
    assert bench.sets(M_LIFT, 60) == 101
    assert bench.sets(M_LIFT, *[140] * 50) == LEARNT_MAX_PCT
    assert bench.sets(M_LIFT, *[50] * 50) == LEARNT_MIN_PCT
    assert not bench.told


def test_three_slow_sets_in_a_row_are_told_once():
    bench = Bench()
    bench.sets(BACK + M_HEAD + 1, 160, 160)
    assert not bench.told
    bench.sets(BACK + M_HEAD + 1, 161, 160, 160)
    assert bench.told == [(MECHANISM_SLOW, "head_b", 161)]


def test_a_jam_or_two_are_not_slow_and_after_a_good_set_it_is_told_anew():
    bench = Bench()
    bench.sets(M_LIFT, 170, 170, 100, 170, 170, 100)
    assert not bench.told
    bench.sets(M_LIFT, *[170] * SLOW, 100, *[170] * SLOW)
    assert [row[1] for row in bench.told] == ["lift_a", "lift_a"]


def test_slow_is_half_as_long_again_as_learnt_not_as_designed():
    bench = Bench()
    bench.sets(M_LIFT, *[85] * 15)
    assert bench.trends.learnt[M_LIFT] == 85
    bench.sets(M_LIFT, *[135] * SLOW)
    assert [row[1] for row in bench.told] == ["lift_a"]
    bench.sets(M_HATCH, *[135] * 30)
    assert len(bench.told) == 1


def test_a_way_that_was_not_gone_is_not_judged():
    bench = Bench()
    for _ in range(5):
        bench.trends.judge_times()
    assert bytes(bench.trends.learnt[:WAYS]) == bytes([100] * WAYS)


def test_a_ring_that_lifts_too_little_is_told():
    bench = Bench()
    bench.table.sorter.progress.pickup.rate_pct = 60
    bench.sets(M_HATCH, *[100] * SLOW)
    assert bench.told == [(MECHANISM_SLOW, MOTORS[M_RING], 166)]
    assert bench.trends.took[PICKUP] == 166


def test_learnt_times_outlast_the_power():
    store = MemoryStore()
    bench = Bench(store)
    bench.sets(M_LIFT, *[110] * 7)
    journal = bench.table.journal
    journal.want()
    journal.step()
    journal.step()
    assert store.slots[2 * K_TIMES] or store.slots[2 * K_TIMES + 1]
    assert not bench.trends.learns
    again = Table(0, store)
    again.journal.load()
    assert again.supervision.learnt[M_LIFT] == 107
    assert again.supervision.learnt[WAYS:] == bytes(WAYS)


def test_the_host_knows_the_design_times_that_the_firmware_reckons_with():
    design = {(way["motor"], way["what"]): way["design_ms"] for way in load().ways}
    assert [way["motor"] for way in load().ways] == [*MOTORS, *MOTORS]
    assert design["hatch", "up"] == design["hatch", "down"] == timing.HATCH_TRAVEL_MS
    assert design["lift_c", "up"] == timing.LIFT_UP_MS
    assert design["lift_c", "down"] == timing.LIFT_DOWN_MS
    assert design["head_a", "upper half turn"] == builder.TO_FLAG_MS
    assert design["chain", "zero to corner"] == timing.CHAIN_CORNER_MS
    assert design["chain", "corner to zero"] == distributor.HOME_MS
    assert design["belt_d", "one tile past the beam"] == timing.TILE_PULSE_MS
    assert design["drum", "magnet to magnet"] == timing.DRUM_EDGE_MS
    assert design["ring", "magnet to magnet"] == timing.RING_EDGE_MS


@pytest.mark.parametrize("machine", ["four_port", "single_port"])
def test_every_way_of_a_nominal_table_takes_the_designs_time(machine):
    """Two hands: each mechanism's time is measured, within its lag and its flags."""
    table = SimTable(machine, seed=5, unit="nominal", late="none")
    table.press("elevator")
    table.run_until("ready", 30_000)
    for name in ("green", "blue"):
        table.load(name)
        table.run_until(lambda name=name: table.table.set_waiting == name, 250_000)
    took = table.table.supervision.took
    gone = {(way["motor"], way["what"]): took[index]
            for index, way in enumerate(load().ways) if way["what"] and took[index]}
    fitted = [way for way in load().ways if way["what"] and (
        way["motor"][:4] in ("drum", "ring", "hatc", "lift") or way["motor"][-2:] == "_a"
        or (way["motor"] == "chain") == (machine == "single_port"))]
    assert set(gone) == {(way["motor"], way["what"]) for way in fitted}
    assert {key: pct for key, pct in gone.items() if not 75 <= pct <= 125} == {}
