"""What ails a machine beyond plain faults: each row of the table does something visible."""

import pytest

from mjsim.generated import constants as C
from mjsim.plant.inject import TABLE, InjectError, apply, clear
from mjsim.plant.numbers import GAP_UM, NOTCH_UM
from tests.plant.crude import DRUM, FREE, HATCH, RING, Bench, belt, head, lift, nominal

DICE = 1 << C.M_DICE


def bench(**more) -> Bench:
    return Bench(nominal(limits=FREE, bounce_ppm=0, **more))


def edges_of(b, name, ms):
    """How often an input changes in a time."""
    seen, was = 0, b.plant.input(name)
    for _ in range(ms):
        b.run(1)
        seen += b.plant.input(name) != was
        was = b.plant.input(name)
    return seen


def test_a_drifting_sensor_shows_each_edge_late():
    b = bench()
    cause = apply(b.plant, "drift drum_rot 40")
    b.on(DRUM)
    late = [b.plant.input("drum_rot") != b.plant.input_raw("drum_rot") or b.run(1)
            for _ in range(4_000)]  # fmt: skip
    assert any(late), "for a while it shows what was"
    assert edges_of(b, "drum_rot", 4_000) > 4
    clear(b.plant, cause)
    assert b.plant.input("drum_rot") == b.plant.input_raw("drum_rot")


@pytest.mark.parametrize(("missed", "least", "most"), [(100, 0, 0), (50, 2, 30)])
def test_a_dim_light_barrier_misses_some(missed, least, most):
    b = bench()
    apply(b.plant, "dim inlet_a %d" % missed)
    for _ in range(20):
        b.plant.rise(0, 8)
        b.plant.fall(0, 8)
        least -= bool(b.plant.rose[0] & 8)
        b.clear()
    assert least <= 0 and -least <= most
    apply(b.plant, "clear all")
    b.plant.rise(0, 8)
    assert b.plant.input("inlet_a") == 1


def test_swapped_inputs_show_each_other():
    b = bench()
    cause = apply(b.plant, "swapped hatch_up hatch_dn")
    assert (b.plant.input("hatch_up"), b.plant.input("hatch_dn")) == (1, 0)
    b.on(HATCH)
    b.run(4_000)
    assert b.plant.input_raw("hatch_up") and b.plant.input("hatch_dn")
    clear(b.plant, cause)
    assert b.plant.input("hatch_up") == 1
    with pytest.raises(InjectError, match="not swapped with itself"):
        apply(b.plant, "swapped pinch pinch")


def test_a_dead_cable_reads_pressed_and_dark():
    b = bench()
    cause = apply(b.plant, "dead cable b")
    assert [b.plant.input(name) for name in ("lift_up_b", "lift_dn_b", "push_home_b", "park_b",
            "cnt_b")] == [1, 1, 1, 0, 0]  # fmt: skip
    clear(b.plant, cause)
    assert b.plant.input("lift_up_b") == 0 and b.plant.input("park_b") == 1


def test_a_lost_limit_is_never_reached():
    b = bench()
    apply(b.plant, "limit lost hatch_up")
    b.on(HATCH)
    b.run(5_000)
    assert b.plant.input_raw("hatch_up") and not b.plant.input("hatch_up")
    with pytest.raises(InjectError, match="unknown limit switch 'park_a'"):
        apply(b.plant, "limit lost park_a")


def test_a_storm_of_a_key_is_slower_than_chatter():
    b = bench()
    apply(b.plant, "key storm mark")
    assert 10 < edges_of(b, "mark", 4_000) < 200


def test_a_corrupt_chain_shows_wrong_bits_and_loses_its_signature():
    b = bench()
    cause = apply(b.plant, "chain corrupted")
    wrong = lost = 0
    for _ in range(4_000):
        b.run(1)
        wrong += b.plant.level != b.plant.raw
        lost += not b.plant.input("sig1")
    assert wrong > lost > 5
    clear(b.plant, cause)
    b.run(500)
    assert b.plant.level == b.plant.raw


def test_a_frozen_chain_shows_what_was_and_loses_its_signature():
    b = bench()
    cause = apply(b.plant, "chain frozen")
    b.plant.set_input("mark", 1)
    b.plant.set_input("pinch", 1)
    assert b.plant.input("pinch") == 0 and b.plant.input("sig1") == 1
    b.run(5)
    assert b.plant.input("pinch") == 0 and b.plant.input("sig1") == 0
    clear(b.plant, cause)
    assert b.plant.input("sig1") == 1 and b.plant.input("pinch") == 1


