"""Every sentence about broken physics, made to be said; and what must stay unsaid."""

import pytest

from mjsim.generated import constants as C
from mjsim.plant import MAX_STACKS
from mjsim.plant.inject import apply
from mjsim.plant.numbers import MOUTH
from tests.plant.crude import (
    CHAIN,
    CNT,
    DRUM,
    FREE,
    HATCH,
    HATCH_UP,
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


def bench(machine: str = "four_port", seed: int = 1, **more) -> Bench:
    more.setdefault("limits", FREE)
    more.setdefault("bounce_ppm", 0)
    return Bench(nominal(machine, seed, **more))


def said(b: Bench, *sentences: str) -> None:
    """These violations, each with its time, and no others."""
    heard = {text.split(" s: ", 1)[1] for text in b.plant.violations}
    assert heard == set(sentences)
    for text in b.plant.violations:
        assert 0 <= float(text.split(" s: ")[0]) <= b.plant.now / 1000


def one_in_head(b: Bench, line: int = 0) -> None:
    """Bring the first tile into a line's head, belt and ring standing, the next just behind."""
    b.drive(DRUM | RING | belt(line))
    b.until(lambda: b.plant.held(line), 120_000)
    b.drive(0)
    b.run(500)


# ----------------------------------------------------------------- one place each
def test_a_direction_relay_must_not_switch_under_its_motor():
    b = bench()
    b.on(HATCH)
    b.run(300)
    b.drive(HATCH, C.AUX_DIR_HATCH)
    said(b, "direction relay of hatch switched while hatch was on or moving")


def test_nor_while_it_has_current_and_does_not_move_yet():
    b = bench()
    b.on(HATCH)
    b.run(1)
    b.drive(HATCH, C.AUX_DIR_HATCH)
    said(b, "direction relay of hatch switched while hatch was on or moving")


@pytest.mark.parametrize(("motor", "aux", "name"), [
    (DRUM, C.AUX_DIR_DRUM, "drum switched while drum"),
    (belt(2), C.AUX_DIR_BELTS, "belts switched while belt_c"),
    (CHAIN, C.AUX_DIR_CHAIN, "chain switched while chain")])  # fmt: skip
def test_nor_while_the_motor_still_coasts(motor, aux, name):
    b = bench("single_port" if motor == CHAIN else "four_port")
    b.on(motor)
    b.run(400)
    b.off(motor)
    b.run(10)
    b.drive(0, aux)
    said(b, "direction relay of %s was on or moving" % name)
    b.plant.violations.clear()
    b.run(1000)
    b.drive(0, 0)
    said(b)


def test_a_tile_must_not_be_driven_into_a_turning_head():
    b = bench()
    b.load(b.plant.new_set("green", 40))
    b.drive(DRUM | RING | belt(1))
    b.until(lambda: b.plant.rose[1] & CNT, 60_000)
    b.drive(head(1) | belt(1))
    b.run(200)
    heard = {text.split(" s: ", 1)[1] for text in b.plant.violations}
    assert heard <= {"tile driven into the turning head of line B",
                     "head of line B began to turn with a tile half in it"}  # fmt: skip
    assert heard


def test_a_tile_that_meets_a_turning_head_jams_its_belt():
    b = bench()
    b.load(b.plant.new_set("green", 40))
    b.drive(DRUM | RING | belt(1) | head(1))
    b.until(lambda: b.plant.violations, 60_000)
    said(b, "tile driven into the turning head of line B")
    assert b.plant.input("jam_b") and b.plant.input("cnt_b")
    nose = b.plant.belts[1].origin - b.plant.belts[1].marks[0]
    assert MOUTH <= nose < MOUTH + C.BELT_SPEED_UM_PER_MS, "it meets it with its nose"
    assert not b.plant.moving & belt(1)
    b.drive(0)
    b.run(500)
    b.on(belt(1))
    b.run(3000)
    assert not b.plant.moving & belt(1), "only a jog back frees it"
    b.off(belt(1))
    b.run(400)
    b.drive(0, C.AUX_DIR_BELTS)
    b.on(belt(1))
    b.run(400)
    assert b.plant.moving & belt(1) and not b.plant.input("jam_b")


def test_a_tile_must_not_be_driven_into_a_head_that_holds_one():
    b = bench()
    b.load(b.plant.new_set("green", 40))
    one_in_head(b)
    b.drive(DRUM | RING | belt(0))
    b.until(lambda: b.plant.violations, 60_000)
    said(b, "tile driven into the head of line A, which did not wait for it")
    assert b.plant.held(0) and b.plant.check()


def test_nor_is_it_when_the_belt_was_told_to_run_back_and_its_relay_sticks():
    b = bench()
    b.load(b.plant.new_set("green", 40))
    one_in_head(b)
    b.run(400)
    apply(b.plant, "relay stuck belts")
    b.drive(DRUM | RING | belt(0), C.AUX_DIR_BELTS)
    b.until(lambda: b.plant.incidents, 60_000)
    assert "did not wait for it" in b.plant.incidents[0] and not b.plant.violations


def test_a_head_must_not_begin_to_turn_with_a_tile_half_in_it():
    b = bench()
    b.load(b.plant.new_set("green", 40))
    b.drive(DRUM | RING | belt(2))
    b.until(lambda: b.plant.rose[2] & CNT, 60_000)
    b.off(belt(2))
    b.run(200)
    assert b.plant.belts[2].in_mouth(b.plant.now)
    b.on(head(2))
    b.run(200)
    said(b, "head of line C began to turn with a tile half in it")


def test_half_a_stack_must_not_be_pushed():
    b = bench()
    b.load(b.plant.new_set("green", 40))
    one_in_head(b)
    b.on(head(0))
    b.until(lambda: not b.level(0, PARK))
    b.until(lambda: b.level(0, PARK))
    b.off(head(0))
    b.run(200)
    said(b, "half a stack pushed by the head of line A")
    assert len(b.plant.lane(0)[0]) == 1 and b.plant.check()


def test_an_empty_head_may_turn():
    b = bench()
    b.on(head(0))
    b.run(5000)
    said(b)


def test_a_lane_takes_nineteen_stacks_and_not_one_more():
    b = bench(seed=4)
    b.load(b.plant.new_set("green", 80))
    b.sort([MAX_STACKS, 0, 0, 0])
    said(b)
    b.sort([1, 0, 0, 0])
    said(b, "head of line A pushed into a full lane: 19 stacks are there")


def test_chain_and_pusher_keep_out_of_each_others_way():
    b = bench("single_port")
    b.on(head(0))
    b.until(lambda: not b.level(0, PUSH_HOME))
    b.off(head(0))
    b.run(150)
    assert not b.level(0, PUSH_HOME)
    b.on(CHAIN)
    b.run(200)
    said(b, "chain moved while the pusher of head_a was out")
    b = bench("single_port")
    b.on(CHAIN)
    b.run(500)
    b.on(head(0))
    b.run(900)
    said(b, "head_a pushed while the chain moved")


@pytest.mark.parametrize(("motor", "sentence"), [
    (CHAIN, "chain moved while lift_b was not down"),
    (head(0), "head_a turned while lift_b was not down"),
    (HATCH, "hatch opened while lift_b was not down")])  # fmt: skip
def test_nothing_of_the_machine_moves_under_a_raised_lift(motor, sentence):
    b = bench("single_port")
    b.on(lift(1))
    b.until(lambda: b.level(1, LIFT_UP))
    b.off(lift(1))
    b.run(300)
    b.on(motor)
    b.run(700)
    said(b, sentence)


def test_a_belt_stands_while_its_own_lift_is_up():
    b = bench()
    b.on(lift(1))
    b.until(lambda: b.level(1, LIFT_UP))
    b.off(lift(1))
    b.run(300)
    b.on(belt(0))
    b.run(500)
    said(b)
    b.on(belt(1))
    b.run(500)
    said(b, "belt_b moved while lift_b was not down")


def test_a_lift_rises_only_with_the_hatch_shut():
    b = bench()
    b.hatch(True)
    b.on(lift(3))
    b.run(300)
    said(b, "lift_d moved while the hatch was not shut")


def test_a_lift_rises_only_with_every_pusher_home_and_every_head_at_rest():
    b = bench()
    b.on(head(2))
    b.until(lambda: b.level(2, MID))
    b.off(head(2))
    b.run(200)
    b.on(lift(0))
    b.run(300)
    said(b)
    b.off(lift(0))
    b.run(300)
    b.plant.heads[2].set_angle(300_000)
    b.on(lift(0))
    b.run(300)
    said(b, "lift_a moved while head_c pushed or turned")


def test_a_lift_rises_only_with_chain_and_its_belt_standing():
    b = bench("single_port")
    b.on(CHAIN | belt(0))
    b.run(300)
    b.on(lift(0))
    b.run(300)
    said(b, "lift_a moved while the chain moved", "lift_a moved while the belt of its line moved")


def test_the_hatch_does_not_start_while_a_lift_moves():
    b = bench()
    b.on(lift(0))
    b.run(160)
    b.on(HATCH)
    b.run(160)
    said(b, "hatch moved while lift_a moved")


def test_a_lift_does_not_start_while_the_hatch_still_moves():
    b = bench()
    b.plant.hatch.set_place(900)
    b.plant.hatch.set_way(-1, b.plant.now)
    b.plant.write(HATCH, C.AUX_DIR_HATCH, b.plant.now)
    b.plant.violations.clear()
    b.run(160)
    b.plant.write(HATCH | lift(0), C.AUX_DIR_HATCH, b.plant.now)
    b.run(160)
    said(b, "lift_a moved while the hatch moved")


def test_what_coasts_keeps_its_way_though_its_relay_falls():
    """A motor without current turns on as it turned; from standstill on the relay says."""
    b = bench()
    belt = b.plant.belts[0]
    b.plant.write(1 << C.M_BELT, C.AUX_DIR_BELTS, b.plant.now)
    b.run(400)
    here = belt.place(b.plant.now)
    b.plant.let_go()
    assert belt.moving and belt.way == -1
    b.run(60)
    assert belt.place(b.plant.now) < here
    b.run(400)
    assert not belt.moving and belt.way == 1


@pytest.mark.parametrize("name", ["drum", "ring", "belt_a", "belt_d", "head_b"])
def test_nothing_moves_in_an_open_drum(name):
    b = bench()
    b.hatch(True)
    b.on(1 << C.MOTORS.index(name))
    b.run(300)
    said(b, "hand in the drum: %s moved while the hatch was not shut" % name)


@pytest.mark.parametrize(("place_pct", "sticks", "said_so"), [
    (10, False, True), (10, True, False), (24, True, False), (26, True, True), (3, False, False),
])  # fmt: skip
def test_a_hatch_that_is_not_quite_shut_is_open_unless_its_lower_limit_lies(
        place_pct, sticks, said_so):  # fmt: skip
    b = bench()
    b.plant.hatch.set_place(place_pct * 10_000)
    if sticks:
        apply(b.plant, "stuck hatch_dn on")
    b.on(1 << C.MOTORS.index("drum"))
    b.run(300)
    assert bool(b.plant.violations) == said_so


@pytest.mark.parametrize("name", ["drum", "ring", "belt_c", "head_a"])
def test_the_drum_does_not_open_on_what_still_moves(name):
    b = bench()
    b.on(1 << C.MOTORS.index(name))
    b.run(300)
    b.on(HATCH)
    b.until(lambda: b.level(SENSE, HATCH_UP))
    said(b, "hand in the drum: %s moved while the hatch was not shut" % name)


# -------------------------------------------------------------------- two things
def test_a_wall_does_not_rise_under_tiles_on_the_table():
    b = bench(seed=6)
    b.load(b.plant.new_set("green", 34))
    b.sort([17, 0, 0, 0])
    blue = b.plant.new_set("blue", 2)
    b.plant.put_on_table(blue, 0)
    b.on(lift(0))
    b.until(lambda: b.level(0, LIFT_UP))
    said(b, "two things in one place: the wall of side A rose under 2 tiles on the table")
    assert b.plant.check()


def test_the_chain_does_not_push_a_row_against_a_waiting_wall():
    b = bench("single_port", seed=6)
    b.load(b.plant.new_set("green", 8))
    b.sort([4])
    for _ in range(4):
        b.index()
    said(b)
    assert b.plant.stacks == [0, 0, 0, 4]
    b.index()
    said(b, "two things in one place: the chain pushed a row against the wall on lift_d")


def test_sets_must_not_meet_in_the_drum():
    b = bench()
    b.load(b.plant.new_set("green", 20))
    b.load(b.plant.new_set("blue", 20))
    said(b, "sets mixed: blue tiles dropped (the machine holds green)")
    assert b.plant.set_in_works == "blue+green"


def test_sets_must_not_be_dropped_together():
    b = bench()
    b.load(b.plant.new_set("green", 2) + b.plant.new_set("blue", 2))
    said(b, "sets mixed: blue and green tiles dropped")


def test_a_finished_wall_may_wait_while_the_other_set_is_dropped_but_no_head_may_push():
    b = bench(seed=6)
    b.load(b.plant.new_set("green", 8))
    b.sort([1, 1, 1, 1])
    b.load(b.plant.new_set("blue", 8))
    said(b)
    assert (b.plant.waiting_set, b.plant.set_in_works) == ("green", "blue")
    b.sort([1, 0, 0, 0])
    said(b, *("sets mixed: head_a pushed a blue stack while a green wall waited on side %s" % side
              for side in "ABCD"))  # fmt: skip


def test_a_stack_of_two_sets_is_seen():
    b = bench(seed=2)
    green, blue = b.plant.new_set("green", 1), b.plant.new_set("blue", 1)
    b.load(green + blue)
    b.plant.violations.clear()
    b.sort([1, 0, 0, 0])
    heard = {text.split(" s: ", 1)[1] for text in b.plant.violations}
    assert len(heard) == 1 and heard.pop().endswith("tile in one stack of side A")


def test_a_lost_and_a_doubled_tile_are_seen():
    b = bench()
    b.load(b.plant.new_set("green", 5))
    assert b.plant.check()
    b.plant.loose.remove(3)
    assert not b.plant.check()
    b.plant.loose.append(3)
    b.plant.table[2].append(4)
    assert not b.plant.check()
    b.plant.table[2].remove(4)
    b.plant.where[1] = 0
    assert not b.plant.check()
    said(b, "tile 3 is in 0 places, not in one", "tile 4 is in 2 places, not in one",
         "tile 1 is not in hand, where it belongs")  # fmt: skip


# ------------------------------------------------------------------------- watts
def test_watts_and_gaps_are_watched():
    b = bench(limits=(30_000, 40_000, 150))
    b.on(DRUM)
    b.run(149)
    b.on(RING)
    said(b, "ring started 149 ms after another motor, limit 150 ms")
    b.run(500)
    b.plant.violations.clear()
    b.on(belt(0))
    said(b)
    b.run(150)
    b.on(belt(1))
    said(b, "34.0 W running, limit 30.0 W: drum ring belt_a belt_b")
    b.run(300)
    b.plant.violations.clear()
    b.off(belt(0) | belt(1))
    b.on(lift(0))
    assert b.plant.violations[0].endswith("32.0 W running, limit 30.0 W: drum ring lift_a")
    b = bench(limits=(50_000, 30_000, 150))
    b.on(DRUM)
    said(b, "31.2 W starting, limit 30.0 W: drum")


def test_an_accident_with_a_fault_of_its_own_is_an_incident():
    b = bench()
    b.load(b.plant.new_set("green", 40))
    apply(b.plant, "stuck cnt_a off")
    b.drive(DRUM | RING | belt(0))
    b.run(30_000)
    said(b)
    assert b.plant.incidents[0].endswith("tile driven into the head of line A, which did not "
                                         "wait for it")  # fmt: skip


def test_a_shorted_triac_explains_motion_in_the_open_drum():
    b = bench()
    b.hatch(True)
    apply(b.plant, "short belt_b")
    b.run(500)
    said(b)
    assert "hand in the drum: belt_b" in b.plant.incidents[0]


def test_a_cut_of_the_mains_excuses_no_collision():
    b = bench()
    b.load(b.plant.new_set("green", 40))
    b.plant.cut_mains(50)
    b.run(500)
    b.drive(DRUM | RING | belt(1) | head(1))
    b.until(lambda: b.plant.violations, 60_000)
    said(b, "tile driven into the turning head of line B")


@pytest.mark.parametrize("ms", [12, 16, 20])
def test_motors_that_ride_through_a_dip_of_the_mains_do_not_start_anew(ms):
    b = bench(limits=(50_000, 60_000, 150))
    for motor in (DRUM, RING, belt(1)):
        b.on(motor)
        b.run(200)
    starts = b.plant.starts
    b.plant.cut_mains(ms)
    b.run(500)
    said(b)
    assert b.plant.starts == starts and b.plant.moving == DRUM | RING | belt(1)


def test_a_dip_of_the_mains_stops_what_moves():
    b = bench()
    b.on(RING)
    b.run(400)
    b.plant.cut_mains(250)
    b.run(240)
    assert not b.plant.moving
