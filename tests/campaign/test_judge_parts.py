"""Each part of a rule counts: every motor it names, every side, every end of what was begun."""

import pytest

from mjsim.campaign.motions import LETTERS
from mjsim.generated import constants as C
from mjsim.plant.inject import apply
from tests.campaign.test_judge import Stand
from tests.plant.crude import CHAIN, DRUM, HATCH, RING, belt, head, lift

FOUR, ONE = "four_port", "single_port"
HALF_UP, PUSHED, AJAR = 90_000, 292_000, 500_000
SIDES = range(4)
BELTS, HEADS, LIFTS = ([(FOUR, kind(side)) for side in SIDES] for kind in (belt, head, lift))
RODS = [(ONE, CHAIN)]
ROTORS = [(FOUR, DRUM), (FOUR, RING)]


def named(motors):
    """Motors by name, for the names of tests."""
    return " and ".join(name for i, name in enumerate(C.MOTORS) if motors >> i & 1)


def hatch_ajar(plant, _side):
    plant.hatch.set_place(AJAR)


def lift_up(plant, side):
    plant.lifts[side].set_angle(HALF_UP)


def pusher_out(plant, side):
    plant.heads[side].set_angle(PUSHED)


def rods_away(plant, _side):
    plant.chain.set_place(plant.chain.edges[0] + 5_000)


STARTS = [
    *[("open hatch", machine, hatch_ajar, 0, motor)
      for machine, motor in (*ROTORS, *BELTS, *HEADS, *LIFTS, *RODS)],
    *[("lift not down", machine, lift_up, side, motor)
      for side in SIDES for machine, motor in (*HEADS, *RODS)],
    *[("pusher out", FOUR, pusher_out, side, motor) for side in SIDES for _, motor in LIFTS],
    *[("pusher out", ONE, pusher_out, 0, motor) for _, motor in (*LIFTS, *RODS)],
    *[("chain away", ONE, rods_away, 0, motor) for _, motor in LIFTS],
]  # fmt: skip
"""A rule, where a mechanism stands, of which side, and the motor that starts."""


def where(case):
    rule, machine, _stands, side, motor = case
    return "%s: %s of %s, side %s" % (rule, named(motor), machine, LETTERS[side])


def told(stand):
    return {breach.rule for breach in stand.judge.finish()}


@pytest.mark.parametrize("case", STARTS, ids=where)
def test_a_motor_that_starts_while_a_mechanism_is_in_its_way_is_told(case):
    rule, machine, stands, side, motor = case
    stand = Stand(machine)
    stands(stand.plant, side)
    stand.drive(motor, ms=20)
    assert stand.plant.effective == motor
    assert rule in told(stand)


@pytest.mark.parametrize(("machine", "motor"), [*ROTORS, *BELTS, *HEADS, *LIFTS, *RODS],
                         ids=lambda word: word if isinstance(word, str) else named(word))
def test_a_motor_that_starts_alone_with_nothing_in_its_way_breaks_nothing(machine, motor):
    stand = Stand(machine)
    stand.drive(motor, ms=20)
    assert stand.plant.effective == motor
    assert told(stand) == set()


TOGETHER = [
    ("chain and head", ONE, CHAIN | head(0)),
    *[("lift and under", machine, lift(side) | under)
      for side in SIDES for machine, under in (*BELTS, *HEADS, (FOUR, RING), *RODS)],
    *[("hatch and inside", machine, HATCH | motor)
      for machine, motor in (*ROTORS, *BELTS, *HEADS, *LIFTS, *RODS)],
    *[("belt and head", FOUR, belt(line) | head(line)) for line in SIDES],
]  # fmt: skip


@pytest.mark.parametrize(("rule", "machine", "motors"), TOGETHER,
                         ids=["%s: %s" % (rule, named(motors)) for rule, _, motors in TOGETHER])
def test_two_motors_that_must_not_run_together_are_told(rule, machine, motors):
    stand = Stand(machine)
    stand.drive(motors, ms=20)
    assert stand.plant.effective == motors
    assert rule in told(stand)


@pytest.mark.parametrize("side", SIDES)
def test_each_lift_that_runs_with_both_its_ends_reported_is_told(side):
    stand = Stand()
    for end in ("lift_up_", "lift_dn_"):
        stand.plant.stick(end + LETTERS[side], 1)
    stand.drive(lift(side))
    assert "lift at both ends" in told(stand)


def armed(stand):
    """Motor power is there, whatever happened."""
    stand.plant.arm(0, stand.plant.now)
    stand.plant.arm(1, stand.plant.now)
    stand.drive(0, 0, 100)


def fault(stand):
    stand.drive(0, C.AUX_LAMP_FAULT, 50)
    stand.drive(0, 0, 50)


def restart(stand):
    stand.plant.cut_mains()
    stand.drive(0, 0, 2_000)
    assert not stand.plant.logic_ok
    stand.plant.mains_on()
    armed(stand)


def stop(stand):
    stand.plant.press_stop(True)
    stand.drive(0, 0, 50)
    stand.plant.press_stop(False)
    armed(stand)


def key(stand):
    stand.plant.set_input("elevator", 1)
    stand.drive(0, 0, 50)
    stand.plant.set_input("elevator", 0)
    stand.drive(0, 0, 50)


@pytest.mark.parametrize("end", [fault, restart, stop])
def test_what_ends_what_was_begun_leaves_nothing_to_start_until_a_key_moves(end):
    for keys, expected in ((False, {"nobody began"}), (True, set())):
        stand = Stand()
        key(stand)
        end(stand)
        if keys:
            key(stand)
        stand.drive(DRUM, ms=20)
        assert stand.plant.effective == DRUM
        assert told(stand) == expected


def test_a_key_under_the_fault_lamp_begins_what_starts_behind_it():
    stand = Stand()
    stand.drive(0, C.AUX_LAMP_FAULT, 50)
    stand.plant.set_input("elevator", 1)
    stand.drive(0, C.AUX_LAMP_FAULT, 50)
    stand.drive(0, 0, 50)
    stand.drive(DRUM, ms=20)
    assert told(stand) == set()


@pytest.mark.parametrize(("behind_ms", "expected"), [
    (300, set()), (1_000, {"lift not down"}),
])  # fmt: skip
def test_a_motor_that_runs_by_itself_excuses_only_what_starts_soon_behind_it(behind_ms, expected):
    stand = Stand()
    lift_up(stand.plant, 0)
    apply(stand.plant, "short drum")
    stand.drive(0, 0, behind_ms)
    assert stand.plant.effective == DRUM
    stand.drive(head(1), ms=20)
    assert told(stand) & {"lift not down"} == expected


def test_a_motor_that_runs_by_itself_is_not_one_that_was_started_beside_another():
    stand = Stand()
    apply(stand.plant, "short drum")
    stand.drive(HATCH, ms=20)
    assert stand.plant.effective == HATCH | DRUM
    assert "hatch and inside" not in told(stand)


def lost(hand):
    hand.pop()


def doubled(hand):
    hand.append(hand[0])


@pytest.mark.parametrize("spoil", [lost, doubled])
def test_a_tile_in_no_place_or_in_two_is_told_when_the_run_is_over(spoil):
    stand = Stand()
    stand.plant.new_set("green", 4)
    spoil(stand.plant.hand)
    assert "tiles" in told(stand)