@pytest.mark.parametrize("text", ["weak lift_a", "capacitor lift_a"])
def test_a_tired_motor_is_slow_late_and_sometimes_only_hums(text):
    b = bench()
    cause = apply(b.plant, text)
    started = 0
    for _ in range(30):
        b.on(lift(0))
        b.run(100)
        assert not b.plant.moving, "it starts late"
        b.run(400)
        started += bool(b.plant.moving)
        b.off(lift(0))
        b.run(300)
    assert 5 < started < 30 and b.plant.drives[C.M_LIFT].pct < 100
    clear(b.plant, cause)
    assert b.plant.drives[C.M_LIFT].pct == 100
    b.on(lift(0))
    b.run(300)
    assert b.plant.moving


def test_a_half_wave_draws_current_and_moves_nothing():
    b = bench()
    cause = apply(b.plant, "half-wave ring")
    b.run(300)
    assert b.plant.amps_a_ma > C.CURRENT_OFF_MA and not b.plant.moving
    b.on(RING)
    assert b.plant.amps_a_ma == 0, "commanded, nobody can tell"
    b.off(RING)
    clear(b.plant, cause)
    assert b.plant.amps_a_ma == 0


def test_a_motor_runs_on_for_its_time():
    b = bench()
    cause = apply(b.plant, "running on drum 700")
    b.on(DRUM)
    b.run(1_000)
    b.off(DRUM)
    b.run(600)
    assert b.plant.effective == DRUM and b.plant.amps_a_ma > C.CURRENT_OFF_MA
    b.run(200)
    assert b.plant.effective == 0 and b.plant.amps_a_ma == 0
    clear(b.plant, cause)
    b.on(DRUM)
    b.run(500)
    b.off(DRUM)
    assert b.plant.effective == 0


def test_a_head_out_of_phase_shows_its_flags_elsewhere():
    b = bench()
    flags = b.plant.heads[0].true_edges
    apply(b.plant, "head phase head_a 12")
    moved = [after[0] - before[0] for before, after in
             zip(flags, b.plant.heads[0].edges, strict=True)]  # fmt: skip
    assert sorted(set(moved)) == [0, 12_000]
    apply(b.plant, "clear all")
    assert b.plant.heads[0].edges == flags
    b.on(head(0))
    b.run(100)
    cause = apply(b.plant, "head phase head_a 12")
    b.run(900)
    assert b.plant.input("park_a") == b.plant.input_raw("park_a")
    clear(b.plant, cause)


def test_something_under_a_lift_stops_it():
    b = bench()
    b.on(lift(2))
    b.run(1_000)
    apply(b.plant, "lift pinch lift_c")
    assert not b.plant.moving and b.plant.amps_b_ma > 0


def test_a_stuck_relay_lets_the_hatch_go_the_old_way():
    b = bench()
    cause = apply(b.plant, "relay stuck hatch")
    b.drive(0, C.AUX_DIR_HATCH)
    assert b.plant.hatch.way == 1
    clear(b.plant, cause)
    assert b.plant.hatch.way == -1


def test_welded_contacts_keep_the_bus_live_and_shorts_running():
    b = bench()
    apply(b.plant, "relay welded")
    apply(b.plant, "short ring")
    b.run(200)
    b.plant.arm(0, b.plant.now)
    b.run(500)
    assert b.plant.k1 and not b.plant.input("k1_mir") and b.plant.moving == RING
    b.on(DRUM)
    assert b.plant.effective == RING, "a triac without supply gives no motor power"
    apply(b.plant, "clear all")
    assert not b.plant.k1 and b.plant.input("k1_mir")


def test_k1_that_does_not_close_leaves_the_bus_dead():
    b = bench()
    cause = apply(b.plant, "relay open")
    assert not b.plant.k1 and not b.plant.input("lmot_fb")
    b.plant.arm(0, b.plant.now)
    b.plant.arm(1, b.plant.now)
    b.run(500)
    assert not b.plant.k1
    clear(b.plant, cause)
    b.plant.arm(0, b.plant.now)
    b.plant.arm(1, b.plant.now)
    b.run(500)
    assert b.plant.k1


def test_a_sag_slows_motors_and_a_deep_one_stops_them():
    b = bench()
    b.on(DRUM)
    b.run(500)
    fast = b.plant.drum.speed
    cause = apply(b.plant, "mains sag 80")
    assert b.plant.drum.speed < fast and b.plant.moving
    clear(b.plant, cause)
    assert b.plant.drum.speed == fast
    cause = apply(b.plant, "mains sag 50")
    assert not b.plant.moving and b.plant.amps_a_ma > 0
    clear(b.plant, cause)
    b.run(300)
    assert b.plant.moving == DRUM and b.plant.amps_a_ma == 0


