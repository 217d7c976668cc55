"""The belts run when the ring starts; before, nothing is lifted (design domain §11.2).

The next set is mixed while the walls of this one rise; its tiles wait until the lifts are down.
"""

import pytest

from mjsim.generated import constants as C
from mjsim.table.session import SimTable
from mjtable.generated.setting_table import MAXS, S_SORT_PREMIX_MAX_MS
from mjtable.generated.timing import LAG_MAX_MS
from mjtable.notices import Notices

DRUM, RING = 1 << C.M_DRUM, 1 << C.M_RING
BELTS = 15 << C.M_BELT


def mixing(machine, **settings):
    table = SimTable(machine, seed=4, settings=settings)
    table.press("elevator")
    table.run_until("ready", 20_000)
    table.load()
    until(table, lambda: table.table.sorter.state != "idle")
    return table


def until(table, holds, limit_ms=15_000):
    """Scan by scan until this holds; the time."""
    for _ in range(limit_ms // 5):
        if holds():
            return table.now_ms
        table.run_for(5)
    raise AssertionError(table.summary())


def motor(table, mask):
    """When one of these motors is switched on."""
    return until(table, lambda: table.plant.drawn & mask)


@pytest.mark.parametrize("machine", ["four_port", "single_port"])
def test_belts_start_while_the_drum_still_mixes_alone(machine):
    table = mixing(machine)
    fitted = table.plant.fitted & BELTS
    drum_ms = motor(table, DRUM)
    belts_ms = motor(table, BELTS)
    assert not table.plant.drawn & RING
    ring_ms = motor(table, RING)
    premix_ms = table.table.shuffler.premix_ms
    assert premix_ms <= ring_ms - drum_ms < premix_ms + 200 and ring_ms - belts_ms < 800
    assert table.plant.drawn & fitted == fitted, "a belt starts only after the ring"
    assert table.plant.counts()["belts"] == 0
    table.run_for(LAG_MAX_MS + 400)
    assert table.plant.counts()["belts"] >= len(table.plant.belts)
    assert not table.violations


def test_where_the_peak_has_no_room_for_the_ring_beside_belts_the_ring_goes_first():
    """Belts never rest while tiles come: a ring that found no power would wait for ever."""
    table = mixing("four_port", **{"power.peak_mw": 43_000})
    motor(table, RING)
    assert not table.plant.drawn & BELTS
    until(table, lambda: table.table.sorter.state == "lookout", 200_000)
    assert not table.violations


def test_without_a_premix_the_ring_waits_for_nothing():
    table = mixing("four_port", **{"sort.premix_min_ms": 0, "sort.premix_max_ms": 0})
    drum_ms = motor(table, DRUM)
    assert motor(table, RING) - drum_ms < 1_000


LONGEST_MS = MAXS[S_SORT_PREMIX_MAX_MS]


def test_a_set_that_mixes_as_long_as_can_be_set_is_finished():
    table = mixing("four_port", **dict.fromkeys(("sort.premix_min_ms", "sort.premix_max_ms"),
                                                LONGEST_MS))  # fmt: skip
    drum_ms = motor(table, DRUM)
    ring_ms = until(table, lambda: table.plant.drawn & RING, 200_000)
    assert LONGEST_MS <= ring_ms - drum_ms < LONGEST_MS + 200
    table.run_until(lambda: table.table.set_waiting == "green", 200_000)
    assert not table.violations and not table.told


@pytest.mark.parametrize("word", [0, 1, 255, 256, 40_000, 65_535])
def test_the_premix_is_drawn_evenly_over_the_longest_range_without_a_large_number(
        word, monkeypatch):  # fmt: skip
    """word * span is more than the 30 bits of a small integer: it would be put on the heap."""
    monkeypatch.setattr(Notices, "random_word", lambda table: word)
    table = mixing("four_port", **{"sort.premix_min_ms": 0, "sort.premix_max_ms": LONGEST_MS})
    assert table.table.shuffler.premix_ms == word * LONGEST_MS >> 16
    assert word * (LONGEST_MS >> 8) + 65_535 * 255 < 1 << 30


def test_a_drum_that_stands_while_the_belts_start_is_told():
    table = mixing("four_port")
    until(table, lambda: table.table.shuffler.state == "opening")
    table.inject("jam drum")
    table.run_until("fault", 2_500)
    assert table.faults == ["E301"] and not table.violations


def second_rise(seed):
    """Green's walls rise, blue has just been dropped."""
    table = SimTable("four_port", seed=seed)
    table.press("elevator")
    table.run_until("ready", 20_000)
    table.load("green")
    until(table, lambda: table.table.sets.waiting, 200_000)
    table.load("blue")
    until(table, lambda: table.table.cycle.state == "raising", 20_000)
    return table


@pytest.mark.parametrize("seed", range(3))
def test_the_drum_mixes_while_walls_rise_and_the_ring_waits_for_the_lifts(seed):
    table = second_rise(seed)
    motor(table, DRUM)
    while table.table.cycle.state == "raising":
        assert table.plant.drawn & DRUM and not table.plant.drawn & RING
        table.run_for(5)
    assert table.table.sorter.state in ("premix", "picking")
    motor(table, RING)
    assert all(lift.state == "down" for lift in table.table.lifts)
    assert not table.violations and not table.faults


def test_a_lift_that_stays_behind_stops_the_mixing_too():
    table = second_rise(1)
    table.inject("jam lift_c")
    table.run_until("fault", 10_000)
    table.run_for(500)
    assert not table.board.outputs.motors and table.table.shuffler.state == "off"
