"""Motors and mechanisms: lag, coast, flags and travel times within machine.toml's numbers."""

import pytest

from mjsim.generated import constants as C
from mjsim.plant import NEVER
from mjsim.plant.numbers import HATCH_END
from mjsim.words.names import MACHINES
from tests.plant.crude import (
    CHAIN,
    CHAIN_ZERO,
    CNT,
    DRUM,
    FREE,
    HATCH,
    HATCH_DN,
    HATCH_UP,
    INLET,
    LIFT_DN,
    LIFT_UP,
    MID,
    PARK,
    PUSH_HOME,
    RING,
    SENSE,
    Bench,
    belt,
    head,
    lift,
    nominal,
)

MOTORS = [name for index, name in enumerate(C.MOTORS) if C.MOTORS_OF[0] >> index & 1]
AWAKE = C.AUX_DICE_SLEEP_N


def bench(machine: str = "four_port", seed: int = 1, **more) -> Bench:
    return Bench(nominal(machine, seed, limits=FREE, **more))


def watch(b: Bench, bit: int, moving: bool) -> int:
    """Time until a motor moves or stands."""
    begin = b.plant.now
    while bool(b.plant.moving & bit) != moving:
        b.run(1)
    return b.plant.now - begin


@pytest.mark.parametrize("name", MOTORS)
def test_lag_and_coast_stay_within_their_bounds(name):
    index = C.MOTORS.index(name)
    lags, coasts = [], []
    for seed in range(25):
        b = bench(seed=seed)
        b.drive(1 << index, AWAKE)
        lags.append(watch(b, 1 << index, True))
        b.drive(0)
        coasts.append(watch(b, 1 << index, False))
    assert C.LAG_MIN_MS <= min(lags) < max(lags) <= C.LAG_MAX_MS
    assert max(lags) - min(lags) > (C.LAG_MAX_MS - C.LAG_MIN_MS) / 2
    most = C.COAST_MAX_MS[index]
    assert most / 2 - 1 <= min(coasts) < max(coasts) <= most
    assert max(coasts) - min(coasts) > most / 5


def test_a_motor_switched_off_during_its_lag_never_moves():
    b = bench()
    b.on(RING)
    b.run(C.LAG_MIN_MS - 10)
    b.off(RING)
    for _ in range(500):
        b.run(1)
        assert not b.plant.moving
    assert b.plant.busy_ms == C.LAG_MIN_MS - 10


def test_a_motor_switched_on_again_while_it_coasts_goes_on_without_a_lag():
    b = bench()
    b.on(RING)
    watch(b, RING, True)
    b.off(RING)
    b.run(20)
    b.on(RING)
    for _ in range(400):
        b.run(1)
        assert b.plant.moving == RING


def test_busy_time_counts_lag_run_and_coast():
    b = bench()
    begin = b.plant.now
    b.on(DRUM)
    b.run(1000)
    b.off(DRUM)
    coast = watch(b, DRUM, False)
    b.run(5000)
    assert b.plant.busy_ms == 1000 + coast
    assert b.plant.now == begin + 6000 + coast


@pytest.mark.parametrize(("motor", "signal", "rev_ms", "reverse"), [
    (DRUM, "drum_rot", C.DRUM_REV_MS, False), (DRUM, "drum_rot", C.DRUM_REV_MS, True),
    (RING, "ring_rot", C.RING_REV_MS, False)])  # fmt: skip
def test_drum_and_ring_pass_four_magnets_a_turn(motor, signal, rev_ms, reverse):
    b = bench()
    b.drive(0, C.AUX_DIR_DRUM if reverse else 0)
    b.on(motor)
    b.run(500)
    rises, level = 0, b.plant.input(signal)
    for _ in range(rev_ms * 5):
        b.run(1)
        rises += b.plant.input(signal) > level
        level = b.plant.input(signal)
    assert 5 * C.ROT_EDGES - 1 <= rises <= 5 * C.ROT_EDGES + 1


def test_the_head_shows_its_flags_in_order_and_turns_in_its_time():
    b = bench()
    names = {PARK: "park", MID: "mid", PUSH_HOME: "home"}
    b.on(head(1))
    seen, before, crossed = [], b.plant.level[1], {}
    for _ in range(2000):
        b.run(1)
        for mask, name in names.items():
            if (b.plant.level[1] ^ before) & mask:
                edge = name + ("+" if b.plant.level[1] & mask else "-")
                seen.append(edge)
                crossed.setdefault(edge, []).append(b.plant.now)
        before = b.plant.level[1]
        assert not (before & PARK and before & MID)
    assert seen[:6] == ["park-", "mid+", "mid-", "home-", "park+", "home+"]
    times = crossed["mid+"]
    turns = [late - early for early, late in zip(times, times[1:], strict=False)]
    assert turns and set(turns) <= {C.HEAD_TURN_MS, C.HEAD_TURN_MS + 1, C.HEAD_TURN_MS - 1}