def test_a_brown_out_warns_and_a_long_one_restarts_the_board():
    b = bench()
    apply(b.plant, "brown-out 20")
    assert b.plant.input("pfail") and b.plant.logic_ok
    b.run(50)
    assert not b.plant.input("pfail") and b.plant.power_cycles == 0
    apply(b.plant, "brown-out 2s")
    b.run(1_000)
    assert not b.plant.logic_ok and b.plant.has_mains and not b.plant.k1
    b.run(1_500)
    assert b.plant.logic_ok and b.plant.power_cycles == 1


def test_a_quick_clock_finds_everything_slow():
    b = bench()
    cause = apply(b.plant, "clock 103")
    assert b.plant.mains_dhz == 485 and b.plant.belts[0].pct == 97
    clear(b.plant, cause)
    assert b.plant.mains_dhz == 500 and b.plant.belts[0].pct == 100


def test_the_next_tile_jams_before_its_head():
    b = bench()
    cause = apply(b.plant, "tile jammed belt_a")
    b.load(b.plant.new_set("green", 60))
    b.drive(DRUM | RING | belt(0))
    b.until(lambda: b.plant.input("jam_a"), 120_000)
    assert b.plant.belts[0].jammed
    clear(b.plant, cause)
    assert not b.plant.belts[0].jam_next


@pytest.mark.parametrize(("text", "caught"), [("tile doubled 100", False),
                                              ("tile shingled 100", True)])  # fmt: skip
def test_tiles_come_in_pairs(text, caught):
    b = bench()
    apply(b.plant, text)
    b.load(b.plant.new_set("green", 60))
    b.drive(DRUM | RING | belt(0))
    b.until(lambda: b.plant.held(0) or b.plant.incidents, 120_000)
    b.run(400)
    assert caught == any("on another" in text for text in b.plant.incidents)
    assert b.plant.violations or b.plant.incidents, "a crude hand does not cope with pairs"
    apply(b.plant, "clear all")
    assert b.plant.belts[0].touching == b.plant.belts[0].shingle == 0


@pytest.mark.parametrize("seed", range(6))
def test_a_tile_comes_with_the_last_one_or_keeps_its_way(seed):
    b = bench(seed=seed)
    apply(b.plant, "tile doubled 50")
    b.load(b.plant.new_set("green", 60))
    b.drive(DRUM | RING | belt(0))
    line, gaps = b.plant.belts[0], set()
    for _ in range(1_500):
        b.run(1)
        gaps |= {after - before - b.plant.length[tile] for before, after, tile
                 in zip(line.marks, line.marks[1:], line.tiles, strict=False)}  # fmt: skip
    least = min(GAP_UM + line.gaps[0], GAP_UM)
    assert all(gap < 2 * NOTCH_UM or gap >= least for gap in gaps), sorted(gaps)


def test_a_coin_catches_the_drum_now_and_then():
    b = bench()
    b.on(DRUM)
    cause = apply(b.plant, "foreign body drum")
    still = 0
    for _ in range(600):
        b.run(100)
        still += not b.plant.moving
    assert 10 < still < 500
    clear(b.plant, cause)
    b.run(20_000)
    assert b.plant.moving == DRUM


def test_every_row_has_words_and_a_line_of_help():
    for name, row in TABLE.items():
        assert row.doc and "\n" not in row.doc, name


@pytest.mark.parametrize(("first", "second"), [
    ("open drum", "mains sag 50"), ("jam drum", "mains sag 50"), ("jam drum", "open drum"),
    ("open drum", "jam drum"), ("jam drum", "foreign body drum"), ("mains sag 50", "jam drum"),
])  # fmt: skip
def test_a_motor_that_two_things_hold_stands_until_both_are_gone(first, second):
    """A sag that ended let a drum turn whose wire was cut, and its current was right again."""
    b = bench()
    apply(b.plant, first)
    other = apply(b.plant, second)
    b.on(DRUM)
    b.run(1_000)
    clear(b.plant, other)
    b.run(1_000)
    assert b.plant.blocked & DRUM and not b.plant.drives[C.M_DRUM].moving
    assert (b.plant.amps_a_ma < -50) == (first == "open drum")
    apply(b.plant, "clear all")
    b.run(1_000)
    assert not b.plant.blocked and b.plant.drives[C.M_DRUM].moving


@pytest.mark.parametrize(("stays", "ends", "pct"), [
    ("slow drum 60", "weak drum", 60), ("weak drum", "slow drum 60", 75),
    ("capacitor drum", "weak drum", 90), ("weak drum", "capacitor drum", 75),
])  # fmt: skip
def test_a_motor_that_two_things_slow_is_as_slow_as_what_stays(stays, ends, pct):
    b = bench()
    apply(b.plant, stays)
    other = apply(b.plant, ends)
    clear(b.plant, other)
    assert b.plant.wear_pct[C.M_DRUM] == pct
    apply(b.plant, "clear all")
    assert b.plant.wear_pct[C.M_DRUM] == 100