@pytest.mark.parametrize("flag", [PARK, MID])
def test_a_head_stopped_on_its_flag_stays_inside_the_window(flag):
    for seed in range(40):
        b = bench(seed=seed)
        b.on(head(0))
        b.until(lambda b=b: not b.level(0, PARK))
        b.until(lambda b=b: b.level(0, flag))
        b.off(head(0))
        b.run(C.COAST_MAX_MS[C.M_HEAD] + 5)
        assert b.level(0, flag), "seed %d" % seed


def test_the_hatch_travels_in_its_time_give_or_take_five_percent():
    inner = C.HATCH_TRAVEL_MS * (1 - C.HATCH_FLAG_PCT / 100)
    times = []
    for seed in range(40):
        b = bench(seed=seed)
        b.plant.hatch.set_place(0)
        b.on(HATCH)
        watch(b, HATCH, True)
        begin = b.plant.now
        while not b.level(SENSE, HATCH_UP):
            b.run(1)
        times.append(b.plant.now - begin)
    assert inner * 0.95 - 2 <= min(times) < inner * 0.97
    assert inner * 1.03 < max(times) <= inner * 1.05 + 3


def test_the_hatch_slips_at_its_end_and_comes_back():
    b = bench()
    b.on(HATCH)
    b.run(8000)
    assert b.level(SENSE, HATCH_UP) and not b.level(SENSE, HATCH_DN)
    b.off(HATCH)
    b.hatch(False)
    assert b.level(SENSE, HATCH_DN) and b.plant.violations == []


def test_lifts_go_up_in_half_a_turn_and_show_both_ends():
    b = bench()
    b.on(lift(2))
    watch(b, lift(2), True)
    begin = b.plant.now
    took = []
    for flag in (LIFT_UP, LIFT_DN):
        while b.level(2, LIFT_DN):
            b.run(1)
        while not b.level(2, flag):
            b.run(1)
        took.append(b.plant.now - begin)
    assert abs(took[0] - C.LIFT_UP_MS) < 300
    assert abs(took[1] - took[0] - C.LIFT_DOWN_MS) < 20


def test_the_chain_shows_zero_at_rest_and_the_corner_half_way():
    b = bench("single_port")
    b.on(CHAIN)
    times = {}
    for _ in range(C.CHAIN_INDEX_MS + 300):
        b.run(1)
        for name, mask in (("zero", CHAIN_ZERO), ("corner", CHAIN_ZERO << 1)):
            if b.plant.rose[SENSE] & mask:
                times.setdefault(name + "+", b.plant.now)
            if b.plant.fell[SENSE] & mask:
                times.setdefault(name + "-", b.plant.now)
        b.clear()
    assert abs(times["corner-"] - times["corner+"] - C.CHAIN_FLAG_MS) <= 1
    middle = (times["zero-"] + times["zero+"]) / 2
    assert abs((times["corner-"] + times["corner+"]) / 2 - middle) <= 2
    assert times["zero+"] - times["zero-"] == pytest.approx(5000, abs=2)


def test_a_tile_takes_the_belt_its_transit_and_its_pulse():
    b = bench(bounce_ppm=0)
    b.load(b.plant.new_set("green", 1))
    b.drive(DRUM | RING | belt(3), 0)
    begin = b.until(lambda: b.plant.rose[3] & INLET, 120_000)
    begin = b.plant.now
    b.until(lambda: b.plant.fell[3] & INLET)
    assert b.plant.now - begin <= C.TILE_PULSE_MS + 5
    b.until(lambda: b.plant.rose[3] & CNT)
    rose = b.plant.now
    b.until(lambda: b.plant.fell[3] & CNT)
    assert abs(b.plant.now - rose - C.TILE_PULSE_MS) <= 5
    assert abs(b.plant.now - begin - C.BELT_TRANSIT_MS) <= 10
    assert b.plant.held(3) == [0] and b.plant.place(0) == "head_d"


def test_tiles_on_a_belt_keep_their_distance():
    b = bench(seed=3)
    b.load(b.plant.new_set("green", 60))
    b.drive(DRUM | RING | belt(0))
    b.until(lambda: len(b.plant.on_belt(0)) >= 4)
    marks = b.plant.belts[0].marks
    apart = [late - early for early, late in zip(marks, marks[1:], strict=False)]
    assert min(apart) >= C.BELT_PITCH_UM
    assert not b.plant.violations


def test_a_belt_running_back_returns_its_tiles_to_the_drum():
    b = bench(seed=3, strict=True, bounce_ppm=0)
    b.load(b.plant.new_set("green", 30))
    b.drive(DRUM | RING | belt(0))
    b.until(lambda: len(b.plant.on_belt(0)) == 3)
    b.drive(0)
    b.run(600)
    there = len(b.plant.on_belt(0))
    b.drive(0, C.AUX_DIR_BELTS)
    b.run(50)
    b.clear()
    b.on(belt(0))
    falls = 0
    for _ in range(800):
        b.run(5)
        falls += bool(b.plant.fell[0] & INLET)
        b.clear()
    assert b.plant.on_belt(0) == [] and len(b.plant.loose) == 30
    assert there <= falls <= there + 1
    b.off(belt(0))
    b.run(400)
    b.drive(0, 0)
    b.on(DRUM | RING | belt(0))
    b.until(lambda: b.plant.held(0), 60_000)
    assert b.plant.check() and not b.plant.violations


def test_dice_roll_when_their_plate_has_turned_and_nobody_can_read_them():
    b = bench(dice_count=3)
    b.drive(1 << C.M_DICE, AWAKE)
    b.run(1)
    b.run(1000)
    assert b.plant.dice_rest_ms == NEVER
    assert b.plant.fell[C.IN_DICE_ROT >> 3] & 1 << (C.IN_DICE_ROT & 7)
    b.drive(0)
    b.run(C.COAST_MAX_MS[C.M_DICE] + 1)
    assert b.plant.rolls == 1 and len(b.plant.dice) == 3
    assert all(1 <= pips <= 6 for pips in b.plant.dice)
    assert 0 < b.plant.dice_rest_ms - b.plant.now <= C.DICE_PLATE_SETTLE_MS


def test_a_sleeping_dice_driver_turns_nothing():
    b = bench()
    b.drive(1 << C.M_DICE, 0)
    b.run(2000)
    assert b.plant.rolls == 0 and b.plant.busy_ms == 0


def test_dice_are_fair():
    b = bench(seed=11)
    seen = [0] * 7
    for _ in range(600):
        b.plant.dice_plate.stopped(b.plant.now)
        for pips in b.plant.dice:
            seen[pips] += 1
    expected = sum(seen) / 6
    assert sum((n - expected) ** 2 / expected for n in seen[1:]) < 20.5  # 5 df, 0.1 %


@pytest.mark.parametrize("mess", ["hatch", "sorting", "raising", "indexing"])
def test_a_mess_shows_true_flags(mess):
    places = set()
    for seed in range(30):
        plant = nominal("single_port", seed, messy=mess)
        for head_ in plant.heads:
            assert plant.level[0] & PARK == (PARK if head_.zone == 0 else 0)
        for side, lift_ in enumerate(plant.lifts):
            assert bool(plant.level[side] & LIFT_DN) == (lift_.zone == 0)
        assert bool(plant.level[SENSE] & HATCH_DN) == (plant.hatch.zone == 0)
        assert bool(plant.level[SENSE] & CHAIN_ZERO) == (plant.chain.zone == 0)
        places.add((plant.hatch.zone, plant.heads[0].zone, plant.lifts[0].zone, plant.chain.zone))
    assert len(places) > 1
    assert places != {(0, 0, 0, 0)}


def test_without_a_mess_everything_stands_at_home_but_not_at_one_point():
    angles = set()
    for seed in range(20):
        plant = nominal(seed=seed)
        assert bytes(plant.level)[:5] == bytes(C.IDLE_OF[C.MACHINES.index("four_port")])[:5]
        assert plant.edges == 0
        angles.add(plant.heads[0].origin)
    assert len(angles) > 15
    with pytest.raises(ValueError, match="no mess 'flood'"):
        nominal(messy="flood")
    with pytest.raises(ValueError, match="no machine 'two_port'"):
        nominal("two_port")


def test_wear_changes_the_speed():
    times = {}
    for pct in (100, 50):
        b = bench(wear={"lift_a": pct})
        b.plant.lifts[0].set_angle(0)
        b.on(lift(0))
        watch(b, lift(0), True)
        begin = b.plant.now
        b.until(lambda b=b: b.level(0, LIFT_UP))
        times[pct] = b.plant.now - begin
    assert times[50] == pytest.approx(2 * times[100], abs=12)


@pytest.mark.parametrize("machine", MACHINES)
def test_going_from_edge_to_edge_is_the_same_machine(machine):
    straight, by_edges = bench(machine), bench(machine)
    for b in (straight, by_edges):
        b.plant.hatch.set_place(HATCH_END)
        b.plant.drop(b.plant.new_set("green", 60), [0] * 60)
        b.plant.hatch.set_place(0)
        b.clear()
        b.on(DRUM | RING | belt(0) | head(0))
    straight.run(20_000)
    plant, seen, end_ms = by_edges.plant, [], by_edges.plant.now + 20_000
    while True:
        before = plant.level[:]
        at = plant.advance_to_edge(end_ms)
        if at == NEVER:
            break
        seen.append(at)
        assert plant.now == at <= end_ms and plant.edges and plant.level != before
        by_edges.clear()
    plant.advance(end_ms)
    assert len(seen) > 50 and seen == sorted(seen)
    assert plant.level == straight.plant.level and plant.where == straight.plant.where
    assert (plant.events, plant.next_ms) == (straight.plant.events, straight.plant.next_ms)
